"""The page on which a candidate confirms a meeting, under the token of its invite."""

from contextlib import suppress
from html import escape
from urllib.parse import quote

from aws_lambda_powertools.event_handler import Response

from gather.core.errors import Gone, NotFound
from gather.core.identifiers import is_token
from gather.core.model import Model, NoBody, TeamQuery
from gather.events import enrollment_tasks
from gather.http.pages import page
from gather.http.routes import Api, Call
from gather.table import keys
from gather.table.records import Stored, Transaction
from gather.wiring import records
from gather.workflow.candidate_meeting import CandidateMeeting, CandidateMeetingStatus, confirmed
from gather.workflow.candidate_meeting_storage import CANDIDATE_MEETING
from gather.workflow.meeting import Meeting
from gather.workflow.meeting_storage import MEETING

api = Api("meetings", prefix="", scopes=frozenset(), works_in_team=False)
handler = api.handler

RESOURCE = "meeting invite"


class ConfirmedMeeting(Model):
    """A meeting's invite as its candidate sees it."""

    title: str
    status: CandidateMeetingStatus
    expiry: str
    confirmed_at: str | None


class OneMeeting(Model):
    """Data of POST /m/{token}/confirm."""

    meeting: ConfirmedMeeting


@api.get("/m/{token}", answer=str)
def open_meeting(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The page of a meeting's invite."""
    try:
        invite, meeting = _read(call)
    except NotFound:
        return page(404, "Invite not found", "<p>This link is not complete or was never sent.</p>")
    except Gone:
        return page(410, "Invite expired", "<p>The time to confirm has passed. Ask the company again.</p>")
    if invite.status is CandidateMeetingStatus.CONFIRMED:
        return page(200, meeting.title, "<p>You have confirmed this meeting. Thank you.</p>")
    form = f'<form method="post" action="/m/{escape(invite.token)}/confirm"><button>Confirm</button></form>'
    return page(200, meeting.title, f"<p>Please confirm that you will come.</p>{form}")


@api.post("/m/{token}/confirm", answer=OneMeeting, status=200)
def confirm_meeting(call: Call[NoBody, TeamQuery]) -> OneMeeting | Response[str]:
    """Confirm the meeting; again does nothing. A browser is led back to the page, which says how it went."""
    if "text/html" in call.headers.get("accept", ""):
        with suppress(NotFound, Gone):
            _confirm(call)
        headers = {"Location": f"/m/{quote(call.path['token'])}", "Cache-Control": "no-store"}
        return Response(status_code=303, headers=headers, body="")
    invite, meeting = _confirm(call)
    shown = ConfirmedMeeting(
        title=meeting.title, status=invite.status, expiry=invite.expiry, confirmed_at=invite.confirmed_at
    )
    return OneMeeting(meeting=shown)


def _confirm(call: Call[NoBody, TeamQuery]) -> tuple[CandidateMeeting, Meeting]:
    """The invite that the token opens, confirmed, and its meeting. Raises NotFound and Gone."""
    invite, meeting = _read(call)

    def change(stored: Stored[CandidateMeeting], transaction: Transaction) -> CandidateMeeting:
        _check_open(stored.record, call.moment)
        after = confirmed(stored.record, call.now)
        if after is not stored.record:
            link = after.enrollment_id, after.enrollment_step_id
            transaction.send(enrollment_tasks.advance(after, *link, call.now))
        return after

    return records().change(CANDIDATE_MEETING, invite.team_id, invite.id, change).record, meeting


def _read(call: Call[NoBody, TeamQuery]) -> tuple[CandidateMeeting, Meeting]:
    """The invite that the token opens, and its meeting. Three round trips. Raises NotFound and Gone."""
    token = call.path["token"]
    pointer = records().table.get(keys.meeting_invite(token)) if is_token(token) else None
    if pointer is None:
        raise NotFound(RESOURCE, "")
    invite = records().get(CANDIDATE_MEETING, pointer["teamId"], pointer["candidateMeetingId"]).record
    _check_open(invite, call.moment)
    return invite, records().get(MEETING, invite.team_id, invite.meeting_id).record


def _check_open(invite: CandidateMeeting, moment: str) -> None:
    unconfirmed = invite.status is not CandidateMeetingStatus.CONFIRMED
    if unconfirmed and (invite.status is CandidateMeetingStatus.EXPIRED or invite.expiry <= moment):
        raise Gone("The time to confirm this meeting has passed.")

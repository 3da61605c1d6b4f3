"""The page on which a candidate confirms a meeting, under the token of its invite."""

from contextlib import suppress
from html import escape
from urllib.parse import quote

from aws_lambda_powertools.event_handler import Response

from gather.core.errors import Gone, NotFound
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.pages import page
from gather.http.routes import Api
from gather.screening.erasure_mark_storage import is_erased_link
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.workflow import candidate_meeting_operations
from gather.workflow.candidate_meeting import CandidateMeeting, CandidateMeetingStatus
from gather.workflow.candidate_meeting_storage import CANDIDATE_MEETING, invited_by
from gather.workflow.meeting import Meeting
from gather.workflow.meeting_storage import MEETING

api = Api("meetings", prefix="")
handler = api.handler


class ConfirmedMeeting(Model):
    """A meeting's invite as its candidate sees it."""

    title: str
    """The meeting's title."""
    status: CandidateMeetingStatus
    """Whether the candidate has confirmed."""
    expiry: str
    """Until when the candidate can confirm: ISO 8601 in UTC."""
    confirmed_at: str | None
    """When the candidate confirmed; null before."""


class OneMeeting(Model):
    """Data of POST /m/{token}/confirm."""

    meeting: ConfirmedMeeting


@api.get("/m/{token}", response=str)
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


@api.post("/m/{token}/confirm", response=OneMeeting, status=200, leads_back=True)
def confirm_meeting(call: Call[NoBody, TeamQuery]) -> OneMeeting | Response[str]:
    """Confirm the meeting; again does nothing. A browser is led back to the page, which says how it went."""
    if "text/html" in call.headers.get("accept", ""):
        with suppress(NotFound, Gone):
            _confirm(call)
        headers = {"Location": f"/m/{quote(call.path['token'])}"}
        return Response(status_code=303, headers=headers, body="")
    invite, meeting = _confirm(call)
    shown = ConfirmedMeeting(
        title=meeting.title, status=invite.status, expiry=invite.expiry, confirmed_at=invite.confirmed_at
    )
    return OneMeeting(meeting=shown)


def _confirm(call: Call[NoBody, TeamQuery]) -> tuple[CandidateMeeting, Meeting]:
    """The invite that the token opens, confirmed, and its meeting. Raises NotFound and Gone."""
    invite, meeting = _read(call)

    def confirm(unit: UnitOfWork) -> Stored[CandidateMeeting]:
        stored = unit.get(CANDIDATE_MEETING, invite.team_id, invite.id)
        _check_open(stored.record, call.moment)
        return candidate_meeting_operations.confirm(unit, stored, call.now)

    return call.records.run(confirm).record, meeting


def _read(call: Call[NoBody, TeamQuery]) -> tuple[CandidateMeeting, Meeting]:
    """The invite that the token opens, and its meeting. Three round trips. Raises NotFound and Gone."""
    invite = _invited(call.records, call.path["token"])
    _check_open(invite, call.moment)
    return invite, call.records.get(MEETING, invite.team_id, invite.meeting_id).record


def _invited(records: Records, token: str) -> CandidateMeeting:
    """The invite that the token opens. Raises NotFound, and Gone where its candidate was erased."""
    try:
        return invited_by(records, token)
    except NotFound:
        if is_erased_link(records.table, token):
            raise Gone("This invite has ended.") from None
        raise


def _check_open(invite: CandidateMeeting, moment: str) -> None:
    unconfirmed = invite.status is not CandidateMeetingStatus.CONFIRMED
    if unconfirmed and (invite.status is CandidateMeetingStatus.EXPIRED or invite.expiry <= moment):
        raise Gone("The time to confirm this meeting has passed.")

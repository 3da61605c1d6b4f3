"""The page on which a candidate answers to a meeting, under the token of its invite (interface: Meetings)."""

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated
from urllib.parse import quote

from aws_lambda_powertools.event_handler import Response

from gather.core.errors import Conflict, Gone, NotFound
from gather.core.language import accepted_language
from gather.core.model import LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.routes import Api
from gather.screening.candidate_interviews.erasure_mark_storage import is_erased_link
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.storage import team_key
from gather.tenancy.teams.models import Branding, Team
from gather.workflow.candidate_meetings import lifecycle as meeting_lifecycle
from gather.workflow.candidate_meetings.models import CandidateMeeting, CandidateMeetingStatus, MeetingAnswer
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING, invited_by
from gather.workflow.meetings.calendar import calendar_of
from gather.workflow.meetings.models import MeetingRecord
from gather.workflow.meetings.storage import MEETING
from meetings.pages.meeting_page import OpenedInvite, bare_page, meeting_page

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
    answer: Annotated[MeetingAnswer | None, LeftOutWhenNull] = None
    """What a candidate answered whom the meeting does not suit; left out for nothing."""


class OneMeeting(Model):
    """Data of the answers to a meeting's invite."""

    meeting: ConfirmedMeeting


@api.get("/m/{token}", response=str)
def open_meeting(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The page of a meeting's invite."""
    language = accepted_language(call.headers.get("accept-language", ""))
    try:
        return meeting_page(_open(call))
    except NotFound:
        return bare_page(404, language, "absent")
    except Gone:
        return bare_page(410, language, "expired")


@api.get("/m/{token}/calendar.ics", response=str, media_type="text/calendar")
def get_calendar(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The meeting as a calendar file. 404 while no time is set."""
    opened = _open(call)
    calendar = calendar_of(
        opened.meeting, opened.invite.id, opened.branding.display_name, is_confirmed=opened.is_confirmed
    )
    if calendar is None:
        raise NotFound("calendar", opened.meeting.id)
    return Response(200, content_type="text/calendar; charset=utf-8", body=calendar)


@api.post("/m/{token}/confirm", response=OneMeeting, status=200, leads_back=True)
def confirm_meeting(call: Call[NoBody, TeamQuery]) -> OneMeeting | Response[str]:
    """Confirm the meeting; again does nothing. A browser is led back to the page, which says how it went."""
    return _answered(call, lambda unit, stored: meeting_lifecycle.confirm(unit, stored, call.now))


@api.post("/m/{token}/decline", response=OneMeeting, status=200, leads_back=True)
def decline_meeting(call: Call[NoBody, TeamQuery]) -> OneMeeting | Response[str]:
    """Decline the meeting, of which the team is told; it can still be confirmed. As for `confirm`."""
    return _answered(call, lambda unit, stored: _answer(unit, stored, MeetingAnswer.DECLINED, call.now))


@api.post("/m/{token}/another-time", response=OneMeeting, status=200, leads_back=True)
def ask_for_another_time(call: Call[NoBody, TeamQuery]) -> OneMeeting | Response[str]:
    """Ask for another time, of which the team is told; this one can still be confirmed. As for `confirm`."""
    return _answered(call, lambda unit, stored: _answer(unit, stored, MeetingAnswer.ANOTHER_TIME, call.now))


Change = Callable[[UnitOfWork, Stored[CandidateMeeting]], Stored[CandidateMeeting]]
_answer = meeting_lifecycle.answer


def _answered(call: Call[NoBody, TeamQuery], change: Change) -> OneMeeting | Response[str]:
    """What came of an answer. A browser is led back to the page."""
    if "text/html" in call.headers.get("accept", ""):
        with suppress(NotFound, Gone, Conflict):
            _change(call, change)
        headers = {"Location": f"/m/{quote(call.path['token'])}"}
        return Response(status_code=303, headers=headers, body="")
    invite = _change(call, change)
    meeting = call.records.get(MEETING, invite.team_id, invite.meeting_id).record
    shown = ConfirmedMeeting(
        title=meeting.title,
        status=invite.status,
        expiry=invite.expiry,
        confirmed_at=invite.confirmed_at,
        answer=invite.answer,
    )
    return OneMeeting(meeting=shown)


def _change(call: Call[NoBody, TeamQuery], change: Change) -> CandidateMeeting:
    """The invite that the token opens after its candidate's answer. Raises NotFound, Gone and Conflict."""
    invite = _invited(call.records, call.path["token"])

    def act(unit: UnitOfWork) -> Stored[CandidateMeeting]:
        stored = unit.get(CANDIDATE_MEETING, invite.team_id, invite.id)
        _check_open(stored.record, call.moment)
        return change(unit, stored)

    return call.records.run(act).record


def _open(call: Call[NoBody, TeamQuery]) -> OpenedInvite:
    """What the token opens. Three round trips. Raises NotFound and Gone."""
    invite = _invited(call.records, call.path["token"])
    _check_open(invite, call.moment)
    meeting_key = MEETING.key(invite.team_id, invite.meeting_id)
    branding_key = team_key(invite.organization_id, invite.team_id)
    candidate_key = CANDIDATE.key(invite.team_id, invite.candidate_id)
    found = call.records.table.get_many([meeting_key, branding_key, candidate_key])
    return OpenedInvite(
        invite=invite,
        meeting=MeetingRecord.model_validate(found[meeting_key]),
        branding=Branding.of(Team.model_validate(found[branding_key])),
        zone=Candidate.model_validate(found[candidate_key]).timezone,
    )


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

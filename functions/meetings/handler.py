"""The page on which a candidate answers to a meeting, under the token of its invite (interface: Meetings)."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated
from urllib.parse import quote

from aws_lambda_powertools.event_handler import Response

from gather.core.errors import Conflict, Gone, NotFound
from gather.core.language import accepted_language
from gather.core.model import LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.routes import Api
from gather.workflow.candidate_meetings import service
from gather.workflow.candidate_meetings.models import CandidateMeeting, CandidateMeetingStatus, MeetingAnswer
from gather.workflow.meetings.calendar import write_calendar
from gather.workflow.meetings.storage import MEETING
from meetings.pages.meeting_page import bare_page, meeting_page

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
    """The answer of a candidate whom the meeting does not suit; left out for none."""


class OneMeeting(Model):
    """Data of the answers to a meeting's invite."""

    meeting: ConfirmedMeeting


@api.get("/m/{token}", response=str)
def open_meeting(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The page of a meeting's invite."""
    language = accepted_language(call.headers.get("accept-language", ""))
    try:
        return meeting_page(service.open_invite(call.records, call.path["token"], now=call.now))
    except NotFound:
        return bare_page(404, language, "absent")
    except Gone:
        return bare_page(410, language, "expired")


@api.get("/m/{token}/calendar.ics", response=str, media_type="text/calendar")
def get_calendar(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The meeting as a calendar file. 404 while no time is set."""
    opened = service.open_invite(call.records, call.path["token"], now=call.now)
    calendar = write_calendar(
        opened.meeting, opened.invite.id, opened.branding.display_name, is_confirmed=opened.is_confirmed
    )
    if calendar is None:
        raise NotFound("calendar", opened.meeting.id)
    return Response(200, content_type="text/calendar; charset=utf-8", body=calendar)


@api.post("/m/{token}/confirm", response=OneMeeting, status=200, leads_back=True)
def confirm_meeting(call: Call[NoBody, TeamQuery]) -> OneMeeting | Response[str]:
    """Confirm the meeting; again does nothing. A browser is led back to the page, which says how it went."""
    return _answered(call, partial(service.confirm, call.records, call.path["token"], now=call.now))


@api.post("/m/{token}/decline", response=OneMeeting, status=200, leads_back=True)
def decline_meeting(call: Call[NoBody, TeamQuery]) -> OneMeeting | Response[str]:
    """Decline the meeting, of which the team is told; it can still be confirmed. As for `confirm`."""
    return _answer(call, MeetingAnswer.DECLINED)


@api.post("/m/{token}/another-time", response=OneMeeting, status=200, leads_back=True)
def ask_for_another_time(call: Call[NoBody, TeamQuery]) -> OneMeeting | Response[str]:
    """Ask for another time, of which the team is told; this one can still be confirmed. As for `confirm`."""
    return _answer(call, MeetingAnswer.ANOTHER_TIME)


def _answer(call: Call[NoBody, TeamQuery], given: MeetingAnswer) -> OneMeeting | Response[str]:
    return _answered(call, partial(service.answer, call.records, call.path["token"], given, now=call.now))


def _answered(
    call: Call[NoBody, TeamQuery], answer: Callable[[], CandidateMeeting]
) -> OneMeeting | Response[str]:
    """The response to an answer. A browser is led back to the page."""
    if "text/html" in call.headers.get("accept", ""):
        with suppress(NotFound, Gone, Conflict):
            answer()
        headers = {"Location": f"/m/{quote(call.path['token'])}"}
        return Response(status_code=303, headers=headers, body="")
    invite = answer()
    meeting = call.records.get(MEETING, invite.team_id, invite.meeting_id).record
    shown = ConfirmedMeeting(
        title=meeting.title,
        status=invite.status,
        expiry=invite.expiry,
        confirmed_at=invite.confirmed_at,
        answer=invite.answer,
    )
    return OneMeeting(meeting=shown)

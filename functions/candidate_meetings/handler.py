"""The page on which a candidate answers to a meeting, under the token of its invite (interface: Meetings)."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any
from urllib.parse import quote

from aws_lambda_powertools.event_handler import Response

from candidate_meetings.pages.meeting_page import bare_page, meeting_page
from gather.core.errors import Conflict, Gone, NotFound
from gather.core.language import accepted_language
from gather.core.model import LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.routes import Api
from gather.workflow.candidate_meetings import service
from gather.workflow.candidate_meetings.models import (
    BookedSlot,
    CandidateMeeting,
    CandidateMeetingStatus,
    MeetingAnswer,
    OpenSlot,
)
from gather.workflow.meetings.calendar import write_calendar
from gather.workflow.meetings.requests import AskForAnotherTime, BookSlot
from gather.workflow.meetings.storage import MEETING

api = Api("candidate-meetings", prefix="")
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


class OneAnsweredMeeting(Model):
    """Data of the answers to a meeting's invite."""

    meeting: ConfirmedMeeting


class OpenSlots(Model):
    """Data of GET /m/{token}/slots."""

    slots: list[OpenSlot]
    """The slots, earliest first; none for a meeting without slots."""


class Booking(Model):
    """The slot that a candidate has booked."""

    slot_id: str
    """The slot."""
    starts_at: str
    """When it begins: ISO 8601 in UTC."""
    ends_at: str
    """When it ends: ISO 8601 in UTC."""


class OneBooking(Model):
    """Data of the routes that book a slot and take a booking back."""

    booking: Booking | None
    """The booking; null when it was taken back."""


class MeetingPageQuery(TeamQuery):
    """Query of GET /m/{token}."""

    refused: str | None = None
    """Set when the page is opened again after an answer that could not be taken."""


@api.get("/m/{token}", response=str)
def open_meeting(call: Call[NoBody, MeetingPageQuery]) -> Response[str]:
    """The page of a meeting's invite."""
    language = accepted_language(call.headers.get("accept-language", ""))
    try:
        opened = service.open_invite(call.records, call.path["token"], now=call.now)
        return meeting_page(opened, call.now, is_refused=call.query.refused is not None)
    except NotFound:
        return bare_page(404, language, "absent")
    except Gone:
        return bare_page(410, language, "expired")


@api.get("/m/{token}/calendar.ics", response=str, media_type="text/calendar")
def get_calendar(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The meeting as a calendar file. 404 while no time is set."""
    opened = service.open_invite(call.records, call.path["token"], now=call.now)
    event = opened.event()
    if event is None:
        raise NotFound("calendar", opened.meeting.id)
    calendar = write_calendar(event)
    return Response(200, content_type="text/calendar; charset=utf-8", body=calendar)


@api.get("/m/{token}/slots", response=OpenSlots)
def list_slots(call: Call[NoBody, TeamQuery]) -> OpenSlots:
    """List the slots of the meeting with their free places, earliest first."""
    return OpenSlots(slots=service.list_slots(call.records, call.path["token"], now=call.now))


@api.post("/m/{token}/booking", response=OneBooking, leads_back=True)
def book_slot(call: Call[BookSlot, TeamQuery]) -> OneBooking | Response[str]:
    """Book a slot of the meeting; another one moves the booking, the same one again does nothing.

    409 for a slot that is full, past or closed: a booking that there was stays. A browser is led back to the
    page.
    """
    slot_id = call.body.slot_id
    return _booked(call, lambda: service.book(call.records, call.path["token"], slot_id, now=call.now))


@api.delete("/m/{token}/booking", response=OneBooking)
def cancel_booking(call: Call[NoBody, TeamQuery]) -> OneBooking:
    """Take the booking back. 409 when nothing is booked, or its time has come."""
    service.cancel_booking(call.records, call.path["token"], now=call.now)
    return OneBooking(booking=None)


@api.post("/m/{token}/booking/cancel", response=OneBooking, status=200, leads_back=True)
def cancel_booking_by_form(call: Call[NoBody, TeamQuery]) -> OneBooking | Response[str]:
    """Take the booking back, as DELETE does, for the form of the page. A browser is led back to the page."""

    def cancel() -> None:
        service.cancel_booking(call.records, call.path["token"], now=call.now)

    return _booked(call, cancel)


@api.post("/m/{token}/confirm", response=OneAnsweredMeeting, status=200, leads_back=True)
def confirm_meeting(call: Call[NoBody, TeamQuery]) -> OneAnsweredMeeting | Response[str]:
    """Confirm the meeting; again does nothing. A browser is led back to the page, which says how it went."""
    return _answered(call, partial(service.confirm, call.records, call.path["token"], now=call.now))


@api.post("/m/{token}/decline", response=OneAnsweredMeeting, status=200, leads_back=True)
def decline_meeting(call: Call[NoBody, TeamQuery]) -> OneAnsweredMeeting | Response[str]:
    """Decline the meeting, of which the team is told; it can still be confirmed. As for `confirm`."""
    return _answer(call, MeetingAnswer.DECLINED)


@api.post("/m/{token}/another-time", response=OneAnsweredMeeting, status=200, leads_back=True)
def ask_for_another_time(call: Call[AskForAnotherTime, TeamQuery]) -> OneAnsweredMeeting | Response[str]:
    """Ask for another time, of which the team is told; this one can still be confirmed. As for `confirm`."""
    return _answer(call, MeetingAnswer.ANOTHER_TIME, call.body.text or None)


def _answer(
    call: Call[Any, TeamQuery], given: MeetingAnswer, text: str | None = None
) -> OneAnsweredMeeting | Response[str]:
    token = call.path["token"]
    return _answered(call, partial(service.answer, call.records, token, given, text, now=call.now))


def _answered(
    call: Call[Any, TeamQuery], answer: Callable[[], CandidateMeeting]
) -> OneAnsweredMeeting | Response[str]:
    """The response to an answer. A browser is led back to the page."""
    if _is_browser(call):
        with suppress(NotFound, Gone, Conflict):
            answer()
        return _led_back(call)
    invite = answer()
    meeting = call.records.get(MEETING, invite.team_id, invite.meeting_id).record
    shown = ConfirmedMeeting(
        title=meeting.title,
        status=invite.status,
        expiry=invite.expiry,
        confirmed_at=invite.confirmed_at,
        answer=invite.answer,
    )
    return OneAnsweredMeeting(meeting=shown)


def _booked(call: Call[Any, TeamQuery], book: Callable[[], BookedSlot | None]) -> OneBooking | Response[str]:
    """The response to a booking. A browser is led back to the page."""
    if _is_browser(call):
        try:
            book()
        except (NotFound, Conflict):
            return _led_back(call, "?refused=1")
        except Gone:
            pass
        return _led_back(call)
    booking = book()
    return OneBooking(booking=None if booking is None else Booking.model_validate(dict(booking)))


def _is_browser(call: Call[Any, TeamQuery]) -> bool:
    return "text/html" in call.headers.get("accept", "")


def _led_back(call: Call[Any, TeamQuery], query: str = "") -> Response[str]:
    """Lead a browser back to the page, which says how it is now."""
    location = f"/m/{quote(call.path['token'])}{query}"
    return Response(status_code=303, headers={"Location": location}, body="")

"""A meeting as a calendar file (iCalendar, RFC 5545), and as the invitation of an e-mail (iTIP, RFC 5546).

    event = CalendarEvent(uid, sequence, changed_at, starts_at, ends_at, EventStatus.CONFIRMED, "Interview")
    write_calendar(event)

Times are in UTC, which every program shows in the zone of its reader, whatever rules of summer time it knows.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from gather.core.clock import from_timestamp
from gather.workflow.meetings.models import MeetingRecord

_MOST_BYTES_IN_A_LINE: Final = 75
_ESCAPES: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
_CONTROLS: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+")
"""No text may hold them (RFC 5545, 3.3.11), or programs take them for the end of a line."""
_NOT_IN_PARAMETERS: Final = re.compile('["\x00-\x1f\x7f-\x9f\u2028\u2029]+')
"""No quoted value of a parameter may hold them (RFC 5545, 3.1)."""


class EventStatus(StrEnum):
    """How sure the meeting is."""

    CONFIRMED = "CONFIRMED"
    TENTATIVE = "TENTATIVE"
    CANCELLED = "CANCELLED"


class Method(StrEnum):
    """What a program shall do with a file that comes by e-mail."""

    REQUEST = "REQUEST"
    """Put the event in, or in the place of an earlier one with the same UID."""
    CANCEL = "CANCEL"
    """Take the event out."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a meeting."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """The event of a calendar file.

    A meeting that was moved has the same `uid` and a higher `sequence`, so that calendars move it too.
    Without a `method` it is a file to open; with one it has both people (RFC 5546, 3.2). `changed_at` is when
    it was changed last, or with a `method`, when the file is written (RFC 5545, 3.8.7.2).
    """

    uid: str
    sequence: int
    changed_at: datetime
    starts_at: datetime
    ends_at: datetime
    status: EventStatus
    summary: str
    description: str | None = None
    location: str | None = None
    url: str | None = None
    method: Method | None = None
    organizer: Person | None = None
    attendee: Person | None = None


def describe_event(
    meeting: MeetingRecord,
    company: str,
    *,
    uid: str,
    sequence: int,
    changed_at: str,
    status: EventStatus,
    times: tuple[datetime, datetime],
) -> CalendarEvent:
    """The event of a meeting that begins and ends at `times`. `changed_at` is a stored timestamp."""
    starts_at, ends_at = times
    return CalendarEvent(
        uid=uid,
        sequence=sequence,
        changed_at=from_timestamp(changed_at),
        starts_at=starts_at,
        ends_at=ends_at,
        status=status,
        summary=f"{meeting.title} – {company}",
        description="\n\n".join(filter(None, (meeting.description, meeting.url))) or None,
        location=meeting.place or meeting.url,
        url=meeting.url,
    )


def times_of(meeting: MeetingRecord) -> tuple[datetime, datetime] | None:
    """When a meeting without slots begins and ends; None while no time is set."""
    if meeting.starts_at is None:
        return None
    starts_at = from_timestamp(meeting.starts_at)
    return starts_at, starts_at + timedelta(minutes=meeting.minutes)


def invitation_of(event: CalendarEvent, method: Method, organizer: Person, attendee: Person) -> CalendarEvent:
    """The event as it goes to its attendee by e-mail."""
    return replace(event, method=method, organizer=organizer, attendee=attendee)


def write_calendar(event: CalendarEvent) -> str:
    """Write the calendar with its one event."""
    changed_at = _moment(event.changed_at)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Talent Screening Service//Meetings//EN",
        "CALSCALE:GREGORIAN",
        *([f"METHOD:{event.method}"] if event.method else []),
        "BEGIN:VEVENT",
        f"UID:{event.uid}",
        f"SEQUENCE:{event.sequence}",
        f"DTSTAMP:{changed_at}",
        f"LAST-MODIFIED:{changed_at}",
        f"DTSTART:{_moment(event.starts_at)}",
        f"DTEND:{_moment(event.ends_at)}",
        f"STATUS:{event.status}",
        f"SUMMARY:{_text(event.summary)}",
        *_optional("DESCRIPTION", event.description),
        *_optional("LOCATION", event.location),
        *([f"URL:{_CONTROLS.sub('', event.url)}"] if event.url else []),
        *_people(event),
        "TRANSP:TRANSPARENT" if event.status is EventStatus.CANCELLED else "TRANSP:OPAQUE",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _fold(line))


def _people(event: CalendarEvent) -> Iterator[str]:
    """Whoever has booked comes: nobody has to accept the invitation that follows from it."""
    if event.organizer is not None:
        yield f"ORGANIZER;CN={_parameter(event.organizer.name)}:mailto:{_address(event.organizer)}"
    if event.attendee is not None:
        name, comes = _parameter(event.attendee.name), "ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE"
        yield f"ATTENDEE;CUTYPE=INDIVIDUAL;{comes};CN={name}:mailto:{_address(event.attendee)}"


def _optional(name: str, text: str | None) -> list[str]:
    return [f"{name}:{_text(text)}"] if text else []


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    return _CONTROLS.sub(" ", text.replace("\r\n", "\n")).translate(_ESCAPES)


def _parameter(text: str) -> str:
    """A text as the quoted value of a parameter."""
    return f'"{_NOT_IN_PARAMETERS.sub(" ", text).strip()}"'


def _address(person: Person) -> str:
    return _CONTROLS.sub("", person.email)


def _fold(line: str) -> Iterator[str]:
    """A line in parts of at most 75 bytes. Those after the first begin with a space."""
    part = ""
    for character in line:
        if len((part + character).encode()) > _MOST_BYTES_IN_A_LINE:
            yield part
            part = " "
        part += character
    yield part

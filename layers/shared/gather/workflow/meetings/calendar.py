"""A meeting as a calendar file (iCalendar, RFC 5545)."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from gather.core.clock import from_timestamp
from gather.workflow.meetings.models import MeetingRecord

_MOST_BYTES_IN_A_LINE: Final = 75
_ESCAPES: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
_CONTROLS: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+")
"""No text may hold them (RFC 5545, 3.3.11), or programs take them for the end of a line."""


def write_calendar(meeting: MeetingRecord, uid: str, company: str, *, is_confirmed: bool) -> str | None:
    """Write the calendar with the meeting as its one event; None while no time is set.

    A meeting that was moved has the same `uid` and a higher SEQUENCE, so that calendars move it too.
    """
    if meeting.starts_at is None:
        return None
    starts_at, changed_at = from_timestamp(meeting.starts_at), _moment(from_timestamp(meeting.updated_at))
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Talent Screening Service//Meetings//EN",
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"SEQUENCE:{meeting.sequence}",
        # Without a METHOD both say when the meeting was changed last (RFC 5545, 3.8.7.2).
        f"DTSTAMP:{changed_at}",
        f"LAST-MODIFIED:{changed_at}",
        f"DTSTART:{_moment(starts_at)}",
        f"DTEND:{_moment(starts_at + timedelta(minutes=meeting.minutes))}",
        f"STATUS:{'CONFIRMED' if is_confirmed else 'TENTATIVE'}",
        f"SUMMARY:{_text(f'{meeting.title} – {company}')}",
        *([f"LOCATION:{_text(meeting.place)}"] if meeting.place else []),
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _fold(line))


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    return _CONTROLS.sub(" ", text.replace("\r\n", "\n")).translate(_ESCAPES)


def _fold(line: str) -> Iterator[str]:
    """A line in parts of at most 75 bytes. Those after the first begin with a space."""
    part = ""
    for character in line:
        if len((part + character).encode()) > _MOST_BYTES_IN_A_LINE:
            yield part
            part = " "
        part += character
    yield part

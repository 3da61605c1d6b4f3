"""A meeting as a calendar file (iCalendar, RFC 5545)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from gather.core.clock import from_timestamp
from gather.workflow.meeting import Meeting

_MOST_BYTES_IN_A_LINE: Final = 75
_ESCAPES: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": ""})


def calendar_of(meeting: Meeting, uid: str, company: str, now: datetime) -> str | None:
    """The calendar with the meeting as its one event, or None while no time is set."""
    if meeting.starts_at is None:
        return None
    starts_at = from_timestamp(meeting.starts_at)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Talent Screening Service//Meetings//EN",
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"DTSTAMP:{_moment(now)}",
        f"DTSTART:{_moment(starts_at)}",
        f"DTEND:{_moment(starts_at + timedelta(minutes=meeting.minutes))}",
        f"SUMMARY:{_text(f'{meeting.title} – {company}')}",
        *([f"LOCATION:{_text(meeting.place)}"] if meeting.place else []),
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    return text.translate(_ESCAPES)


def _folded(line: str) -> Iterator[str]:
    """A line in parts of at most 75 bytes. Those after the first begin with a space."""
    part = ""
    for character in line:
        if len((part + character).encode()) > _MOST_BYTES_IN_A_LINE:
            yield part
            part = " "
        part += character
    yield part

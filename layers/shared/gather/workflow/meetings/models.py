"""Meetings: appointments that a workflow may ask a candidate to.

Interface: Records without routes, rule 1.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from gather.content.message_groups import built_in_messages
from gather.core.bidi import isolate
from gather.core.clock import from_timestamp, timestamp
from gather.core.language import DEFAULT_LANGUAGE
from gather.core.record import TeamRecord
from gather.core.spoken_time import spoken_moment

DEFAULT_MINUTES: Final = 60


class Meeting(TeamRecord):
    """A meeting of a team. The administration makes them; the interface refers to them."""

    title: str
    """The meeting's title."""
    language: str = DEFAULT_LANGUAGE
    """The language in which the candidate is invited, a BCP 47 code."""
    starts_at: str | None = None
    """When the meeting begins: ISO 8601 in UTC; null while no time is set."""
    minutes: int = DEFAULT_MINUTES
    """How long the meeting takes."""
    place: str | None = None
    """Where the meeting is: an address, a room or the link of a call; null while none is set."""

    def facts(self, zone: str | None) -> tuple[str, ...]:
        """Tell when and where the meeting is, as far as that is known. `zone` is an IANA name."""
        phrases = built_in_messages.PHRASES.texts(self.language)
        facts = []
        if self.starts_at is not None:
            time = spoken_moment(from_timestamp(self.starts_at), zone, self.language)
            facts.append(phrases["when"].format(time=time))
        if self.place is not None:
            facts.append(phrases["where"].format(place=isolate(self.place, self.language)))
        return tuple(facts)


class MeetingRecord(Meeting):
    """The stored meeting. `sequence` counts how often its time, length or place was changed (RFC 5545,
    3.8.7.4), and `arranged_at` is when that was the last time."""

    sequence: int = 0
    arranged_at: str | None = None

    def is_held(self, now: datetime) -> bool:
        """Whether its time has passed."""
        ends_at = None if self.starts_at is None else _end(from_timestamp(self.starts_at), self.minutes)
        return ends_at is not None and ends_at <= now

    def rearrange(self, now: datetime, **members: Any) -> "MeetingRecord":
        """Change members of the meeting. Candidates are told of another time, length or place."""
        after = self.changed(**members, updated_at=timestamp(now))
        if all(getattr(after, name) == getattr(self, name) for name in _ARRANGED):
            return after
        return after.changed(sequence=self.sequence + 1, arranged_at=timestamp(now))


_ARRANGED: Final = ("starts_at", "minutes", "place")
"""The members that a candidate who confirms a meeting relies on."""


def _end(starts_at: datetime, minutes: int) -> datetime:
    return starts_at + timedelta(minutes=minutes)

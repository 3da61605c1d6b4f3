"""The service's one sense of time.

Code that needs the time takes a `Clock`, so that tests and scheduled runs choose it. Timestamps in
bodies and in the table are UTC, ISO 8601, milliseconds and `Z` (interface: Conventions, rule 6), which
also sort as text.
"""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the current moment."""

    def now(self) -> datetime:
        """The current moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


def timestamp(moment: datetime) -> str:
    """`moment` as the text that is stored and returned: `2026-02-03T04:05:06.789Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def from_timestamp(text: str) -> datetime:
    """The moment that a stored timestamp names. Raises ValueError for anything else."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def epoch_milliseconds(moment: datetime) -> int:
    """`moment` in whole Unix milliseconds."""
    return round(moment.timestamp() * 1000)


def epoch_seconds(moment: datetime) -> int:
    """`moment` in whole Unix seconds."""
    return int(moment.timestamp())

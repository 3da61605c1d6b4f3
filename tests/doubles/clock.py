"""A clock that a test sets."""

from datetime import UTC, datetime, timedelta


class HandClock:
    """Stands still until it is moved."""

    def __init__(self, moment: datetime = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment

    def advance(self, **period: float) -> None:
        """Move on by a `timedelta` of `period`."""
        self.moment += timedelta(**period)

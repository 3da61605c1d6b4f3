"""A round of retention: once a day through all that organizations keep for a time only (interface: Data
rights and audit, rules 12 to 15).

    last = find_round(table)
    save_round(table, last, round_at(last, now).end(has_failures=False))

A round takes as many runs as it needs. The item of the round has the place that a run stopped at, so that the
next one goes on there, and the time up to which everything was removed.
"""

from datetime import datetime, timedelta
from typing import Final

from gather.core.clock import from_timestamp, timestamp
from gather.core.model import Model
from gather.core.tenant import is_sandbox, plain_id
from gather.tenancy.organizations.models import RetainedKind

ROUND_EVERY: Final = timedelta(hours=23, minutes=30)
"""How long after the start of a round the next one starts; the schedule's runs are not on the second."""

_KINDS: Final = [*RetainedKind]


class RetentionPlace(Model):
    """The unit of a round: one kind of records, of one team of an organization."""

    organization_id: str
    kind: RetainedKind
    team_id: str

    @property
    def order(self) -> tuple[str, int, str, bool]:
        """Where the place is in a round. One that is gone meanwhile still has its order."""
        return (
            self.organization_id,
            _KINDS.index(self.kind),
            plain_id(self.team_id),
            is_sandbox(self.team_id),
        )


class RetentionRound(Model):
    """The last round: when it began, where it is, and up to when everything that was due is removed.

    `has_failures` says that something could not be removed in this round. `runs` counts its changes.
    """

    began_at: str
    clean_until: str
    place: RetentionPlace | None = None
    is_over: bool = False
    has_failures: bool = False
    runs: int = 0

    def seconds_behind(self, now: datetime) -> int:
        """For how many seconds something may be stored that was due."""
        return max(0, int((now - from_timestamp(self.clean_until)).total_seconds()))

    def stop(self, place: RetentionPlace, *, has_failures: bool) -> "RetentionRound":
        """The round after a run that had no time left at `place`."""
        return self.changed(place=place, has_failures=self.has_failures or has_failures)

    def end(self, *, has_failures: bool) -> "RetentionRound":
        """The round after its last run. After failures `clean_until` stays as it was."""
        if self.has_failures or has_failures:
            return self.changed(place=None, is_over=True, has_failures=True)
        return self.changed(place=None, is_over=True, clean_until=self.began_at)


def round_at(last: RetentionRound | None, now: datetime) -> RetentionRound:
    """The round that a run at `now` is a part of: the last one, or a new one when that is over for a day."""
    if last is None:
        return RetentionRound(began_at=timestamp(now), clean_until=timestamp(now))
    if last.is_over and now - from_timestamp(last.began_at) >= ROUND_EVERY:
        return RetentionRound(began_at=timestamp(now), clean_until=last.clean_until)
    return last

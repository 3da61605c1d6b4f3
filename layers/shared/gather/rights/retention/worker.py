"""A run of retention through the organizations (interface: Data rights and audit, rules 12 to 15).

Once a day a round goes through the organizations. A run of the schedule does what it has time for; the next
one, minutes later, goes on where it stopped, until the round is over. What is removed is not found again, so
a run may be repeated, overlap with another one or end anywhere.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import dropwhile
from typing import Final

from gather.core.observability import count, log_failure
from gather.rights.retention import service as retention_service
from gather.rights.retention import storage as retention_storage
from gather.rights.retention.round import RetentionPlace, round_at
from gather.table.due import FAULTS, RESERVE_MILLISECONDS, RunSummary
from gather.tenancy.organizations import storage as organization_storage
from gather.wiring import Adapters
from gather.workers.heartbeat import count_run

RETENTION: Final = "retention"
"""The name of this schedule among those that are watched."""


@dataclass(frozen=True, slots=True)
class RetentionRun:
    """A run of the function: it removes what is due by `until`, while time is left.

    Failures are logged under `request_id`.
    """

    until: datetime
    request_id: str
    remaining_milliseconds: Callable[[], int]

    @property
    def has_no_time(self) -> bool:
        """Whether the run has to stop."""
        return int(self.remaining_milliseconds()) < RESERVE_MILLISECONDS


@dataclass(frozen=True, slots=True)
class _Walk:
    """How much a walk removed, whether something could not be removed, and the place at which time ran out,
    if it did."""

    done: int
    has_failures: bool
    stopped_at: RetentionPlace | None

    def summary(self) -> RunSummary:
        return RunSummary(self.done, self.has_failures or self.stopped_at is not None)


def delete_all_due(adapters: Adapters, run: RetentionRun) -> RunSummary:
    """Remove what is due, from the first organization on."""
    return _walk(adapters, run, None).summary()


def continue_round(adapters: Adapters, run: RetentionRun) -> RunSummary:
    """Remove what is due from where the last run of the day's round stopped; nothing after the round."""
    table = adapters.records.table
    last = retention_storage.find_round(table)
    current = round_at(last, run.until)
    if current.is_over:
        count_run(RETENTION, current.seconds_behind(run.until))
        return RunSummary(0, more=False)
    walk = _walk(adapters, run, current.place)
    if walk.stopped_at is None:
        after = current.end(has_failures=walk.has_failures)
    else:
        after = current.stop(walk.stopped_at, has_failures=walk.has_failures)
    retention_storage.save_round(table, last, after)
    count_run(RETENTION, after.seconds_behind(run.until))
    return walk.summary()


def _walk(adapters: Adapters, run: RetentionRun, start: RetentionPlace | None) -> _Walk:
    """Remove what is due from `start` on, while time is left. What fails stops nothing else."""
    organizations = {
        each.id: each for each in organization_storage.list_organizations(adapters.records.table)
    }
    done, has_failures = 0, False
    for place in _from(retention_service.list_places(adapters.records, organizations.values()), start):
        if run.has_no_time:
            return _Walk(done, has_failures, place)
        try:
            summary = retention_service.delete_due(
                adapters,
                organizations[place.organization_id],
                place,
                run.until,
                run.remaining_milliseconds,
            )
        except FAULTS as fault:
            log_failure(fault, run.request_id, f"retention of {place.kind}")
            has_failures = True
            continue
        if summary.done:
            count("RetentionRemoved", summary.done, kind=place.kind)
        done += summary.done
        if summary.more and run.has_no_time:
            return _Walk(done, has_failures, place)
        has_failures = has_failures or summary.more
    return _Walk(done, has_failures, None)


def _from(places: Iterable[RetentionPlace], start: RetentionPlace | None) -> Iterable[RetentionPlace]:
    """The places from `start` on, or from what comes after it where it is gone."""
    if start is None:
        return places
    first = start.order
    return dropwhile(lambda place: place.order < first, places)

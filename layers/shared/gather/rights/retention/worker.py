"""A run of retention through the organizations (interface: Data rights and audit, rules 12 to 15).

Once a day a round goes through the organizations. A run of the schedule does what it has time for; the next
one, minutes later, goes on where it stopped, until the round is over. What is removed is not found again, so
a run may be repeated, overlap with another one or end anywhere.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import dropwhile
from typing import Final

from gather.core.observability import count, log_failure
from gather.rights.retention import service as retention_service
from gather.rights.retention import storage as retention_storage
from gather.rights.retention.round import RetentionPlace, round_at
from gather.table.concurrency import Started
from gather.table.due import FAULTS, RESERVE_MILLISECONDS, RunSummary
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.organizations.models import Organization
from gather.wiring import Adapters
from gather.workers.heartbeat import count_run

PLACES_AT_ONCE: Final = 4
"""How many places are worked on side by side: one looks through records while another waits for a page."""
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
    """Remove what is due from `start` on, while time is left. What fails stops nothing else.

    Places behind the one at which time ran out may have been worked on; the next run looks at them again.
    """
    organizations = {
        each.id: each for each in organization_storage.list_organizations(adapters.records.table)
    }
    done, has_failures, stopped_at = 0, False, None
    places = _from(retention_service.list_places(adapters.records, organizations.values()), start)
    for place, summary in _summaries(adapters, run, organizations, places):
        if summary is None:
            has_failures = True
            continue
        if summary.done:
            count("RetentionRemoved", summary.done, kind=place.kind)
        done += summary.done
        if summary.more and run.has_no_time:
            stopped_at = stopped_at or place
        else:
            has_failures = has_failures or summary.more
    return _Walk(done, has_failures, stopped_at)


def _summaries(
    adapters: Adapters,
    run: RetentionRun,
    organizations: Mapping[str, Organization],
    places: Iterable[RetentionPlace],
) -> Iterator[tuple[RetentionPlace, RunSummary | None]]:
    """What was done at each place, in their order, some side by side; None where it failed. Ends with the
    first place for which no time is left."""

    def delete(place: RetentionPlace) -> RunSummary | None:
        organization, milliseconds = organizations[place.organization_id], run.remaining_milliseconds
        try:
            return retention_service.delete_due(adapters, organization, place, run.until, milliseconds)
        except FAULTS as fault:
            log_failure(fault, run.request_id, f"retention of {place.kind}")
            return None

    started: deque[tuple[RetentionPlace, Started[RunSummary | None]]] = deque()
    left: RetentionPlace | None = None
    for place in places:
        if len(started) == PLACES_AT_ONCE:
            earlier, summary = started.popleft()
            yield earlier, summary.result()
        if run.has_no_time:
            left = place
            break
        started.append((place, adapters.records.table.start(partial(delete, place))))
    for earlier, summary in started:
        yield earlier, summary.result()
    if left is not None:
        yield left, RunSummary(0, more=True)


def _from(places: Iterable[RetentionPlace], start: RetentionPlace | None) -> Iterable[RetentionPlace]:
    """The places from `start` on, or from what comes after it where it is gone."""
    if start is None:
        return places
    first = start.order
    return dropwhile(lambda place: place.order < first, places)

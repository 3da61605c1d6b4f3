"""The retention schedule (interface: Data rights and audit, rules 12 to 15).

Once a day a round goes through the organizations. A run of the schedule does what it has time for; the next
one, minutes later, goes on where it stopped, until the round is over. What is removed is not found again, so
a run may be repeated, overlap with another one or end anywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import dropwhile
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.clock import from_timestamp
from gather.core.observability import count, log_failure
from gather.rights.retention import service as retention_service
from gather.rights.retention import storage as retention_storage
from gather.rights.retention.round import RetentionPlace, end_round, round_at, stop_round
from gather.table.due import FAULTS, RESERVE_MILLISECONDS, RunSummary
from gather.tenancy.organizations import storage as organization_storage
from gather.wiring import Adapters, Entry
from gather.workers.heartbeat import count_run

RETENTION = "retention"
"""The name of this schedule among those that are watched."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """What came of a walk: how much was removed, whether something could not be, and the place at which time
    ran out, if it did."""

    done: int
    has_failures: bool
    stopped_at: RetentionPlace | None

    def response(self) -> dict[str, object]:
        more = self.has_failures or self.stopped_at is not None
        return RunSummary(self.done, more).response()


def _retain(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> dict[str, object]:
    """Remove what is kept no longer as of `time`: `{"time"}` in, `{"done", "more"}` out.

    With `"daily": true`, as the schedule asks, the run is a part of the day's round: it begins where the last
    run stopped, and does nothing when the round is over. Without it the run begins at the first organization.
    """
    until = from_timestamp(event["time"])
    if event.get("daily") is not True:
        return _walk(adapters, context, until, None).response()
    table = adapters.records.table
    last = retention_storage.find_round(table)
    current = round_at(last, until)
    if current.is_over:
        count_run(RETENTION, current.seconds_behind(until))
        return RunSummary(0, more=False).response()
    walk = _walk(adapters, context, until, current.place)
    if walk.stopped_at is None:
        after = end_round(current, has_failures=walk.has_failures)
    else:
        after = stop_round(current, walk.stopped_at, has_failures=walk.has_failures)
    retention_storage.save_round(table, last, after)
    count_run(RETENTION, after.seconds_behind(until))
    return walk.response()


def _walk(adapters: Adapters, context: LambdaContext, until: datetime, start: RetentionPlace | None) -> _Walk:
    """Remove what is due from `start` on, while time is left. What fails stops nothing else."""
    organizations = {each.id: each for each in organization_storage.organizations(adapters.records.table)}
    done, has_failures = 0, False
    for place in _from(retention_service.places(adapters.records, organizations.values()), start):
        if _has_no_time(context):
            return _Walk(done, has_failures, place)
        try:
            summary = retention_service.carry_out(
                adapters,
                organizations[place.organization_id],
                place,
                until,
                context.get_remaining_time_in_millis,
            )
        except FAULTS as fault:
            log_failure(fault, context.aws_request_id, f"retention of {place.kind}")
            has_failures = True
            continue
        if summary.done:
            count("RetentionRemoved", summary.done, kind=place.kind)
        done += summary.done
        if summary.more and _has_no_time(context):
            return _Walk(done, has_failures, place)
        has_failures = has_failures or summary.more
    return _Walk(done, has_failures, None)


def _from(places: Iterable[RetentionPlace], start: RetentionPlace | None) -> Iterable[RetentionPlace]:
    """The places from `start` on, or from what comes after it where it is gone."""
    if start is None:
        return places
    first = start.order
    return dropwhile(lambda place: place.order < first, places)


def _has_no_time(context: LambdaContext) -> bool:
    return int(context.get_remaining_time_in_millis()) < RESERVE_MILLISECONDS


handler = Entry(_retain)

"""The entry of a scheduled function, which does everything that is due at its event's `time`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.clock import from_timestamp
from gather.core.observability import count
from gather.table.conversion import Item
from gather.table.due import work_off
from gather.table.records import Records
from gather.wiring import Adapters, Entry
from gather.workers.heartbeat import count_run, seconds_between


@dataclass(frozen=True, slots=True)
class ScheduledRun:
    """The run of a schedule for one item, of all that are due by `until`; `now` is the moment of this one.

    A run may take minutes, and what it changes has the time of its change: change feeds rely on that.
    """

    records: Records
    until: datetime
    now: datetime


Work = Callable[[ScheduledRun, Item], bool]
"""Does what one due item requires, decided on the current record. Returns whether it did anything."""


def _time_of(event: Mapping[str, Any]) -> datetime:
    return from_timestamp(event["time"])


def scheduled(
    schedule: str, metric: str, work: Work, until_of: Callable[[Mapping[str, Any]], datetime] = _time_of
) -> Entry[dict[str, object]]:
    """The entry of the function that works off `schedule` and counts the items done as `metric`.

    When it has finished it counts that, with how late the first item was. The function returns how many items
    were done and whether more are due (`{"done": 3, "more": false}`). `until_of` gives the time by which
    items are due, where that is not the event's.
    """

    def work_off_schedule(
        event: dict[str, Any], context: LambdaContext, adapters: Adapters
    ) -> dict[str, object]:
        until, records = until_of(event), adapters.records
        summary = work_off(
            records.table,
            schedule,
            until,
            lambda item: work(ScheduledRun(records, until, adapters.clock.now()), item),
            context.get_remaining_time_in_millis,
        )
        count(metric, summary.done)
        oldest = until if summary.oldest is None else from_timestamp(summary.oldest)
        count_run(schedule, seconds_between(oldest, until))
        return summary.response()

    return Entry(work_off_schedule)

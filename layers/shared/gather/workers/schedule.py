"""The entry of a scheduled function: what is due at its event's `time` is worked off."""

from collections.abc import Callable
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


@dataclass(frozen=True, slots=True)
class Occasion:
    """A run of a schedule: everything due by `until` is done, `now`."""

    records: Records
    until: datetime
    now: datetime


Work = Callable[[Occasion, Item], bool]
"""Does what one due item wants, decided on the record as it is then; answers whether it did anything."""


def scheduled(schedule: str, metric: str, work: Work) -> Entry[dict[str, object]]:
    """The entry of the function that works off `schedule` and counts what it did as `metric`.

    It answers how many items were done and whether more are due (`{"done": 3, "more": false}`).
    """

    def work_off_schedule(
        event: dict[str, Any], context: LambdaContext, adapters: Adapters
    ) -> dict[str, object]:
        occasion = Occasion(adapters.records, from_timestamp(event["time"]), adapters.clock.now())
        run = work_off(
            occasion.records.table,
            schedule,
            occasion.until,
            lambda item: work(occasion, item),
            context.get_remaining_time_in_millis,
        )
        count(metric, run.done)
        return run.answer()

    return Entry(work_off_schedule)

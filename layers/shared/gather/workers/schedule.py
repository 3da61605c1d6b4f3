"""The handler of a scheduled function: what is due at its event's `time` is worked off."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather import wiring
from gather.core.clock import from_timestamp
from gather.core.observability import count
from gather.table.conversion import Item
from gather.table.due import work_off
from gather.table.records import Records


@dataclass(frozen=True, slots=True)
class Occasion:
    """A run of a schedule: everything due by `until` is done, `now`."""

    records: Records
    until: datetime
    now: datetime


Work = Callable[[Occasion, Item], bool]
"""Does what one due item wants, decided on the record as it is then; answers whether it did anything."""


def scheduled(
    schedule: str, metric: str, work: Work
) -> Callable[[dict[str, Any], LambdaContext], dict[str, object]]:
    """The entry of the function that works off `schedule` and counts what it did as `metric`.

    It answers how many items were done and whether more are due (`{"done": 3, "more": false}`).
    """

    def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, object]:
        records = wiring.records()
        occasion = Occasion(records, from_timestamp(event["time"]), wiring.clock().now())
        run = work_off(
            records.table,
            schedule,
            occasion.until,
            lambda item: work(occasion, item),
            context.get_remaining_time_in_millis,
        )
        count(metric, run.done)
        return run.answer()

    return handler

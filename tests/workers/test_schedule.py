"""Schedules: what a run changes has the time of its change, however long the run takes."""

from datetime import datetime

from gather.table import keys
from gather.table.conversion import Item
from gather.table.store import Table
from gather.wiring import Adapters
from gather.workers.schedule import ScheduledRun, scheduled
from tests.doubles.clock import HandClock
from tests.doubles.schedules import run


def test_each_item_is_done_at_the_moment_at_which_it_is_done(
    adapters: Adapters, table: Table, clock: HandClock
) -> None:
    moments: list[datetime] = []

    def work(scheduled_run: ScheduledRun, item: Item) -> bool:
        moments.append(scheduled_run.now)
        clock.advance(minutes=5)
        table.delete(keys.Key.of(item))
        return True

    begin = clock.now()
    for number in range(3):
        due = keys.due_at("example", str(number), "2026-01-01T00:00:00.000Z")
        table.put({"pk": f"EXAMPLE#{number}", "sk": "RECORD", **due})

    done = run(scheduled("example", "ExamplesDone", work), adapters, begin)

    assert done == {"done": 3, "more": False}
    assert len(set(moments)) == 3
    assert min(moments) == begin

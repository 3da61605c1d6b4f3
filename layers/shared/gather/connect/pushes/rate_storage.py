"""How many requests a suite gets in a second, counted for each integration by all workers together."""

import time
from typing import Final

from gather.connect.integrations.suite_storage import SUITE_RATE
from gather.core.clock import Clock, epoch_seconds
from gather.table.changes import Update
from gather.table.conditions import absent, at_most, below, equal
from gather.table.store import ConditionFailed, Table

LOOKS: Final = 50
"""How often a worker waits for the next second before it goes on all the same: a suite refuses, and is asked
again later."""
PAUSE_SECONDS: Final = 0.2


def wait_for_room(table: Table, integration_id: str, most: int | None, clock: Clock) -> None:
    """Wait until a request fits into a second that has at most `most`; None for no limit."""
    if most is None:
        return
    for _ in range(LOOKS):
        if _take(table, integration_id, most, epoch_seconds(clock.now())):
            return
        time.sleep(PAUSE_SECONDS)


def _take(table: Table, integration_id: str, most: int, second: int) -> bool:
    place = SUITE_RATE.at(integration_id)
    try:
        table.update(
            place.key, Update(add={"used": 1}, condition=equal("second", second) & below("used", most))
        )
    except ConditionFailed:
        pass
    else:
        return True
    begins = Update(
        set=place.named(second=second, used=1), condition=absent() | at_most("second", second - 1)
    )
    try:
        table.update(place.key, begins)
    except ConditionFailed:
        return False
    return True

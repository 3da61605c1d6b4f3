"""Recovery: work that nobody is working on is restarted. The table is the source of truth; queues, executions
and workers may be lost.

The due index holds everything unfinished, under the time at which it is overdue. A run takes overdue work in
the order of these times, some side by side. It moves each item's time on before it restarts the item's work,
so a run may be repeated, overlap with another run or stop anywhere. How the work of a schedule is restarted
is its subject's:

    run_recovery(adapters, {OUTBOX_SCHEDULE: outbox_recovery.recover}, event, context)
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.clock import from_timestamp, timestamp
from gather.core.observability import count, log_failure
from gather.table.concurrency import Started
from gather.table.conversion import Item
from gather.table.due import FAULTS, due_items
from gather.table.records import Records
from gather.wiring import Adapters
from gather.workers.heartbeat import count_run, seconds_between
from gather.workers.queues import Queues

MARGIN_MILLISECONDS = 20_000
"""How much of its time limit a run leaves for the item that it is at."""

AT_ONCE: Final = 16
"""How many items are restarted side by side: after an outage there are as many as came in its time."""

RECOVERY = "recovery"
"""The name of this schedule among those that are watched."""


@dataclass
class RecoveryRun:
    """A run as of `now`. With `queues_lost` everything that is older counts as overdue."""

    records: Records
    queues: Queues
    now: datetime
    queues_lost: bool
    has_time: Callable[[], bool]

    def list_due(self, schedule: str) -> Iterator[Item]:
        """List the overdue items of a schedule, earliest first, as in the index (entity, teamId, id)."""
        last = "~" if self.queues_lost else timestamp(self.now)
        return due_items(self.records.table, schedule, last)

    def seconds_since(self, moment: str) -> int:
        """The whole seconds from a timestamp to the run."""
        return seconds_between(from_timestamp(moment), self.now)

    def is_over(self, moment: str) -> bool:
        """Whether a timestamp is not after the run."""
        return from_timestamp(moment) <= self.now


Recover = Callable[[RecoveryRun, Item], bool]
"""Restarts the work of an item of the due index; False when there is nothing to restart. It runs beside
others."""


def run_recovery(
    adapters: Adapters, schedules: Mapping[str, Recover], event: dict[str, Any], context: LambdaContext
) -> dict[str, Any]:
    """Restart overdue work: `{"time"}` in, `{"done", "failed", "more"}` out. `done` is how many items were
    restarted, `failed` how many could not be, `more` whether time ran out before the end.

    `"queuesLost": true` says that all queues, executions and workers of before `time` are gone. Their work is
    restarted at once, delayed to the time it was meant for, and tasks that were claimed before are free
    again. It may be repeated with the same `time`, and has to be where something failed: no later run looks
    at what is lost before it is overdue. Each schedule has its share of the time.
    """
    queues = Queues(adapters.clients, adapters.settings)
    queues_lost = event.get("queuesLost") is True
    now = from_timestamp(event["time"])
    milliseconds = context.get_remaining_time_in_millis() - MARGIN_MILLISECONDS
    total = _Recovered()
    for position, (schedule, recover) in enumerate(schedules.items(), start=1):
        left_to_others = MARGIN_MILLISECONDS + milliseconds * (len(schedules) - position) / len(schedules)
        has_time = _time_until(context, left_to_others)
        run = RecoveryRun(adapters.records, queues, now, queues_lost, has_time)
        total += _recover_all(run, schedule, recover, context.aws_request_id)
    _count(total)
    return {"done": total.done, "failed": total.failed, "more": total.more}


def _time_until(context: LambdaContext, milliseconds_left: float) -> Callable[[], bool]:
    return lambda: context.get_remaining_time_in_millis() > milliseconds_left


@dataclass(frozen=True, slots=True)
class _Recovered:
    """The counts of a run, and how late its first item was. It `is_read` unless a schedule could not be read
    to its end.
    """

    done: int = 0
    failed: int = 0
    more: bool = False
    seconds_behind: int = 0
    is_read: bool = True

    def __add__(self, other: "_Recovered") -> "_Recovered":
        return _Recovered(
            self.done + other.done,
            self.failed + other.failed,
            self.more or other.more,
            max(self.seconds_behind, other.seconds_behind),
            self.is_read and other.is_read,
        )


def _count(total: _Recovered) -> None:
    """Count what an alarm watches. A run that could not read all overdue items does not count."""
    if total.failed:
        count("RecoveriesFailed", total.failed)
    if total.is_read:
        count_run(RECOVERY, total.seconds_behind)


def _recover_all(run: RecoveryRun, schedule: str, recover: Recover, request_id: str) -> _Recovered:
    """Restart the overdue work of a schedule. A failure, of the reading too, stops no other work."""
    outcomes: list[bool | None] = []
    started: deque[Started[bool | None]] = deque()
    more, behind, is_read = False, 0, True

    def attempt(place: Item) -> bool | None:
        """Whether the work was restarted; None where that failed."""
        try:
            return recover(run, place)
        except FAULTS as fault:
            log_failure(fault, request_id, f"recovery of {schedule}")
            return None

    try:
        for place in run.list_due(schedule):
            # The first is the oldest.
            behind = behind or run.seconds_since(place["dueSk"])
            if not run.has_time():
                more = True
                break
            if len(started) == AT_ONCE:
                outcomes.append(started.popleft().result())
            started.append(run.records.table.start(partial(attempt, place)))
    except FAULTS as fault:
        log_failure(fault, request_id, f"recovery of {schedule}")
        is_read = False
    outcomes += [each.result() for each in started]
    done, failed = outcomes.count(True), outcomes.count(None) + (not is_read)
    if done:
        count("Recovered", done, schedule=schedule)
    return _Recovered(done, failed, more, behind, is_read)

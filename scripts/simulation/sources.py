"""What invokes functions by itself: mappings of queues and of the table's stream, and schedules."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from gather.core.clock import timestamp
from local_stack.functions.event_filter import Filter
from local_stack.template.resources import EventSource, Schedule
from simulation import queues as queue_events
from simulation import streams as stream_events
from simulation.functions import Functions, InvocationEnd
from simulation.queues import SimulatedQueue, TakenMessage
from simulation.streams import StreamMapping, StreamRecord, TableStream
from simulation.table.memory import TableChange
from simulation.virtual_time import VirtualTime

_TWIN_SECONDS: Final = (0.1, 1.0)
"""Within which time a message comes again that is being handled: about at once, or later."""
_RATE: Final = re.compile(r"rate\((\d+) (minute|hour|day)s?\)")


@dataclass(slots=True)
class SimulatedQueueSource:
    """A queue that invokes a function for its messages, some of them twice.

    `poll_seconds` is within which time messages that have come are seen. `duplicates` says of a message
    whether it is delivered once more: meanwhile, or although it was done.
    """

    source: EventSource
    queue: SimulatedQueue
    functions: Functions
    time: VirtualTime
    random: Random
    poll_seconds: tuple[float, float]
    duplicates: Callable[[], bool]
    tell: Callable[[str], None]
    running: int = 0
    _is_planned_at: datetime | None = field(default=None)

    @property
    def _most_at_once(self) -> int:
        return int(self.source.properties.get("ScalingConfig", {}).get("MaximumConcurrency", 10))

    @property
    def _window_seconds(self) -> float:
        """For how long Lambda gathers messages for a batch."""
        return float(self.source.properties.get("MaximumBatchingWindowInSeconds", 0))

    def look(self) -> None:
        """Plan to take the next messages as soon as there are any."""
        visible_at = self.queue.next_visible()
        if visible_at is None:
            return
        seconds = self.random.uniform(*self.poll_seconds) + self._window_seconds
        moment = max(visible_at, self.time.now()) + timedelta(seconds=seconds)
        if self._is_planned_at is not None and self._is_planned_at <= moment:
            return
        self._is_planned_at = moment
        self.time.at(moment, lambda: self._poll(moment))

    def _poll(self, planned_at: datetime) -> None:
        if self._is_planned_at == planned_at:
            self._is_planned_at = None
        while self.running < self._most_at_once:
            size = self.random.randint(1, int(self.source.properties.get("BatchSize", 10)))
            taken = self.queue.take(size, self.time.now())
            if not taken:
                break
            self._invoke(taken)
        if self.running < self._most_at_once:
            self.look()

    def _invoke(self, taken: list[TakenMessage]) -> None:
        self.running += 1
        event = queue_events.event_of(taken, self.source.source_arn)
        invocation = self.functions.invoke(
            self.source.function, event, lambda outcome: self._settle(taken, outcome)
        )
        self.tell(f"{invocation.name} is given {', '.join(f'{each.id} {each.body}' for each in taken)}")
        for message in taken:
            if self.duplicates():
                self.tell(f"{message.id} comes once more at the same time")
                within = self.random.choice(_TWIN_SECONDS)
                self.queue.release(message, self.time.now(), self.random.uniform(0, within))

    def _settle(self, taken: list[TakenMessage], outcome: InvocationEnd) -> None:
        self.running -= 1
        if outcome.error is None:
            failures = (outcome.result or {}).get("batchItemFailures", [])
            failed = {each["itemIdentifier"] for each in failures}
            for message in taken:
                if message.id in failed:
                    continue
                if self.duplicates():
                    self.tell(f"{message.id} comes once more")
                    self.queue.release(message, self.time.now(), self.random.uniform(0, 30))
                else:
                    self.queue.delete(message, self.time.now())
        self.look()


class SimulatedStreamSource:
    """The table's stream, which invokes a function for the changes that its filter lets through.

    Lambda handles `ParallelizationFactor` batches of a shard at once, each of other items. So a source has a
    stream of its own, whose shards are these parts.
    """

    def __init__(
        self,
        source: EventSource,
        shards: int,
        functions: Functions,
        time: VirtualTime,
        random: Random,
        poll_seconds: tuple[float, float],
        tell: Callable[[str], None],
    ) -> None:
        """`poll_seconds` is within which time changes of a part are seen that have come."""
        properties = source.properties
        wanted = Filter(properties)
        self._poll_seconds = poll_seconds
        self._window_seconds = float(properties.get("MaximumBatchingWindowInSeconds", 0))
        self._stream = TableStream(
            shards * int(properties.get("ParallelizationFactor", 1)),
            lambda record: wanted.matches(_shown(record, source.source_arn)),
        )
        self._source = source
        self._functions = functions
        self._time = time
        self._random = random
        self._tell = tell
        self._busy: set[int] = set()
        self.mapping = StreamMapping(
            self._stream,
            batch_size=int(properties["BatchSize"]),
            bisects=bool(properties.get("BisectBatchOnFunctionError")),
            most_retries=properties.get("MaximumRetryAttempts"),
        )

    def add(self, change: TableChange) -> None:
        """The table has changed."""
        shard = self._stream.add(change)
        if shard is not None:
            self._look(shard)

    def _look(self, shard: int) -> None:
        """Plan to handle the next changes of a shard."""
        if shard in self._busy:
            return
        moment = self.mapping.next_moment(shard, self._time.now())
        if moment is None:
            return
        self._busy.add(shard)
        seconds = self._random.uniform(*self._poll_seconds) + self._window_seconds
        self._time.at(moment + timedelta(seconds=seconds), lambda: self._handle(shard))

    def _handle(self, shard: int) -> None:
        batch = self.mapping.next_batch(shard, self._time.now())
        if not batch:
            self._busy.discard(shard)
            self._look(shard)
            return
        event = stream_events.event_of(batch, self._source.source_arn)
        invocation = self._functions.invoke(
            self._source.function, event, lambda outcome: self._settle(shard, batch, outcome)
        )
        keys = ", ".join(record.change.key[0] for record in batch)
        self._tell(f"{invocation.name} is given the changes of {keys}")

    def _settle(self, shard: int, batch: list[StreamRecord], outcome: InvocationEnd) -> None:
        handled = 0
        if outcome.error is None:
            failures = (outcome.result or {}).get("batchItemFailures", [])
            numbers = {record.number: place for place, record in enumerate(batch)}
            handled = min((numbers[int(each["itemIdentifier"])] for each in failures), default=len(batch))
        self.mapping.settle(shard, batch, handled, self._time.now())
        self._busy.discard(shard)
        self._look(shard)


def _shown(record: StreamRecord, stream_arn: str) -> dict[str, Any]:
    shown: dict[str, Any] = stream_events.event_of([record], stream_arn)["Records"][0]
    return shown


class SimulatedScheduleSource:
    """A schedule, whose function runs at its times. A run for which nothing is due is left out mostly.

    `is_due` says whether anything is. A run happens in any case after the last one by so many seconds as
    `longest_pause` says.
    """

    def __init__(
        self,
        schedule: Schedule,
        functions: Functions,
        time: VirtualTime,
        random: Random,
        is_due: Callable[[datetime], bool],
        longest_pause: Callable[[], float],
    ) -> None:
        self._schedule = schedule
        self._functions = functions
        self._time = time
        self._is_due = is_due
        self._seconds = seconds_of(schedule.expression)
        self._longest_pause = longest_pause
        self._next = time.elapsed + random.uniform(0, longest_pause())
        time.after(random.uniform(0, self._seconds), self._run)

    def _run(self) -> None:
        self._time.after(self._seconds, self._run)
        now = self._time.now()
        if self._time.elapsed < self._next and not self._is_due(now):
            return
        self._next = self._time.elapsed + self._longest_pause()
        text = (self._schedule.input or "{}").replace("<aws.scheduler.scheduled-time>", timestamp(now))
        self._functions.invoke(self._schedule.function, json.loads(text), lambda _outcome: None)


def seconds_of(expression: str) -> int:
    """The seconds between two runs of a schedule, such as `rate(5 minutes)`. Raises ValueError for others."""
    found = _RATE.fullmatch(expression)
    if found is None:
        raise ValueError(f"a schedule of the simulation is a rate, not {expression}")
    return int(found[1]) * {"minute": 60, "hour": 3600, "day": 86_400}[found[2]]

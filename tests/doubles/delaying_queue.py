"""A queue whose worker sends messages to it again, to be seen later; time is in the test's hand.

The worker is the real one. The queue keeps what is sent to it, and brings a message when its time has come.
"""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil, inf
from operator import itemgetter
from typing import Any

from gather.core.clock import from_timestamp, timestamp
from gather.wiring import Adapters
from recovery.handler import handler as recovery
from tests.builders.outbox import entries_of
from tests.doubles.aws_services import Call, FakeService, ServiceResponse
from tests.doubles.clock import HandClock
from tests.doubles.lambda_context import Context

RECOVERY = timedelta(minutes=5)
"""The time between two runs of recovery."""

WorkerEntry = Callable[[dict[str, Any], Context, Adapters], Any]


@dataclass
class DelayingQueue:
    """The queue at `url`, its worker for the tasks of some `names`, and the clock. `sent` are the messages on
    the queue, each with the time at which it is seen. The adapters have the queue's address."""

    adapters: Adapters
    clock: HandClock
    url: str
    worker: WorkerEntry
    names: Collection[str]
    sent: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    messages: int = 0
    """How many messages were put on the queue by the worker itself."""
    _is_inside: bool = False

    def __post_init__(self) -> None:
        FakeService(self._take).attach(self.adapters.clients.client("sqs"))

    def _take(self, call: Call) -> ServiceResponse:
        body: Any = call.body
        if body["QueueUrl"] == self.url:
            for entry in body["Entries"]:
                seen_at = self.clock.now().timestamp() + entry["DelaySeconds"]
                self.messages += self._is_inside
                self.sent.append((seen_at, json.loads(entry["MessageBody"])))
        taken = [
            {"Id": entry["Id"], "MessageId": entry["Id"], "MD5OfMessageBody": ""} for entry in body["Entries"]
        ]
        return ServiceResponse({"Successful": taken, "Failed": []})

    def tasks(self) -> list[dict[str, Any]]:
        """The tasks of the worker that are not done."""
        return [
            task for task in entries_of(self.adapters.records.table, "TASK") if task["name"] in self.names
        ]

    def next_message(self) -> timedelta | None:
        """How long the next message is held back; None where there is none."""
        waits = [seen_at - self.clock.now().timestamp() for seen_at, _ in self.sent]
        return timedelta(seconds=min(waits)) if waits else None

    def pass_time(self, **period: float) -> None:
        """Let time pass. The queue brings its messages in time, and recovery runs every five minutes."""
        start, end = self.clock.now(), self.clock.now() + timedelta(**period)
        while True:
            seen = min((seen_at for seen_at, _ in self.sent), default=inf)
            recovered = self._next_recovery(start).timestamp() if self.tasks() else inf
            moment = min(seen, recovered)
            if moment > end.timestamp():
                break
            self.clock.advance(seconds=max(0.0, moment - self.clock.now().timestamp()))
            if seen <= recovered:
                message = min(self.sent, key=itemgetter(0))
                self.sent.remove(message)
                self._bring(message[1])
            else:
                recovery.run({"time": timestamp(self.clock.now())}, Context(), self.adapters)
        self.clock.moment = max(end, self.clock.now())

    def _next_recovery(self, start: datetime) -> datetime:
        """The first run of recovery that finds something due."""
        due = min(from_timestamp(task["dueSk"]) for task in self.tasks())
        runs = ceil((max(due, self.clock.now()) - start) / RECOVERY)
        return start + max(runs, 1) * RECOVERY

    def _bring(self, message: Mapping[str, Any]) -> None:
        record = {"messageId": message["taskId"], "eventSource": "aws:sqs", "body": json.dumps(message)}
        self.run({"Records": [record]})

    def run(self, event: dict[str, Any]) -> Any:
        """Hand an event to the worker; its answer."""
        self._is_inside = True
        try:
            return self.worker(event, Context(), self.adapters)
        finally:
            self._is_inside = False

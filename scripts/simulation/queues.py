"""Standard queues of SQS in virtual time: at least once, with redrive to dead letters.

    order = AnyOrder(random)
    queue = SimulatedQueue("deliveries", order, visibility_seconds=60, most_receives=5, dead_letters=dead)
    queue.send({"deliveryId": "d"}, now, group="team")
    for taken in queue.take(10, now):
        ...
        queue.delete(taken, now)

What was taken and not deleted is there again when its visibility is over.
"""

import hashlib
import heapq
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from simulation.message_order import MessageOrder, QueuedMessage

LONGEST_DELAY_SECONDS: Final = 900
MOST_BYTES: Final = 1_048_576


@dataclass(frozen=True, slots=True)
class TakenMessage:
    """A message as it was taken once; `receipt` is of that time alone."""

    id: str
    receipt: str
    body: str
    group: str
    sent_at: datetime
    receives: int


@dataclass(slots=True)
class SimulatedQueue:
    """A queue. `order` decides which of the visible messages is taken next."""

    name: str
    order: MessageOrder
    visibility_seconds: float = 30.0
    most_receives: int | None = None
    dead_letters: "SimulatedQueue | None" = None
    on_message: Callable[[], None] = lambda: None
    """Called when there is another message, or one may be seen again."""
    sent: int = 0
    """How many messages were ever put into it."""
    _messages: dict[str, QueuedMessage] = field(default_factory=dict)
    _hidden: list[tuple[datetime, int, QueuedMessage]] = field(default_factory=list)
    """A heap of the messages that are shown again at a time, each with the stamp that it then has."""
    _stamps: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def __len__(self) -> int:
        """How many messages there are, visible or not."""
        return len(self._messages)

    def send(self, body: object, now: datetime, *, group: str = "", delay_seconds: float = 0) -> None:
        """Put a message into the queue. Raises ValueError for one that SQS does not take."""
        text = body if isinstance(body, str) else json.dumps(body)
        if delay_seconds > LONGEST_DELAY_SECONDS:
            raise ValueError(f"a message is delayed by {LONGEST_DELAY_SECONDS} seconds at most")
        if len(text.encode()) > MOST_BYTES:
            raise ValueError(f"a message has {MOST_BYTES} bytes at most")
        self.sent += 1
        message_id = f"{self.name}-{self.sent}"
        visible_at = now + timedelta(seconds=delay_seconds)
        message = self._messages[message_id] = QueuedMessage(message_id, text, group, now, visible_at)
        self._hide(message, visible_at)
        self.on_message()

    def next_visible(self) -> datetime | None:
        """When there is something to take; None while the queue is empty."""
        if len(self.order):
            return datetime.min.replace(tzinfo=UTC)
        while self._hidden and not self._is_current(*self._hidden[0][1:]):
            heapq.heappop(self._hidden)
        return self._hidden[0][0] if self._hidden else None

    def take(self, most: int, now: datetime) -> list[TakenMessage]:
        """Some of the visible messages. Those that were taken too often go to the dead letters instead."""
        self._show(now)
        taken: list[TakenMessage] = []
        while len(taken) < most and (message := self.order.pop(now)) is not None:
            if message.id not in self._messages or message.visible_at > now:
                continue
            if self.most_receives is not None and message.receives >= self.most_receives:
                self._give_up(message, now)
                continue
            message.receives += 1
            message.taken_at = now
            self.order.begin(message)
            self._hide(message, now + timedelta(seconds=self.visibility_seconds))
            taken.append(_taken(message))
        return taken

    def delete(self, taken: TakenMessage, now: datetime) -> bool:
        """Remove a message that is done. A receipt from before it was taken again does nothing."""
        message = self._messages.get(taken.id)
        if message is None or message.receives != taken.receives:
            return False
        self._end(message, now)
        del self._messages[taken.id]
        return True

    def release(self, taken: TakenMessage, now: datetime, seconds: float = 0) -> None:
        """Show a message again that was not done, before its visibility is over."""
        message = self._messages.get(taken.id)
        if message is not None and message.receives == taken.receives:
            self._end(message, now)
            self._hide(message, now + timedelta(seconds=seconds))
            self.on_message()

    def bodies(self) -> list[Any]:
        """What is in the queue, as JSON."""
        return [json.loads(message.body) for message in self._messages.values()]

    def _hide(self, message: QueuedMessage, until: datetime) -> None:
        message.visible_at, message.stamp = until, next(self._stamps)
        heapq.heappush(self._hidden, (until, message.stamp, message))

    def _show(self, now: datetime) -> None:
        """Let those be taken whose time has come."""
        while self._hidden and self._hidden[0][0] <= now:
            _, stamp, message = heapq.heappop(self._hidden)
            if self._is_current(stamp, message):
                self._end(message, now)
                self.order.add(message)

    def _is_current(self, stamp: int, message: QueuedMessage) -> bool:
        return message.stamp == stamp and message.id in self._messages

    def _end(self, message: QueuedMessage, now: datetime) -> None:
        """Nobody has the message any more."""
        if message.taken_at is not None:
            self.order.end(message, (now - message.taken_at).total_seconds(), now)
            message.taken_at = None

    def _give_up(self, message: QueuedMessage, now: datetime) -> None:
        del self._messages[message.id]
        if self.dead_letters is not None:
            self.dead_letters.send(message.body, now, group=message.group)


def _taken(message: QueuedMessage) -> TakenMessage:
    receipt = f"{message.id}/{message.receives}"
    return TakenMessage(message.id, receipt, message.body, message.group, message.sent_at, message.receives)


def event_of(taken: Sequence[TakenMessage], queue_arn: str) -> dict[str, Any]:
    """The event with which Lambda invokes a function for messages."""
    return {"Records": [_record(message, queue_arn) for message in taken]}


def _record(message: TakenMessage, queue_arn: str) -> dict[str, Any]:
    return {
        "messageId": message.id,
        "receiptHandle": message.receipt,
        "body": message.body,
        "attributes": {
            "ApproximateReceiveCount": str(message.receives),
            "SentTimestamp": str(round(message.sent_at.timestamp() * 1000)),
            **({"MessageGroupId": message.group} if message.group else {}),
        },
        "messageAttributes": {},
        "md5OfBody": hashlib.md5(message.body.encode(), usedforsecurity=False).hexdigest(),
        "eventSource": "aws:sqs",
        "eventSourceARN": queue_arn,
        "awsRegion": queue_arn.split(":")[3],
    }

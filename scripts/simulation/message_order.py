"""Which of the messages that wait in a queue is taken next.

A standard queue promises no order at all, and that is where faults are looked for. Where waiting is measured,
messages are taken as the fair queues of SQS promise: those of a group that keeps the consumers busy come
after those of the others.
"""

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Final, Protocol

LEAST_IN_FLIGHT: Final = 30
LARGEST_SHARE: Final = 0.1
"""A group is noisy with more than this share of what is in flight, if that is LEAST_IN_FLIGHT messages or
more, or with more than this share of the time for which messages were handled (Amazon SQS Developer Guide,
How Amazon SQS fair queues work)."""
RECENT: Final = timedelta(minutes=5)
"""For how long handled messages count. SQS does not say what is recent."""


@dataclass(slots=True)
class QueuedMessage:
    """A message that is in a queue.

    `receives` is how often it was taken, `stamp` changes whenever it is hidden, and `taken_at` is when it was
    taken while somebody has it.
    """

    id: str
    body: str
    group: str
    sent_at: datetime
    visible_at: datetime
    receives: int = 0
    stamp: int = 0
    taken_at: datetime | None = None

    @property
    def tenant(self) -> str:
        """Whose it is: its group's, or its own."""
        return self.group or self.id


class MessageOrder(Protocol):
    """Holds the messages that may be taken, and says which is next."""

    def add(self, message: QueuedMessage) -> None:
        """A message may be taken."""

    def pop(self, now: datetime) -> QueuedMessage | None:
        """Take the next message out; None without any."""

    def begin(self, message: QueuedMessage) -> None:
        """Somebody has taken a message."""

    def end(self, message: QueuedMessage, seconds: float, now: datetime) -> None:
        """Nobody has a message any more, which somebody had for so long."""

    def __len__(self) -> int: ...


class AnyOrder:
    """Any message may be next."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._messages: list[QueuedMessage] = []

    def add(self, message: QueuedMessage) -> None:
        self._messages.append(message)

    def pop(self, now: datetime) -> QueuedMessage | None:
        if not self._messages:
            return None
        at = self._random.randrange(len(self._messages))
        self._messages[at], self._messages[-1] = self._messages[-1], self._messages[at]
        return self._messages.pop()

    def begin(self, message: QueuedMessage) -> None:
        """Who has what does not matter."""

    def end(self, message: QueuedMessage, seconds: float, now: datetime) -> None:
        """Who had what does not matter."""

    def __len__(self) -> int:
        return len(self._messages)


@dataclass(slots=True)
class FairOrder:
    """Quiet tenants first, whose oldest message is next; then the noisy tenant with the fewest in flight."""

    _waiting: dict[str, deque[QueuedMessage]] = field(default_factory=dict)
    _in_flight: Counter[str] = field(default_factory=Counter)
    _handled: deque[tuple[datetime, str, float]] = field(default_factory=deque)
    _seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    _count: int = 0

    def add(self, message: QueuedMessage) -> None:
        self._waiting.setdefault(message.tenant, deque()).append(message)
        self._count += 1

    def pop(self, now: datetime) -> QueuedMessage | None:
        if not self._waiting:
            return None
        self._forget(now)
        tenant = min(self._waiting, key=self._place_of)
        messages = self._waiting[tenant]
        message = messages.popleft()
        if not messages:
            del self._waiting[tenant]
        self._count -= 1
        return message

    def begin(self, message: QueuedMessage) -> None:
        self._in_flight[message.tenant] += 1

    def end(self, message: QueuedMessage, seconds: float, now: datetime) -> None:
        self._in_flight[message.tenant] -= 1
        self._handled.append((now, message.tenant, seconds))
        self._seconds[message.tenant] += seconds

    def __len__(self) -> int:
        return self._count

    def _place_of(self, tenant: str) -> tuple[bool, int, int]:
        is_noisy = self._is_noisy(tenant)
        return is_noisy, self._in_flight[tenant] if is_noisy else 0, self._waiting[tenant][0].stamp

    def _is_noisy(self, tenant: str) -> bool:
        in_flight = self._in_flight[tenant]
        if in_flight >= LEAST_IN_FLIGHT and in_flight > LARGEST_SHARE * self._in_flight.total():
            return True
        return self._seconds[tenant] > LARGEST_SHARE * sum(self._seconds.values())

    def _forget(self, now: datetime) -> None:
        """Count no longer what is not recent."""
        while self._handled and self._handled[0][0] < now - RECENT:
            _, tenant, seconds = self._handled.popleft()
            self._seconds[tenant] -= seconds

"""Makes moto's queues fair between groups of messages, and quick however many messages wait.

moto looks through one list of all messages for each call, and takes them in the order of their arrival. Here
a queue knows its messages by receipt handle, by the time at which they can be received, and by group. Of the
groups with a message that can be received, the one with the fewest messages in flight is next, and of
several such groups the one that was served longest ago. AWS promises the same of the fair queues of SQS in
words: a group with much in flight does not delay the others. Messages without a group are one group.

What a caller of SQS sees stays as it is, but for the retention period: messages of a local stack live as long
as it does.
"""

import heapq
from collections import deque
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import count
from threading import Condition
from typing import Any

from moto.core.utils import unix_time, unix_time_millis
from moto.sqs import models
from moto.sqs.exceptions import InvalidParameterValue, ReceiptHandleIsInvalid
from moto.sqs.models import Message, Queue, SQSBackend

from local_stack.functions.loop_detection import request_trace

_LONGEST_HIDDEN_SECONDS = 43_200
_LONGEST_WAIT_SECONDS = 1.0


@dataclass(slots=True, eq=False)
class _Kept:
    """A message of a queue; `due` is when it can be received, in milliseconds, None when it can be now."""

    message: Message
    due: float | None = None
    in_flight: bool = False
    handles: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Group:
    """The messages of a group that can be received, and how many of it are in flight."""

    ready: deque[_Kept] = field(default_factory=deque)
    in_flight: int = 0
    served: int = 0


class IndexedQueue(Queue):
    """A standard queue; see the module. All of it happens under one lock."""

    def __init__(self, name: str, region: str, account_id: str, **attributes: Any) -> None:
        self._changed = Condition()
        self._numbers = count(1)
        self._forget_all()
        super().__init__(name, region, account_id, **attributes)

    def _forget_all(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._by_handle: dict[str, _Kept] = {}
        self._groups: dict[str, _Group] = {}
        self._later: list[tuple[float, int, _Kept]] = []

    @property
    def _messages(self) -> list[Message]:
        """Every message, as moto reads them."""
        with self._changed:
            return [kept.message for kept in self._kept.values()]

    @_messages.setter
    def _messages(self, _none: list[Message]) -> None:
        """moto sets an empty list when it makes the queue and when it purges it."""
        with self._changed:
            self._forget_all()

    def add_message(self, message: Message) -> None:
        """Take a message in; it can be received once its delay is over."""
        # Of what the message came, for the invocation that it will cause.
        message.trace = getattr(message, "trace", "") or request_trace()  # type: ignore[attr-defined]
        with self._changed:
            kept = _Kept(message)
            self._kept[message.id] = kept
            self._place(kept, message.delayed_until)
            self._changed.notify_all()

    def wake(self) -> None:
        """Have those who wait for a message look once more."""
        with self._changed:
            self._changed.notify_all()

    def take(
        self,
        most: int,
        hidden_seconds: int,
        wait_seconds: float,
        is_unwanted: Callable[[], bool] = lambda: False,
        is_held: Callable[[str], bool] = lambda _group: False,
    ) -> list[Message]:
        """Up to `most` messages, each hidden from then on; none of a group that `is_held`.

        Waits for a first one as long as asked, or until `is_unwanted`. `wake` makes it look at both.
        """
        deadline = unix_time() + wait_seconds
        with self._changed:
            taken = self._take(most, hidden_seconds, is_held)
            while not (taken or is_unwanted()) and (left := deadline - unix_time()) > 0:
                self._changed.wait(min(left, self._seconds_to_next()))
                taken = self._take(most, hidden_seconds, is_held)
        return taken

    def delete_message(self, receipt_handle: str) -> None:
        """Take a message out for good; nothing when it is gone already."""
        with self._changed:
            kept = self._by_handle.get(receipt_handle)
            if kept is not None:
                self._drop(kept)

    def hide(self, receipt_handle: str, seconds: float) -> None:
        """Let a message be received again in so many seconds. Raises ReceiptHandleIsInvalid."""
        with self._changed:
            kept = self._by_handle.get(receipt_handle)
            if kept is None:
                raise ReceiptHandleIsInvalid
            self._unplace(kept)
            # A fraction of a second counts where waits are scaled.
            kept.message.change_visibility(seconds)  # type: ignore[arg-type]
            kept.in_flight = kept.message.visible_at > unix_time_millis()
            self._place(kept, kept.message.visible_at)
            self._changed.notify_all()

    @property
    def approximate_number_of_messages_delayed(self) -> int:
        """The number of messages whose delay has not ended."""
        with self._changed:
            self._wake()
            seen = sum(len(group.ready) + group.in_flight for group in self._groups.values())
            return len(self._kept) - seen

    @property
    def approximate_number_of_messages_not_visible(self) -> int:
        """The number of messages in flight."""
        with self._changed:
            self._wake()
            return sum(group.in_flight for group in self._groups.values())

    @property
    def approximate_number_of_messages(self) -> int:
        """The number of messages that can be received."""
        with self._changed:
            self._wake()
            return sum(len(group.ready) for group in self._groups.values())

    def _take(self, most: int, hidden_seconds: int, is_held: Callable[[str], bool]) -> list[Message]:
        self._wake()
        taken: list[Message] = []
        while len(taken) < most and (kept := self._next(is_held)) is not None:
            if self._is_exhausted(kept.message):
                self._drop(kept)
                self.dead_letter_queue.add_message(kept.message)  # type: ignore[union-attr]  # looked at
                continue
            kept.message.mark_received(visibility_timeout=hidden_seconds)
            handle = str(kept.message.receipt_handle)
            kept.handles.append(handle)
            self._by_handle[handle] = kept
            kept.in_flight = True
            self._place(kept, kept.message.visible_at)
            taken.append(copy(kept.message))
        return taken

    def _next(self, is_held: Callable[[str], bool]) -> _Kept | None:
        """Take the next message off its group, or say that there is none."""
        waiting = [group for name, group in self._groups.items() if group.ready and not is_held(name)]
        if not waiting:
            return None
        group = min(waiting, key=lambda group: (group.in_flight, group.served))
        group.served = next(self._numbers)
        return group.ready.popleft()

    def _is_exhausted(self, message: Message) -> bool:
        if self.dead_letter_queue is None or not self.redrive_policy:
            return False
        return bool(message.approximate_receive_count >= self.redrive_policy["maxReceiveCount"])

    def _place(self, kept: _Kept, due: float) -> None:
        """Put a message among those that can be received, or among those that can be later."""
        group = self._groups.setdefault(group_of(kept.message), _Group())
        group.in_flight += kept.in_flight
        if kept.in_flight or due > unix_time_millis():
            kept.due = due
            heapq.heappush(self._later, (due, next(self._numbers), kept))
        else:
            kept.due = None
            group.ready.append(kept)

    def _unplace(self, kept: _Kept) -> None:
        name = group_of(kept.message)
        group = self._groups.setdefault(name, _Group())
        group.in_flight -= kept.in_flight
        if kept.due is None and kept in group.ready:
            group.ready.remove(kept)
        # Its stale entry in the heap is recognized by its time.
        kept.due, kept.in_flight = None, False
        if not group.ready and not group.in_flight:
            del self._groups[name]

    def _wake(self) -> None:
        """Let what was delayed or hidden until now be received."""
        now = unix_time_millis()
        while self._later and self._later[0][0] <= now:
            due, _, kept = heapq.heappop(self._later)
            if kept.due == due and kept.message.id in self._kept:
                self._unplace(kept)
                self._place(kept, 0)

    def _seconds_to_next(self) -> float:
        if not self._later:
            return _LONGEST_WAIT_SECONDS
        return min(_LONGEST_WAIT_SECONDS, max(0.001, (self._later[0][0] - unix_time_millis()) / 1000))

    def _drop(self, kept: _Kept) -> None:
        self._unplace(kept)
        del self._kept[kept.message.id]
        for handle in kept.handles:
            del self._by_handle[handle]


def index_queues() -> None:
    """Has moto make such queues from now on, in this process and for good."""
    _replace(models, "Queue", IndexedQueue)
    _replace(SQSBackend, "receive_message", _receive)
    _replace(SQSBackend, "change_message_visibility", _change_visibility)


def indexed_queue(queues: SQSBackend, name: str) -> IndexedQueue:
    """A queue by its name. Raises what moto raises for a queue that does not exist."""
    queue = queues.get_queue(name)
    if not isinstance(queue, IndexedQueue):
        raise TypeError(f"{name} was made before index_queues")
    return queue


def _receive(
    self: SQSBackend,
    queue_name: str,
    count: int,
    wait_seconds_timeout: int,
    visibility_timeout: int,
    message_attribute_names: Sequence[str] | None = None,
) -> list[Message]:
    taken = indexed_queue(self, queue_name).take(count, visibility_timeout, wait_seconds_timeout)
    for message in taken:
        models._filter_message_attributes(message, list(message_attribute_names or ()))
    return taken


def _change_visibility(
    self: SQSBackend, queue_name: str, receipt_handle: str, visibility_timeout: int
) -> None:
    if int(visibility_timeout) > _LONGEST_HIDDEN_SECONDS:
        raise InvalidParameterValue(
            f"Value {visibility_timeout} for parameter VisibilityTimeout is invalid. Reason: Total "
            f"VisibilityTimeout for the message is beyond the limit [{_LONGEST_HIDDEN_SECONDS} seconds]"
        )
    indexed_queue(self, queue_name).hide(receipt_handle, int(visibility_timeout))


def trace_of_message(message: Message) -> str:
    """The trace header that the message was sent with; empty without one."""
    return str(getattr(message, "trace", ""))


def group_of(message: Message) -> str:
    """The name of a message's group; empty without one."""
    return message.group_id or ""


def _replace(owner: Any, name: str, replacement: Any) -> None:
    if not hasattr(owner, name):
        raise AttributeError(f"{owner} has no {name}: this version of moto keeps its queues otherwise")
    setattr(owner, name, replacement)

"""Invokes functions with what arrives in queues, to the rules of Lambda's event source mappings for SQS.

Batch size and window, filters, partial batch failures, the visibility timeout between attempts and the move
to the dead-letter queue are as in AWS. `stream_source` does the same for the table's stream.
"""

import base64
import json
import threading
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from moto.sqs.exceptions import ReceiptHandleIsInvalid
from moto.sqs.models import Message, SQSBackend

from local_stack.functions.event_filter import Filter
from local_stack.functions.invocation import failed_items, invoke_quietly
from local_stack.functions.loop_detection import MOST_ROUNDS, rounds_of, trace_of
from local_stack.functions.pool import MAXIMUM_PROCESSES, FunctionNotFound, FunctionPool
from local_stack.queues.indexed_queues import IndexedQueue, group_of, indexed_queue, trace_of_message
from local_stack.settings import REGION
from local_stack.template.resources import EventSource

_WAIT_SECONDS = 60
_DEFAULT_BATCH_SIZE = 10
_SHARE = 5
_FEWEST_AT_ONCE = 3
"""Every function in Lambda has a processor of its own. Here they share a few: as many at once as there would
only make each of them slower, and a team whose message comes next would wait for all of them. A fifth of what
the mapping says, and at least so many where it allows them, are enough."""
_GROUPS_AT_ONCE = 2
"""A group of messages has half of a queue's functions at most, so that the first message of another group
does not wait for one. In Lambda more functions would start."""


class QueueSource:
    """Polls one queue for one function, several batches at once, from `start` until `stop`."""

    def __init__(
        self, source: EventSource, queues: SQSBackend, pool: FunctionPool, time_scale: float
    ) -> None:
        self._source = source
        self._queues = queues
        self._pool = pool
        self._queue_name = source.source_arn.rsplit(":", 1)[1]
        self._filter = Filter(source.properties)
        self._batch_size = int(source.properties.get("BatchSize", _DEFAULT_BATCH_SIZE))
        self._window = float(source.properties.get("MaximumBatchingWindowInSeconds", 0)) / time_scale
        concurrency = source.properties.get("ScalingConfig", {}).get("MaximumConcurrency", MAXIMUM_PROCESSES)
        share = max(int(concurrency) // _SHARE, _FEWEST_AT_ONCE)
        self._concurrency = min(int(concurrency), share, MAXIMUM_PROCESSES)
        self._most_of_a_group = (self._concurrency + 1) // _GROUPS_AT_ONCE
        self._under_way: Counter[str] = Counter()
        self._counting = threading.Lock()
        self._stopped = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._poll, name=f"queue {self._queue_name}", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()
        self._queue().wake()

    def _poll(self) -> None:
        slots = threading.Semaphore(self._concurrency)

        def finish(groups: Counter[str], handled: "Future[None]") -> None:
            with self._counting:
                self._under_way -= groups
            slots.release()
            self._queue().wake()
            handled.result()

        with ThreadPoolExecutor(self._concurrency) as executor:
            while not self._stopped.is_set():
                slots.acquire()
                if batch := self._receive_batch():
                    groups = Counter({group_of(message): 1 for message in batch})
                    with self._counting:
                        self._under_way += groups
                    executor.submit(self._handle, batch).add_done_callback(partial(finish, groups))
                else:
                    slots.release()

    def _receive_batch(self) -> list[Message]:
        """Up to a batch of messages, once there are any; none when it is stopped.

        Waits for more of them as long as the batching window allows.
        """
        batch = self._receive(self._batch_size, _WAIT_SECONDS)
        deadline = time.monotonic() + self._window
        while batch and len(batch) < self._batch_size and (left := deadline - time.monotonic()) > 0:
            if self._stopped.is_set():
                break
            batch += self._receive(self._batch_size - len(batch), left)
        return batch

    def _receive(self, count: int, seconds: float) -> list[Message]:
        """Up to so many messages; waits as long for the first of them."""
        queue = self._queue()
        timeout = int(queue.visibility_timeout)  # type: ignore[attr-defined]  # set by moto from its attributes
        return queue.take(count, timeout, seconds, self._stopped.is_set, self._is_held)

    def _is_held(self, group: str) -> bool:
        return bool(group) and self._under_way[group] >= self._most_of_a_group

    def _queue(self) -> IndexedQueue:
        return indexed_queue(self._queues, self._queue_name)

    def _handle(self, batch: list[Message]) -> None:
        received_at = time.monotonic()
        records = {message.id: self._record(message) for message in batch}
        wanted = {
            identifier: record
            for identifier, record in records.items()
            if self._filter.matches(_parsed(record))
        }
        traces = {message.id: trace_of_message(message) for message in batch}
        failures = {identifier for identifier in wanted if self._is_looping(traces[identifier])}
        wanted = {identifier: record for identifier, record in wanted.items() if identifier not in failures}
        if wanted:
            payload = json.dumps({"Records": list(wanted.values())}).encode()
            trace = trace_of([traces[identifier] for identifier in wanted], self._source.function)
            outcome = invoke_quietly(self._pool, self._source.function, payload, trace)
            failures |= failed_items(outcome, self._source, list(wanted))
        for message in batch:
            if message.id in failures:
                self._put_back(message, time.monotonic() - received_at)
            else:
                self._queues.delete_message(self._queue_name, str(message.receipt_handle))

    def _is_looping(self, trace: str) -> bool:
        """Whether Lambda refuses to invoke the function once more for what came of itself.

        The message then comes again until it goes to the dead letters, as after any other failure.
        """
        function = self._source.function
        with suppress(FunctionNotFound):
            if rounds_of(trace, function) < MOST_ROUNDS or self._pool.may_loop(function):
                return False
            self._pool.complain(
                function,
                f"RecursiveInvocationException: stopped after {MOST_ROUNDS} rounds of a loop. Set "
                "RecursiveLoop: Allow for a loop that has an end.",
            )
        return True

    def _put_back(self, message: Message, seconds_gone: float) -> None:
        """Leaves the message invisible for the rest of its visibility timeout, as a wait that is scaled."""
        queue = self._queue()
        timeout = float(queue.visibility_timeout)  # type: ignore[attr-defined]  # set by moto from its attributes
        # A message that was out of sight for too long has another handle, or is gone.
        with suppress(ReceiptHandleIsInvalid):
            queue.hide(str(message.receipt_handle), max(0, timeout - seconds_gone))

    def _record(self, message: Message) -> dict[str, Any]:
        attributes = {
            "ApproximateReceiveCount": str(message.approximate_receive_count),
            "SentTimestamp": str(message.sent_timestamp),
            "SenderId": message.sender_id,
            "ApproximateFirstReceiveTimestamp": str(message.approximate_first_receive_timestamp),
        }
        if message.group_id:
            attributes["MessageGroupId"] = message.group_id
        return {
            "messageId": message.id,
            "receiptHandle": message.receipt_handle,
            "body": message.body,
            "attributes": attributes,
            "messageAttributes": {
                name: _message_attribute(value) for name, value in message.message_attributes.items()
            },
            "md5OfBody": message.body_md5,
            "eventSource": "aws:sqs",
            "eventSourceARN": self._source.source_arn,
            "awsRegion": REGION,
        }


def _message_attribute(value: dict[str, Any]) -> dict[str, Any]:
    attribute: dict[str, Any] = {
        "dataType": value["DataType"],
        "stringListValues": [],
        "binaryListValues": [],
    }
    if "StringValue" in value:
        attribute["stringValue"] = value["StringValue"]
    if "BinaryValue" in value:
        binary = value["BinaryValue"]
        attribute["binaryValue"] = base64.b64encode(binary).decode() if isinstance(binary, bytes) else binary
    return attribute


def _parsed(record: dict[str, Any]) -> dict[str, Any]:
    """The record as filters see it: with a body that is JSON parsed."""
    try:
        return {**record, "body": json.loads(record["body"])}
    except ValueError:
        return record

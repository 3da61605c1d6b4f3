"""Invokes a function with the changes of the table, to the rules of Lambda's mappings for streams.

Records come in order, in batches, and none is passed over: a failed batch is tried again from its first
failure, in halves if the mapping asks for it, up to its number of retries, and then goes to the mapping's
destination. How far the stream was handled is kept in a file after every batch, so that a change written
before a stop is handled after the next start. For changes that the filter keeps back, once a second is
enough.
"""

import json
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from local_stack.functions.event_filter import Filter
from local_stack.functions.invocation import failed_items, invoke_quietly
from local_stack.functions.pool import FunctionPool
from local_stack.settings import REGION
from local_stack.streams.client import StreamClient, StreamFault
from local_stack.template.resources import EventSource

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from moto.sqs.models import SQSBackend

_IDLE_SECONDS = 0.02
_FAULT_SECONDS = 1.0
_NOTE_SECONDS = 1.0
_FIRST_RETRY_SECONDS = 1.0
_LONGEST_RETRY_SECONDS = 60.0
_DEFAULT_BATCH_SIZE = 100
_MOST_READ = 1000
"""The most records of one read. The records that pass the filter make up batches, as in Lambda."""


class StreamSource:
    """Polls one table's stream for one function, from `start` until `stop`."""

    def __init__(
        self,
        source: EventSource,
        endpoint: str,
        checkpoints: Path,
        queues: "SQSBackend",
        pool: FunctionPool,
        time_scale: float,
        watch: "Callable[[], AbstractContextManager[Callable[[], int]]]",
    ) -> None:
        """`endpoint` is the address of the stream; the folder `checkpoints` says how far it was handled.

        What `watch` gives returns another number once there may be more in the stream.
        """
        self._source = source
        self._checkpoint = checkpoints / f"{source.logical_id}.json"
        self._queues = queues
        self._pool = pool
        self._time_scale = time_scale
        self._watch = watch
        self._filter = Filter(source.properties)
        self._batch_size = int(source.properties.get("BatchSize", _DEFAULT_BATCH_SIZE))
        self._retries = int(source.properties.get("MaximumRetryAttempts", -1))
        self._bisects = bool(source.properties.get("BisectBatchOnFunctionError", False))
        self._stopped = threading.Event()
        self._next_note = 0.0
        self._client = StreamClient(endpoint)

    def start(self) -> None:
        self._checkpoint.parent.mkdir(parents=True, exist_ok=True)
        threading.Thread(target=self._poll, name="stream", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def _poll(self) -> None:
        iterator: str | None = None
        with self._watch() as written:
            while not self._stopped.is_set():
                seen = written()
                try:
                    iterator = iterator or self._open()
                    records, iterator = self._client.records(iterator, _MOST_READ)
                except StreamFault:
                    iterator = None
                    self._stopped.wait(_FAULT_SECONDS)
                    continue
                if records:
                    self._handle_all([*filter(self._filter.matches, map(self._record, records))])
                    self._remember_read(records[-1])
                if len(records) < _MOST_READ:
                    self._await_write(written, seen)

    def _await_write(self, written: "Callable[[], int]", seen: int) -> None:
        """Waits until something was written after `seen`, and never less than a moment: what is written
        meanwhile is read at once, since asking costs much more than what is asked for."""
        while not self._stopped.wait(_IDLE_SECONDS) and written() == seen:
            pass

    def _open(self) -> str:
        """An iterator after the last record that was handled, or where the mapping starts."""
        stream = self._source.source_arn
        place = {"ShardIteratorType": self._source.properties.get("StartingPosition", "TRIM_HORIZON")}
        if self._checkpoint.is_file():
            kept = json.loads(self._checkpoint.read_text(encoding="utf-8"))
            if kept["stream"] == stream:
                place = {
                    "ShardIteratorType": "AFTER_SEQUENCE_NUMBER",
                    "SequenceNumber": kept["sequenceNumber"],
                }
        return self._client.iterator(stream, self._client.shard(stream), place)

    def _remember_read(self, record: dict[str, Any]) -> None:
        """Notes now and then that what the filter kept from the function need not be read again."""
        if not self._stopped.is_set() and time.monotonic() >= self._next_note:
            self._remember(_sequence_number(record))
            self._next_note = time.monotonic() + _NOTE_SECONDS

    def _remember(self, sequence_number: str) -> None:
        temporary = self._checkpoint.with_suffix(".part")
        temporary.write_text(
            json.dumps({"stream": self._source.source_arn, "sequenceNumber": sequence_number})
        )
        temporary.replace(self._checkpoint)

    def _handle_all(self, records: list[dict[str, Any]]) -> None:
        for start in range(0, len(records), self._batch_size):
            self._handle(records[start : start + self._batch_size])

    def _handle(self, records: list[dict[str, Any]]) -> None:
        """Invokes the function until each record is handled or given up, or the stack stops."""
        attempts = 0
        while records and not self._stopped.is_set():
            handled = self._invoke(records)
            if handled:
                self._remember(_sequence_number(records[handled - 1]))
                records = records[handled:]
                attempts = 0
            elif self._bisects and len(records) > 1:
                middle = len(records) // 2
                self._handle(records[:middle])
                records = records[middle:]
            elif 0 <= self._retries <= attempts:
                self._give_up(records)
                return
            else:
                wait = min(_FIRST_RETRY_SECONDS * 2**attempts, _LONGEST_RETRY_SECONDS)
                self._stopped.wait(wait / self._time_scale)
                attempts += 1

    def _invoke(self, records: list[dict[str, Any]]) -> int:
        """The number of records that were handled, from the first on."""
        outcome = invoke_quietly(self._pool, self._source.function, json.dumps({"Records": records}).encode())
        numbers = [_sequence_number(record) for record in records]
        failures = failed_items(outcome, self._source, numbers)
        return next((index for index, number in enumerate(numbers) if number in failures), len(records))

    def _give_up(self, records: list[dict[str, Any]]) -> None:
        """Tells the mapping's destination which records were left out, as Lambda does."""
        destination = (
            self._source.properties.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination")
        )
        if not destination:
            return
        notice = {
            "requestContext": {"functionArn": self._source.function, "condition": "RetryAttemptsExhausted"},
            "DDBStreamBatchInfo": {
                "startSequenceNumber": _sequence_number(records[0]),
                "endSequenceNumber": _sequence_number(records[-1]),
                "batchSize": len(records),
                "streamArn": self._source.source_arn,
            },
        }
        self._queues.send_message(destination.rsplit(":", 1)[1], json.dumps(notice))

    def _record(self, record: Any) -> dict[str, Any]:
        return {**record, "awsRegion": REGION, "eventSourceARN": self._source.source_arn}


def _sequence_number(record: Any) -> str:
    return str(record["dynamodb"]["SequenceNumber"])

"""Batches of a queue or of the table's stream: each record is worked on by itself, and those that failed
come back alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.batch.base import FailureResponse
from aws_lambda_powertools.utilities.batch.exceptions import ExceptionInfo
from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.data_classes.dynamo_db_stream_event import DynamoDBRecord
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSEvent, SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.observability import log_failure
from gather.table.conversion import from_attributes
from gather.table.keys import Key
from gather.workers.unknown_work import UnknownWork, leave_to_recovery, require_known_task

GroupWork = Callable[[Sequence[Mapping[str, Any]]], None]
"""Work on the JSON bodies of several messages."""


class _LoggingProcessor(BatchProcessor):
    """Logs the failure of a record without its message, which may quote the record."""

    def __init__(self, worker: str, event_type: EventType) -> None:
        super().__init__(event_type, raise_on_entire_batch_failure=False)
        self._worker = worker

    def failure_handler(
        self, record: SQSRecord | DynamoDBRecord, exception: ExceptionInfo
    ) -> FailureResponse:
        if exception[1] is not None:
            identifier = record.message_id if isinstance(record, SQSRecord) else record.event_id
            log_failure(exception[1], identifier or "", self._worker)
        return super().failure_handler(record, exception)


def run_batch(
    worker: str, event: dict[str, Any], context: LambdaContext, work: Callable[[Mapping[str, Any]], None]
) -> PartialItemFailureResponse:
    """Run `work` on the JSON body of each message; one that it raises for is logged and comes back.

    `worker` names the function in the log. Returns the failed messages (ReportBatchItemFailures). A message
    of work that this release does not know does not come back: its entry of the outbox is left to recovery.
    """
    return _run_records(worker, event, context, lambda record: work(record.json_body))


def run_grouped_batch(
    worker: str,
    event: dict[str, Any],
    context: LambdaContext,
    group_of: Callable[[Mapping[str, Any]], str],
    work: GroupWork,
) -> PartialItemFailureResponse:
    """The same for work that is done together for all messages of a group, and may be repeated.

    Small groups come first: they do not wait for large ones. Where `work` raises for several messages, it is
    called for each of them alone, so that one bad message brings no other back.
    """
    groups: dict[str, list[SQSRecord]] = {}
    for each in SQSEvent(event).records:
        groups.setdefault(group_of(each.json_body), []).append(each)
    done: set[str] = set()

    def run(record: SQSRecord) -> None:
        together = groups.pop(group_of(record.json_body), [record])
        if len(together) > 1 and _is_done_together(together, work):
            done.update(each.message_id for each in together)
        if record.message_id not in done:
            work([record.json_body])

    in_order = [each.raw_event for group in sorted(groups.values(), key=len) for each in group]
    return _run_records(worker, {"Records": in_order}, context, run)


def _is_done_together(records: Sequence[SQSRecord], work: GroupWork) -> bool:
    try:
        work([record.json_body for record in records])
    except Exception:  # noqa: BLE001  # whatever it is, it is raised again for the message that it is about
        return False
    return True


def _run_records(
    worker: str, event: dict[str, Any], context: LambdaContext, work: Callable[[SQSRecord], None]
) -> PartialItemFailureResponse:
    def run(record: SQSRecord) -> None:
        try:
            require_known_task(record.json_body)
            work(record)
        except UnknownWork as unknown:
            leave_to_recovery(unknown, worker)

    processor = _LoggingProcessor(worker, EventType.SQS)
    return process_partial_response(event=event, record_handler=run, processor=processor, context=context)


def run_stream_batch(
    worker: str, event: dict[str, Any], context: LambdaContext, work: Callable[[Key], None]
) -> PartialItemFailureResponse:
    """Run `work` on the key of each changed item; one that it raises for is logged and comes back.

    Lambda repeats the batch from its first failure on (ReportBatchItemFailures).
    """

    def run(record: DynamoDBRecord) -> None:
        work(changed_key(record.raw_event))

    processor = _LoggingProcessor(worker, EventType.DynamoDBStreams)
    return process_partial_response(event=event, record_handler=run, processor=processor, context=context)


def changed_key(record: Mapping[str, Any]) -> Key:
    """The key of the item that a stream record is about."""
    attributes = record["dynamodb"]["Keys"]
    return Key.of(from_attributes(attributes))

"""Messages of a queue: each is worked on by itself, and those that failed come back alone."""

from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.batch.base import FailureResponse
from aws_lambda_powertools.utilities.batch.exceptions import ExceptionInfo
from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.observability import log_failure


class _LoggingProcessor(BatchProcessor):
    """Logs what a message failed of, without what it may quote."""

    def __init__(self, worker: str) -> None:
        super().__init__(EventType.SQS, raise_on_entire_batch_failure=False)
        self._worker = worker

    def failure_handler(self, record: SQSRecord, exception: ExceptionInfo) -> FailureResponse:
        if exception[1] is not None:
            log_failure(exception[1], record.message_id, self._worker)
        return super().failure_handler(record, exception)


def run_batch(
    worker: str, event: dict[str, Any], context: LambdaContext, work: Callable[[Mapping[str, Any]], None]
) -> PartialItemFailureResponse:
    """Run `work` on the JSON body of each message; one that it raises for is logged and comes back.

    `worker` names the function in the log. Answers the failed messages (ReportBatchItemFailures).
    """

    def run(record: SQSRecord) -> None:
        work(record.json_body)

    processor = _LoggingProcessor(worker)
    return process_partial_response(event=event, record_handler=run, processor=processor, context=context)

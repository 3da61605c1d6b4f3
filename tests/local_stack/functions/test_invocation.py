"""A batch's failures are read as Lambda reads them."""

import pytest

from local_stack.functions.invocation import failed_items
from local_stack.functions.runtime_api import Outcome
from local_stack.template.resources import EventSource

REPORTING = EventSource("Source", "function", "arn", {"FunctionResponseTypes": ["ReportBatchItemFailures"]})


@pytest.mark.parametrize(
    ("answer", "failures"),
    [
        (b'{"batchItemFailures": []}', set()),
        (b"null", set()),
        (b'{"batchItemFailures": [{"itemIdentifier": "b"}]}', {"b"}),
        (b'{"batchItemFailures": [{"itemIdentifier": "unknown"}]}', {"a", "b"}),
        (b'{"batchItemFailures": [{}]}', {"a", "b"}),
        (b'"text"', {"a", "b"}),
    ],
)
def test_a_batch_s_failures_are_read_as_lambda_reads_them(answer: bytes, failures: set[str]) -> None:
    assert failed_items(Outcome(answer, failed=False), REPORTING, ["a", "b"]) == failures


def test_an_error_fails_the_whole_batch() -> None:
    assert failed_items(Outcome(b"{}", failed=True), REPORTING, ["a", "b"]) == {"a", "b"}

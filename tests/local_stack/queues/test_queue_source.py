"""Queues and the table's stream invoke functions to AWS's rules."""

import json
from typing import Any

import pytest

from local_stack.functions.runtime_api import Outcome
from local_stack.queues.queue_source import Filter, failed_items
from local_stack.template.resources import EventSource
from tests.local_stack.running_stack import RunningStack, wait_until

REPORTING = EventSource("Source", "function", "arn", {"FunctionResponseTypes": ["ReportBatchItemFailures"]})


def bodies(stack: RunningStack, wanted: str) -> list[list[str]]:
    batches = [[record["body"] for record in entry["event"]] for entry in stack.journal("consumer")]
    return [batch for batch in batches if any(wanted in body for body in batch)]


def changes(stack: RunningStack, wanted: str) -> list[list[str]]:
    batches = [
        [record["dynamodb"]["NewImage"]["pk"]["S"] for record in entry["event"]]
        for entry in stack.journal("dispatcher")
    ]
    return [batch for batch in batches if any(wanted in key for key in batch)]


def dead_letters(stack: RunningStack) -> list[str]:
    """What has come to the dead-letter queue; other tests leave messages there too."""
    queue = stack.queue_url("DeadLetterQueue")
    received = stack.client("sqs").receive_message(QueueUrl=queue, MaxNumberOfMessages=10)
    return [message["Body"] for message in received.get("Messages", [])]


def write(stack: RunningStack, *identifiers: str, kind: str = "outbox", others: int = 0) -> None:
    """One transaction, so that the changes come in one batch; before each come so many of another kind."""
    table = stack.ready["tableName"]
    rows = [
        row
        for identifier in identifiers
        for row in (*((f"{identifier}-{number}", "other") for number in range(others)), (identifier, kind))
    ]
    items = [
        {"pk": {"S": identifier}, "sk": {"S": "thing"}, "type": {"S": kind_of_row}}
        for identifier, kind_of_row in rows
    ]
    stack.client("dynamodb").transact_write_items(
        TransactItems=[{"Put": {"TableName": table, "Item": item}} for item in items]
    )


def test_a_message_arrives_as_lambda_gives_it(stack: RunningStack) -> None:
    stack.client("sqs").send_message(
        QueueUrl=stack.queue_url("WorkQueue"),
        MessageBody="attributed",
        MessageAttributes={"kind": {"DataType": "String", "StringValue": "invite"}},
    )
    wait_until(lambda: bodies(stack, "attributed"))
    [record] = [r for e in stack.journal("consumer") for r in e["event"] if r["body"] == "attributed"]
    assert record["eventSource"] == "aws:sqs"
    assert record["attributes"]["ApproximateReceiveCount"] == "1"
    assert record["messageAttributes"]["kind"]["stringValue"] == "invite"


def test_only_the_failed_message_of_a_batch_is_tried_again_and_ends_in_the_dead_letter_queue(
    stack: RunningStack,
) -> None:
    entries = [
        {"Id": str(index), "MessageBody": body} for index, body in enumerate(["good", "fail-item partial"])
    ]
    stack.client("sqs").send_message_batch(QueueUrl=stack.queue_url("WorkQueue"), Entries=entries)
    wait_until(lambda: "fail-item partial" in dead_letters(stack))
    assert len(bodies(stack, "fail-item partial")) == 2
    assert len(bodies(stack, "good")) == 1


def test_a_crash_brings_the_whole_batch_back(stack: RunningStack) -> None:
    stack.client("sqs").send_message(QueueUrl=stack.queue_url("WorkQueue"), MessageBody="crash once")
    wait_until(lambda: len(bodies(stack, "crash once")) == 2)


def send(stack: RunningStack, queue: str, body: str) -> None:
    stack.client("sqs").send_message(QueueUrl=stack.queue_url(queue), MessageBody=body)


def is_empty(stack: RunningStack, queue: str) -> bool:
    names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
    told = stack.client("sqs").get_queue_attributes(QueueUrl=stack.queue_url(queue), AttributeNames=names)
    return {told["Attributes"][name] for name in names} == {"0"}


def test_a_message_that_hangs_does_not_delay_the_others(stack: RunningStack) -> None:
    send(stack, "SingleQueue", "until overtaker")
    wait_until(lambda: bodies(stack, "until overtaker"))
    send(stack, "SingleQueue", "overtaker")
    wait_until(lambda: is_empty(stack, "SingleQueue"))
    assert bodies(stack, "overtaker") == [["until overtaker"], ["overtaker"]]


def test_no_more_messages_are_worked_at_once_than_the_event_source_says(stack: RunningStack) -> None:
    for _ in range(2):
        send(stack, "SingleQueue", "until released")
    wait_until(lambda: len(bodies(stack, "until released")) == 2)
    send(stack, "SingleQueue", "released third")
    send(stack, "WorkQueue", "released")
    wait_until(lambda: is_empty(stack, "SingleQueue"))
    assert bodies(stack, "released") == [["until released"]] * 2 + [["released"], ["released third"]]


def test_the_stream_passes_the_filter_s_records_alone(stack: RunningStack) -> None:
    write(stack, "unfiltered", kind="other")
    write(stack, "filtered")
    wait_until(lambda: changes(stack, "filtered"))
    assert changes(stack, "unfiltered") == []


def test_what_does_not_pass_the_filter_makes_no_batch_smaller(stack: RunningStack) -> None:
    write(stack, "among-1", "among-2", "among-3", others=9)
    wait_until(lambda: changes(stack, "among-3"))
    assert changes(stack, "among") == [["among-1", "among-2", "among-3"]]


def test_a_batch_has_no_more_than_the_event_source_says(stack: RunningStack) -> None:
    write(stack, *(f"many-{number:02}" for number in range(25)))
    wait_until(lambda: changes(stack, "many-24"))
    assert [len(batch) for batch in changes(stack, "many")] == [10, 10, 5]


def test_records_beside_one_that_crashes_the_function_are_handled(stack: RunningStack) -> None:
    write(stack, "beside-1", "beside-2", "beside-crash", "beside-3")
    wait_until(
        lambda: ["beside-3"] in changes(stack, "beside") or ["beside-crash"] in changes(stack, "beside")
    )
    write(stack, "after")
    wait_until(lambda: changes(stack, "after"))
    assert ["beside-1", "beside-2"] in changes(stack, "beside")
    assert ["beside-3"] in changes(stack, "beside")
    # Three retries, as the template says, after the first attempt on its own.
    assert changes(stack, "beside").count(["beside-crash"]) == 4


def test_the_stream_goes_on_from_the_first_failed_record(stack: RunningStack) -> None:
    write(stack, "row-1", "row-2 fail-item", "row-3")
    wait_until(lambda: ["row-3"] in changes(stack, "row"))
    assert changes(stack, "row")[0] == ["row-1", "row-2 fail-item", "row-3"]
    assert all("row-1" not in batch for batch in changes(stack, "row")[1:])


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


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ({"eventName": ["INSERT"]}, True),
        ({"eventName": ["MODIFY", "REMOVE"]}, False),
        ({"dynamodb": {"NewImage": {"entity": {"S": ["EVENT", "TASK"]}}}}, True),
        ({"dynamodb": {"NewImage": {"entity": {"S": [{"prefix": "EV"}]}}}}, True),
        ({"dynamodb": {"NewImage": {"entity": {"S": [{"anything-but": ["EVENT"]}]}}}}, False),
        ({"dynamodb": {"OldImage": {"entity": {"S": [{"exists": False}]}}}}, True),
    ],
)
def test_filter_patterns(pattern: dict[str, Any], matches: bool) -> None:
    record = {"eventName": "INSERT", "dynamodb": {"NewImage": {"entity": {"S": "EVENT"}}}}
    criteria = {"FilterCriteria": {"Filters": [{"Pattern": json.dumps(pattern)}]}}
    assert Filter(criteria).matches(record) is matches

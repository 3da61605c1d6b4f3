"""Queues invoke functions by AWS's rules."""

from tests.local_stack.running_stack import RunningStack
from tests.support.waiting import wait_until


def bodies(stack: RunningStack, wanted: str) -> list[list[str]]:
    batches = [[record["body"] for record in entry["event"]] for entry in stack.journal("consumer")]
    return [batch for batch in batches if any(wanted in body for body in batch)]


def dead_letters(stack: RunningStack) -> list[str]:
    """Returns the messages in the dead-letter queue; other tests leave messages there too."""
    queue = stack.queue_url("DeadLetterQueue")
    received = stack.client("sqs").receive_message(QueueUrl=queue, MaxNumberOfMessages=10)
    return [message["Body"] for message in received.get("Messages", [])]


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

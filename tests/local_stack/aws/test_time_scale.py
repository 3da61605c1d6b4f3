"""Every wait of queues and state machines passes faster, as was asked; a test for each point in moto.

The stack under test passes a minute in a second. Each upper bound is the unscaled wait, so that a busy
machine may take its time.
"""

import json
import time
from typing import Any

from tests.local_stack.running_stack import RunningStack
from tests.support.waiting import wait_until

# The recovery of the sample says once that there is more to do.
RUNS_AT_THE_START = 2


def run(stack: RunningStack, event: dict[str, Any], name: str) -> tuple[dict[str, Any], list[float]]:
    """The finished execution, and when its task was attempted, in seconds after the start."""
    started = time.time()
    machine = "arn:aws:states:us-east-1:123456789012:stateMachine:talent-screening-local-flow"
    client = stack.client("stepfunctions")
    execution = client.start_execution(stateMachineArn=machine, name=name, input=json.dumps(event))

    def finished() -> Any:
        described = client.describe_execution(executionArn=execution["executionArn"])
        return described if described["status"] != "RUNNING" else None

    described: dict[str, Any] = wait_until(finished)
    return described, [entry["at"] - started for entry in stack.journal("tasks") if entry["event"] == event]


def test_a_wait_state_is_scaled(stack: RunningStack) -> None:
    execution, attempts = run(stack, {"case": "wait"}, "wait")
    assert execution["status"] == "SUCCEEDED"
    # The definition says 60 seconds.
    assert 0.9 < attempts[0] < 60


def test_a_retrier_s_interval_is_scaled(stack: RunningStack) -> None:
    execution, attempts = run(stack, {"case": "retry", "failures": 2}, "retry")
    assert json.loads(execution["output"]) == {"attempts": 3}
    # The definition says 30 seconds, then 60.
    assert 0.4 < attempts[1] - attempts[0] < 30
    assert 0.9 < attempts[2] - attempts[1] < 60


def test_an_exhausted_retrier_goes_to_the_catcher(stack: RunningStack) -> None:
    execution, attempts = run(stack, {"case": "exhausted", "failures": 9}, "exhausted")
    assert execution["status"] == "FAILED"
    assert execution["error"] == "GaveUp"
    assert len(attempts) == 4


def test_the_time_limit_of_a_token_is_scaled(stack: RunningStack) -> None:
    began = time.monotonic()
    execution, _ = run(stack, {"case": "lost token"}, "lost-token")

    assert execution["error"] == "GaveUp"
    # The definition says 60 seconds.
    assert 0.9 < time.monotonic() - began < 60


def test_a_message_s_delay_is_scaled(stack: RunningStack) -> None:
    sent = time.time()
    stack.client("sqs").send_message(
        QueueUrl=stack.queue_url("WorkQueue"), MessageBody="delayed", DelaySeconds=60
    )

    def arrived() -> Any:
        return [e["at"] - sent for e in stack.journal("consumer") if e["event"][0]["body"] == "delayed"]

    [seconds] = wait_until(arrived)
    assert 0.9 < seconds < 60


def test_the_wait_before_a_failed_message_s_next_attempt_is_scaled(stack: RunningStack) -> None:
    stack.client("sqs").send_message(QueueUrl=stack.queue_url("WorkQueue"), MessageBody="crash scaled")

    def attempts() -> list[float]:
        return [e["at"] for e in stack.journal("consumer") if e["event"][0]["body"] == "crash scaled"]

    wait_until(lambda: len(attempts()) == 2)
    first, second = attempts()
    # The queue's visibility timeout is 30 seconds.
    assert 0.4 < second - first < 30


def test_the_visibility_timeout_of_a_message_at_work_is_real(stack: RunningStack) -> None:
    client, queue = stack.client("sqs"), stack.queue_url("DeadLetterQueue")
    client.send_message(QueueUrl=queue, MessageBody="at work")

    def receive() -> list[Any]:
        messages: list[Any] = client.receive_message(QueueUrl=queue, VisibilityTimeout=60).get("Messages", [])
        return [message for message in messages if message["Body"] == "at work"]

    assert wait_until(receive)
    deadline = time.monotonic() + 1.5
    while time.monotonic() < deadline:
        assert receive() == []


def test_schedules_run_more_often(stack: RunningStack) -> None:
    def runs() -> list[float]:
        return [entry["at"] for entry in stack.journal("recovery")]

    count = len(runs())
    wait_until(lambda: len(runs()) >= count + 3)
    *_, first, _, third = runs()
    # The template says every minute. The first run is late by what the machine needs, so it begins the count.
    assert third - first < 60
    assert len(runs()) - RUNS_AT_THE_START <= time.time() - stack.started_at


def test_the_same_execution_is_not_started_twice(stack: RunningStack) -> None:
    client = stack.client("stepfunctions")
    machine = "arn:aws:states:us-east-1:123456789012:stateMachine:talent-screening-local-flow"
    client.start_execution(stateMachineArn=machine, name="one", input='{"case": "one"}')
    try:
        client.start_execution(stateMachineArn=machine, name="one", input='{"case": "other"}')
    except client.exceptions.ExecutionAlreadyExists:
        return
    raise AssertionError("the second start was taken")

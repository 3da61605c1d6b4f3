"""Executions that wait for a token: woken, stopped, and many of them at once."""

import json
from pathlib import Path
from typing import Any

from tests.local_stack.running_stack import RunningStack, wait_until

MACHINE = "arn:aws:states:us-east-1:123456789012:stateMachine:talent-screening-local-flow"
MANY = 40


def begin(stack: RunningStack, name: str) -> str:
    """The ARN of an execution that is going to wait for a token."""
    client = stack.client("stepfunctions")
    begun = client.start_execution(stateMachineArn=MACHINE, name=name, input=json.dumps({"case": "token"}))
    arn: str = begun["executionArn"]
    return arn


def tokens(stack: RunningStack) -> list[str]:
    """The tokens that tasks were given, in their order."""
    events = [entry["event"] for entry in stack.journal("tasks")]
    return [event["token"] for event in events if event.get("case") == "token"]


def status(stack: RunningStack, arn: str) -> str:
    described: dict[str, Any] = stack.client("stepfunctions").describe_execution(executionArn=arn)
    return str(described["status"])


def threads(stack: RunningStack) -> int:
    lines = Path(f"/proc/{stack.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Threads:"))


def test_a_token_wakes_its_execution(stack: RunningStack) -> None:
    before = len(tokens(stack))
    arn = begin(stack, "woken")
    wait_until(lambda: len(tokens(stack)) > before)
    stack.client("stepfunctions").send_task_success(taskToken=tokens(stack)[-1], output="{}")

    assert wait_until(lambda: status(stack, arn) != "RUNNING")
    assert status(stack, arn) == "SUCCEEDED"


def test_an_execution_that_waits_can_be_stopped(stack: RunningStack) -> None:
    before = len(tokens(stack))
    arn = begin(stack, "stopped")
    wait_until(lambda: len(tokens(stack)) > before)
    stack.client("stepfunctions").stop_execution(executionArn=arn)

    assert wait_until(lambda: status(stack, arn) != "RUNNING")
    assert status(stack, arn) == "ABORTED"


def test_an_execution_that_waits_costs_one_thread(stack: RunningStack) -> None:
    before, at_first = len(tokens(stack)), threads(stack)
    arns = [begin(stack, f"many-{number}") for number in range(MANY)]
    wait_until(lambda: len(tokens(stack)) == before + MANY)
    # Those of the functions and of connections come and go.
    assert wait_until(lambda: threads(stack) < at_first + 1.5 * MANY)

    for arn in arns:
        stack.client("stepfunctions").stop_execution(executionArn=arn)
    assert wait_until(lambda: threads(stack) < at_first + MANY / 2)

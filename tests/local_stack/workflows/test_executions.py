"""Executions: parsed once, woken and stopped while they wait for a token, and many of them at once."""

import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from moto.stepfunctions.parser.asl.antlr.runtime.ASLParser import ASLParser
from moto.stepfunctions.parser.asl.parse.asl_parser import AmazonStateLanguageParser, ASLParserException

from local_stack.workflows.executions import parse_definitions_once
from tests.local_stack.running_stack import RunningStack
from tests.support.waiting import wait_until

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


@pytest.fixture
def parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # Put back after the test as it was before.
    monkeypatch.setattr(AmazonStateLanguageParser, "parse", AmazonStateLanguageParser.parse)
    parse_definitions_once()


@pytest.mark.usefixtures("parsed_once")
def test_a_definition_is_parsed_once_and_each_execution_has_its_own_program() -> None:
    definition = json.dumps({"StartAt": "End", "States": {"End": {"Type": "Succeed"}}})
    with patch.object(
        ASLParser, "state_machine", autospec=True, side_effect=ASLParser.state_machine
    ) as parsing:
        programs = [AmazonStateLanguageParser.parse(definition)[0] for _ in range(3)]

    assert parsing.call_count == 1
    assert len({id(program) for program in programs}) == 3
    assert {program.start_at.start_at_name for program in programs} == {"End"}  # type: ignore[attr-defined]  # moto's base class


@pytest.mark.usefixtures("parsed_once")
def test_a_definition_that_is_none_is_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(ASLParserException):
            AmazonStateLanguageParser.parse("{")

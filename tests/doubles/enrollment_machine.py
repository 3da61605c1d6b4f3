"""A double of Step Functions that runs the executions of enrollments, one state at a time.

A name can be used once and a token once, and a task that fails is repeated. The definition itself is run by
the tests of `tests/state_machines`.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gather.core.clock import from_timestamp
from tests.doubles.aws_services import Call, ServiceResponse, refusal
from tests.doubles.clock import HandClock

STATE_MACHINE = "arn:aws:states:eu-west-1:000000000000:stateMachine:enrollment"


@dataclass
class Execution:
    """One execution: `at` is `next`, `wait`, `await` (before the token is handed over), `waiting`."""

    name: str
    input: dict[str, Any]
    status: str = "RUNNING"
    at: str = "next"
    until: str | None = None
    token: str | None = None


class Machine:
    """The double of Step Functions."""

    def __init__(self, clock: HandClock) -> None:
        self.clock = clock
        self.executions: dict[str, Execution] = {}
        self.tokens = 0
        self.turns = 0
        self.loses_all_at: int | None = None
        """The turn, counted from 1, before which every execution is lost."""

    def answer(self, call: Call) -> ServiceResponse:
        """Returns the response of Step Functions to a call."""
        return getattr(self, f"_{call.operation}")(call.body)  # type: ignore[no-any-return]  # one of the four below

    def _StartExecution(self, body: Any) -> ServiceResponse:  # noqa: N802  # the operation's name
        execution = Execution(body["name"], json.loads(body["input"]))
        known = self.executions.setdefault(execution.name, execution)
        if known is not execution and (known.input, known.status) != (execution.input, "RUNNING"):
            return refusal("ExecutionAlreadyExists")
        return ServiceResponse({"executionArn": f"{_executions()}:{execution.name}", "startDate": 0})

    def _StopExecution(self, body: Any) -> ServiceResponse:  # noqa: N802
        execution = self._named(body)
        if execution is None:
            return refusal("ExecutionDoesNotExist")
        if execution.status == "RUNNING":
            execution.status = "ABORTED"
        return ServiceResponse({"stopDate": 0})

    def _DescribeExecution(self, body: Any) -> ServiceResponse:  # noqa: N802
        execution = self._named(body)
        if execution is None:
            return refusal("ExecutionDoesNotExist")
        described = {"executionArn": body["executionArn"], "stateMachineArn": STATE_MACHINE, "startDate": 0}
        return ServiceResponse({**described, "status": execution.status})

    def _SendTaskSuccess(self, body: Any) -> ServiceResponse:  # noqa: N802
        for execution in self.running():
            if execution.token == body["taskToken"]:
                execution.at, execution.token = "next", None
                return ServiceResponse()
        return refusal("TaskTimedOut")

    def _named(self, body: Any) -> Execution | None:
        return self.executions.get(body["executionArn"].rpartition(":")[2])

    def running(self) -> list[Execution]:
        """The executions that have not ended."""
        return [execution for execution in self.executions.values() if execution.status == "RUNNING"]

    def lose_all(self) -> None:
        """Lose every execution, as the local stack does when it stops."""
        self.executions.clear()

    def end_all(self, status: str) -> None:
        """End every execution, as `ABORTED` or `TIMED_OUT`."""
        for execution in self.running():
            execution.status = status

    def turn(self, execution: Execution, invoke: Callable[[dict[str, Any]], Any]) -> bool:
        """Run an execution one state further. Returns False when it has to wait, or is lost."""
        self.turns += 1
        if self.turns == self.loses_all_at:
            self.lose_all()
            return False
        payload = {name: execution.input[name] for name in ("teamId", "enrollmentId", "run")}
        match execution.at:
            case "next":
                answer = invoke({**payload, "action": "next", "waitedUntil": execution.until})
                execution.until = answer["until"]
                if answer["action"] not in ("wait", "await"):
                    execution.status = "SUCCEEDED"
                execution.at = answer["action"]
            case "wait":
                assert execution.until is not None
                if from_timestamp(execution.until) > self.clock.now():
                    return False
                execution.at = "next"
            case "await":
                self.tokens += 1
                execution.token = f"token-{self.tokens}"
                execution.at = "waiting"
                try:
                    invoke({**payload, "action": "await", "token": execution.token})
                except BaseException:
                    if execution.at == "waiting":
                        execution.at, execution.token = "await", None
                    raise
            case _:
                return False
        return True


def _executions() -> str:
    return STATE_MACHINE.replace(":stateMachine:", ":execution:")

"""Runs the deployed definitions in two interpreters of the States Language: moto's and the simulation's.

They record waits and pauses before retries instead of waiting, and their tasks are stand-ins. A task with a
token is over when its stand-in has woken it; otherwise its time limit passes, which is a wait too.
"""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws
from moto.stepfunctions.parser.asl.component.common.retry import retrier_decl
from moto.stepfunctions.parser.asl.component.state.exec.state_task import lambda_eval_utils
from moto.stepfunctions.parser.asl.component.state.exec.state_task.service import (
    state_task_service_callback,
    state_task_service_sqs,
)
from moto.stepfunctions.parser.asl.component.state.wait.wait_function.wait_function import WaitFunction
from moto.stepfunctions.parser.utils import TMP_THREADS

from simulation.machines.execution import Ended, Execution, Pause, TaskCall, WaitedFor

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions.type_defs import HistoryEventTypeDef

FUNCTIONS = Path(__file__).parents[2] / "functions"
REGION = "us-east-1"
FUNCTION_NAMES = ("EvaluationTaskFunctionArn", "EnrollmentTaskFunctionArn")
FUNCTION_ARN = f"arn:aws:lambda:{REGION}:123456789012:function:task"

Payload = dict[str, Any]


class TaskFailed(Exception):
    """Raised by a stand-in: the function failed with an exception of the class `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class LambdaRefused(Exception):
    """Raised by a stand-in: Lambda itself answered with the error `code`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Run:
    """An execution that has ended: the inputs of its tasks, its waits, and its events."""

    status: str
    payloads: list[Payload]
    waits: list[float]
    pauses: list[float]
    entered: list[str] = field(default_factory=list)
    """The states, in their order, which Step Functions charges for."""
    history: "list[HistoryEventTypeDef]" = field(default_factory=list)
    """The events, where the interpreter writes them down."""


class Interpreter(Protocol):
    """Runs definitions."""

    def run(self, definition: str, execution_input: Payload, task: Callable[[Payload], object]) -> Run:
        """Run `functions/<definition>` to its end, with `task` in the place of its tasks."""
        ...

    def wake(self, token: str) -> None:
        """Have the task that waits with the token succeed."""
        ...


def definition_of(name: str) -> str:
    """The text of `functions/<name>`, with its references filled in."""
    text = (FUNCTIONS / name).read_text().replace("${Partition}", "aws")
    for function in FUNCTION_NAMES:
        text = text.replace(f"${{{function}}}", FUNCTION_ARN)
    return text


@dataclass
class MotoInterpreter:
    """Moto's; it runs one definition at a time."""

    payloads: list[Payload] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    task: Callable[[Payload], object] = field(default=lambda payload: None)
    names: Iterator[int] = field(default_factory=count)
    answered: "Queue[Payload]" = field(default_factory=Queue)
    lets_tokens_pass: bool = False
    """Whether a token that nobody has used when its task has returned is not waited for."""

    def run(self, definition: str, execution_input: Payload, task: Callable[[Payload], object]) -> Run:
        """Run `functions/<definition>` to its end, with `task` in the place of its tasks."""
        self.task = task
        self.payloads, self.waits, self.pauses = [], [], []
        client = boto3.client("stepfunctions", region_name=REGION)
        threads = len(TMP_THREADS)
        execution = client.start_execution(
            stateMachineArn=self.create(definition), input=json.dumps(execution_input)
        )["executionArn"]
        # The first thread is the execution's own, and ends after those of its states.
        TMP_THREADS[threads].join(timeout=60)
        status = client.describe_execution(executionArn=execution)["status"]
        history = client.get_execution_history(executionArn=execution, maxResults=1000)["events"]
        details = (event.get("stateEnteredEventDetails") for event in history)
        entered = [detail["name"] for detail in details if detail]
        return Run(status, self.payloads, self.waits, self.pauses, entered, history)

    def wake(self, token: str) -> None:
        """Have the task that waits with the token succeed."""
        client = boto3.client("stepfunctions", region_name=REGION)
        client.send_task_success(taskToken=token, output="{}")

    def create(self, definition: str) -> str:
        """Creates a state machine of `functions/<definition>` and returns its ARN."""
        machine = boto3.client("stepfunctions", region_name=REGION).create_state_machine(
            name=f"machine-{next(self.names)}",
            definition=definition_of(definition),
            roleArn="arn:aws:iam::123456789012:role/states",
        )
        return machine["stateMachineArn"]

    def invoke(self, **parameters: Any) -> dict[str, Any]:
        """Answers moto's calls of its Lambda client."""
        assert parameters["FunctionName"] == FUNCTION_ARN
        payload = json.loads(parameters["Payload"])
        self.payloads.append(payload)
        try:
            answer = self.task(payload)
        except TaskFailed as failure:
            return _answer({"errorType": failure.name, "errorMessage": "It failed."}, "Unhandled")
        except LambdaRefused as refusal:
            answer_of_lambda: Any = {
                "Error": {"Code": refusal.code, "Message": ""},
                "ResponseMetadata": {"HTTPStatusCode": 500, "RequestId": "request"},
            }
            raise ClientError(answer_of_lambda, "Invoke") from None
        self.answered.put(payload)
        return _answer(answer, None)

    def send_message(self, **parameters: Any) -> dict[str, Any]:
        """Answers moto's calls of its SQS client."""
        self.payloads.append({**parameters, "MessageBody": json.loads(parameters["MessageBody"])})
        try:
            self.task(self.payloads[-1])
        except TaskFailed as failure:
            refused: Any = {"Error": {"Code": failure.name, "Message": ""}, "ResponseMetadata": {}}
            raise ClientError(refused, "SendMessage") from None
        return {"MessageId": "message", "ResponseMetadata": {}}

    def await_call(self, **wanted: object) -> Payload:
        """Returns the next answered call of a task with the wanted members."""
        while True:
            payload = self.answered.get(timeout=60)
            if wanted.items() <= payload.items():
                return payload


def _answer(payload: object, error: str | None) -> dict[str, Any]:
    answer = {"StatusCode": 200, "Payload": io.BytesIO(json.dumps(payload).encode())}
    return {**answer, "FunctionError": error} if error else answer


class VirtualInterpreter:
    """The simulation's, with a clock that jumps to whatever is next."""

    def __init__(self) -> None:
        self._woken: set[str] = set()

    def wake(self, token: str) -> None:
        """Have the task that waits with the token succeed."""
        self._woken.add(token)

    def run(self, definition: str, execution_input: Payload, task: Callable[[Payload], object]) -> Run:
        """Run `functions/<definition>` to its end, with `task` in the place of its tasks."""
        now = datetime(2026, 1, 1, tzinfo=UTC)
        run = Run("", [], [], [])
        execution = Execution(
            json.loads(definition_of(definition)), execution_input, name="execution", jitter=lambda: 0.5
        )
        waited_for = execution.begin(now)
        while not isinstance(waited_for, Ended):
            if isinstance(waited_for, Pause):
                passed = (waited_for.until - now).total_seconds()
                (run.pauses if waited_for.is_retry else run.waits).append(passed)
                now = waited_for.until
                waited_for = execution.wake(now)
            else:
                call, following = waited_for, self._do(execution, waited_for, task, run.payloads, now)
                if following is None:
                    assert call.deadline is not None
                    run.waits.append((call.deadline - now).total_seconds())
                    now = call.deadline
                    following = execution.expire(now)
                waited_for = following
        run.status, run.entered = waited_for.status, execution.entered
        return run

    def _do(
        self,
        execution: Execution,
        call: TaskCall,
        task: Callable[[Payload], object],
        payloads: list[Payload],
        now: datetime,
    ) -> WaitedFor | None:
        """What is waited for next; None where nobody has used the call's token."""
        is_function = ":lambda:" in call.resource
        payload = call.parameters["Payload"] if is_function else call.parameters
        payloads.append(json.loads(json.dumps(payload)))
        try:
            result = json.loads(json.dumps(task(payloads[-1])))
        except TaskFailed as failure:
            return execution.fail(failure.name, "", now)
        except LambdaRefused as refused:
            return execution.fail(f"Lambda.{refused.code}", "", now)
        if call.token is not None:
            return execution.succeed({}, now) if call.token in self._woken else None
        return execution.succeed({"Payload": result} if is_function else {"MessageId": "message"}, now)


@pytest.fixture(params=["moto", "virtual"])
def interpreter(request: pytest.FixtureRequest) -> Interpreter:
    """Each of the two."""
    if request.param == "virtual":
        return VirtualInterpreter()
    made: MotoInterpreter = request.getfixturevalue("moto_interpreter")
    made.lets_tokens_pass = True
    return made


@pytest.fixture
def moto_interpreter(monkeypatch: pytest.MonkeyPatch) -> Iterator[MotoInterpreter]:
    interpreter = MotoInterpreter()

    def wait(self: WaitFunction, env: object, wait_seconds: float) -> None:
        interpreter.waits.append(wait_seconds)

    def pause(seconds: float) -> None:
        interpreter.pauses.append(seconds)

    callback = state_task_service_callback.StateTaskServiceCallback
    wait_for_token: Any = callback._wait_for_task_token_timeout

    def wait_with_token(self: Any, timeout_seconds: int, endpoint: Any) -> Any:
        if not interpreter.lets_tokens_pass:
            return wait_for_token(self, timeout_seconds, endpoint)
        outcome = endpoint.get_outcome()
        if outcome is None:
            interpreter.waits.append(timeout_seconds)
        return outcome

    monkeypatch.setattr(callback, "_wait_for_task_token_timeout", wait_with_token)
    monkeypatch.setattr(WaitFunction, "_wait_interval", wait)
    monkeypatch.setattr(retrier_decl, "time", SimpleNamespace(sleep=pause))
    for service in (lambda_eval_utils, state_task_service_sqs):
        monkeypatch.setattr(service, "boto_client_for", lambda **_: interpreter)
    with mock_aws(config={"stepfunctions": {"execute_state_machine": True}}):
        yield interpreter

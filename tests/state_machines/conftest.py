"""Runs the deployed definitions in moto's interpreter of the Amazon States Language.

It records waits and pauses before retries instead of waiting, and its tasks are stand-ins.
"""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws
from moto.stepfunctions.parser.asl.component.common.retry import retrier_decl
from moto.stepfunctions.parser.asl.component.state.exec.state_task import lambda_eval_utils
from moto.stepfunctions.parser.asl.component.state.exec.state_task.service import state_task_service_sqs
from moto.stepfunctions.parser.asl.component.state.wait.wait_function.wait_function import WaitFunction
from moto.stepfunctions.parser.utils import TMP_THREADS

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
    history: "list[HistoryEventTypeDef]"

    @property
    def entered(self) -> list[str]:
        """The states that were entered, in their order, which Step Functions charges for."""
        details = (event.get("stateEnteredEventDetails") for event in self.history)
        return [detail["name"] for detail in details if detail]


@dataclass
class Interpreter:
    """Runs definitions; one at a time."""

    payloads: list[Payload] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    task: Callable[[Payload], object] = field(default=lambda payload: None)
    names: Iterator[int] = field(default_factory=count)
    answered: "Queue[Payload]" = field(default_factory=Queue)

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
        return Run(status, self.payloads, self.waits, self.pauses, history)

    def create(self, definition: str) -> str:
        """Creates a state machine of `functions/<definition>` and returns its ARN."""
        text = (FUNCTIONS / definition).read_text().replace("${Partition}", "aws")
        for name in FUNCTION_NAMES:
            text = text.replace(f"${{{name}}}", FUNCTION_ARN)
        machine = boto3.client("stepfunctions", region_name=REGION).create_state_machine(
            name=f"machine-{next(self.names)}",
            definition=text,
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


@pytest.fixture
def interpreter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Interpreter]:
    interpreter = Interpreter()

    def wait(self: WaitFunction, env: object, wait_seconds: float) -> None:
        interpreter.waits.append(wait_seconds)

    def pause(seconds: float) -> None:
        interpreter.pauses.append(seconds)

    monkeypatch.setattr(WaitFunction, "_wait_interval", wait)
    monkeypatch.setattr(retrier_decl, "time", SimpleNamespace(sleep=pause))
    for service in (lambda_eval_utils, state_task_service_sqs):
        monkeypatch.setattr(service, "boto_client_for", lambda **_: interpreter)
    with mock_aws(config={"stepfunctions": {"execute_state_machine": True}}):
        yield interpreter

"""Runs the deployed definitions in moto's interpreter of the Amazon States Language.

Its waits and its pauses before retries are noted instead of waited, and its tasks are stand-ins.
"""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws
from moto.stepfunctions.parser.asl.component.common.retry import retrier_decl
from moto.stepfunctions.parser.asl.component.state.exec.state_task import lambda_eval_utils
from moto.stepfunctions.parser.asl.component.state.wait.wait_function.wait_function import WaitFunction
from moto.stepfunctions.parser.utils import TMP_THREADS

FUNCTIONS = Path(__file__).parents[2] / "functions"
REGION = "us-east-1"
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
    """An execution that has ended: its status, what its tasks were given, and what it waited for."""

    status: str
    payloads: list[Payload]
    waits: list[float]
    pauses: list[float]


@dataclass
class Interpreter:
    """Runs definitions; one at a time."""

    payloads: list[Payload] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    task: Callable[[Payload], object] = field(default=lambda payload: None)
    names: Iterator[int] = field(default_factory=count)

    def run(self, definition: str, execution_input: Payload, task: Callable[[Payload], object]) -> Run:
        """Run `functions/<definition>` to its end, its tasks answered by `task`."""
        self.task = task
        self.payloads, self.waits, self.pauses = [], [], []
        text = (FUNCTIONS / definition).read_text()
        for name in ("DeliveryRetryFunctionArn", "EvaluationTaskFunctionArn"):
            text = text.replace(f"${{{name}}}", FUNCTION_ARN)
        client = boto3.client("stepfunctions", region_name=REGION)
        machine = client.create_state_machine(
            name=f"machine-{next(self.names)}",
            definition=text,
            roleArn="arn:aws:iam::123456789012:role/states",
        )
        execution = client.start_execution(
            stateMachineArn=machine["stateMachineArn"], input=json.dumps(execution_input)
        )["executionArn"]
        TMP_THREADS[-1].join(timeout=60)
        status = client.describe_execution(executionArn=execution)["status"]
        return Run(status, self.payloads, self.waits, self.pauses)

    def invoke(self, **parameters: Any) -> dict[str, Any]:
        """What moto asks of its Lambda client."""
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
        return _answer(answer, None)


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
    monkeypatch.setattr(lambda_eval_utils, "boto_client_for", lambda **_: interpreter)
    with mock_aws(config={"stepfunctions": {"execute_state_machine": True}}):
        yield interpreter

"""Stands in for `awslambdaric` where it has no wheel (it has some for Linux alone): the same loop."""

import http.client
import importlib
import json
import os
import time
import traceback
from collections.abc import Callable
from typing import Any

_PREFIX = "/2018-06-01/runtime"


class InvocationContext:
    """The facts about an invocation that its handler gets, as in Lambda."""

    def __init__(self, headers: http.client.HTTPMessage) -> None:
        self.aws_request_id = headers["Lambda-Runtime-Aws-Request-Id"]
        self.invoked_function_arn = headers["Lambda-Runtime-Invoked-Function-Arn"]
        self.function_name = os.environ["AWS_LAMBDA_FUNCTION_NAME"]
        self.function_version = os.environ["AWS_LAMBDA_FUNCTION_VERSION"]
        self.memory_limit_in_mb = os.environ["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"]
        self.log_group_name = os.environ["AWS_LAMBDA_LOG_GROUP_NAME"]
        self.log_stream_name = os.environ["AWS_LAMBDA_LOG_STREAM_NAME"]
        self._deadline = int(headers["Lambda-Runtime-Deadline-Ms"])

    def get_remaining_time_in_millis(self) -> int:
        return max(0, self._deadline - int(time.time() * 1000))


def run(handler_name: str, address: str) -> None:
    """Serves invocations of the handler from the Runtime API at `address` (`host:port`) until that closes."""
    connection = http.client.HTTPConnection(address)
    try:
        handler = _load(handler_name)
    except BaseException as error:
        traceback.print_exc()
        _post(connection, f"{_PREFIX}/init/error", _describe(error))
        raise
    while True:
        connection.request("GET", f"{_PREFIX}/invocation/next")
        response = connection.getresponse()
        event = json.loads(response.read())
        context = InvocationContext(response.headers)
        os.environ["_X_AMZN_TRACE_ID"] = response.headers["Lambda-Runtime-Trace-Id"] or ""
        invocation = f"{_PREFIX}/invocation/{context.aws_request_id}"
        try:
            result = json.dumps(handler(event, context)).encode()
        except BaseException as error:  # noqa: BLE001 - whatever a handler raises is the invocation's result
            traceback.print_exc()
            _post(connection, f"{invocation}/error", _describe(error))
        else:
            _post(connection, f"{invocation}/response", result)


def _load(handler_name: str) -> Callable[[Any, InvocationContext], Any]:
    module, _, function = handler_name.rpartition(".")
    handler: Callable[[Any, InvocationContext], Any] = getattr(importlib.import_module(module), function)
    return handler


def _describe(error: BaseException) -> bytes:
    return json.dumps(
        {
            "errorMessage": str(error),
            "errorType": type(error).__name__,
            "stackTrace": traceback.format_tb(error.__traceback__),
        }
    ).encode()


def _post(connection: http.client.HTTPConnection, path: str, body: bytes) -> None:
    connection.request("POST", path, body, {"Content-Type": "application/json"})
    connection.getresponse().read()

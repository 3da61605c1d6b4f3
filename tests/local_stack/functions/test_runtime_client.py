"""Functions run under the runtime client of Lambda, and under its stand-in where that has no wheel, alike."""

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from local_stack.functions import runtime_api
from local_stack.functions.runtime_api import Outcome, RuntimeApi
from tests.local_stack.running_stack import ROOT
from tests.support.waiting import PATIENCE_SECONDS, wait_until

HANDLER = """
def handler(event, context):
    if event == "fail":
        raise KeyError("missing")
    return {"event": event, "request": context.aws_request_id, "left": context.get_remaining_time_in_millis()}
"""
PROGRAMS = {
    "awslambdaric": "from awslambdaric.__main__ import main; main(['', 'example.handler'])",
    "stand-in": "import os; from local_stack.functions.runtime_client import run;"
    "run('example.handler', os.environ['AWS_LAMBDA_RUNTIME_API'])",
}


@pytest.fixture(params=PROGRAMS)
def api(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RuntimeApi]:
    (tmp_path / "example.py").write_text(HANDLER)
    api = RuntimeApi("example")
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAMS[request.param]],
        env={
            **os.environ,
            "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT / 'scripts'}",
            "AWS_LAMBDA_RUNTIME_API": api.address,
            "AWS_LAMBDA_FUNCTION_NAME": "example",
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "128",
            "AWS_LAMBDA_LOG_GROUP_NAME": "group",
            "AWS_LAMBDA_LOG_STREAM_NAME": "stream",
        },
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    yield api
    process.kill()
    process.wait()
    api.close()


def test_the_return_value_of_a_handler_is_the_outcome(api: RuntimeApi) -> None:
    outcome = api.invoke(b'{"a": "\xc3\xa9"}', 10)
    assert outcome is not None
    answer = json.loads(outcome.payload)
    assert not outcome.failed
    assert answer["event"] == {"a": "é"}
    assert 0 < answer["left"] <= 10_000
    assert answer["request"]


def test_an_error_is_told_as_lambda_tells_it_and_the_next_event_is_taken(api: RuntimeApi) -> None:
    outcome = api.invoke(b'"fail"', 10)
    assert outcome is not None
    assert outcome.failed
    error = json.loads(outcome.payload)
    assert error["errorType"] == "KeyError"
    assert error["errorMessage"] == "'missing'"
    assert error["stackTrace"]
    following = api.invoke(b'"fine"', 10)
    assert following is not None
    assert not following.failed


class Process:
    """A function process as the Runtime API knows it, in the test's hand."""

    def __init__(self, api: RuntimeApi) -> None:
        self.connection = http.client.HTTPConnection(api.address, timeout=PATIENCE_SECONDS)

    def ask(self, path: str) -> None:
        """Send a request without reading the response."""
        self.connection.request("GET", f"/2018-06-01/runtime/{path}")

    def take(self) -> http.client.HTTPResponse:
        """The invocation that was asked for."""
        response = self.connection.getresponse()
        response.read()
        return response

    def post(self, path: str, body: bytes = b"{}", **headers: str) -> int:
        """The status that the API responds with."""
        self.connection.request("POST", f"/2018-06-01/runtime/{path}", body, headers)
        response = self.connection.getresponse()
        response.read()
        return response.status


@pytest.fixture
def idle() -> Iterator[RuntimeApi]:
    """An API whose process the test plays."""
    api = RuntimeApi("example")
    yield api
    api.close()


@pytest.fixture
def process(idle: RuntimeApi) -> Iterator[Process]:
    """The process that the test plays, which has asked for nothing yet."""
    process = Process(idle)
    yield process
    process.connection.close()


def test_an_invocation_without_a_response_in_time_has_no_outcome(idle: RuntimeApi, process: Process) -> None:
    process.ask("invocation/next")
    assert idle.invoke(b"{}", 0.05) is None
    assert process.take().status == 200


def test_an_invocation_that_no_process_takes_has_no_outcome(
    idle: RuntimeApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime_api, "_START_SECONDS", 0.05)
    assert idle.invoke(b"{}", 10) is None


def test_the_start_of_a_process_is_no_part_of_the_time_limit(
    idle: RuntimeApi, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000.0
    monkeypatch.setattr(runtime_api, "time", SimpleNamespace(time=lambda: now, monotonic=lambda: now))
    with ThreadPoolExecutor(1) as caller:
        outcome = caller.submit(idle.invoke, b"{}", 10)
        wait_until(idle._in_use.locked)
        now = 1_050.0
        process.ask("invocation/next")
        taken = process.take()
        assert taken.headers["Lambda-Runtime-Deadline-Ms"] == "1060000"
        request_id = taken.headers["Lambda-Runtime-Aws-Request-Id"]
        assert process.post(f"invocation/{request_id}/response", b"[1]") == 202
        assert outcome.result() == Outcome(b"[1]", failed=False)


def test_only_the_response_to_the_invocation_under_way_is_its_outcome(
    idle: RuntimeApi, process: Process
) -> None:
    process.ask("invocation/next")
    with ThreadPoolExecutor(1) as caller:
        outcome = caller.submit(idle.invoke, b"{}", PATIENCE_SECONDS)
        request_id = process.take().headers["Lambda-Runtime-Aws-Request-Id"]
        assert process.post("invocation/of-another/response", b"[0]") == 202
        assert process.post("unknown") == 202
        # As a client that asks first whether a large body is wanted.
        assert process.post(f"invocation/{request_id}/error", b"[2]", Expect="100-continue") == 202
        assert outcome.result() == Outcome(b"[2]", failed=True)


def test_an_error_before_the_first_event_is_the_outcome_of_every_invocation(
    idle: RuntimeApi, process: Process
) -> None:
    with ThreadPoolExecutor(1) as caller:
        outcome = caller.submit(idle.invoke, b"{}", PATIENCE_SECONDS)
        assert process.post("init/error", b'{"errorType": "ImportError"}') == 202
        failed = Outcome(b'{"errorType": "ImportError"}', failed=True)
        assert outcome.result() == failed
    assert idle.invoke(b"{}", PATIENCE_SECONDS) == failed


def test_a_process_that_is_gone_fails_the_invocation_under_way_and_every_later_one(
    idle: RuntimeApi, process: Process
) -> None:
    gone = Outcome(b'{"errorType": "Runtime.ExitError"}', failed=True)
    process.ask("invocation/next")
    with ThreadPoolExecutor(1) as caller:
        outcome = caller.submit(idle.invoke, b"{}", PATIENCE_SECONDS)
        process.take()
        process.connection.close()
        idle.fail(gone)
        assert outcome.result() == gone
    assert idle.invoke(b"{}", PATIENCE_SECONDS) == gone


def test_an_api_that_closes_ends_the_invocation_under_way(idle: RuntimeApi) -> None:
    with ThreadPoolExecutor(1) as caller:
        outcome = caller.submit(idle.invoke, b"{}", PATIENCE_SECONDS)
        wait_until(idle._in_use.locked)
        idle.close()
        assert outcome.result() is None

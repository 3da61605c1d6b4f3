"""Functions run under the runtime client of Lambda, and under its stand-in where that has no wheel, alike."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from local_stack import runtime_api
from local_stack.runtime_api import Outcome, RuntimeApi
from tests.local_stack.running_stack import ROOT, wait_until

HANDLER = """
def handler(event, context):
    if event == "fail":
        raise KeyError("missing")
    return {"event": event, "request": context.aws_request_id, "left": context.get_remaining_time_in_millis()}
"""
PROGRAMS = {
    "awslambdaric": "from awslambdaric.__main__ import main; main(['', 'example.handler'])",
    "stand-in": "import os; from local_stack.runtime_client import run;"
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


def test_an_invocation_without_a_response_in_time_has_no_outcome() -> None:
    api = RuntimeApi("example")
    with ThreadPoolExecutor(1) as process:
        process.submit(api.take_next)
        assert api.invoke(b"{}", 0.05) is None
    api.close()


def test_an_invocation_that_no_process_takes_has_no_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime_api, "_START_SECONDS", 0.05)
    api = RuntimeApi("example")
    assert api.invoke(b"{}", 10) is None
    api.close()


def test_the_start_of_a_process_is_no_part_of_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(runtime_api, "time", SimpleNamespace(time=lambda: now))
    api = RuntimeApi("example")
    with ThreadPoolExecutor(1) as caller:
        outcome = caller.submit(api.invoke, b"{}", 10)
        wait_until(lambda: not api._waiting.empty())
        now = 1_050.0
        taken = api.take_next()
        assert taken is not None
        assert taken.deadline == 1_060.0
        taken.finish(Outcome(b"{}", failed=False))
        assert outcome.result() == Outcome(b"{}", failed=False)
    api.close()


def test_a_process_that_is_gone_fails_every_invocation() -> None:
    api = RuntimeApi("example")
    gone = Outcome(b'{"errorType": "Runtime.ExitError"}', failed=True)
    api.fail(gone)
    assert api.invoke(b"{}", 10) == gone
    api.close()

"""The log of functions has one readable line for each record."""

import io
import json

import pytest

from gather.ports.failure import EngineFailed
from gather.screening.evaluations.steps import RetryableEngineFailure
from local_stack.functions.log import FunctionLog


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(*lines: str, stream: io.StringIO | None = None) -> str:
    stream = stream or io.StringIO()
    log = FunctionLog(stream)
    for line in lines:
        log.write("CandidatesFunction", line)
    return stream.getvalue()


def test_a_record_is_one_line_with_its_own_details() -> None:
    record = {
        "level": "INFO",
        "message": "candidate created",
        "timestamp": "2026-01-01",
        "service": "candidates",
        "candidateId": "c1",
        "count": 2,
    }
    assert shown(json.dumps(record) + "\n") == "Candidates  INFO candidate created candidateId=c1 count=2\n"


def test_an_exception_is_shown_whole() -> None:
    record = {"level": "ERROR", "message": "failed", "exception": "Traceback:\n  line\nKeyError"}
    assert [line.partition("  ")[2] for line in shown(json.dumps(record)).splitlines()] == [
        "ERROR failed",
        "Traceback:",
        "  line",
        "KeyError",
    ]


def test_the_runtime_client_s_traceback_is_lines_again() -> None:
    assert shown("[ERROR] KeyError\rTraceback\r\u00a0\u00a0File\n").splitlines() == [
        "Candidates  [ERROR] KeyError",
        "Candidates  Traceback",
        "Candidates    File",
    ]


@pytest.mark.parametrize("failure", [EngineFailed, RetryableEngineFailure])
def test_a_failure_that_a_state_machine_expects_is_one_line(failure: type[Exception]) -> None:
    printed = (
        f"[ERROR] {failure.__name__}: This is no WAV.\rTraceback (most recent call last):\r\u00a0\u00a0File\n"
    )
    assert shown(printed) == f"Candidates  [ERROR] {failure.__name__}: This is no WAV.\n"


def test_metrics_and_advice_are_left_out() -> None:
    assert shown('{"_aws": {}}\n', "LAMBDA_WARNING: Unhandled exception. Read this.\n", "\n") == ""


def test_what_is_no_record_is_shown_as_it_is() -> None:
    assert shown("plain\n", '{"half": \n') == 'Candidates  plain\nCandidates  {"half": \n'


def test_colours_are_for_terminals_alone() -> None:
    record = json.dumps({"level": "WARNING", "message": "slow"})
    assert "\033[" not in shown(record)
    assert "\033[33mWARNING" in shown(record, stream=Terminal())

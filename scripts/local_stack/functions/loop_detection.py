"""Counts how often a function was invoked by its own messages, and ends a loop as Lambda does.

botocore sends the trace header of its invocation with each call that it makes. Lambda keeps the rounds of
each function in the header's lineage, and stops the invocation after the sixteenth
(https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html). The header goes with a message
through a queue, and not through a state machine or the table.
"""

import threading
from collections.abc import Iterable, Mapping
from zlib import crc32

MOST_ROUNDS = 16
_LINEAGE = "Lineage="
_TRACE = "Root=1-00000000-000000000000000000000000;Sampled=0"

_request = threading.local()


def set_request_trace(trace: str | None) -> None:
    """Saves the trace header of the request that this thread serves."""
    _request.trace = trace or ""


def request_trace() -> str:
    """The trace header of the request that this thread serves."""
    return str(getattr(_request, "trace", ""))


def rounds_of(trace: str, function: str) -> int:
    """The number of times that a function was invoked on the way to a message with this header."""
    return _read(trace).get(_mark(function), 0)


def trace_of(traces: Iterable[str], function: str) -> str:
    """The header for an invocation of a function by messages with the given headers."""
    rounds: dict[str, int] = {}
    for trace in traces:
        for mark, count in _read(trace).items():
            rounds[mark] = max(rounds.get(mark, 0), count)
    rounds[_mark(function)] = rounds.get(_mark(function), 0) + 1
    return _written(rounds)


def _read(trace: str) -> dict[str, int]:
    for part in trace.split(";"):
        if part.startswith(_LINEAGE):
            pairs = (each.partition(":") for each in part[len(_LINEAGE) :].split("|"))
            return {mark: int(count) for mark, _, count in pairs if count.isdecimal()}
    return {}


def _written(rounds: Mapping[str, int]) -> str:
    return f"{_TRACE};{_LINEAGE}{'|'.join(f'{mark}:{count}' for mark, count in rounds.items())}"


def _mark(function: str) -> str:
    """The short form of a function's name, of the length that Lambda uses."""
    return f"{crc32(function.encode()):08x}"

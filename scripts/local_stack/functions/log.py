"""Shows what functions print: one compact line for each JSON log record, coloured in a terminal."""

import json
import sys
import threading
from typing import Any, TextIO

_RESET = "\033[0m"
_DIM = "\033[2m"
_LEVEL_COLOURS = {"DEBUG": "\033[2m", "INFO": "\033[32m", "WARNING": "\033[33m", "ERROR": "\033[31m"}
_NAME_COLOURS = ("\033[36m", "\033[35m", "\033[34m", "\033[96m", "\033[95m", "\033[94m")
# The runtime client writes this before each traceback; it speaks of the managed runtime in AWS.
_RUNTIME_CLIENT_ADVICE = "LAMBDA_WARNING: Unhandled exception."
# A worker raises these for its state machine, which handles them; the message says it all.
_EXPECTED_FAILURES = frozenset({"EngineFailed", "RetryableEngineFailure"})
# Said by every record of every function: not worth a person's line.
_OMITTED = frozenset(
    {
        "cold_start",
        "exception_name",
        "function_arn",
        "function_memory_size",
        "function_name",
        "function_request_id",
        "level",
        "message",
        "sampling_rate",
        "service",
        "stack_trace",
        "timestamp",
        "xray_trace_id",
        "exception",
    }
)


class FunctionLog:
    """Writes function output to a stream; colours only where the stream is a terminal."""

    def __init__(self, stream: TextIO = sys.stdout) -> None:
        self._stream = stream
        self._coloured = stream.isatty()
        self._lock = threading.Lock()

    def write(self, function: str, line: str) -> None:
        """One line of a function's output."""
        for text in _readable(line, self._coloured):
            self._print(function, text)

    def complain(self, function: str, message: str) -> None:
        """A fault of a function that it cannot report itself."""
        self._print(function, self._colour("\033[31m", message))

    def _print(self, function: str, text: str) -> None:
        name = function.removesuffix("Function")
        colour = _NAME_COLOURS[sum(name.encode()) % len(_NAME_COLOURS)]
        with self._lock:
            try:
                self._stream.write(f"{self._colour(colour, name)}  {text}\n")
                self._stream.flush()
            except (BrokenPipeError, ValueError):
                return

    def _colour(self, colour: str, text: str) -> str:
        return f"{colour}{text}{_RESET}" if self._coloured else text


def _readable(line: str, coloured: bool) -> list[str]:
    """The lines to show for one line of output; none for a record of metrics."""
    text = line.rstrip("\r\n")
    if not text or _RUNTIME_CLIENT_ADVICE in text:
        return []
    if text.startswith("{"):
        try:
            record = json.loads(text)
        except ValueError:
            return [text]
        if "_aws" in record:
            return []
        if "message" in record:
            return _format_record(record, coloured)
    parts = [part.replace("\u00a0", " ") for part in text.split("\r")]
    return parts[:1] if _is_expected_failure(parts[0]) else parts


def _is_expected_failure(first_line: str) -> bool:
    """Whether the runtime client says so: `[ERROR] EngineFailed: the engine's reason`."""
    return first_line.removeprefix("[ERROR] ").partition(":")[0] in _EXPECTED_FAILURES


def _format_record(record: dict[str, Any], coloured: bool) -> list[str]:
    level = str(record.get("level", "INFO"))
    message = record["message"]
    text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
    details = " ".join(
        f"{name}={value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in record.items()
        if name not in _OMITTED and value is not None
    )
    if coloured:
        level = f"{_LEVEL_COLOURS.get(level, _LEVEL_COLOURS['ERROR'])}{level}{_RESET}"
        details = details and f"{_DIM}{details}{_RESET}"
    lines = [" ".join(part for part in (level, text, details) if part)]
    if isinstance(record.get("exception"), str):
        lines += record["exception"].splitlines()
    return lines

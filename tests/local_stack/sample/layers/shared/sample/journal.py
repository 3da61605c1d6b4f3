"""The journal of the sample's functions, as lines of a file in the state folder, for tests to read."""

import json
import os
import time
from pathlib import Path
from typing import Any

# Less than the time limit of the function.
_PATIENCE_SECONDS = 20


class NotYet(Exception):
    """The task is to be repeated."""


def record_batch(event: dict[str, Any], context: Any) -> dict[str, Any]:
    _write("batch", event["Records"])
    failures = []
    for record in event["Records"]:
        text = json.dumps(record)
        if record.get("body", "").startswith("until "):
            _wait_for(record["body"].removeprefix("until "))
        if "crash" in text:
            raise RuntimeError("asked to crash")
        if "fail-item" in text:
            identifier = record["dynamodb"]["SequenceNumber"] if "dynamodb" in record else record["messageId"]
            failures.append({"itemIdentifier": identifier})
    return {"batchItemFailures": failures}


def record_run(event: dict[str, Any], context: Any) -> dict[str, Any]:
    runs = sum(1 for entry in read() if entry["event"] == event)
    _write("run", event)
    return {"more": runs == 0}


def record_task(event: dict[str, Any], context: Any) -> dict[str, Any]:
    attempts = sum(1 for entry in read() if entry["kind"] == "task" and entry["event"] == event)
    _write("task", event)
    if attempts < event.get("failures", 0):
        raise NotYet
    return {"attempts": attempts + 1}


def _wait_for(body: str) -> None:
    """Hangs until a message with this body has arrived too."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not any(entry["kind"] == "batch" and _holds(entry["event"], body) for entry in read()):
        if time.monotonic() > deadline:
            raise RuntimeError(f"{body} did not arrive")
        time.sleep(0.02)


def _holds(records: list[dict[str, Any]], body: str) -> bool:
    return any(record.get("body") == body for record in records)


def read() -> list[dict[str, Any]]:
    path = _path()
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def _write(kind: str, event: Any) -> None:
    entry = {
        "kind": kind,
        "function": os.environ["POWERTOOLS_SERVICE_NAME"],
        "event": event,
        "at": time.time(),
    }
    with _path().open("a") as journal:
        journal.write(json.dumps(entry) + "\n")


def _path() -> Path:
    return Path(os.environ["GATHER_STATE_DIR"]) / "journal.jsonl"

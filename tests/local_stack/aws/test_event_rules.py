"""Events go where the template's rules send them."""

import json
from typing import Any

from tests.local_stack.running_stack import RunningStack
from tests.support.waiting import wait_until


def put(stack: RunningStack, source: str, **detail: str) -> None:
    entry = {"Source": source, "DetailType": "Job", "Detail": json.dumps(detail)}
    assert stack.client("events").put_events(Entries=[entry])["FailedEntryCount"] == 0


def received(stack: RunningStack, name: str) -> list[dict[str, Any]]:
    """The events with this name that have come to the worker of the queue."""
    bodies = [record["body"] for entry in stack.journal("consumer") for record in entry["event"]]
    events = [json.loads(body) for body in bodies if body.startswith("{")]
    return [event for event in events if event.get("detail", {}).get("name") == name]


def test_an_event_comes_to_the_worker_of_the_queue_that_its_rule_names(stack: RunningStack) -> None:
    put(stack, "sample.jobs", name="first", status="done")

    [event] = wait_until(lambda: received(stack, "first"))
    assert (event["source"], event["detail-type"]) == ("sample.jobs", "Job")
    assert event["detail"] == {"name": "first", "status": "done"}


def test_an_event_that_no_rule_matches_comes_to_nobody(stack: RunningStack) -> None:
    put(stack, "sample.jobs", name="second", status="running")
    put(stack, "another.source", name="second", status="done")
    put(stack, "sample.jobs", name="third", status="done")

    assert wait_until(lambda: received(stack, "third"))
    assert received(stack, "second") == []

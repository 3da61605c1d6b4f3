"""Entries of the service's outbox: events and tasks, in the order of their creation."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from gather.table import keys
from gather.table.due import due_items
from gather.table.outbox import OUTBOX_SCHEDULE
from gather.table.store import Table


def outbox(table: Table) -> list[dict[str, Any]]:
    """Returns all stored entries."""
    items = table.get_many(keys.Key.of(item) for item in due_items(table, OUTBOX_SCHEDULE, "~"))
    return sorted(items.values(), key=lambda entry: str(entry["id"]))


def entries_of(table: Table, entity: str) -> list[dict[str, Any]]:
    """Returns the stored entries of an entity, `EVENT` or `TASK`."""
    return [entry for entry in outbox(table) if entry["entity"] == entity]


def events_of(table: Table) -> list[tuple[str, dict[str, Any]]]:
    """Returns the name and the payload of each event."""
    return [(entry["name"], entry["payload"]) for entry in entries_of(table, "EVENT")]


def tasks_of(table: Table) -> list[tuple[str, dict[str, Any]]]:
    """Returns the name and the payload of each task."""
    return [(entry["name"], entry["payload"]) for entry in entries_of(table, "TASK")]


def queue_event(tasks: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Returns a worker's batch for tasks, with messages as the dispatcher writes them."""
    return {
        "Records": [
            {
                "messageId": task["id"],
                "eventSource": "aws:sqs",
                "body": json.dumps(
                    {
                        "taskId": task["id"],
                        "teamId": task["teamId"],
                        "organizationId": task["organizationId"],
                        "name": task["name"],
                        **task["payload"],
                    }
                ),
            }
            for task in tasks
        ]
    }

"""Work that this release does not know, because another release has asked for it.

After a rollback, or while a release is under way, the outbox, a queue or an execution may name an event, a
task or a step that the code at hand has never heard of. Nobody can do it now, and it must not stand in the
way of the rest. So it is logged and counted, and its message is over; its entry of the outbox stays. Recovery
sends it again until a release knows it, and after two days sets it aside for the operator
(gather.table.outbox).
"""

from collections.abc import Mapping
from typing import Any

from gather.core.observability import count, logger
from gather.events.event import EventName
from gather.events.task import TaskName
from gather.table.conversion import Item
from gather.table.outbox import Event, Task

_TASKS = frozenset(name.value for name in TaskName)
_EVENTS = frozenset(name.value for name in EventName)


class UnknownWork(ValueError):
    """This release does not know the work `name`. `entry_id` is its entry of the outbox, if it has one."""

    def __init__(self, name: object, entry_id: str | None = None) -> None:
        super().__init__("This release does not know the work.")
        self.name = str(name)
        self.entry_id = entry_id


def leave_to_recovery(unknown: UnknownWork, worker: str) -> None:
    """Log and count what `worker` leaves alone."""
    fields = {"task": unknown.name, "taskId": unknown.entry_id, "worker": worker}
    logger.error("work is of another release", extra=fields)
    count("UnknownWork")


def require_known_task(message: Mapping[str, Any]) -> None:
    """Raises UnknownWork for the message of a task whose name is of another release."""
    if "taskId" in message and "name" in message and message["name"] not in _TASKS:
        raise UnknownWork(message["name"], message["taskId"])


def require_known_event(entry: Item) -> None:
    """Raises UnknownWork for an event of the outbox whose name is of another release."""
    if entry["name"] not in _EVENTS:
        raise UnknownWork(entry["name"], entry["id"])


def require_known_entry(entry: Item) -> None:
    """Raises UnknownWork for an entry of the outbox that is neither an event nor a task of this release."""
    kind, name = entry.get("entity"), entry.get("name")
    if kind == Event.entity or (kind == Task.entity and name in _TASKS):
        return
    raise UnknownWork(name if kind == Task.entity else kind, entry.get("id"))

"""Work that was given up: one list, from which an operator can retry it.

Code that gives work up stores it here, in the same transaction. An item stays until it is retried. All items
are in one partition: they are few, and are listed together.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from gather.core.clock import timestamp
from gather.table.conditions import present
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.outbox import ClaimedTask, Event
from gather.table.store import KeyRange, Table, Write

FAILURES = "FAILURES"


def failure_key(failure_id: str) -> Key:
    """Work that was given up, by the id of the work."""
    return Key(FAILURES, failure_id)


FAILURE = ItemKind("FAILURE", failure_key)


class FailedWork(StrEnum):
    """Work that was given up."""

    EVENT = "event"
    TASK = "task"
    DELIVERY = "delivery"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenUpWork:
    """Work that was given up at `given_up_at`, after `attempts`.

    `id` is that of the event, the task or the delivery, `name` what it is called, `created_at` when it was
    asked for. `payload` is that of the event or the task, `marks` what was done of a task. `reason` holds
    no personal data.
    """

    id: str
    work: FailedWork
    name: str
    organization_id: str
    team_id: str
    payload: Mapping[str, Any]
    created_at: str
    attempts: int
    reason: str
    given_up_at: str
    marks: Mapping[str, str] = field(default_factory=dict)

    @property
    def subject(self) -> dict[str, str]:
        """The ids of what the work is about. The rest of the payload may be about a person."""
        return {name: str(value) for name, value in self.payload.items() if name.endswith("Id") and value}


def failed_task(task: ClaimedTask, reason: str, now: datetime) -> GivenUpWork:
    """A task that its worker gives up."""
    return GivenUpWork(
        id=task.id,
        work=FailedWork.TASK,
        name=task.name,
        organization_id=task.organization_id,
        team_id=task.team_id,
        payload=task.payload,
        created_at=task.created_at,
        attempts=task.attempt,
        reason=reason,
        given_up_at=timestamp(now),
        marks=task.marks,
    )


def failed_entry(entry: Item, reason: str, now: datetime) -> GivenUpWork:
    """An entry of the outbox, given as it is stored, that nobody has dispatched."""
    return GivenUpWork(
        id=entry["id"],
        work=FailedWork.EVENT if entry["entity"] == Event.entity else FailedWork.TASK,
        name=entry["name"],
        organization_id=entry["organizationId"],
        team_id=entry["teamId"],
        payload=entry["payload"],
        created_at=entry["createdAt"],
        attempts=entry.get("attempts", 0),
        reason=reason,
        given_up_at=timestamp(now),
    )


def set_aside(failure: GivenUpWork) -> Write:
    """The write that puts work on the list; part of the transaction that gives it up."""
    return FAILURE.at(failure.id).put(
        id=failure.id,
        work=failure.work,
        name=failure.name,
        organizationId=failure.organization_id,
        teamId=failure.team_id,
        payload=failure.payload,
        createdAt=failure.created_at,
        attempts=failure.attempts,
        reason=failure.reason,
        givenUpAt=failure.given_up_at,
        marks=failure.marks,
    )


def take_off(failure_id: str) -> Write:
    """The write that takes work off the list; part of the transaction that has it done again.

    It is refused when the work is not on the list, so that nothing is retried twice.
    """
    return FAILURE.at(failure_id).delete(present())


def delete(failure_id: str) -> Write:
    """The write that takes work off the list, if it is on it: somebody else has it done again."""
    return FAILURE.at(failure_id).delete()


def find(table: Table, failure_id: str) -> GivenUpWork | None:
    """Work on the list, or None. One round trip."""
    item = table.get(FAILURE.key(failure_id))
    return _failure(item) if item else None


def all_failures(table: Table) -> Iterator[GivenUpWork]:
    """Everything on the list, in the order of the ids. One round trip for each megabyte."""
    return map(_failure, table.query_all(KeyRange(FAILURES), consistent=True))


def _failure(item: Item) -> GivenUpWork:
    return GivenUpWork(
        id=item["id"],
        work=FailedWork(item["work"]),
        name=item["name"],
        organization_id=item["organizationId"],
        team_id=item["teamId"],
        payload=item["payload"],
        created_at=item["createdAt"],
        attempts=item["attempts"],
        reason=item["reason"],
        given_up_at=item["givenUpAt"],
        marks=item["marks"],
    )

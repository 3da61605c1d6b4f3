"""The outbox: events for customers and tasks for workers, written with the change that causes them.

An entry is inserted in the transaction of its change; the table's stream brings it to the dispatcher.
It stays until its work is done: an event's until its deliveries are stored, a task's until a worker
has finished it. The recovery worker dispatches entries again whose time has come and that nobody
finished, so that queues and executions may be lost. TTL removes what is left after a week.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar

from gather.core.clock import epoch_seconds, timestamp
from gather.core.identifiers import new_id
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.store import ConditionFailed, Table, Update

RETENTION = timedelta(days=7)
DISPATCH_GRACE = timedelta(minutes=2)
OUTBOX_SCHEDULE = "outbox"
FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class OutboxEntry:
    """Something to be told or done because of a change.

    `payload` is in the names of the receiver: an event's is the body of its webhooks, a task's the
    body of its queue message.
    """

    entity: ClassVar[str]

    name: str
    organization_id: str
    team_id: str
    payload: Mapping[str, object]
    at: datetime
    id: str = field(default_factory=new_id)

    def item(self) -> Item:
        """The stored form."""
        key = keys.outbox(self.id)
        return {
            "pk": key.pk,
            "sk": key.sk,
            "entity": self.entity,
            "id": self.id,
            "name": self.name,
            "organizationId": self.organization_id,
            "teamId": self.team_id,
            "payload": dict(self.payload),
            "createdAt": timestamp(self.at),
            "duePk": keys.due(OUTBOX_SCHEDULE),
            "dueSk": timestamp(self.at + DISPATCH_GRACE),
            "expiresAtEpoch": epoch_seconds(self.at + RETENTION),
        }


class Event(OutboxEntry):
    """An event of the catalogue, to be delivered to the team's webhooks (interface: Events)."""

    entity = "EVENT"


class Task(OutboxEntry):
    """Work for a queue, such as sending an invite."""

    entity = "TASK"


@dataclass(frozen=True, slots=True)
class ClaimedTask:
    """A task that this worker alone may do until its lease ends. `attempt` counts from 1; `marks` are
    what earlier attempts have done of it."""

    id: str
    name: str
    organization_id: str
    team_id: str
    payload: Mapping[str, Any]
    attempt: int
    marks: Mapping[str, str] = field(default_factory=dict)


_MARK = "mark:"


def claim(table: Table, task_id: str, now: datetime, lease: timedelta) -> ClaimedTask | None:
    """Take a task, or None when it is done, somebody else is doing it, or it was released with a pause
    that is not over. One round trip.

    A worker that dies leaves a claim that ends with its lease; the recovery worker then sends the task
    to its queue again.
    """
    change = Update(
        "SET claimedUntil = :until, dueSk = :until ADD attempts :one",
        {":until": timestamp(now + lease), ":now": timestamp(now), ":one": 1},
        condition="attribute_exists(pk) AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)",
    )
    try:
        item = table.update(keys.outbox(task_id), change)
    except ConditionFailed:
        return None
    marks = {name[len(_MARK) :]: value for name, value in item.items() if name.startswith(_MARK)}
    return ClaimedTask(
        item["id"],
        item["name"],
        item["organizationId"],
        item["teamId"],
        item["payload"],
        item["attempts"],
        marks,
    )


def mark(table: Table, task_id: str, name: str, outcome: str) -> None:
    """Remember what became of one part of a task, so that a later attempt leaves that part alone.

    Nothing is remembered of a task that has been finished meanwhile. One round trip.
    """
    change = Update(
        "SET #mark = :outcome",
        {":outcome": outcome},
        {"#mark": f"{_MARK}{name}"},
        condition="attribute_exists(pk)",
    )
    try:
        table.update(keys.outbox(task_id), change)
    except ConditionFailed:
        return


def prolong(table: Table, task_id: str, now: datetime, lease: timedelta) -> bool:
    """Keep a claimed task for longer; False when it is done. One round trip."""
    change = Update(
        "SET claimedUntil = :until, dueSk = :until",
        {":until": timestamp(now + lease)},
        condition="attribute_exists(pk)",
    )
    try:
        table.update(keys.outbox(task_id), change)
    except ConditionFailed:
        return False
    return True


def release(table: Table, task: ClaimedTask, due: datetime) -> None:
    """Give a task back after a failure. Nobody can claim it before `due`, so that a queue that brings its
    message back sooner uses up no attempt; from then on the recovery worker sends it again."""
    change = Update(
        "SET claimedUntil = :due, dueSk = :due",
        {":due": timestamp(due), ":attempt": task.attempt},
        condition="attempts = :attempt",
    )
    try:
        table.update(keys.outbox(task.id), change)
    except ConditionFailed:
        return


def give_back(table: Table, task: ClaimedTask, now: datetime) -> None:
    """Release a task after a failure of what it needs: later with each attempt, an hour at most."""
    pause = min(LONGEST_RETRY, FIRST_RETRY * 2 ** min(task.attempt - 1, 10)) * random.uniform(0.5, 1)
    release(table, task, now + pause)


def end(table: Table, entry_id: str) -> None:
    """End an entry, unless somebody else has. One round trip."""
    try:
        table.write(finish(entry_id))
    except ConditionFailed:
        return


def finish(entry_id: str) -> dict[str, Any]:
    """The write that ends an entry; part of the transaction that stores what came of it. It is refused
    when the entry was ended before, which is how a repeated step notices."""
    return store.delete(keys.outbox(entry_id), "attribute_exists(pk)")

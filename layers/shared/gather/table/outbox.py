"""The outbox: events for customers and tasks for workers, written with the change that causes them.

An entry is inserted in the transaction of its change; the table's stream brings it to the dispatcher.
It stays until its work is done: an event's until its deliveries are stored, a task's until a worker
has finished it. The recovery worker dispatches entries that are due and unfinished again, so that
queues and executions may be lost. Work that is given up is set aside (gather.table.failures).
"""

import random
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar

from gather.core.clock import from_timestamp, timestamp
from gather.core.identifiers import new_id
from gather.table import keys, store
from gather.table.changes import Update
from gather.table.conditions import at_most, equal, has, lacks, present
from gather.table.conversion import Item
from gather.table.store import ConditionFailed, Table, Write

DISPATCH_GRACE = timedelta(minutes=2)
OUTBOX_SCHEDULE = "outbox"
DISPATCHED_WITHIN = timedelta(days=2)
"""After so long an entry that nobody has dispatched is given up. A queue that is down is repaired sooner."""
FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=1)
LONGEST_DEFERRAL = timedelta(minutes=10)


_MARK = "mark:"
_PART = "part:"


@dataclass(frozen=True, kw_only=True)
class OutboxEntry:
    """An event or a task that a change causes.

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
            **keys.due_at(OUTBOX_SCHEDULE, self.id, timestamp(self.at + DISPATCH_GRACE)),
        }

    def queued_again(self, now: datetime, marks: Mapping[str, str]) -> Item:
        """The stored form of an entry that was given up and is to be done again, but for what `marks` say."""
        return {
            **self.item(),
            **keys.due_at(OUTBOX_SCHEDULE, self.id, timestamp(now + DISPATCH_GRACE)),
            "queuedAt": timestamp(now),
            **{f"{_MARK}{name}": outcome for name, outcome in marks.items()},
        }


class Event(OutboxEntry):
    """An event of the catalogue, to be delivered to the team's webhooks (interface: Events, rule 1)."""

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
    created_at: str
    attempt: int
    marks: Mapping[str, str] = field(default_factory=dict)
    queued_at: str | None = None
    """When it was queued again after it had been given up; None for one that never was."""

    @property
    def wanted_since(self) -> datetime:
        """When the attempts began: when the task was made, or queued again."""
        return from_timestamp(self.queued_at or self.created_at)


@dataclass(frozen=True, slots=True)
class TokenWait:
    """What the execution of a task waits for: `parts` that are under way elsewhere. `token` wakes it."""

    token: str
    parts: frozenset[str]


def claim(table: Table, task_id: str, now: datetime, lease: timedelta) -> ClaimedTask | None:
    """Claim a task. Returns None when it is done, another worker is doing it, or it was released with a
    pause that is not over. One round trip.

    A worker that dies leaves a claim that ends with its lease; the recovery worker then sends the task
    to its queue again. A worker whose claim was made and its response lost does not take that for another's:
    the client repeats the write, which then finds the claimant's own mark.
    """
    until, claimant = timestamp(now + lease), secrets.token_hex(8)
    change = Update(
        set={"claimedUntil": until, "claimedAt": timestamp(now), "claimant": claimant, "dueSk": until},
        add={"attempts": 1},
        condition=present() & (lacks("claimedUntil") | at_most("claimedUntil", timestamp(now))),
    )
    try:
        item = table.update(keys.outbox(task_id), change)
    except ConditionFailed as failure:
        if failure.item is None or failure.item.get("claimant") != claimant:
            return None
        item = failure.item
    marks = {name[len(_MARK) :]: value for name, value in item.items() if name.startswith(_MARK)}
    return ClaimedTask(
        item["id"],
        item["name"],
        item["organizationId"],
        item["teamId"],
        item["payload"],
        item["createdAt"],
        item["attempts"],
        marks,
        item.get("queuedAt"),
    )


def mark_name(name: str) -> str:
    """The attribute of a task that keeps a mark."""
    return f"{_MARK}{name}"


def mark(table: Table, task_id: str, name: str, outcome: str) -> None:
    """Store the outcome of one part of a task, so that a later attempt leaves that part alone.

    Nothing is stored for a task that has been finished meanwhile. One round trip.
    """
    change = Update(set={mark_name(name): outcome}, condition=present())
    try:
        table.update(keys.outbox(task_id), change)
    except ConditionFailed:
        return


def begin_wait(table: Table, task_id: str, token: str, parts: Collection[str]) -> TokenWait | None:
    """Store what the execution of a task waits for from now on, and the token that wakes it.

    The token is forgotten with the task. Parts that an earlier execution has waited for are still among
    those that come back; who looks at the parts ends them. Returns None when the task is done. One round
    trip.
    """
    change = Update(set={"token": token, **{f"{_PART}{part}": True for part in parts}}, condition=present())
    return _changed_wait(table, task_id, change)


def end_parts(table: Table, task_id: str, parts: Collection[str]) -> TokenWait | None:
    """Note that parts of a task have come to their end; what is still waited for.

    Returns None when the task is done or nothing is waited for with a token. Who ends the last part wakes the
    execution, and may do so twice: a part may end any number of times. One round trip.
    """
    change = Update(remove=[f"{_PART}{part}" for part in parts], condition=has("token"))
    return _changed_wait(table, task_id, change)


def _changed_wait(table: Table, task_id: str, change: Update) -> TokenWait | None:
    try:
        item = table.update(keys.outbox(task_id), change)
    except ConditionFailed:
        return None
    parts = frozenset(name.removeprefix(_PART) for name in item if name.startswith(_PART))
    return TokenWait(item["token"], parts)


def prolong(table: Table, task_id: str, now: datetime, lease: timedelta) -> bool:
    """Extend the claim of a task. Returns False when the task is done. One round trip."""
    until = timestamp(now + lease)
    change = Update(
        set={"claimedUntil": until, "claimedAt": timestamp(now), "dueSk": until}, condition=present()
    )
    try:
        table.update(keys.outbox(task_id), change)
    except ConditionFailed:
        return False
    return True


def release_with_backoff(
    table: Table,
    task_id: str,
    attempt: int,
    now: datetime,
    time_scale: float = 1,
    at_least: timedelta = timedelta(),
) -> None:
    """Release a task after its failed `attempt`. The pause grows with each attempt, to an hour at most, and
    is `at_least` as long as somebody asked for. `time_scale` divides it.
    """
    pause = min(LONGEST_RETRY, FIRST_RETRY * 2 ** min(attempt - 1, 10)) * random.uniform(0.5, 1)
    release(table, task_id, attempt, now + max(pause, at_least) / time_scale)


def release(table: Table, task_id: str, attempt: int, until: datetime) -> None:
    """Release a task after its failed `attempt`, which is free again at `until`.

    Nobody can claim the task before, so that a queue that brings its message back sooner uses up no attempt.
    Afterwards the recovery worker sends the task again.
    """
    free_at = timestamp(until)
    change = Update(set={"claimedUntil": free_at, "dueSk": free_at}, condition=equal("attempts", attempt))
    try:
        table.update(keys.outbox(task_id), change)
    except ConditionFailed:
        return


def defer(table: Table, task: ClaimedTask, now: datetime, time_scale: float = 1) -> None:
    """Leave a claimed task for later, for which there is no room now. No attempt is used up.

    The pause is as long as the task has been waiting, between FIRST_RETRY and LONGEST_DEFERRAL: a long line
    is not walked again and again. Afterwards the recovery worker sends the task again. `time_scale` divides
    the pause.
    """
    waited = now - from_timestamp(task.created_at)
    pause = min(max(waited, FIRST_RETRY), LONGEST_DEFERRAL) * random.uniform(0.5, 1)
    put_off(table, task, now + pause / time_scale)


def put_off(table: Table, task: ClaimedTask, until: datetime) -> None:
    """Leave a claimed task that may not be done before `until`. No attempt is used up. One round trip.

    Nobody can claim it before. Then the recovery worker sends it again.
    """
    free_at = timestamp(until)
    change = Update(
        set={"claimedUntil": free_at, "dueSk": free_at},
        add={"attempts": -1},
        condition=equal("attempts", task.attempt),
    )
    try:
        table.update(keys.outbox(task.id), change)
    except ConditionFailed:
        return


def is_undispatched(item: Item, now: datetime) -> bool:
    """Whether nobody has dispatched an entry for so long that it is given up: an event has no deliveries yet,
    a task no attempt."""
    queued_at = from_timestamp(item.get("queuedAt") or item["createdAt"])
    return "attempts" not in item and now - queued_at >= DISPATCHED_WITHIN


def postpone(table: Table, item: Item, now: datetime, *, end_claim: bool = False) -> bool:
    """Claim the repeated dispatch of an entry for this run. Returns False when another run was faster.

    With `end_claim` the worker that holds the task is known to be gone, and the task is free again.

    The entry is due again after as long as it has been waiting already, an hour at most: a task whose
    worker is only slow is not sent again and again.
    """
    waited = now - from_timestamp(item["createdAt"])
    pause = min(max(waited, DISPATCH_GRACE), LONGEST_RETRY)
    change = Update(
        set={"dueSk": timestamp(now + pause)},
        remove=["claimedUntil"] if end_claim else [],
        condition=equal("dueSk", item["dueSk"]),
    )
    try:
        table.update(keys.outbox(item["id"]), change)
    except ConditionFailed:
        return False
    return True


def end(table: Table, entry_id: str) -> None:
    """End an entry, unless it has ended. One round trip."""
    try:
        table.write(finish(entry_id))
    except ConditionFailed:
        return


def finish_undispatched(item: Item) -> Write:
    """The write that ends an entry that nobody has dispatched. It is refused when somebody was faster."""
    return store.delete(keys.outbox(item["id"]), equal("dueSk", item["dueSk"]) & lacks("attempts"))


def finish(entry_id: str) -> Write:
    """The write that ends an entry; part of the transaction that stores what came of it. It is refused
    when the entry was ended before, which is how a repeated step notices."""
    return store.delete(keys.outbox(entry_id), present())

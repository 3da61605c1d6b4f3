"""The news that wait for a user's digest, in the table.

An entry names the task that would have sent an e-mail of its own. It holds nothing of a person: what it tells
is read when the digest is sent. A marker beside a user's entries stands in the digests' schedule.

    save_entry(table, user, task)
    entries = list_entries(table, user.organization_id, user.id)
"""

from gather.core.model import Model
from gather.table import keys
from gather.table.conditions import present
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.outbox import ClaimedTask
from gather.table.readable import readable
from gather.table.store import ConditionFailed, KeyRange, Table
from gather.table.unit_of_work import Refusal, UnitOfWork
from gather.tenancy.users.models import User

DIGEST_SCHEDULE = "digest"


def digest_entry_key(organization_id: str, user_id: str, entry_id: str) -> Key:
    """A piece of news that waits for a user's digest."""
    return Key(f"ORGANIZATION#{organization_id}#USER#{user_id}#DIGEST", f"ENTRY#{entry_id}")


def digest_key(organization_id: str, user_id: str) -> Key:
    """The marker that a user's digest has news."""
    return Key(f"ORGANIZATION#{organization_id}#USER#{user_id}#DIGEST", "DUE")


DIGEST_ENTRY = ItemKind("DIGEST_ENTRY", digest_entry_key)
DIGEST = ItemKind("DIGEST", digest_key)


class DigestEntry(Model):
    """A piece of news: the task that would have told it alone."""

    id: str
    """The task."""
    name: str
    """The name of the task."""
    team_id: str
    """The team that it is of."""
    payload: dict[str, object]
    """The payload of the task, whose members are ids."""


def save_entry(table: Table, user: User, task: ClaimedTask) -> None:
    """Save a piece of news for a user's digest, and have the digest sent at the next run of its schedule.

    The same task again changes nothing. Two round trips.
    """
    place = DIGEST_ENTRY.at(user.organization_id, user.id, task.id)
    entry = DigestEntry(id=task.id, name=task.name, team_id=task.team_id, payload=dict(task.payload))
    table.write(place.put(**entry.model_dump(by_alias=True)))
    save_due(table, user, task.team_id, task.created_at)


def save_due(table: Table, user: User, team_id: str, moment: str) -> None:
    """Have a user's digest sent at the next run of its schedule after `moment`. One round trip."""
    marker = DIGEST.at(user.organization_id, user.id)
    try:
        table.write(marker.new(id=user.id, teamId=team_id, **keys.due_at(DIGEST_SCHEDULE, user.id, moment)))
    except ConditionFailed:
        return  # It is to be sent already.


def list_entries(table: Table, organization_id: str, user_id: str) -> list[DigestEntry]:
    """The news that wait for a user's digest, oldest first. One round trip for each megabyte."""
    first = DIGEST_ENTRY.key(organization_id, user_id, "")
    waiting = KeyRange(first.pk, begins_with=first.sk)
    return [*readable(DigestEntry, table.query_all(waiting, consistent=True))]


def delete_entry(table: Table, organization_id: str, user_id: str, entry_id: str) -> None:
    """Delete a piece of news that was told."""
    table.delete(DIGEST_ENTRY.key(organization_id, user_id, entry_id))


def delete_due(unit: UnitOfWork, item: Item, refused: Refusal) -> None:
    """Delete the marker of a digest that was due, as part of `unit`, which is refused when it is gone."""
    unit.write(DIGEST.at(organization_of(item), item["id"]).delete(present()), refused)


def organization_of(item: Item) -> str:
    """The organization of a marker, as the index has it."""
    return Key.of(item).pk.split("#")[1]

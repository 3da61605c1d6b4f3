"""Message groups in the table, and which of a team's is the default of its type.

A pointer beside the groups names the default, and the group itself says so too. Both are written by the same
transaction, on condition that the pointer is as it was read: there is never more than one.
"""

from collections.abc import Mapping

from gather.content.message_groups.models import MessageGroup
from gather.table import keys
from gather.table.conditions import equal
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.kind import team_of
from gather.table.team_sets import TeamSetKind
from gather.table.unit_of_work import UnitOfWork

MESSAGE_GROUP = TeamSetKind(
    resource="message group",
    name="MESSAGE_GROUP",
    model=MessageGroup,
    team_of=team_of,
    listings=lambda record: [],
)


def default_message_group_key(team_id: str, group_type: str) -> keys.Key:
    """The pointer from a team and a type to its default message group."""
    return keys.Key(f"TEAM#{team_id}#MESSAGE_GROUP_DEFAULTS", group_type)


DEFAULT_MESSAGE_GROUP = ItemKind("DEFAULT_MESSAGE_GROUP", default_message_group_key)


def default_group_among(found: Mapping[keys.Key, Item], team_id: str, group_type: str) -> str | None:
    """The id of a team's default group of a type, from the items that were read with its pointer."""
    pointer = found.get(DEFAULT_MESSAGE_GROUP.key(team_id, group_type))
    return pointer["messageGroupId"] if pointer else None


def set_default(unit: UnitOfWork, group: MessageGroup, moment: str) -> None:
    """Save that `group` is the default, as part of `unit`; the one before it is the default no longer.

    Two round trips, one where there is none before it.
    """
    place = DEFAULT_MESSAGE_GROUP.at(group.team_id, group.type)
    present = unit.table.get(place.key)
    if present is None:
        unit.write(place.new(messageGroupId=group.id))
        return
    if present["messageGroupId"] == group.id:
        # It became the default since it was read: storing it will be refused, and its change begun again.
        return
    before = unit.get(MESSAGE_GROUP, group.team_id, present["messageGroupId"])
    unit.replace(before, before.record.changed(default=False, updated_at=moment))
    unit.write(place.replace(equal("messageGroupId", before.record.id), messageGroupId=group.id))


def clear_default(unit: UnitOfWork, group: MessageGroup) -> None:
    """Leave the type of `group`, the default so far, without one, as part of `unit`."""
    place = DEFAULT_MESSAGE_GROUP.at(group.team_id, group.type)
    unit.write(place.delete(equal("messageGroupId", group.id)))

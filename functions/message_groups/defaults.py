"""Which group of a team is the default of its type.

A pointer beside the groups names it, and the group itself says so too. Both are written by the same
transaction, on condition that the pointer is as it was read: there is never more than one.
"""

from gather.content.message_group import MessageGroup
from gather.content.message_group_storage import MESSAGE_GROUP
from gather.table import keys, store
from gather.table.records import Transaction
from gather.wiring import records, table

ENTITY = "DEFAULT_MESSAGE_GROUP"


def make_default(transaction: Transaction, group: MessageGroup, moment: str) -> None:
    """Make `group` the default, as part of `transaction`; the one before it is the default no longer.

    Two round trips, one where there is none before it.
    """
    key = keys.default_message_group(group.team_id, group.type)
    pointer = {"pk": key.pk, "sk": key.sk, "entity": ENTITY, "messageGroupId": group.id}
    present = table().get(key)
    if present is None:
        transaction.write(store.put(pointer, "attribute_not_exists(pk)"))
        return
    if present["messageGroupId"] == group.id:
        # It became the default since it was read: storing it will be refused, and its change begun again.
        return
    before = records().get(MESSAGE_GROUP, group.team_id, present["messageGroupId"])
    transaction.replace(before, before.record.changed(default=False, updated_at=moment))
    transaction.write(store.put(pointer, "messageGroupId = :before", before=before.record.id))


def make_no_default(transaction: Transaction, group: MessageGroup) -> None:
    """Leave the type of `group`, the default so far, without one, as part of `transaction`."""
    key = keys.default_message_group(group.team_id, group.type)
    transaction.write(store.delete(key, "messageGroupId = :id", id=group.id))

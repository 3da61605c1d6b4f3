"""The messages of conversations: parts of their conversation's partition, in the order of their making."""

from dataclasses import dataclass
from typing import Any

from gather.domain.conversation import LARGEST_SEQUENCE, ConversationMessage
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.store import KeyRange, Table


@dataclass(frozen=True, slots=True)
class MessagePage:
    """Some messages in their order, and whether there are more after them."""

    messages: list[ConversationMessage]
    more: bool


def message_write(team_id: str, message: ConversationMessage) -> dict[str, Any]:
    """The write of a message whose place must be free; part of the transaction that counts it."""
    key = keys.conversation_message(team_id, message.conversation_id, message.sequence_order)
    item = {"pk": key.pk, "sk": key.sk, "entity": "CONVERSATION_MESSAGE", **message.model_dump(by_alias=True)}
    return store.put(item, "attribute_not_exists(pk)")


def read_messages(table: Table, team_id: str, conversation_id: str, *, after: int, limit: int) -> MessagePage:
    """The first `limit` messages whose `sequence_order` is greater than `after`. One round trip.

    One more for each megabyte of text.
    """
    first = keys.conversation_message(team_id, conversation_id, after + 1)
    last = keys.conversation_message(team_id, conversation_id, LARGEST_SEQUENCE + 1)
    wanted = KeyRange(first.pk, between=(first.sk, last.sk))
    items: list[Item] = []
    start = None
    while len(items) <= limit:
        page = table.query(wanted, limit=limit + 1 - len(items), consistent=True, start=start)
        items += page.items
        start = page.next_key
        if start is None:
            break
    messages = [ConversationMessage.model_validate(item) for item in items[:limit]]
    return MessagePage(messages, len(items) > limit)

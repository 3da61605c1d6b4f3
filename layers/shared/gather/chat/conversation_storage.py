"""The messages of conversations: parts of their conversation's partition, in the order of their making."""

from dataclasses import dataclass
from typing import Any

from gather.chat.conversation import LARGEST_SEQUENCE, ConversationMessage, ConversationRecord
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.ownership import team_of
from gather.table.records import Kind
from gather.table.store import KeyRange, Table

CONVERSATIONS_SCHEDULE = "conversations"


def conversations_of(team_id: str, chatbot_id: str) -> str:
    """The partition that lists the conversations with a chatbot: the only listing they are in."""
    return keys.sublisting(team_id, "CONVERSATION", "CHATBOT", chatbot_id)


def _silent(record: ConversationRecord) -> tuple[str, str] | None:
    return (CONVERSATIONS_SCHEDULE, record.silent_at) if record.silent_at else None


CONVERSATION = Kind(
    resource="conversation",
    name="CONVERSATION",
    model=ConversationRecord,
    team_of=team_of,
    listings=lambda record: [conversations_of(record.team_id, record.chat_id)],
    due=_silent,
)


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

"""Chats and their messages: parts of their chat's partition, in the order of their making."""

from dataclasses import dataclass

from gather.chat.chats.models import LARGEST_SEQUENCE, ChatRecord, ConversationMessage
from gather.table import keys
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.readable import readable
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork

CHATS_SCHEDULE = "conversations"


def chats_partition(team_id: str, chatbot_id: str) -> str:
    """The partition that lists the chats with a chatbot: the only listing they are in."""
    return keys.sublisting(team_id, "CONVERSATION", "CHATBOT", chatbot_id)


def _timeout(record: ChatRecord) -> tuple[str, str] | None:
    return (CHATS_SCHEDULE, record.times_out_at) if record.times_out_at else None


CHAT = Kind(
    resource="conversation",
    name="CONVERSATION",
    model=ChatRecord,
    team_of=team_of,
    listings=lambda record: [chats_partition(record.team_id, record.chatbot_id)],
    due=_timeout,
)


def chat_message_key(team_id: str, chat_id: str, sequence: int) -> keys.Key:
    """A message of a chat, by its `sequenceOrder`; the sort keys are in its order."""
    return CHAT.part(team_id, chat_id, "MESSAGE", f"{sequence:010d}")


CHAT_MESSAGE = ItemKind("CONVERSATION_MESSAGE", chat_message_key)


@dataclass(frozen=True, slots=True)
class MessagePage:
    """Some messages in their order, and whether there are more after them."""

    messages: list[ConversationMessage]
    more: bool


def save_message(unit: UnitOfWork, team_id: str, message: ConversationMessage) -> None:
    """Store a message whose place must be free, as part of the `unit` that counts it."""
    place = CHAT_MESSAGE.at(team_id, message.conversation_id, message.sequence_order)
    unit.write(place.new(**message.model_dump(by_alias=True)))


def get_message(table: Table, team_id: str, chat_id: str, sequence: int) -> ConversationMessage:
    """A message that is there, by its `sequence_order`. One round trip."""
    return ConversationMessage.model_validate(table.get(CHAT_MESSAGE.key(team_id, chat_id, sequence)))


def list_messages(table: Table, team_id: str, chat_id: str, *, after: int, limit: int) -> MessagePage:
    """The first `limit` messages whose `sequence_order` is greater than `after`. One round trip.

    One more for each megabyte of text.
    """
    first = CHAT_MESSAGE.key(team_id, chat_id, after + 1)
    last = CHAT_MESSAGE.key(team_id, chat_id, LARGEST_SEQUENCE + 1)
    wanted = KeyRange(first.pk, between=(first.sk, last.sk))
    items: list[Item] = []
    start = None
    while len(items) <= limit:
        page = table.query(wanted, limit=limit + 1 - len(items), consistent=True, start=start)
        items += page.items
        start = page.next_key
        if start is None:
            break
    messages = [*readable(ConversationMessage, items[:limit])]
    return MessagePage(messages, len(items) > limit)

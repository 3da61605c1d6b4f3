"""Messages that visitors left for the team: listed for their chatbot, and found by the address they gave and
by the chat in which they left it."""

from gather.chat.left_messages.models import LeftMessage
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.kind import Kind, team_of
from gather.table.lookup import Lookup
from gather.table.store import KeyRange, Table


def left_messages_partition(team_id: str, chatbot_id: str) -> str:
    """The partition that lists what was left with a chatbot: the only listing it is in."""
    return keys.sublisting(team_id, "LEFT_MESSAGE", "CHATBOT", chatbot_id)


def left_message_email_key(team_id: str, email_hash: str, record_id: str) -> keys.Key:
    """From an e-mail address, whatever its case, to what was left with it."""
    return keys.Key(f"TEAM#{team_id}#LEFT_MESSAGE#EMAIL#{email_hash}", record_id)


def left_message_chat_key(team_id: str, conversation_hash: str, record_id: str) -> keys.Key:
    """From a chat to what was left in it."""
    return keys.Key(f"TEAM#{team_id}#LEFT_MESSAGE#CONVERSATION#{conversation_hash}", record_id)


LEFT_MESSAGE_EMAIL = ItemKind("LEFT_MESSAGE_EMAIL", left_message_email_key)
LEFT_MESSAGE_CHAT = ItemKind("LEFT_MESSAGE_CONVERSATION", left_message_chat_key)
BY_EMAIL: Lookup[LeftMessage] = Lookup(LEFT_MESSAGE_EMAIL, lambda left: left.normal_email)
BY_CHAT: Lookup[LeftMessage] = Lookup(LEFT_MESSAGE_CHAT, lambda left: left.conversation_id)

LEFT_MESSAGE = Kind(
    resource="left message",
    name="LEFT_MESSAGE",
    model=LeftMessage,
    team_of=team_of,
    listings=lambda record: [left_messages_partition(record.team_id, record.chatbot_id)],
    lookups=(BY_EMAIL, BY_CHAT),
)


def list_ids_by_email(table: Table, team_id: str, email_hash: str) -> list[str]:
    """The ids of what was left with an address, by the hash that its lookup has. One round trip."""
    partition = KeyRange(LEFT_MESSAGE_EMAIL.key(team_id, email_hash, "").pk)
    return [Key.of(item).sk for item in table.query_all(partition, consistent=True)]


def list_ids_by_chat(table: Table, team_id: str, chat_id: str) -> list[str]:
    """The ids of what was left in a chat. One round trip."""
    partition = KeyRange(BY_CHAT.partition(team_id, chat_id))
    return [Key.of(item).sk for item in table.query_all(partition, consistent=True)]

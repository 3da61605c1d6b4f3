"""Chatbots and the way to them from the address of their page, which names no team."""

from gather.chat.chatbots.models import Chatbot
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.store import Table
from gather.table.unit_of_work import UnitOfWork

CHATBOT = Kind(
    resource="chatbot",
    name="CHATBOT",
    model=Chatbot,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "CHATBOT")],
    search_text=lambda record: f"{record.title} {record.display_name}",
)


def chatbot_pointer_key(chatbot_id: str) -> keys.Key:
    """From a chatbot's id to its team, which the address of its page does not tell."""
    return keys.pointer("CHATBOTID", chatbot_id)


CHATBOT_POINTER = ItemKind("CHATBOT_POINTER", chatbot_pointer_key)


def create(unit: UnitOfWork, chatbot: Chatbot) -> None:
    """Store a new chatbot and the pointer from its id to its team."""
    unit.create(CHATBOT, chatbot)
    pointer = CHATBOT_POINTER.at(chatbot.id)
    unit.write(pointer.new(organizationId=chatbot.organization_id, teamId=chatbot.team_id))


def get_team_id(table: Table, chatbot_id: str) -> str:
    """The team of a chatbot. One round trip. Raises NotFound."""
    pointer = table.get(CHATBOT_POINTER.key(chatbot_id)) if is_id(chatbot_id) else None
    if pointer is None:
        raise NotFound(CHATBOT.resource, chatbot_id)
    return str(pointer["teamId"])

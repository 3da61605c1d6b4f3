"""Chatbots and the way to them from the address of their page, which names no team."""

from gather.chat.chatbot import Chatbot
from gather.table import keys, store
from gather.table.ownership import team_of
from gather.table.records import Kind, Transaction

CHATBOT = Kind(
    resource="chatbot",
    name="CHATBOT",
    model=Chatbot,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "CHATBOT")],
    search_text=lambda record: f"{record.title} {record.display_name}",
)

POINTER_ENTITY = "CHATBOT_POINTER"


def create(transaction: Transaction, chatbot: Chatbot) -> None:
    """Store a new chatbot and the pointer from its id to its team."""
    transaction.create(CHATBOT, chatbot)
    key = keys.chatbot_pointer(chatbot.id)
    pointer = {
        "pk": key.pk,
        "sk": key.sk,
        "entity": POINTER_ENTITY,
        "organizationId": chatbot.organization_id,
        "teamId": chatbot.team_id,
    }
    transaction.write(store.put(pointer, "attribute_not_exists(pk)"))

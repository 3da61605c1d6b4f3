"""Chatbots and the way to them from the address of their page, which names no team."""

from gather.domain.chatbot import Chatbot
from gather.table import keys, store
from gather.table.kinds import CHATBOT
from gather.table.records import Transaction

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

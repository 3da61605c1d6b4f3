"""The e-mail that a visitor of a chat has left a message for the team."""

from gather.chat.chatbots.storage import CHATBOT
from gather.chat.left_messages.storage import LEFT_MESSAGE
from gather.core.bidi import isolate
from gather.core.language import DEFAULT_LANGUAGE
from gather.messaging.notices.service import Notice
from gather.table.outbox import ClaimedTask
from gather.wiring import Adapters


def left_message_notice(adapters: Adapters, task: ClaimedTask) -> Notice | None:
    """The notice of a left message: the chat, and the way to read it. It does not name the visitor, whose
    message may be erased. Two round trips. None when it was erased meanwhile."""
    records = adapters.records
    left = records.find(LEFT_MESSAGE, task.team_id, task.payload["leftMessageId"])
    if left is None:
        return None
    chatbot = records.get(CHATBOT, task.team_id, left.record.chatbot_id).record
    title = isolate(chatbot.title, DEFAULT_LANGUAGE)
    waits = f"A visitor of the chat “{title}” left a message for your team and waits for an answer."
    where = (
        f"The message {left.record.id} is among the left messages of the chatbot {chatbot.id}, with the "
        f"visitor's name and e-mail address. It belongs to the conversation {left.record.conversation_id}."
    )
    return Notice(f"A visitor left a message in the chat {title}", (waits, where), is_news=True)

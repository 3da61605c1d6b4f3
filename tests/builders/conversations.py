"""Conversations with a chatbot and their messages, straight in the table, as a chat leaves them."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from gather.chat.chatbots.models import Chatbot
from gather.chat.chats.models import (
    ChatRecord,
    ChatStatus,
    ConversationMessage,
    MessageRole,
    new_chat,
)
from gather.chat.chats.storage import CHAT, save_message
from gather.table.records import Records

BEGUN_AT = datetime(2096, 2, 3, 4, 5, 6, 789_000, tzinfo=UTC)
"""Late enough for nobody to be silent: a stack that runs beside a test ends the chats of those who are."""
MOST_WRITES = 90
SESSION_TOKEN_HASH = "5e55" * 16


def make_conversation(
    records: Records,
    chatbot: Chatbot,
    contents: Iterable[str] = (),
    *,
    at: datetime = BEGUN_AT,
    status: ChatStatus = ChatStatus.ACTIVE,
) -> ChatRecord:
    """A conversation that began at `at`: candidate and chatbot say `contents` in turn, a second apart."""
    chat = new_chat(chatbot, SESSION_TOKEN_HASH, at)
    messages: list[ConversationMessage] = []
    for position, content in enumerate(contents):
        role = MessageRole.ASSISTANT if position % 2 else MessageRole.USER
        moment = at + timedelta(seconds=position)
        chat, message = chat.say(role, content, moment, {"uiType": "text"})
        messages.append(message)
    for step in (ChatStatus.ENDED, ChatStatus.ARCHIVED):
        if status in (step, ChatStatus.ARCHIVED):
            chat = chat.change_status(step, at + timedelta(hours=1))
    unit = records.unit_of_work()
    unit.create(CHAT, chat)
    unit.commit()
    for start in range(0, len(messages), MOST_WRITES):
        unit = records.unit_of_work()
        for message in messages[start : start + MOST_WRITES]:
            save_message(unit, chat.team_id, message)
        unit.commit()
    return chat

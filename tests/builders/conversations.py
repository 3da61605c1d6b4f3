"""Conversations with a chatbot and their messages, straight in the table, as a chat leaves them."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from gather.chat.chatbots.models import Chatbot
from gather.chat.chats.models import (
    ConversationMessage,
    ConversationRecord,
    ConversationStatus,
    MessageRole,
    moved,
    new_conversation,
    said,
)
from gather.chat.chats.storage import CONVERSATION, put_message_in
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
    status: ConversationStatus = ConversationStatus.ACTIVE,
) -> ConversationRecord:
    """A conversation that began at `at`: candidate and chatbot say `contents` in turn, a second apart."""
    conversation = new_conversation(chatbot, SESSION_TOKEN_HASH, at)
    messages: list[ConversationMessage] = []
    for position, content in enumerate(contents):
        role = MessageRole.ASSISTANT if position % 2 else MessageRole.USER
        moment = at + timedelta(seconds=position)
        conversation, message = said(conversation, role, content, moment, {"uiType": "text"})
        messages.append(message)
    for step in (ConversationStatus.ENDED, ConversationStatus.ARCHIVED):
        if status in (step, ConversationStatus.ARCHIVED):
            conversation = moved(conversation, step, at + timedelta(hours=1))
    unit = records.unit_of_work()
    unit.create(CONVERSATION, conversation)
    unit.commit()
    for start in range(0, len(messages), MOST_WRITES):
        unit = records.unit_of_work()
        for message in messages[start : start + MOST_WRITES]:
            put_message_in(unit, conversation.team_id, message)
        unit.commit()
    return conversation

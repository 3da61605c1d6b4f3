"""A candidate's session: the conversation that a token opens, how it begins and how it ends.

The token goes in the header `x-chat-token`, so that no address and no log ever holds it. It names its
conversation and proves the right to it; only its SHA-256 is kept.
"""

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from gather.chat.chatbots.models import Chatbot
from gather.chat.chatbots.storage import CHATBOT, team_of_chatbot
from gather.chat.chats import limits
from gather.chat.chats.models import (
    ConversationMessage,
    ConversationRecord,
    ConversationStatus,
    MessageRole,
    left,
    moved,
    new_conversation,
    returned,
    said,
)
from gather.chat.chats.reply import welcome
from gather.chat.chats.storage import CONVERSATION, put_message_in, read_messages
from gather.core.errors import CONVERSATION_CHALLENGE, NotFound, Unauthorized
from gather.core.identifiers import is_id, is_token, new_token
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.api_keys.secret import hash_of

TOKEN_HEADER = "x-chat-token"  # noqa: S105  # the header's name

_SEPARATOR = "."


@dataclass(frozen=True, slots=True)
class ChatSession:
    """A conversation that a token opened, and the chatbot that it is with."""

    records: Records
    chatbot: Chatbot
    conversation: ConversationRecord

    @property
    def team_id(self) -> str:
        """The chatbot's team."""
        return self.chatbot.team_id

    def messages(self) -> list[ConversationMessage]:
        """Every message in its order. One round trip."""
        table = self.records.table
        page = read_messages(table, self.team_id, self.conversation.id, after=0, limit=limits.MOST_MESSAGES)
        return page.messages


@dataclass(frozen=True, slots=True)
class Begun:
    """A new session with its token, which is shown this once."""

    session: ChatSession
    token: str
    messages: list[ConversationMessage]


def open_chatbot(records: Records, chatbot_id: str) -> Chatbot:
    """The chatbot behind a public address. Two round trips. Raises NotFound, also for an archived one."""
    team_id = team_of_chatbot(records.table, chatbot_id)
    return _offered(records.get(CHATBOT, team_id, chatbot_id).record)


def begin(records: Records, chatbot: Chatbot, counted: limits.CountedClient | None, now: datetime) -> Begun:
    """A new conversation, opened by the chatbot's welcome message. Two round trips.

    Raises RateLimitExceeded.
    """
    limits.count_chatbot(records.table, chatbot.id, counted, limits.Use.SESSIONS, now)
    # The token names the conversation, whose record holds the token's hash.
    empty = new_conversation(chatbot, "", now)
    token = f"{empty.id}{_SEPARATOR}{new_token()}"
    conversation = empty.changed(session_token_hash=hash_of(token))
    messages = []
    unit = records.unit_of_work()
    opening = welcome(chatbot)
    if opening is not None:
        conversation, message = said(conversation, MessageRole.ASSISTANT, opening.text, now, opening.metadata)
        messages.append(message)
        put_message_in(unit, chatbot.team_id, message)
    unit.create(CONVERSATION, conversation)
    unit.commit()
    return Begun(ChatSession(records, chatbot, conversation), token, messages)


def open_session(records: Records, chatbot_id: str, headers: Mapping[str, str]) -> ChatSession:
    """The session of the token in the headers. Two round trips.

    Raises NotFound for a chatbot that is not offered, Unauthorized for a token that opens none of its
    conversations.
    """
    token = headers.get(TOKEN_HEADER, "")
    conversation_id, _, secret = token.partition(_SEPARATOR)
    team_id = team_of_chatbot(records.table, chatbot_id)
    chatbot_key, key = CHATBOT.key(team_id, chatbot_id), CONVERSATION.key(team_id, conversation_id)
    usable = is_id(conversation_id) and is_token(secret)
    found = records.table.get_many([chatbot_key, key] if usable else [chatbot_key])
    if chatbot_key not in found:
        raise NotFound(CHATBOT.resource, chatbot_id)
    chatbot = _offered(Chatbot.model_validate(found[chatbot_key]))
    if key not in found:
        raise _no_session()
    conversation = ConversationRecord.model_validate(found[key])
    matches = hmac.compare_digest(conversation.session_token_hash, hash_of(token))
    if not matches or conversation.chat_id != chatbot.id:
        raise _no_session()
    return ChatSession(records, chatbot, conversation)


def come_back(session: ChatSession) -> ChatSession:
    """The session of a candidate who is there: one who had left has come back. Two round trips if so."""
    if session.conversation.left_at is None or session.conversation.status is not ConversationStatus.ACTIVE:
        return session
    return _changed(session, returned)


def end(session: ChatSession, now: datetime, *, may_return: bool) -> ChatSession:
    """End the conversation, or let it end in a minute unless the candidate comes back.

    One that has ended stays as it is. Two round trips.
    """

    def change(record: ConversationRecord) -> ConversationRecord:
        if record.status is not ConversationStatus.ACTIVE:
            return record
        return left(record, now) if may_return else moved(record, ConversationStatus.ENDED, now)

    return _changed(session, change)


def _changed(session: ChatSession, change: Callable[[ConversationRecord], ConversationRecord]) -> ChatSession:
    def changed(stored: Stored[ConversationRecord], _unit: UnitOfWork) -> ConversationRecord:
        return change(stored.record)

    stored = session.records.change(CONVERSATION, session.team_id, session.conversation.id, changed)
    return ChatSession(session.records, session.chatbot, stored.record)


def _offered(chatbot: Chatbot) -> Chatbot:
    if chatbot.archived_at is not None:
        raise NotFound(CHATBOT.resource, chatbot.id)
    return chatbot


def _no_session() -> Unauthorized:
    message = f"The header {TOKEN_HEADER} opens no conversation of this chatbot."
    return Unauthorized(message, CONVERSATION_CHALLENGE)

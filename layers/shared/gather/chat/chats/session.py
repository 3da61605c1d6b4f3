"""A visitor's session: the chat that a token opens, how it begins and how it ends.

    new = session.begin(records, chatbot_id, client, origin, now=now)
    opened = session.open_session(records, chatbot_id, new.token, origin)
    opened.end(may_return=False, now=now)

The token goes in the header `x-chat-token`, so that no address and no log ever holds it. It names its chat
and proves the right to it; only its SHA-256 is stored.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from gather.chat.chatbots.models import Chatbot
from gather.chat.chatbots.origins import RequestOrigin, check_origin
from gather.chat.chatbots.storage import CHATBOT, get_team_id
from gather.chat.chats import limits
from gather.chat.chats.models import (
    ChatRecord,
    ChatStatus,
    ConversationMessage,
    MessageRole,
    new_chat,
)
from gather.chat.chats.reply import welcome
from gather.chat.chats.storage import CHAT, list_messages, save_message
from gather.core.errors import CHAT_CHALLENGE, NotFound, Unauthorized
from gather.core.identifiers import is_id, is_token, new_token
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.table.visitor_usage import Visitor
from gather.tenancy.api_keys.secret import hash_of

TOKEN_HEADER = "x-chat-token"  # noqa: S105  # the header's name

_SEPARATOR = "."


@dataclass(frozen=True, slots=True)
class ChatSession:
    """A chat that a token opened, and the chatbot that it is with."""

    records: Records
    chatbot: Chatbot
    chat: ChatRecord

    @property
    def team_id(self) -> str:
        """The chatbot's team."""
        return self.chatbot.team_id

    def messages(self) -> list[ConversationMessage]:
        """Every message in its order. One round trip."""
        table = self.records.table
        page = list_messages(table, self.team_id, self.chat.id, after=0, limit=limits.MOST_MESSAGES)
        return page.messages

    def resume(self) -> "ChatSession":
        """Bring a visitor back who had left. Two round trips, none for one who stayed."""
        if self.chat.left_at is None or self.chat.status is not ChatStatus.ACTIVE:
            return self
        return self._change(ChatRecord.resume)

    def end(self, *, may_return: bool, now: datetime) -> "ChatSession":
        """End the chat, or let it end in a minute unless the visitor comes back.

        One that has ended stays as it is. Two round trips.
        """

        def change(record: ChatRecord) -> ChatRecord:
            if record.status is not ChatStatus.ACTIVE:
                return record
            return record.pause(now) if may_return else record.change_status(ChatStatus.ENDED, now)

        return self._change(change)

    def _change(self, change: Callable[[ChatRecord], ChatRecord]) -> "ChatSession":
        def change_stored(stored: Stored[ChatRecord], _unit: UnitOfWork) -> ChatRecord:
            return change(stored.record)

        stored = self.records.change(CHAT, self.team_id, self.chat.id, change_stored)
        return ChatSession(self.records, self.chatbot, stored.record)


@dataclass(frozen=True, slots=True)
class NewSession:
    """A new session with its token, which is shown this once."""

    session: ChatSession
    token: str
    messages: list[ConversationMessage]


def get_chatbot(records: Records, chatbot_id: str) -> Chatbot:
    """The chatbot behind a public address. Two round trips. Raises NotFound, also for an archived one."""
    team_id = get_team_id(records.table, chatbot_id)
    return _require_offered(records.get(CHATBOT, team_id, chatbot_id).record)


def begin(
    records: Records, chatbot_id: str, client: Visitor | None, origin: RequestOrigin, *, now: datetime
) -> NewSession:
    """Begin a chat, which the chatbot's welcome message opens. Five round trips.

    Raises NotFound for a chatbot that is not offered, Forbidden for a page that may not have the chat, and
    RateLimitExceeded.
    """
    counted = limits.count_client(records.table, client, limits.Use.SESSIONS, now)
    chatbot = get_chatbot(records, chatbot_id)
    check_origin(chatbot, origin)
    limits.count_chatbot(records.table, chatbot.id, counted, limits.Use.SESSIONS, now)
    # The token names the chat, whose record holds the token's hash.
    empty = new_chat(chatbot, "", now)
    token = f"{empty.id}{_SEPARATOR}{new_token()}"
    chat = empty.changed(session_token_hash=hash_of(token))
    messages = []
    unit = records.unit_of_work()
    opening = welcome(chatbot)
    if opening is not None:
        chat, message = chat.say(MessageRole.ASSISTANT, opening.text, now, opening.metadata)
        messages.append(message)
        save_message(unit, chatbot.team_id, message)
    unit.create(CHAT, chat)
    unit.commit()
    return NewSession(ChatSession(records, chatbot, chat), token, messages)


def open_session(records: Records, chatbot_id: str, token: str, origin: RequestOrigin) -> ChatSession:
    """Open the session of a token. Two round trips.

    Raises NotFound for a chatbot that is not offered, Unauthorized for a token that opens none of its chats,
    and Forbidden for a page that may not have the chat.
    """
    chat_id, _, secret = token.partition(_SEPARATOR)
    team_id = get_team_id(records.table, chatbot_id)
    chatbot_key, key = CHATBOT.key(team_id, chatbot_id), CHAT.key(team_id, chat_id)
    usable = is_id(chat_id) and is_token(secret)
    found = records.table.get_many([chatbot_key, key] if usable else [chatbot_key])
    if chatbot_key not in found:
        raise NotFound(CHATBOT.resource, chatbot_id)
    chatbot = _require_offered(Chatbot.model_validate(found[chatbot_key]))
    if key not in found:
        raise _no_session()
    chat = ChatRecord.model_validate(found[key])
    matches = hmac.compare_digest(chat.session_token_hash, hash_of(token))
    if not matches or chat.chatbot_id != chatbot.id:
        raise _no_session()
    check_origin(chatbot, origin)
    return ChatSession(records, chatbot, chat)


def _require_offered(chatbot: Chatbot) -> Chatbot:
    if chatbot.archived_at is not None:
        raise NotFound(CHATBOT.resource, chatbot.id)
    return chatbot


def _no_session() -> Unauthorized:
    message = f"The header {TOKEN_HEADER} opens no conversation of this chatbot."
    return Unauthorized(message, CHAT_CHALLENGE)

"""A turn of the chat: the candidate's message, and the chatbot's reply to it.

The message is stored before the engine is asked, so that a failure loses nothing. A turn has the id that
the page gave the message: whoever sends it again gets the same reply, one that is still being made is not
asked for twice, and one that failed is asked for again.

    stored and claimed ──▶ the engine replies ──▶ reply stored
            ▲                      │ fails
            └── sent again ──── released
"""

from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn

from chat import limits
from chat.replying import HISTORY, Reply, reply_to
from chat.session import ChatSession
from gather.chat import chat_turn_storage
from gather.chat.chat_turn_storage import CHAT_TURN, Replied, SentBefore
from gather.chat.conversation import (
    ConversationMessage,
    ConversationRecord,
    ConversationStatus,
    MessageRole,
    said,
)
from gather.chat.conversation_storage import CONVERSATION, put_message_in, read_message, read_messages
from gather.core.clock import Clock
from gather.core.errors import Conflict, Gone, IdempotencyKeyReused
from gather.core.identifiers import new_id
from gather.engines.protocols import EngineFailed
from gather.table.item_kind import Place
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters


@dataclass(frozen=True, slots=True)
class StoredExchange:
    """A candidate's message and the reply to it."""

    message: ConversationMessage
    reply: ConversationMessage


def send(
    session: ChatSession,
    content: str,
    message_id: str | None,
    client: str | None,
    adapters: Adapters,
    now: datetime,
) -> StoredExchange:
    """Store a candidate's message and the reply to it.

    Seven round trips, one more for each knowledge base and one for the jobs. Raises Gone when the
    conversation has ended, Conflict when it is full or the turn is being replied to, IdempotencyKeyReused,
    RateLimitExceeded and EngineFailed.
    """
    limits.count_message(session.records.table, session.chatbot.id, client, now)
    turn = CHAT_TURN.at(session.team_id, session.conversation.id, message_id or new_id())
    try:
        message = _store_message(session, turn, content, now)
    except SentBefore as before:
        message = _message(session, before.turn.sequence)
        if message.content != content:
            raise IdempotencyKeyReused("Another message was sent with this messageId.") from None
        if before.turn.reply_sequence is not None:
            return StoredExchange(message, _message(session, before.turn.reply_sequence))
        if not chat_turn_storage.claim(session.records.table, turn, now):
            raise Conflict("This message is being answered. Read the messages in a moment.") from None
    return StoredExchange(message, _replied(session, turn, message, adapters, now))


def _store_message(session: ChatSession, turn: Place, content: str, now: datetime) -> ConversationMessage:
    def add(unit: UnitOfWork) -> ConversationMessage:
        before = unit.get(CONVERSATION, session.team_id, session.conversation.id)
        _check_open(unit, turn, before.record)
        changed, message = said(before.record, MessageRole.USER, content, now)
        chat_turn_storage.begin(unit, turn, message, now)
        put_message_in(unit, session.team_id, message)
        unit.replace(before, changed)
        return message

    return session.records.run(add)


def _check_open(unit: UnitOfWork, turn: Place, record: ConversationRecord) -> None:
    """Raises what keeps a conversation from another turn; a turn that it has already is SentBefore."""
    is_full = record.message_count + 2 > limits.MOST_MESSAGES
    if record.status is ConversationStatus.ACTIVE and not is_full:
        return
    there = chat_turn_storage.find(unit.table, turn)
    if there is not None:
        raise SentBefore(there)
    if is_full:
        raise Conflict(f"A conversation has at most {limits.MOST_MESSAGES} messages. Start a new one.")
    _raise_ended()


def _replied(
    session: ChatSession, turn: Place, message: ConversationMessage, adapters: Adapters, now: datetime
) -> ConversationMessage:
    """The stored reply of the engine. Raises EngineFailed and leaves the turn to be repeated."""
    earlier = message.sequence_order - 1
    table = session.records.table
    history = read_messages(
        table, session.team_id, session.conversation.id, after=max(0, earlier - HISTORY), limit=HISTORY
    )
    told = [each for each in history.messages if each.sequence_order <= earlier]
    try:
        reply = reply_to(adapters, session.chatbot, told, message.content)
    except EngineFailed:
        chat_turn_storage.release(table, turn, now)
        raise
    return _store_reply(session, turn, reply, adapters.clock)


def _store_reply(session: ChatSession, turn: Place, reply: Reply, clock: Clock) -> ConversationMessage:
    def add(unit: UnitOfWork) -> ConversationMessage:
        before = unit.get(CONVERSATION, session.team_id, session.conversation.id)
        if before.record.status is not ConversationStatus.ACTIVE:
            _raise_ended()
        changed, message = said(before.record, MessageRole.ASSISTANT, reply.text, clock.now(), reply.metadata)
        chat_turn_storage.end(unit, turn, message)
        put_message_in(unit, session.team_id, message)
        unit.replace(before, changed)
        return message

    try:
        return session.records.run(add)
    except Replied as replied:
        return _message(session, replied.sequence)


def _message(session: ChatSession, sequence: int) -> ConversationMessage:
    return read_message(session.records.table, session.team_id, session.conversation.id, sequence)


def _raise_ended() -> NoReturn:
    raise Gone("This conversation has ended. Start a new one.")

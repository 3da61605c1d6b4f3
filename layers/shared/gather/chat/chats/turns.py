"""A turn of the chat: the visitor's message, and the chatbot's reply to it.

    exchange = turns.send(adapters, opened, WrittenMessage("Which jobs are open?", "m-1"), client, now=now)
    exchange.reply.content

The message is stored before the engine is asked, so that a failure loses nothing. A turn has the id that
the page gave the message: whoever sends it again gets the same reply, one that is still being made is not
asked for twice, and one that failed is asked for again.

    stored and claimed ──▶ the engine replies ──▶ reply stored
            ▲                      │ fails
            └── sent again ──── released
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn

from gather.chat.chats import limits, turn_storage
from gather.chat.chats.models import (
    ChatRecord,
    ChatStatus,
    ConversationMessage,
    MessageRole,
)
from gather.chat.chats.reply import HISTORY, Reply, reply_to, thanks_for_message
from gather.chat.chats.session import ChatSession
from gather.chat.chats.storage import CHAT, get_message, list_messages, save_message
from gather.chat.chats.turn_storage import CHAT_TURN, Replied, SentBefore
from gather.chat.left_messages.models import VisitorContact, new_left_message
from gather.chat.left_messages.storage import LEFT_MESSAGE
from gather.core.clock import Clock
from gather.core.errors import Conflict, Gone, IdempotencyKeyReused
from gather.core.identifiers import new_id
from gather.events.task import TaskName
from gather.ports.failure import EngineFailed
from gather.table.item_kind import Place
from gather.table.outbox import Task
from gather.table.unit_of_work import UnitOfWork
from gather.table.visitor_usage import Visitor
from gather.wiring import Adapters


@dataclass(frozen=True, slots=True)
class StoredExchange:
    """A visitor's message and the reply to it."""

    message: ConversationMessage
    reply: ConversationMessage


@dataclass(frozen=True, slots=True)
class WrittenMessage:
    """A visitor's message: the text, the id that the page gave it, and what belongs to the text."""

    content: str
    message_id: str | None
    metadata: Mapping[str, Any] = field(default_factory=dict)


Along = Callable[[UnitOfWork, ChatRecord, ConversationMessage], None]
"""Stores something along with a message, as part of the unit that stores it."""


def send(
    adapters: Adapters,
    session: ChatSession,
    written: WrittenMessage,
    client: Visitor | None,
    *,
    now: datetime,
) -> StoredExchange:
    """Store a visitor's message and the reply to it.

    Seven round trips, one more for each knowledge base and one for the jobs. Raises Gone when the
    chat has ended, Conflict when it is full or the turn is being replied to, IdempotencyKeyReused,
    RateLimitExceeded and EngineFailed.
    """

    def reply(turn: Place, message: ConversationMessage) -> Reply:
        return _ask(adapters, session, turn, message, now)

    return exchange(adapters.clock, session, written, client, reply, now=now)


def send_to_team(
    adapters: Adapters,
    session: ChatSession,
    contact: VisitorContact,
    written: WrittenMessage,
    client: Visitor | None,
    *,
    now: datetime,
) -> StoredExchange:
    """Store a message for the team, of which the team is told, and the thanks for it. No engine is asked.

    Six round trips. Raises what `send` raises but EngineFailed.
    """

    def save_left_message(unit: UnitOfWork, chat: ChatRecord, message: ConversationMessage) -> None:
        left = new_left_message(chat, message, contact, now)
        unit.create(LEFT_MESSAGE, left)
        unit.send(
            Task(
                name=TaskName.SEND_LEFT_MESSAGE_NOTICE,
                organization_id=left.organization_id,
                team_id=left.team_id,
                payload={"leftMessageId": left.id},
                at=now,
            )
        )

    def reply(_turn: Place, _message: ConversationMessage) -> Reply:
        return thanks_for_message(session.chatbot, contact)

    return exchange(adapters.clock, session, written, client, reply, save_left_message, now=now)


def _nothing(_unit: UnitOfWork, _chat: ChatRecord, _message: ConversationMessage) -> None:
    """Most messages are stored alone."""


def exchange(
    clock: Clock,
    session: ChatSession,
    written: WrittenMessage,
    client: Visitor | None,
    reply: Callable[[Place, ConversationMessage], Reply],
    along: Along = _nothing,
    *,
    now: datetime,
) -> StoredExchange:
    """Store a visitor's message, `along` with it what belongs to it, and the reply that `reply` makes.

    Raises Gone, Conflict, IdempotencyKeyReused, RateLimitExceeded, and what `along` and `reply` raise.
    """
    content = written.content
    limits.count(session.records.table, session.chatbot.id, client, limits.Use.MESSAGES, now)
    turn = CHAT_TURN.at(session.team_id, session.chat.id, written.message_id or new_id())
    try:
        message = _store_message(session, turn, written, now, along)
    except SentBefore as before:
        message = _message(session, before.turn.sequence)
        if message.content != content:
            raise IdempotencyKeyReused("Another message was sent with this messageId.") from None
        if before.turn.reply_sequence is not None:
            return StoredExchange(message, _message(session, before.turn.reply_sequence))
        if not turn_storage.claim(session.records.table, turn, now):
            raise Conflict("This message is being answered. Read the messages in a moment.") from None
    return StoredExchange(message, _store_reply(session, turn, reply(turn, message), clock))


def _store_message(
    session: ChatSession, turn: Place, written: WrittenMessage, now: datetime, along: Along
) -> ConversationMessage:
    def add(unit: UnitOfWork) -> ConversationMessage:
        before = unit.get(CHAT, session.team_id, session.chat.id)
        _check_open(unit, turn, before.record)
        changed, message = before.record.say(MessageRole.USER, written.content, now, written.metadata)
        turn_storage.begin(unit, turn, message, now)
        save_message(unit, session.team_id, message)
        along(unit, changed, message)
        unit.replace(before, changed)
        return message

    return session.records.run(add)


def _check_open(unit: UnitOfWork, turn: Place, chat: ChatRecord) -> None:
    """Raises Gone or Conflict for a chat that takes no other turn, and SentBefore for a turn that it has."""
    is_full = chat.message_count + 2 > limits.MOST_MESSAGES
    if chat.status is ChatStatus.ACTIVE and not is_full:
        return
    there = turn_storage.find(unit.table, turn)
    if there is not None:
        raise SentBefore(there)
    if is_full:
        raise Conflict(f"A conversation has at most {limits.MOST_MESSAGES} messages. Start a new one.")
    raise_ended()


def _ask(
    adapters: Adapters, session: ChatSession, turn: Place, message: ConversationMessage, now: datetime
) -> Reply:
    """Ask the engine for a reply. Raises EngineFailed and leaves the turn to be repeated."""
    earlier = message.sequence_order - 1
    table = session.records.table
    history = list_messages(
        table, session.team_id, session.chat.id, after=max(0, earlier - HISTORY), limit=HISTORY
    )
    told = [each for each in history.messages if each.sequence_order <= earlier]
    return release_when_failed(
        session, turn, lambda: reply_to(adapters, session.chatbot, told, message.content), now=now
    )


def release_when_failed(
    session: ChatSession, turn: Place, ask: Callable[[], Reply], *, now: datetime
) -> Reply:
    """Return what `ask` says. Raises EngineFailed and leaves the turn to be repeated."""
    try:
        return ask()
    except EngineFailed:
        turn_storage.release(session.records.table, turn, now)
        raise


def _store_reply(session: ChatSession, turn: Place, reply: Reply, clock: Clock) -> ConversationMessage:
    def add(unit: UnitOfWork) -> ConversationMessage:
        before = unit.get(CHAT, session.team_id, session.chat.id)
        if before.record.status is not ChatStatus.ACTIVE:
            raise_ended()
        changed, message = before.record.say(MessageRole.ASSISTANT, reply.text, clock.now(), reply.metadata)
        turn_storage.end(unit, turn, message)
        save_message(unit, session.team_id, message)
        unit.replace(before, changed)
        return message

    try:
        return session.records.run(add)
    except Replied as replied:
        return _message(session, replied.sequence)


def _message(session: ChatSession, sequence: int) -> ConversationMessage:
    return get_message(session.records.table, session.team_id, session.chat.id, sequence)


def raise_ended() -> NoReturn:
    """Raises Gone: nothing more is said in the chat."""
    raise Gone("This conversation has ended. Start a new one.")

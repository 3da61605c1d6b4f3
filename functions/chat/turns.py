"""A turn of the chat: the candidate's message, and the chatbot's reply to it.

The message is stored before the engine is asked, so that a failure loses nothing. A turn has the id that
the page gave the message: whoever sends it again gets the same reply, one that is still being made is not
asked for twice, and one that failed is asked for again.

    stored and claimed ──▶ the engine answers ──▶ reply stored
            ▲                      │ fails
            └── sent again ──── released
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NoReturn

from chat import limits
from chat.answering import HISTORY, Reply, reply_to
from chat.session import Session
from gather import wiring
from gather.chat.conversation import (
    ConversationMessage,
    ConversationRecord,
    ConversationStatus,
    MessageRole,
    said,
)
from gather.chat.conversation_storage import CONVERSATION, message_write, read_messages
from gather.core.clock import epoch_seconds, timestamp
from gather.core.errors import Conflict, Gone, IdempotencyKeyReused
from gather.core.identifiers import new_id
from gather.engines.protocols import EngineFailed
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.records import Stored, Transaction
from gather.table.store import ConditionFailed, Update

# Longer than the function may take, so that no two ask the engine for one turn.
CLAIM = timedelta(seconds=40)
KEPT = timedelta(days=1)

_UNANSWERED = "attribute_not_exists(replySequence)"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A candidate's message and the reply to it."""

    message: ConversationMessage
    reply: ConversationMessage


class _SentBefore(Exception):
    """The turn exists; `item` is what is stored of it."""

    def __init__(self, item: Item) -> None:
        super().__init__("a message with this id was sent before")
        self.item = item


def send(session: Session, content: str, message_id: str | None, now: datetime) -> Exchange:
    """Store a candidate's message and the reply to it.

    Six round trips, one more for each knowledge base and one for the jobs. Raises Gone when the
    conversation has ended, Conflict when it is full or the turn is being answered, IdempotencyKeyReused,
    RateLimitExceeded and EngineFailed.
    """
    limits.count_message(session.records.table, session.chatbot.id, now)
    turn = keys.chat_turn(session.team_id, session.conversation.id, message_id or new_id())
    try:
        message = _store_message(session, turn, content, now)
    except _SentBefore as before:
        message = _message(session, before.item["sequence"])
        if message.content != content:
            raise IdempotencyKeyReused("Another message was sent with this messageId.") from None
        if "replySequence" in before.item:
            return Exchange(message, _message(session, before.item["replySequence"]))
        _claim(session, turn, now)
    return Exchange(message, _answered(session, turn, message, now))


def _store_message(session: Session, turn: keys.Key, content: str, now: datetime) -> ConversationMessage:
    stored: list[ConversationMessage] = []

    def change(before: Stored[ConversationRecord], transaction: Transaction) -> ConversationRecord:
        record = before.record
        item = {
            "pk": turn.pk,
            "sk": turn.sk,
            "entity": "CHAT_TURN",
            "sequence": record.message_count + 1,
            "answeringUntil": timestamp(now + CLAIM),
            "expiresAtEpoch": epoch_seconds(now + KEPT),
        }
        _check_open(session, turn, record)
        changed, message = said(record, MessageRole.USER, content, now)
        transaction.write(store.put(item, "attribute_not_exists(pk)"), _sent_before)
        transaction.write(message_write(session.team_id, message))
        stored[:] = [message]
        return changed

    session.records.change(CONVERSATION, session.team_id, session.conversation.id, change)
    return stored[0]


def _check_open(session: Session, turn: keys.Key, record: ConversationRecord) -> None:
    """Raises what keeps a conversation from another turn; a turn that it has already is _SentBefore."""
    is_full = record.message_count + 2 > limits.MOST_MESSAGES
    if record.status is ConversationStatus.ACTIVE and not is_full:
        return
    there = session.records.table.get(turn)
    if there is not None:
        raise _SentBefore(there)
    if is_full:
        raise Conflict(f"A conversation has at most {limits.MOST_MESSAGES} messages. Start a new one.")
    _raise_ended()


def _sent_before(item: Item | None) -> Exception:
    assert item is not None, "the turn exists, or its condition would hold"
    return _SentBefore(item)


def _claim(session: Session, turn: keys.Key, now: datetime) -> None:
    """Take on a turn that nobody is answering. One round trip. Raises Conflict when somebody is."""
    change = Update(
        "SET answeringUntil = :until",
        {":until": timestamp(now + CLAIM), ":now": timestamp(now)},
        condition=f"{_UNANSWERED} AND answeringUntil <= :now",
    )
    try:
        session.records.table.update(turn, change)
    except ConditionFailed:
        raise Conflict("This message is being answered. Read the messages in a moment.") from None


def _answered(
    session: Session, turn: keys.Key, message: ConversationMessage, now: datetime
) -> ConversationMessage:
    """The stored reply of the engine. Raises EngineFailed and leaves the turn to be repeated."""
    earlier = message.sequence_order - 1
    table = session.records.table
    history = read_messages(
        table, session.team_id, session.conversation.id, after=max(0, earlier - HISTORY), limit=HISTORY
    )
    told = [each for each in history.messages if each.sequence_order <= earlier]
    try:
        reply = reply_to(session.records, session.chatbot, told, message.content)
    except EngineFailed:
        _release(session, turn, now)
        raise
    return _store_reply(session, turn, reply)


def _release(session: Session, turn: keys.Key, now: datetime) -> None:
    change = Update("SET answeringUntil = :now", {":now": timestamp(now)}, condition=_UNANSWERED)
    try:
        session.records.table.update(turn, change)
    except ConditionFailed:
        return


def _store_reply(session: Session, turn: keys.Key, reply: Reply) -> ConversationMessage:
    stored: list[ConversationMessage] = []

    def change(before: Stored[ConversationRecord], transaction: Transaction) -> ConversationRecord:
        if before.record.status is not ConversationStatus.ACTIVE:
            _raise_ended()
        now = wiring.clock().now()
        changed, message = said(before.record, MessageRole.ASSISTANT, reply.text, now, reply.metadata)
        answered = Update(
            "SET replySequence = :sequence", {":sequence": message.sequence_order}, condition=_UNANSWERED
        )
        transaction.write(store.update(turn, answered), _answered_meanwhile)
        transaction.write(message_write(session.team_id, message))
        stored[:] = [message]
        return changed

    try:
        session.records.change(CONVERSATION, session.team_id, session.conversation.id, change)
    except _SentBefore as before:
        return _message(session, before.item["replySequence"])
    return stored[0]


def _answered_meanwhile(item: Item | None) -> Exception:
    return _sent_before(item)


def _message(session: Session, sequence: Any) -> ConversationMessage:
    key = keys.conversation_message(session.team_id, session.conversation.id, int(sequence))
    item = session.records.table.get(key)
    assert item is not None, "a turn and its messages are stored together"
    return ConversationMessage.model_validate(item)


def _raise_ended() -> NoReturn:
    raise Gone("This conversation has ended. Start a new one.")

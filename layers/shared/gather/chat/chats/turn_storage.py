"""The turns of a chat in the table: each of a visitor's messages by the id that the page gave it.

A turn says which message it is, until when the engine is being asked, and which message is the reply. So a
repeated one is known, and gets one reply.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.chat.chats.models import ConversationMessage
from gather.chat.chats.storage import CHAT
from gather.core.clock import epoch_seconds, timestamp
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import at_most, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind, Place
from gather.table.store import ConditionFailed, Table
from gather.table.unit_of_work import LostRace, UnitOfWork

# Longer than the function may take, so that no two ask the engine for one turn.
CLAIM = timedelta(seconds=40)
KEPT = timedelta(days=1)

_WITHOUT_REPLY = lacks("replySequence")


def chat_turn_key(team_id: str, chat_id: str, message_id: str) -> keys.Key:
    """A visitor's message by the id that the page gave it."""
    return CHAT.part(team_id, chat_id, "TURN", message_id)


CHAT_TURN = ItemKind("CHAT_TURN", chat_turn_key)


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """The `sequence_order` of a turn's message, and of its reply once there is one."""

    sequence: int
    reply_sequence: int | None


class SentBefore(Exception):
    """The turn is stored already."""

    def __init__(self, turn: StoredTurn) -> None:
        super().__init__("a message with this id was sent before")
        self.turn = turn


class Replied(Exception):
    """The turn has its reply already; `sequence` is that of the reply."""

    def __init__(self, sequence: int) -> None:
        super().__init__("a message with this id has its reply")
        self.sequence = sequence


def find(table: Table, turn: Place) -> StoredTurn | None:
    """A turn as it is stored, or None. One round trip."""
    item = table.get(turn.key)
    return _read(item) if item else None


def begin(unit: UnitOfWork, turn: Place, message: ConversationMessage, now: datetime) -> None:
    """Store a new turn, claimed, with its message, as part of `unit`, whose commit may raise SentBefore."""
    write = turn.new(
        sequence=message.sequence_order,
        answeringUntil=timestamp(now + CLAIM),
        expiresAtEpoch=epoch_seconds(now + KEPT),
    )
    unit.write(write, _sent_before)


def claim(table: Table, turn: Place, now: datetime) -> bool:
    """Claim a turn for its reply. Returns False when another request has claimed it. One round trip."""
    free = _WITHOUT_REPLY & at_most("answeringUntil", timestamp(now))
    return _is_updated(table, turn, Update(set={"answeringUntil": timestamp(now + CLAIM)}, condition=free))


def release(table: Table, turn: Place, now: datetime) -> None:
    """Let a turn be repeated, unless it has its reply. One round trip."""
    _is_updated(table, turn, Update(set={"answeringUntil": timestamp(now)}, condition=_WITHOUT_REPLY))


def end(unit: UnitOfWork, turn: Place, reply: ConversationMessage) -> None:
    """Save which message is the reply, as part of `unit`, whose commit may raise Replied."""
    change = Update(set={"replySequence": reply.sequence_order}, condition=_WITHOUT_REPLY)
    unit.write(turn.update(change), _replied)


def _is_updated(table: Table, turn: Place, change: Update) -> bool:
    try:
        table.update(turn.key, change)
    except ConditionFailed:
        return False
    return True


def _read(item: Item) -> StoredTurn:
    reply = item.get("replySequence")
    return StoredTurn(int(item["sequence"]), None if reply is None else int(reply))


def _sent_before(item: Item | None) -> Exception:
    return SentBefore(_read(item)) if item is not None else LostRace()


def _replied(item: Item | None) -> Exception:
    return Replied(item["replySequence"]) if item is not None else LostRace()

"""Conversations of candidates with a chatbot, and their messages (interface: Conversations, rules 1 to 3).

The chat writes them; the interface only reads. A conversation that nobody has written in for half an
hour has ended.

    ACTIVE ──▶ ENDED ──▶ ARCHIVED
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from gather.core.clock import from_timestamp, timestamp
from gather.core.identifiers import derived_id, new_id
from gather.core.record import Identified
from gather.core.tenant import TenantId

if TYPE_CHECKING:
    from gather.chat.chatbots.models import Chatbot

TIMEOUT = timedelta(minutes=30)
"""How long after its last message a conversation ends by itself."""

RETURN = timedelta(minutes=1)
"""How long a candidate who left has to come back, as by a reload of the page."""

LARGEST_SEQUENCE = 999_999_999
"""The last `sequenceOrder` that a message can have."""


class ConversationStatus(StrEnum):
    """Interface: Conversations, rule 2."""

    ACTIVE = "ACTIVE"
    ENDED = "ENDED"
    ARCHIVED = "ARCHIVED"


TRANSITIONS: Mapping[ConversationStatus, frozenset[ConversationStatus]] = {
    ConversationStatus.ACTIVE: frozenset({ConversationStatus.ENDED}),
    ConversationStatus.ENDED: frozenset({ConversationStatus.ARCHIVED}),
    ConversationStatus.ARCHIVED: frozenset(),
}
"""Which status may follow which (interface: Conversations, rule 2)."""


class MessageRole(StrEnum):
    """Who wrote a message: the candidate, the chatbot, or the service itself."""

    USER = "USER"
    ASSISTANT = "ASSISTANT"
    SYSTEM = "SYSTEM"


class Conversation(Identified):
    """A conversation as it is returned; `chat_id` is the chatbot's id."""

    status: ConversationStatus = ConversationStatus.ACTIVE
    """Whether the conversation goes on."""
    started_at: str
    """When the conversation began: ISO 8601 in UTC."""
    ended_at: str | None = None
    """When the conversation ended; null while it goes on."""
    candidate_profile_id: str | None = None
    """The candidate's profile; null while nobody is known."""
    chat_id: str
    """The chatbot."""
    organization_id: TenantId
    """The organization."""
    team_id: TenantId
    """The team."""


class ConversationRecord(Conversation):
    """A conversation as the table keeps it.

    `session_token_hash` is the SHA-256 of the token by which the candidate's browser goes on with it;
    `message_count` is also the `sequence_order` of the last message, and `file_count` how many files were
    announced. `left_at` is when the candidate left the page without coming back.
    """

    session_token_hash: str
    last_message_at: str
    message_count: int = 0
    file_count: int = 0
    left_at: str | None = None

    @property
    def times_out_at(self) -> str | None:
        """When it ends if nobody writes or comes back any more; None when it has ended."""
        if self.status is not ConversationStatus.ACTIVE:
            return None
        timeout = from_timestamp(self.last_message_at) + TIMEOUT
        if self.left_at is not None:
            timeout = min(timeout, from_timestamp(self.left_at) + RETURN)
        return timestamp(timeout)


class ConversationMessage(Identified):
    """A message of a conversation: `content` is free text and may hold personal data.

    `sequence_order` counts from 1 without gaps; `metadata` tells the page how to show it (`uiType`).
    """

    role: MessageRole
    """Who wrote the message."""
    content: str
    """The text of the message."""
    sequence_order: int
    """The place of the message in the conversation, counted from 1."""
    metadata: dict[str, Any]
    """What belongs to the message beside its text."""
    conversation_id: str
    """The conversation."""


def new_conversation(chatbot: "Chatbot", session_token_hash: str, now: datetime) -> ConversationRecord:
    """The conversation that a candidate begins with `chatbot`, without a message yet."""
    moment = timestamp(now)
    return ConversationRecord(
        id=new_id(),
        started_at=moment,
        chat_id=chatbot.id,
        organization_id=chatbot.organization_id,
        team_id=chatbot.team_id,
        session_token_hash=session_token_hash,
        last_message_at=moment,
        created_at=moment,
        updated_at=moment,
    )


def said(
    conversation: ConversationRecord,
    role: MessageRole,
    content: str,
    now: datetime,
    metadata: Mapping[str, Any] | None = None,
) -> tuple[ConversationRecord, ConversationMessage]:
    """The conversation after one more message, and that message.

    Raises ValueError when it has ended. The message's id follows from its place, so that of two writers
    of the same place one loses whole.
    """
    if conversation.status is not ConversationStatus.ACTIVE:
        raise ValueError(f"nothing more is said in an {conversation.status} conversation")
    moment = timestamp(now)
    sequence = conversation.message_count + 1
    message = ConversationMessage(
        id=derived_id(conversation.id, "MESSAGE", str(sequence)),
        role=role,
        content=content,
        sequence_order=sequence,
        metadata=dict(metadata or {}),
        conversation_id=conversation.id,
        created_at=moment,
        updated_at=moment,
    )
    return (
        conversation.changed(message_count=sequence, last_message_at=moment, left_at=None, updated_at=moment),
        message,
    )


def moved(conversation: ConversationRecord, status: ConversationStatus, now: datetime) -> ConversationRecord:
    """The conversation with its next status. Raises ValueError when it cannot follow."""
    if status not in TRANSITIONS[conversation.status]:
        raise ValueError(f"an {conversation.status} conversation cannot become {status}")
    moment = timestamp(now)
    ended_at = moment if status is ConversationStatus.ENDED else conversation.ended_at
    return conversation.changed(status=status, ended_at=ended_at, updated_at=moment)


def left(conversation: ConversationRecord, now: datetime) -> ConversationRecord:
    """The conversation whose candidate may come back for a minute; one that has ended stays as it is."""
    if conversation.status is not ConversationStatus.ACTIVE:
        return conversation
    return conversation.changed(left_at=timestamp(now))


def returned(conversation: ConversationRecord) -> ConversationRecord:
    """The conversation whose candidate is there."""
    return conversation.changed(left_at=None)

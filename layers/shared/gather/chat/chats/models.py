"""Chats of visitors with a chatbot, and their messages (interface: Conversations, rules 1 to 3).

The interface calls a chat a conversation, and only reads it. A chat that nobody has written in for half an
hour has ended.

    ACTIVE ──▶ ENDED ──▶ ARCHIVED
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from pydantic import Field

from gather.core.clock import from_timestamp, timestamp
from gather.core.identifiers import derived_id, new_id
from gather.core.record import Identified
from gather.core.tenant import TenantId

if TYPE_CHECKING:
    from gather.chat.chatbots.models import Chatbot

TIMEOUT = timedelta(minutes=30)
"""How long after its last message a chat ends by itself."""

RETURN = timedelta(minutes=1)
"""How long a visitor who left has to come back, as by a reload of the page."""

LARGEST_SEQUENCE = 999_999_999
"""The last `sequenceOrder` that a message can have."""


class ChatStatus(StrEnum):
    """Interface: Conversations, rule 2."""

    ACTIVE = "ACTIVE"
    ENDED = "ENDED"
    ARCHIVED = "ARCHIVED"


TRANSITIONS: Mapping[ChatStatus, frozenset[ChatStatus]] = {
    ChatStatus.ACTIVE: frozenset({ChatStatus.ENDED}),
    ChatStatus.ENDED: frozenset({ChatStatus.ARCHIVED}),
    ChatStatus.ARCHIVED: frozenset(),
}
"""Which status may follow which (interface: Conversations, rule 2)."""


class MessageRole(StrEnum):
    """The writer of a message: the visitor, the chatbot, or the service itself."""

    USER = "USER"
    ASSISTANT = "ASSISTANT"
    SYSTEM = "SYSTEM"


class Conversation(Identified):
    """A conversation as it is returned; `chatId` is the chatbot's id."""

    status: ChatStatus = ChatStatus.ACTIVE
    """Whether the conversation goes on."""
    started_at: str
    """When the conversation began: ISO 8601 in UTC."""
    ended_at: str | None = None
    """When the conversation ended; null while it goes on."""
    candidate_profile_id: str | None = None
    """The candidate's profile; null while nobody is known."""
    chatbot_id: str = Field(alias="chatId")
    """The chatbot."""
    organization_id: TenantId
    """The organization."""
    team_id: TenantId
    """The team."""


class ChatRecord(Conversation):
    """A chat as it is stored.

    `session_token_hash` is the SHA-256 of the token by which the visitor's browser goes on with it;
    `message_count` is also the `sequence_order` of the last message, and `file_count` how many files were
    announced. `left_at` is when the visitor left the page without coming back.
    """

    session_token_hash: str
    last_message_at: str
    message_count: int = 0
    file_count: int = 0
    left_at: str | None = None

    @property
    def times_out_at(self) -> str | None:
        """When it ends if nobody writes or comes back any more; None when it has ended."""
        if self.status is not ChatStatus.ACTIVE:
            return None
        timeout = from_timestamp(self.last_message_at) + TIMEOUT
        if self.left_at is not None:
            timeout = min(timeout, from_timestamp(self.left_at) + RETURN)
        return timestamp(timeout)

    def say(
        self, role: MessageRole, content: str, now: datetime, metadata: Mapping[str, Any] | None = None
    ) -> "tuple[ChatRecord, ConversationMessage]":
        """Add a message. Returns the chat after it, and the message.

        Raises ValueError when the chat has ended. The message's id follows from its place, so that of two
        writers of the same place one loses whole.
        """
        if self.status is not ChatStatus.ACTIVE:
            raise ValueError(f"nothing more is said in an {self.status} conversation")
        moment = timestamp(now)
        sequence = self.message_count + 1
        message = ConversationMessage(
            id=derived_id(self.id, "MESSAGE", str(sequence)),
            role=role,
            content=content,
            sequence_order=sequence,
            metadata=dict(metadata or {}),
            conversation_id=self.id,
            created_at=moment,
            updated_at=moment,
        )
        after = self.changed(message_count=sequence, last_message_at=moment, left_at=None, updated_at=moment)
        return after, message

    def change_status(self, status: ChatStatus, now: datetime) -> "ChatRecord":
        """Give the chat its next status. Raises ValueError for a status that cannot follow."""
        if status not in TRANSITIONS[self.status]:
            raise ValueError(f"an {self.status} conversation cannot become {status}")
        moment = timestamp(now)
        ended_at = moment if status is ChatStatus.ENDED else self.ended_at
        return self.changed(status=status, ended_at=ended_at, updated_at=moment)

    def pause(self, now: datetime) -> "ChatRecord":
        """Let the visitor come back within a minute. Returns an ended chat unchanged."""
        if self.status is not ChatStatus.ACTIVE:
            return self
        return self.changed(left_at=timestamp(now))

    def resume(self) -> "ChatRecord":
        """Let the visitor be there again, who had left."""
        return self.changed(left_at=None)


class ConversationMessage(Identified):
    """A message of a conversation: `content` is free text and may hold personal data.

    `sequence_order` counts from 1 without gaps; `metadata` tells the page how to show it (`uiType`).
    """

    role: MessageRole
    """The writer of the message."""
    content: str
    """The text of the message."""
    sequence_order: int
    """The place of the message in the conversation, counted from 1."""
    metadata: dict[str, Any]
    """Data of the message beside its text."""
    conversation_id: str
    """The conversation."""


def new_chat(chatbot: "Chatbot", session_token_hash: str, now: datetime) -> ChatRecord:
    """Create the chat that a visitor begins with `chatbot`, without a message yet."""
    moment = timestamp(now)
    return ChatRecord(
        id=new_id(),
        started_at=moment,
        chatbot_id=chatbot.id,
        organization_id=chatbot.organization_id,
        team_id=chatbot.team_id,
        session_token_hash=session_token_hash,
        last_message_at=moment,
        created_at=moment,
        updated_at=moment,
    )

"""Messages that visitors of a chat leave for the team (interface: Conversations, rules 5 to 7)."""

from datetime import datetime

from pydantic import Field

from gather.chat.chats.models import ChatRecord, ConversationMessage
from gather.core.clock import timestamp
from gather.core.email_address import normal_email
from gather.core.identifiers import new_id
from gather.core.model import Model
from gather.core.record import Identified
from gather.core.tenant import TenantId


class VisitorContact(Model):
    """The visitor who leaves a message. Nobody has checked that the address is theirs."""

    name: str
    """The visitor's name."""
    email: str
    """Where the visitor can be answered."""


class LeftMessage(Identified):
    """A message for the team. `chatId` is the chatbot's id, as a conversation has it."""

    name: str
    """The visitor's name."""
    email: str
    """Where the visitor can be answered; nobody has checked it."""
    content: str
    """The text of the message."""
    chatbot_id: str = Field(alias="chatId")
    """The chatbot."""
    conversation_id: str
    """The conversation in which the message was left."""
    organization_id: TenantId
    """The organization."""
    team_id: TenantId
    """The team."""

    @property
    def normal_email(self) -> str:
        """The address by which the message is found, whatever its case."""
        return normal_email(self.email)


def new_left_message(
    chat: ChatRecord, message: ConversationMessage, contact: VisitorContact, now: datetime
) -> LeftMessage:
    """Create what a visitor leaves for the team, with the text of a chat's message."""
    moment = timestamp(now)
    return LeftMessage(
        id=new_id(),
        name=contact.name,
        email=contact.email,
        content=message.content,
        chatbot_id=chat.chatbot_id,
        conversation_id=chat.id,
        organization_id=chat.organization_id,
        team_id=chat.team_id,
        created_at=moment,
        updated_at=moment,
    )

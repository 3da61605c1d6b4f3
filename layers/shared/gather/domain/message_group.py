"""Message groups: what candidates are sent by e-mail and SMS (interface: Message group and message)."""

from enum import StrEnum
from typing import TYPE_CHECKING

from gather.domain.model import Model
from gather.domain.record import TeamRecord

if TYPE_CHECKING:
    from gather.domain.interview import InterviewType


class MessageType(StrEnum):
    """The moment that a message is for."""

    INVITE = "INVITE"
    CANDIDATE_REMINDER = "CANDIDATE_REMINDER"
    COMPLETION_CONFIRMATION = "COMPLETION_CONFIRMATION"


class MessageGroupStatus(StrEnum):
    """Whether the group is ready for use."""

    DRAFT = "DRAFT"
    PUBLISHED = "PUBLISHED"


class MessageGroupType(StrEnum):
    """The interviews that a group is for."""

    STANDARD = "standard"
    QUESTIONNAIRE = "questionnaire"


def group_type_of(interview_type: "InterviewType") -> MessageGroupType:
    """The type of group that writes to the candidates of an interview."""
    is_questionnaire = interview_type == MessageGroupType.QUESTIONNAIRE.value
    return MessageGroupType.QUESTIONNAIRE if is_questionnaire else MessageGroupType.STANDARD


class Message(Model):
    """One message; a channel whose flag is off is not used."""

    id: str
    type: MessageType
    sms_body: str | None = None
    sms_enabled: bool = False
    email_subject: str | None = None
    email_header: str | None = None
    email_body: str | None = None
    email_enabled: bool = False
    message_group_id: str | None = None
    created_at: str
    updated_at: str


class MessageGroupSummary(TeamRecord):
    """A message group as lists show it."""

    title: str
    status: MessageGroupStatus
    type: MessageGroupType
    default: bool = False


class MessageGroup(MessageGroupSummary):
    """A message group with its messages."""

    messages: tuple[Message, ...] = ()

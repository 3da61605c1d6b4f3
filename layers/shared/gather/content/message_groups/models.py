"""Message groups: the texts that candidates get by e-mail and SMS (interface: Message groups, rule 1)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints

from gather.content.message_groups.placeholders import check_placeholders
from gather.core.caller import TeamScope
from gather.core.characters import is_blank
from gather.core.clock import timestamp
from gather.core.errors import Fault, NotFound, ValidationFailed
from gather.core.formats import ONE_LINE, RecordId, Title
from gather.core.identifiers import new_id
from gather.core.model import UNSET, Model, RequestModel, RequestPart
from gather.core.record import TeamRecord, common_fields
from gather.core.repetition import repeated, texts

if TYPE_CHECKING:
    from gather.content.interviews.models import InterviewType

MOST_GROUPS = 200
MOST_MESSAGES = 20

CHANNELS = (("smsEnabled", "smsBody"), ("emailEnabled", "emailBody"))
"""The members that switch a channel on, each with the text that the channel cannot do without."""


class MessageType(StrEnum):
    """The moment that a message is for."""

    INVITE = "INVITE"
    CANDIDATE_REMINDER = "CANDIDATE_REMINDER"
    COMPLETION_CONFIRMATION = "COMPLETION_CONFIRMATION"
    REJECTION = "REJECTION"


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
    """The message."""
    type: MessageType
    """The moment that the message is for."""
    sms_body: str | None = None
    """The text of the SMS, with variables such as `{{link}}`.
    Has at least 1 visible character where `smsEnabled` is true."""
    sms_enabled: bool = False
    """Whether the message goes out by SMS."""
    email_subject: str | None = None
    """The e-mail's subject."""
    email_header: str | None = None
    """The heading of the e-mail."""
    email_body: str | None = None
    """The e-mail's text, with variables such as `{{link}}`.
    Has at least 1 visible character where `emailEnabled` is true."""
    email_enabled: bool = False
    """Whether the message goes out by e-mail."""
    message_group_id: str | None = None
    """The group that the message belongs to."""
    created_at: str
    """When the message was created: ISO 8601 in UTC."""
    updated_at: str
    """When the message was last changed: ISO 8601 in UTC."""

    def change(self, request: "KeptOrNewMessage", moment: str) -> "Message":
        """The message after a PATCH; the same one when nothing is different."""
        changed = self.changed(**request.supplied())
        return self if changed == self else changed.changed(updated_at=moment)


class MessageGroupSummary(TeamRecord):
    """A message group as lists show it."""

    title: str
    """The name that the team gives the group."""
    status: MessageGroupStatus
    """Whether the group may be used."""
    type: MessageGroupType
    default: bool = False
    """Whether interviews of this type use the group unless they name another."""


class MessageGroup(MessageGroupSummary):
    """A message group with its messages."""

    messages: tuple[Message, ...] = ()
    """The group's messages, at most one of each type."""

    def change(self, request: "ChangeMessageGroup", moment: str) -> "MessageGroup":
        """The group after a PATCH; the same one when nothing is different.

        Raises NotFound for a message that is not the group's, ValidationFailed for
        faults that depend on the messages that are kept.
        """
        fields = request.supplied()
        if "messages" in fields:
            fields["messages"] = self._replace_messages(request.messages, moment)
        changed = self.changed(**fields)
        return self if changed == self else changed.changed(updated_at=moment)

    def _replace_messages(self, wanted: "Sequence[KeptOrNewMessage]", moment: str) -> tuple[Message, ...]:
        present = {message.id: message for message in self.messages}
        for position, message in enumerate(wanted):
            if message.id is not None and message.id not in present:
                raise NotFound("message", message.id, f"messages[{position}].id")
        messages = tuple(
            _new_message(message, self.id, moment)
            if message.id is None
            else present[message.id].change(message, moment)
            for message in wanted
        )
        stored = [message.model_dump(by_alias=True) for message in messages]
        other_types = [
            Fault(f"messages[{position}].type", "must be the type of the message that id names, or left out")
            for position, message in enumerate(messages)
            if message.id in present and message.type is not present[message.id].type
        ]
        repeated_types = _repeated(stored, "type", "must not repeat the type")
        faults = [*(other_types or repeated_types), *_faults_of_channels(stored)]
        if faults:
            raise ValidationFailed(faults)
        return messages


SmsBody = Annotated[str, StringConstraints(max_length=1_000), AfterValidator(check_placeholders)]
EmailLine = Annotated[str, StringConstraints(max_length=255), ONE_LINE, AfterValidator(check_placeholders)]
EmailBody = Annotated[str, StringConstraints(max_length=10_000), AfterValidator(check_placeholders)]


class MessageContent(RequestPart):
    """The texts of a message and its channels. A flag that is left out is on where its text is given."""

    sms_body: SmsBody | None = None
    sms_enabled: bool = UNSET
    email_subject: EmailLine | None = None
    email_header: EmailLine | None = None
    email_body: EmailBody | None = None
    email_enabled: bool = UNSET


class MessageToCreate(MessageContent):
    """A message of the body of POST /message-groups.

    Its texts may hold {{link}}, {{candidateFirstName}}, {{candidateLastName}}, {{interviewTitle}} and
    {{companyName}}. A channel that is on needs its body; a flag that is left out is on where the body is
    given.
    """

    type: MessageType


class KeptOrNewMessage(MessageContent):
    """A message of a PATCH: the group's own one that `id` names, with the members supplied changed, or
    another one, which needs a `type`. Texts as in a POST."""

    id: RecordId | None = None
    type: MessageType = UNSET


class CreateMessageGroup(RequestModel):
    """Body of POST /message-groups; the interface requires `teamId` there."""

    team_id: RecordId
    """The team that the group belongs to."""
    title: Title
    type: MessageGroupType
    status: MessageGroupStatus
    messages: Annotated[tuple[MessageToCreate, ...], Field(max_length=MOST_MESSAGES)]
    default: bool = False

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """Each type at most once, and a text for each channel that is on."""
        messages = _list_of(raw, "messages")
        return [*_faults_of_channels(messages), *_repeated(messages, "type", "must not repeat the type")]


class ChangeMessageGroup(RequestModel):
    """Body of PATCH /message-groups/{messageGroupId}; `messages` replaces the group's messages."""

    title: Title = UNSET
    status: MessageGroupStatus = UNSET
    messages: Annotated[tuple[KeptOrNewMessage, ...], Field(max_length=MOST_MESSAGES)] = UNSET
    default: bool = UNSET

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """As for a new group, as far as the body shows; each message kept once, each new one with a type.

        `MessageGroup.change` checks the rest, which depends on the messages that are kept.
        """
        messages = _list_of(raw, "messages")
        new = [None if _is_kept(message) else message for message in messages]
        untyped = [
            Fault(f"messages[{position}].type", "is required for a new message")
            for position, message in enumerate(new)
            if isinstance(message, Mapping) and "type" not in message
        ]
        return [
            *untyped,
            *_faults_of_channels(new),
            *_repeated(messages, "type", "must not repeat the type"),
            *_repeated(messages, "id", "must not name the message"),
        ]


def _list_of(raw: Mapping[str, Any], name: str) -> list[Any]:
    value = raw.get(name)
    return value[:MOST_MESSAGES] if isinstance(value, list) else []


def _is_kept(message: object) -> bool:
    return isinstance(message, Mapping) and message.get("id") is not None


def _faults_of_channels(messages: Sequence[object]) -> list[Fault]:
    """One fault for each text that is missing or blank although its channel is on."""
    return [
        Fault(f"messages[{position}].{text}", f"is required while {flag} is true")
        for position, message in enumerate(messages)
        if isinstance(message, Mapping)
        for flag, text in CHANNELS
        if message.get(flag) is True and _is_blank(message.get(text))
    ]


def _is_blank(text: object) -> bool:
    return text is None or (isinstance(text, str) and is_blank(text))


def _repeated(messages: Sequence[object], member: str, refusal: str) -> list[Fault]:
    """One fault for each message whose `member` is that of an earlier one."""
    values = texts(message.get(member) if isinstance(message, Mapping) else None for message in messages)
    return [
        Fault(f"messages[{position}].{member}", f"{refusal} of messages[{earlier}]")
        for position, earlier in repeated(values)
    ]


def new_message_group(request: CreateMessageGroup, scope: TeamScope, now: datetime) -> MessageGroup:
    """A new message group from a request."""
    common = common_fields(scope, now)
    messages = tuple(_new_message(message, common["id"], timestamp(now)) for message in request.messages)
    return MessageGroup(**common, **{**request.supplied(), "messages": messages})


def _new_message(content: MessageToCreate | KeptOrNewMessage, group_id: str, moment: str) -> Message:
    flags = {
        "sms_enabled": not _is_blank(content.sms_body),
        "email_enabled": not _is_blank(content.email_body),
    }
    fields = {**flags, **content.supplied(), "id": new_id()}
    return Message(**fields, message_group_id=group_id, created_at=moment, updated_at=moment)

"""The mailing of a task: the message of the right group, its candidate, and the channels that it may take."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.message_groups import built_in_messages
from gather.content.message_groups.models import (
    Message,
    MessageGroup,
    MessageGroupStatus,
    MessageGroupType,
    MessageType,
    group_type_of,
)
from gather.content.message_groups.storage import DEFAULT_MESSAGE_GROUP, MESSAGE_GROUP, default_group_among
from gather.core.bidi import isolate
from gather.core.clock import from_timestamp
from gather.core.spoken_time import spoken_moment
from gather.events.task import TaskName
from gather.messaging.channels.email_fate import MessageTags
from gather.messaging.channels.opt_out import (
    UnsubscribeLink,
    marks_of,
    takes_replies,
)
from gather.messaging.rendering import messages as message_rendering
from gather.messaging.rendering.email_layout import EmailBranding
from gather.messaging.rendering.messages import MessageValues
from gather.messaging.sent_messages.models import SentMessageType
from gather.ports.messages import EmailAttachment, EmailMessage, SmsMessage
from gather.screening.candidate_interviews.models import (
    CandidateInterviewRecord,
    help_link,
    interview_link,
)
from gather.screening.candidate_interviews.status import OPEN, CandidateInterviewStatus
from gather.screening.candidates.delivery_type import DeliveryType, is_texted
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.decisions.models import DecisionWord
from gather.table.conversion import Item
from gather.table.deployment_secret import (
    DEPLOYMENT_SECRET,
    get_or_create_secret,
    secret_among,
)
from gather.table.keys import Key
from gather.table.outbox import ClaimedTask
from gather.table.store import Table
from gather.tenancy.organizations.storage import organization_key, sms_countries_among, team_key
from gather.tenancy.teams.models import Branding, Team
from gather.wiring import Adapters

_TYPES: Final = {
    TaskName.SEND_INVITE: SentMessageType.INVITE,
    TaskName.SEND_REMINDER: SentMessageType.CANDIDATE_REMINDER,
    TaskName.SEND_COMPLETION: SentMessageType.COMPLETION_CONFIRMATION,
    TaskName.SEND_REJECTION: SentMessageType.REJECTION,
}
_TYPES_OF_DECISIONS: Final = {
    DecisionWord.ADVANCE: SentMessageType.ADVANCE,
    DecisionWord.REJECT: SentMessageType.REJECTION,
}
_WITHOUT_LINK: Final = frozenset({SentMessageType.REJECTION, SentMessageType.ADVANCE})


@dataclass(frozen=True, slots=True)
class OptOutWays:
    """The ways to get no more messages: the link of the e-mails, and whether a text message can be answered.
    `marks` are those of the addresses."""

    marks: Mapping[DeliveryType, bytes]
    link: str
    by_reply: bool


@dataclass(frozen=True, slots=True)
class Mailing:
    """One message to one candidate, about the interview or meeting called `title`.

    `message` is None where no group has one: the built-in of `kind` is sent, in `language`. `details` stand
    in it, and `facts` below it, with the `help_link`. The organization texts to the candidate's number if it
    `is_texted`.
    """

    type: SentMessageType
    kind: message_rendering.MessageType
    message: Message | None
    candidate: Candidate
    title: str
    team: Team
    channels: tuple[DeliveryType, ...]
    link: str
    language: str
    opt_out_ways: OptOutWays
    is_texted: bool
    details: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    attachments: tuple[EmailAttachment, ...] = ()
    help_link: str = ""

    def address(self, channel: DeliveryType) -> str:
        """Where the message goes by a channel."""
        return (self.candidate.email if channel is DeliveryType.EMAIL else self.candidate.phone) or ""

    def email(self) -> EmailMessage:
        """The e-mail, in the team's colors and under its name."""
        branding = EmailBranding(self.team.logo_url, self.team.accent_color, self.team.button_color)
        rendered = self._text().render_email(self._values(), branding)
        return EmailMessage(
            to=self.address(DeliveryType.EMAIL),
            subject=rendered.subject,
            html=rendered.html,
            text=rendered.text,
            from_name=self.team.display_name,
            reply_to=self.team.contact_email,
            about=self.candidate.id,
            unsubscribe_link=self.opt_out_ways.link,
            attachments=self.attachments,
        )

    def tags(self, task_id: str) -> MessageTags:
        """The tags of the e-mail, by which a bounce or a complaint is known to be the candidate's."""
        mark = self.opt_out_ways.marks[DeliveryType.EMAIL].hex()
        return MessageTags(self.candidate.team_id, self.candidate.id, task_id, mark)

    def sms(self) -> SmsMessage:
        """The text message."""
        body = self._text().render_sms(self._values())
        return SmsMessage(to=self.address(DeliveryType.SMS), body=body, about=self.candidate.id)

    def _text(self) -> message_rendering.MessageTemplate:
        if self.message is None:
            return message_rendering.MessageTemplate(type=self.kind)
        return message_rendering.MessageTemplate(
            type=self.kind,
            email_subject=self.message.email_subject,
            email_header=self.message.email_header,
            email_body=self.message.email_body,
            sms_body=self.message.sms_body,
        )

    def _values(self) -> MessageValues:
        return MessageValues(
            candidate_first_name=self.candidate.first_name,
            candidate_last_name=self.candidate.last_name,
            interview_title=self.title,
            company_name=self.team.display_name,
            link=self.link,
            language=self.language,
            details=self.details,
            facts=self.facts,
            unsubscribe_link=self.opt_out_ways.link,
            is_stoppable=self.opt_out_ways.by_reply,
            help_link=self.help_link,
        )


def read_mailing(
    adapters: Adapters, task: ClaimedTask, record: CandidateInterviewRecord, now: datetime
) -> Mailing | None:
    """Read the mailing of a task; None when it is out of date. Two round trips.

    Out of date is an invite that a newer one followed, a reminder to a candidate who is done or of an
    interview that is paused or closed, and any
    message to one who is archived or out of time. An invite goes out even to a candidate who was faster
    than it, because its sending was promised and is told of.
    """
    message_type = _type_of(task)
    if not _is_wanted(task, message_type, record, now):
        return None
    table = adapters.records.table
    candidate_key = CANDIDATE.key(record.team_id, record.candidate_id)
    interview_key = INTERVIEW.key(record.team_id, record.interview_id)
    branding_key = team_key(record.organization_id, record.team_id)
    default_keys = [DEFAULT_MESSAGE_GROUP.key(record.team_id, kind) for kind in MessageGroupType]
    others = [*default_keys, DEPLOYMENT_SECRET.key(), organization_key(record.organization_id)]
    found = table.get_many([candidate_key, interview_key, branding_key, *others])
    if candidate_key not in found:
        return None  # erased meanwhile
    candidate = Candidate.model_validate(found[candidate_key])
    interview = InterviewDetail.model_validate(found[interview_key])
    if candidate.archived_at is not None:
        return None
    if message_type is SentMessageType.CANDIDATE_REMINDER and not interview.status.takes_answers:
        return None
    default_id = default_group_among(found, record.team_id, group_type_of(interview.interview_type))
    workflow_group_id = record.enrollment.message_group_id if record.enrollment else None
    group_ids = (workflow_group_id, interview.message_group_id, default_id)
    message = _find_team_message(table, record.team_id, group_ids, message_type)
    team = Team.model_validate(found[branding_key])
    link = _link(adapters, message_type, record)
    return Mailing(
        type=SentMessageType(message_type),
        kind=message_type.value,
        message=message,
        candidate=candidate,
        title=interview.display_name,
        team=team,
        channels=_channels(task, message_type, message, candidate),
        link=link,
        language=interview.language,
        opt_out_ways=opt_out_ways(adapters, found, candidate),
        is_texted=is_texted(candidate, sms_countries_among(found, record.organization_id)),
        facts=_facts(message_type, interview, record, candidate, team),
        help_link=help_link(adapters.settings.base_url, record.invite_token) if link else "",
    )


def _type_of(task: ClaimedTask) -> SentMessageType:
    name = TaskName(task.name)
    if name is TaskName.SEND_DECISION:
        return _TYPES_OF_DECISIONS[DecisionWord(task.payload["decision"])]
    return _TYPES[name]


def _link(adapters: Adapters, message_type: SentMessageType, record: CandidateInterviewRecord) -> str:
    if message_type in _WITHOUT_LINK:
        return ""
    return interview_link(adapters.settings.base_url, record.invite_token)


def _find_team_message(
    table: Table, team_id: str, group_ids: Iterable[str | None], message_type: SentMessageType
) -> Message | None:
    """The team's message; None for what only the service writes."""
    if message_type is SentMessageType.ADVANCE:
        return None
    return find_message(table, team_id, group_ids, MessageType(message_type.value))


def _channels(
    task: ClaimedTask, message_type: SentMessageType, message: Message | None, candidate: Candidate
) -> tuple[DeliveryType, ...]:
    """The channels of a message. One that a gate's failure sends takes a single way: bad news by two ways at
    once would be unkind. A person who decides says by which ways."""
    asked = task.payload.get("deliveryTypes")
    must_go = message_type is SentMessageType.INVITE or task.name == TaskName.SEND_DECISION
    channels = channels_of(message, candidate, asked, must_go=must_go)
    return channels[:1] if task.name == TaskName.SEND_REJECTION and message is None else channels


def opt_out_ways(adapters: Adapters, found: Mapping[Key, Item], candidate: Candidate) -> OptOutWays:
    """The ways in which a candidate gets no more messages. `found` has the secret, if there is one yet."""
    secret = secret_among(found) or get_or_create_secret(adapters.records.table)
    marks = marks_of(secret, candidate)
    settings = adapters.settings
    link = ""
    if DeliveryType.EMAIL in marks:
        said = UnsubscribeLink(candidate.organization_id, candidate.team_id, marks[DeliveryType.EMAIL])
        link = said.address(settings.base_url, secret)
    return OptOutWays(marks, link, takes_replies(settings.sms_origination_identity))


def _facts(
    message_type: SentMessageType,
    interview: InterviewDetail,
    record: CandidateInterviewRecord,
    candidate: Candidate,
    team: Team,
) -> tuple[str, ...]:
    """Where it is answered, if that matters, how long it takes, until when, and whom to ask.

    Nothing of it once it is done. A rejection says who looks at it again.
    """
    if message_type is SentMessageType.COMPLETION_CONFIRMATION:
        return ()
    if message_type is SentMessageType.REJECTION:
        return (whom_to_ask(team, interview.language, "review"),)
    if message_type is SentMessageType.ADVANCE:
        return (whom_to_ask(team, interview.language),)
    phrases = built_in_messages.PHRASES.texts(interview.language)
    return (
        *((phrases["webOnly"],) if interview.web_only else ()),
        phrases["takes"].format(minutes=interview.minutes),
        answer_by(record.expiry, candidate, interview.language),
        whom_to_ask(team, interview.language),
    )


def answer_by(expiry: str, candidate: Candidate, language: str) -> str:
    """Until when the candidate can answer, in the candidate's own time zone where it is known."""
    deadline = spoken_moment(from_timestamp(expiry), candidate.timezone, language)
    return built_in_messages.PHRASES.texts(language)["answerBy"].format(deadline=deadline)


def whom_to_ask(team: Team, language: str, about: Literal["ask", "review", "mistake"] = "ask") -> str:
    """To whom candidates turn with questions, to have a decision reviewed, or to undo a withdrawal."""
    phrases = built_in_messages.PHRASES.texts(language)
    contact = Branding.of(team).contact
    if contact:
        return phrases[f"{about}Us"].format(contact=isolate(contact, language))
    return phrases[f"{about}Company"].format(company=isolate(team.display_name, language))


def _is_wanted(
    task: ClaimedTask, message_type: SentMessageType, record: CandidateInterviewRecord, now: datetime
) -> bool:
    if record.status is CandidateInterviewStatus.ARCHIVED:
        return False
    if task.name == TaskName.SEND_DECISION:
        return record.decision in (task.payload["decision"], DecisionWord.HOLD)
    if message_type is SentMessageType.COMPLETION_CONFIRMATION:
        return True
    if message_type is SentMessageType.REJECTION:
        return record.completed_at is not None
    if message_type is SentMessageType.INVITE:
        in_time = record.completed_at is not None or not record.is_over(now)
        return task.payload["invite"] == record.invites and in_time
    if task.payload.get("isInTime"):
        # Asked for as of a time before the expiry, by an advance past it (interface: Sandbox, rule 10).
        return record.completed_at is None
    return record.status in OPEN and not record.is_over(now)


def find_message(
    table: Table, team_id: str, group_ids: Iterable[str | None], message_type: MessageType
) -> Message | None:
    """The message of the first published group that has one of the type."""
    group_keys = [MESSAGE_GROUP.key(team_id, group_id) for group_id in group_ids if group_id is not None]
    found = table.get_many(group_keys)
    for key in group_keys:
        if key not in found:
            continue
        group = MessageGroup.model_validate(found[key])
        if group.status is MessageGroupStatus.PUBLISHED and group.archived_at is None:
            for message in group.messages:
                if message.type is message_type:
                    return message
    return None


def channels_of(
    message: Message | None,
    candidate: Candidate,
    asked: Iterable[str] | None,
    *,
    must_go: bool,
) -> tuple[DeliveryType, ...]:
    """The channels that were asked for, reach the candidate and are switched on in the message.

    One that `must_go`, because somebody asked for it, goes out even where the message has all of them
    switched off.
    """
    wanted = set(DeliveryType) if asked is None else {DeliveryType(name) for name in asked}
    reaching = tuple(channel for channel in DeliveryType if channel in wanted and channel.reaches(candidate))
    if message is None:
        return reaching
    enabled = {DeliveryType.EMAIL: message.email_enabled, DeliveryType.SMS: message.sms_enabled}
    switched_on = tuple(channel for channel in reaching if enabled[channel])
    return switched_on or (reaching if must_go else ())

"""Message groups: the texts for candidates. Also the messages that were sent to one.

Interface: Message groups, rules 1 to 7; Opt-outs, rule 6.
"""

from typing import Annotated

from pydantic import Field

from gather.content.message_groups import service
from gather.content.message_groups.models import (
    ChangeMessageGroup,
    CreateMessageGroup,
    MessageGroup,
    MessageGroupSummary,
)
from gather.content.message_groups.storage import MESSAGE_GROUP
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.messaging.channels.email_fate import EmailFate
from gather.messaging.sent_messages import service as sent_message_service
from gather.messaging.sent_messages.models import MOST_SHOWN, SentMessage
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table import team_sets
from gather.table.kind import Stored

api = Api("message_groups")
handler = api.handler


class OneMessageGroup(Model):
    """Data of the routes of one message group."""

    message_group: MessageGroup


class MessageGroupList(Model):
    """Data of GET /message-groups."""

    message_groups: list[MessageGroupSummary]


class CandidateMessagesQuery(TeamQuery):
    """Query of GET /candidates/{candidateId}/messages."""

    limit: Annotated[int, Field(ge=1, le=MOST_SHOWN)] = MOST_SHOWN
    """How many messages are listed at most."""


class CandidateMessages(Model):
    """Data of GET /candidates/{candidateId}/messages."""

    messages: list[SentMessage]
    """The messages to the candidate, newest first; one for each channel."""
    opted_out: list[DeliveryType]
    """The channels by which the candidate wants no more invitations and reminders, as of now."""
    suppressed: EmailFate | None
    """Why no e-mail goes to the candidate's address, as of now: an earlier one of the organization bounced
    for good (`bounce`), or was called unwanted (`complaint`); null where e-mail goes out."""


@api.get("/candidates/{candidateId}/messages", response=CandidateMessages)
def list_candidate_messages(call: TeamCall[NoBody, CandidateMessagesQuery]) -> CandidateMessages:
    """List the messages to a candidate with their status, and the channels that the candidate has left."""
    found = sent_message_service.list_of_candidate(
        call.records, call.team, call.path["candidateId"], call.query.limit
    )
    return CandidateMessages(
        messages=found.messages, opted_out=sorted(found.opted_out), suppressed=found.suppressed
    )


@api.post("/message-groups", response=OneMessageGroup, makes=MESSAGE_GROUP)
def create_message_group(call: TeamCall[CreateMessageGroup, TeamQuery]) -> Result:
    """Add a message group; as the default of its type it takes the place of the one before it."""
    group = service.create(call.records, call.team, call.body, now=call.now)
    return Result(OneMessageGroup(message_group=group), version=1)


@api.get("/message-groups", response=MessageGroupList)
def list_message_groups(call: TeamCall[NoBody, TeamQuery]) -> MessageGroupList:
    """List the team's message groups, newest first, without their messages."""
    found = team_sets.read_all(call.records.table, MESSAGE_GROUP, call.team.team_id)
    return MessageGroupList(message_groups=[*reversed(found)])


@api.get("/message-groups/{messageGroupId}", response=OneMessageGroup)
def get_message_group(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a message group with its messages."""
    return _result(call.records.get(MESSAGE_GROUP, call.team.team_id, call.path["messageGroupId"]))


@api.patch("/message-groups/{messageGroupId}", response=OneMessageGroup)
def change_message_group(call: TeamCall[ChangeMessageGroup, TeamQuery]) -> Result:
    """Change the members of a message group that are supplied; `messages` replaces all of them."""
    stored = service.update(
        call.records,
        call.team,
        call.body,
        call.path["messageGroupId"],
        now=call.now,
        precondition=call.precondition,
    )
    return _result(stored)


def _result(stored: Stored[MessageGroup]) -> Result:
    return Result(OneMessageGroup(message_group=stored.record), version=stored.version)

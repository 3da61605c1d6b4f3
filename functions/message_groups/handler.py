"""Message groups: what candidates are written, and what became of the messages to one.

Interface: Message groups, rules 1 to 7; Opt-outs, rule 6.
"""

from typing import Annotated

from pydantic import Field

from gather.content.message_groups.models import (
    MOST_GROUPS,
    ChangeMessageGroup,
    CreateMessageGroup,
    MessageGroup,
    MessageGroupSummary,
    changed_message_group,
    new_message_group,
)
from gather.content.message_groups.storage import MESSAGE_GROUP, make_default, make_no_default
from gather.core.errors import Conflict
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.messaging.channels import suppression_storage
from gather.messaging.channels.email_fate import EmailFate
from gather.messaging.channels.opt_out import marks_of
from gather.messaging.sent_messages import storage as sent_message_storage
from gather.messaging.sent_messages.models import MOST_SHOWN, SentMessage
from gather.screening.candidates.delivery_type import DeliveryType
from gather.screening.candidates.storage import CANDIDATE
from gather.table import deployment_secret, team_sets
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork

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
    """List what became of the messages to a candidate, and the channels that the candidate has left."""
    table, team_id = call.records.table, call.team.team_id
    candidate = call.records.get(CANDIDATE, team_id, call.path["candidateId"]).record
    secret = deployment_secret.find_secret(table)
    held = suppression_storage.held_back(table, {} if secret is None else marks_of(secret, candidate))
    return CandidateMessages(
        messages=sent_message_storage.newest(table, team_id, candidate.id, call.query.limit),
        opted_out=sorted(held.opted_out),
        suppressed=held.suppressed,
    )


@api.post("/message-groups", response=OneMessageGroup, makes=MESSAGE_GROUP)
def create_message_group(call: TeamCall[CreateMessageGroup, TeamQuery]) -> Result:
    """Add a message group; as the default of its type it takes the place of the one before it."""
    group = new_message_group(call.body, call.team, call.now)
    _store(call.records, group)
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

    def change(stored: Stored[MessageGroup], unit: UnitOfWork) -> MessageGroup:
        call.check_version(stored.version)
        group = changed_message_group(stored.record, call.body, call.moment)
        if group.default and not stored.record.default:
            make_default(unit, group, call.moment)
        elif stored.record.default and not group.default:
            make_no_default(unit, group)
        return group

    return _result(call.records.change(MESSAGE_GROUP, call.team.team_id, call.path["messageGroupId"], change))


def _store(records: Records, group: MessageGroup) -> None:
    """Store a new group, from the beginning again when another became the default meanwhile."""

    def store(unit: UnitOfWork) -> None:
        team_sets.save_new(unit, MESSAGE_GROUP, group, MOST_GROUPS, _too_many())
        if group.default:
            make_default(unit, group, group.created_at)

    records.run(store)


def _result(stored: Stored[MessageGroup]) -> Result:
    return Result(OneMessageGroup(message_group=stored.record), version=stored.version)


def _too_many() -> Exception:
    return Conflict(f"A team may have {MOST_GROUPS} message groups. Change one of them instead.")

"""Routes of message groups (interface: Endpoints, Message groups)."""

from gather.content.message_group import (
    MOST_GROUPS,
    ChangeMessageGroup,
    CreateMessageGroup,
    MessageGroup,
    MessageGroupSummary,
    changed_message_group,
    new_message_group,
)
from gather.content.message_group_storage import MESSAGE_GROUP
from gather.core.errors import Conflict
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.table import team_sets
from gather.table.conversion import Item
from gather.table.records import CHANGE_ATTEMPTS, LostRace, Stored, Transaction
from gather.wiring import records, table
from message_groups.defaults import make_default, make_no_default

api = Api("message_groups")
handler = api.handler


class OneMessageGroup(Model):
    """Data of the routes that answer one message group."""

    message_group: MessageGroup


class MessageGroupList(Model):
    """Data of GET /message-groups."""

    message_groups: list[MessageGroupSummary]


@api.post("/message-groups", answer=OneMessageGroup, body=CreateMessageGroup)
def create_message_group(call: Call[CreateMessageGroup, TeamQuery]) -> Answer:
    """Add a message group; as the default of its type it takes the place of the one before it."""
    group = new_message_group(call.body, call.team, call.now)
    _store(group)
    return Answer(OneMessageGroup(message_group=group), version=1)


@api.get("/message-groups", answer=MessageGroupList)
def list_message_groups(call: Call[NoBody, TeamQuery]) -> MessageGroupList:
    """List the team's message groups, newest first, without their messages."""
    found = team_sets.read_all(table(), MESSAGE_GROUP, call.team.team_id)
    return MessageGroupList(message_groups=[*reversed(found)])


@api.get("/message-groups/{messageGroupId}", answer=OneMessageGroup)
def get_message_group(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read a message group with its messages."""
    return _answer(records().get(MESSAGE_GROUP, call.team.team_id, call.path["messageGroupId"]))


@api.patch("/message-groups/{messageGroupId}", answer=OneMessageGroup, body=ChangeMessageGroup)
def change_message_group(call: Call[ChangeMessageGroup, TeamQuery]) -> Answer:
    """Change the members of a message group that are supplied; `messages` replaces all of them."""

    def change(stored: Stored[MessageGroup], transaction: Transaction) -> MessageGroup:
        call.check_version(stored.version)
        group = changed_message_group(stored.record, call.body, call.moment)
        if group.default and not stored.record.default:
            make_default(transaction, group, call.moment)
        elif stored.record.default and not group.default:
            make_no_default(transaction, group)
        return group

    return _answer(records().change(MESSAGE_GROUP, call.team.team_id, call.path["messageGroupId"], change))


def _store(group: MessageGroup) -> None:
    """Store a new group, from the beginning again when another became the default meanwhile."""
    for attempt in range(1, CHANGE_ATTEMPTS + 1):
        transaction = records().transaction()
        team_sets.put_in(transaction, MESSAGE_GROUP, group, MOST_GROUPS, _too_many)
        if group.default:
            make_default(transaction, group, group.created_at)
        try:
            transaction.commit()
            return
        except LostRace:
            if attempt == CHANGE_ATTEMPTS:
                raise


def _answer(stored: Stored[MessageGroup]) -> Answer:
    return Answer(OneMessageGroup(message_group=stored.record), version=stored.version)


def _too_many(_item: Item | None) -> Exception:
    return Conflict(f"A team may have {MOST_GROUPS} message groups. Change one of them instead.")

"""The use cases of message groups.

group = service.create(records, team, request, now=now)
stored = service.update(records, team, change, group.id, now=now, precondition=Precondition())
"""

from datetime import datetime

from gather.content.message_groups.models import (
    MOST_GROUPS,
    ChangeMessageGroup,
    CreateMessageGroup,
    MessageGroup,
    new_message_group,
)
from gather.content.message_groups.storage import MESSAGE_GROUP, clear_default, set_default
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.precondition import Precondition
from gather.table import team_sets
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def create(records: Records, team: TeamScope, request: CreateMessageGroup, *, now: datetime) -> MessageGroup:
    """Create the message group that the request asks for; as the default of its type it takes the place of
    the one before it. Raises Conflict when the team has too many.

    One round trip, up to three for a default group, and again when another became the default meanwhile.
    """
    group = new_message_group(request, team, now)

    def save(unit: UnitOfWork) -> None:
        team_sets.save_new(unit, MESSAGE_GROUP, group, MOST_GROUPS, _too_many())
        if group.default:
            set_default(unit, group, group.created_at)

    records.run(save)
    return group


def update(
    records: Records,
    team: TeamScope,
    request: ChangeMessageGroup,
    group_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[MessageGroup]:
    """Change a message group, and whether it is the default of its type.

    Raises NotFound, also of a message that the request names, ValidationFailed, PreconditionFailed, Conflict.
    """
    moment = timestamp(now)

    def change(stored: Stored[MessageGroup], unit: UnitOfWork) -> MessageGroup:
        precondition.check(stored.version)
        group = stored.record.change(request, moment)
        if group.default and not stored.record.default:
            set_default(unit, group, moment)
        elif stored.record.default and not group.default:
            clear_default(unit, group)
        return group

    return records.change(MESSAGE_GROUP, team.team_id, group_id, change)


def _too_many() -> Exception:
    return Conflict(f"A team may have {MOST_GROUPS} message groups. Change one of them instead.")

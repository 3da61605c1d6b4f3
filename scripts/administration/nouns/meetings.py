"""`admin.py meeting`: meetings that a workflow asks candidates to."""

from administration.commands import IN_TEAM, NAME, Arguments, Command, CommandResult, argument, row, team_of
from administration.content import Resource, create_resource, listed
from gather.wiring import Adapters
from gather.workflow.meeting_storage import MEETING


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the meetings of a team, newest first."""
    found = listed(adapters.records, MEETING, team_of(arguments, adapters).team_id)
    return [{"id": each.id, "title": each.title, "createdAt": each.created_at} for each in found]


def _create(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Make a meeting of a team."""
    scope, now = team_of(arguments, adapters), adapters.clock.now()
    return row(create_resource(adapters.records, Resource.MEETING, scope, arguments.title, now))


COMMANDS = (
    Command("meeting", "list", _list, IN_TEAM),
    Command("meeting", "create", _create, (*IN_TEAM, argument("title", type=NAME))),
)

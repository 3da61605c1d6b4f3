"""`admin.py team`: the teams of an organization."""

from administration import tenants
from administration.commands import (
    IN_TEAM,
    NAME,
    ORGANIZATION,
    Arguments,
    Change,
    Command,
    CommandResult,
    Row,
    argument,
    difference,
    row,
)
from gather.tenancy.organizations import storage as organization_storage
from gather.wiring import Adapters


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the teams of an organization, oldest first."""
    organization_storage.get(adapters.records.table, arguments.organization)
    found = tenants.teams(adapters.records.table, arguments.organization)
    return [{"id": team.id, "name": team.name, "displayName": team.display_name} for team in found]


def _show(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show a team."""
    return row(tenants.read_team(adapters.records, arguments.organization, arguments.team))


def _create(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Make a team of an organization."""
    return row(
        tenants.create_team(
            adapters.records,
            arguments.organization,
            arguments.name,
            adapters.clock.now(),
            display_name=arguments.display_name,
        )
    )


def _change(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Change the name of a team, or the one that candidates see."""
    names = {"name": arguments.name, "display_name": arguments.display_name}
    given = {member: name for member, name in names.items() if name is not None}
    before = tenants.read_team(adapters.records, arguments.organization, arguments.team)

    def carry_out() -> Row:
        return row(tenants.change_team(adapters.records, before, adapters.clock.now(), **given))

    return Change(difference(row(before), row(before.changed(**given))), row(before), carry_out)


_DISPLAY_NAME = "what candidates see"

COMMANDS = (
    Command("team", "list", _list, (ORGANIZATION,)),
    Command("team", "show", _show, IN_TEAM),
    Command(
        "team",
        "create",
        _create,
        (
            ORGANIZATION,
            argument("name", type=NAME),
            argument("--display-name", type=NAME, help=f"{_DISPLAY_NAME}; the name when left out"),
        ),
    ),
    Command(
        "team",
        "change",
        _change,
        (
            *IN_TEAM,
            argument("--name", type=NAME),
            argument("--display-name", type=NAME, help=_DISPLAY_NAME),
        ),
        changes=True,
    ),
)

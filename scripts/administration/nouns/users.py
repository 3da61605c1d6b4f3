"""`admin.py user`: the people and programs that work for an organization."""

from administration import tenants
from administration.commands import (
    NAME,
    ORGANIZATION,
    Arguments,
    Command,
    CommandResult,
    argument,
    checked,
    row,
)
from gather.core.caller import Role
from gather.core.formats import EmailAddress, PhoneNumber
from gather.tenancy.organizations import storage as organization_storage
from gather.wiring import Adapters


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the users of an organization, oldest first."""
    organization_storage.get(adapters.records.table, arguments.organization)
    found = tenants.users(adapters.records.table, arguments.organization)
    return [row(user, "organizationId", "createdAt", "updatedAt", "phone") for user in found]


def _create(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Make a user of some of an organization's teams."""
    return row(
        tenants.create_user(
            adapters.records,
            arguments.organization,
            arguments.first_name,
            arguments.last_name,
            arguments.email,
            arguments.team,
            adapters.clock.now(),
            phone=arguments.phone,
            is_api_user=not arguments.dashboard,
            role=Role(arguments.role),
        )
    )


COMMANDS = (
    Command("user", "list", _list, (ORGANIZATION,)),
    Command(
        "user",
        "create",
        _create,
        (
            ORGANIZATION,
            argument("first_name", type=NAME),
            argument("last_name", type=NAME),
            argument("email", type=checked(EmailAddress)),
            argument("--team", action="append", required=True, help="id of a team; may be repeated"),
            argument("--phone", type=checked(PhoneNumber), help="in E.164 form"),
            argument("--dashboard", action="store_true", help="a person who signs in to the console"),
            argument(
                "--role",
                choices=[role.value for role in Role],
                default=Role.REVIEWER.value,
                help="what a person with --dashboard may do in the console",
            ),
        ),
    ),
)

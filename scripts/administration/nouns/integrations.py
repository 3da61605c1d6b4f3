"""`admin.py integration`: an organization's integrations with vendors, which the Connect routes make."""

from administration.commands import ORGANIZATION, Arguments, Command, CommandResult, row
from gather.connect.integrations import storage as integration_storage
from gather.tenancy.organizations import storage as organization_storage
from gather.wiring import Adapters


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the integrations of an organization, newest first. Never their passwords or configurations."""
    organization_storage.get(adapters.records.table, arguments.organization)
    found = integration_storage.list_readable(adapters.records.table, arguments.organization)
    hidden = ("organizationId", "passwordHash", "sealedPassword", "configuration", "updatedAt")
    return [row(integration, *hidden) for integration in found]


COMMANDS = (Command("integration", "list", _list, (ORGANIZATION,)),)

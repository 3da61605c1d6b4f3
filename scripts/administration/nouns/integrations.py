"""`admin.py integration`: an organization's integrations with vendors, which the Connect routes make."""

from administration import tenants
from administration.commands import ORGANIZATION, Answer, Arguments, Command, row
from gather import wiring
from gather.connect import integration_storage


def _list(arguments: Arguments) -> Answer:
    """Show the integrations of an organization, newest first. Never their passwords or configurations."""
    tenants.read_organization(wiring.table(), arguments.organization)
    found = integration_storage.of_organization(wiring.table(), arguments.organization)
    hidden = ("organizationId", "passwordHash", "configuration", "updatedAt")
    return [row(integration, *hidden) for integration in found]


COMMANDS = (Command("integration", "list", _list, (ORGANIZATION,)),)

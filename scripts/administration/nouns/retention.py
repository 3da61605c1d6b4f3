"""`admin.py retention`: what the next run of the retention schedule would remove."""

from administration.commands import Arguments, Command, CommandResult, argument, moment
from gather.rights.retention import service as retention_service
from gather.rights.retention.models import days_kept
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.organizations.models import RetainedKind
from gather.wiring import Adapters


def _report(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Count by kind what would be removed of an organization; nothing is."""
    organization = organization_storage.get(adapters.records.table, arguments.organization)
    days = days_kept(organization)
    until = arguments.at or adapters.clock.now()
    return [
        {
            "kind": kind.value,
            "days": days[kind],
            "due": sum(1 for _ in retention_service.list_due(adapters.records, organization, kind, until)),
        }
        for kind in RetainedKind
        if kind in days
    ]


COMMANDS = (
    Command(
        "retention",
        "report",
        _report,
        (
            argument("--organization", required=True, metavar="ID", help="id of the organization"),
            argument("--at", type=moment, metavar="TIME", help="as of this time; now without it"),
        ),
    ),
)

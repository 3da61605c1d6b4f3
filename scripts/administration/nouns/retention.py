"""`admin.py retention`: what the next run of the retention schedule would remove."""

from argparse import ArgumentTypeError
from datetime import datetime

from administration.commands import Arguments, Command, CommandResult, argument
from gather.core.moment import moment_of
from gather.rights import retention_operations
from gather.rights.retention import days_kept
from gather.tenancy import organization_storage
from gather.tenancy.organization import RetainedKind
from gather.wiring import Adapters


def _moment(text: str) -> datetime:
    try:
        return moment_of(text)
    except ValueError:
        raise ArgumentTypeError("must be a time such as 2026-03-02T09:30:00Z") from None


def _report(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Count by kind what would be removed of an organization; nothing is."""
    organization = organization_storage.read(adapters.records.table, arguments.organization)
    days = days_kept(organization)
    until = arguments.at or adapters.clock.now()
    return [
        {
            "kind": kind.value,
            "days": days[kind],
            "due": sum(1 for _ in retention_operations.due(adapters.records, organization, kind, until)),
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
            argument("--at", type=_moment, metavar="TIME", help="as of this time; now without it"),
        ),
    ),
)

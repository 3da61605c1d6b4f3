"""The erasures that the table knows, or that a file lists."""

import json
from pathlib import Path

from gather.core.errors import GatherError
from gather.rights.erasure import storage as erasure_storage
from gather.rights.erasure.storage import LedgerEntry, ledger_entry
from gather.tenancy.organizations import storage as organization_storage
from gather.wiring import Adapters


class NotALedger(GatherError):
    """A file is not what `admin.py erasures list --json` prints."""


def ledger(adapters: Adapters, organization_id: str | None) -> list[LedgerEntry]:
    """The erasures of an organization, or of all, oldest first. Raises NotFound."""
    table = adapters.records.table
    if organization_id is not None:
        named = [organization_storage.get(table, organization_id).id]
    else:
        named = [each.id for each in organization_storage.list_organizations(table)]
    found = [entry for each in named for entry in erasure_storage.list_ledger(table, each)]
    return sorted(found, key=lambda entry: entry.requested_at)


def ledger_in(path: Path) -> list[LedgerEntry]:
    """The erasures that a file lists. Raises NotALedger."""
    try:
        return [ledger_entry(item) for item in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, LookupError, TypeError):
        raise NotALedger(f"{path} is not what admin.py erasures list --json prints.") from None

"""Erasures by the operator, and the ledger of them that is carried out again after a restore."""

import json
from collections.abc import Iterable
from pathlib import Path

from gather.core.caller import OPERATOR
from gather.core.errors import GatherError
from gather.rights import erasure_operations, erasure_storage
from gather.rights.erasure import ErasureRecord
from gather.rights.erasure_storage import LedgerEntry, ledger_entry
from gather.screening.candidate_storage import CANDIDATE
from gather.tenancy import organization_storage
from gather.wiring import Adapters


class NotALedger(GatherError):
    """A file is not what `admin.py erasures list --json` prints."""


def erase(adapters: Adapters, team_id: str, candidate_id: str) -> ErasureRecord:
    """Erase a candidate. What is found by an id is gone then; a worker removes the rest. Raises NotFound."""
    now = adapters.clock.now()
    erasure = erasure_operations.begin(adapters.records, team_id, candidate_id, OPERATOR, now)
    erasure_operations.remove_heads(adapters.records, erasure, now, lambda: True)
    return erasure


def ledger(adapters: Adapters, organization_id: str | None) -> list[LedgerEntry]:
    """The erasures of an organization, or of all, oldest first. Raises NotFound."""
    table = adapters.records.table
    if organization_id is not None:
        named = [organization_storage.read(table, organization_id).id]
    else:
        named = [each.id for each in organization_storage.organizations(table)]
    found = [entry for each in named for entry in erasure_storage.ledger_of(table, each)]
    return sorted(found, key=lambda entry: entry.requested_at)


def ledger_in(path: Path) -> list[LedgerEntry]:
    """The erasures that a file lists. Raises NotALedger."""
    try:
        return [ledger_entry(item) for item in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, LookupError, TypeError):
        raise NotALedger(f"{path} is not what admin.py erasures list --json prints.") from None


def returned(adapters: Adapters, entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Those of the erased candidates who are in the table again. One round trip for each candidate."""
    candidates = {entry.candidate_id: entry for entry in entries}.values()
    return [each for each in candidates if adapters.records.find(CANDIDATE, each.team_id, each.candidate_id)]

"""Keeping the ledger, and carrying it out again on a table that was restored from a backup.

service.save(engines.ledger(), item)
service.replay(records, engines.ledger(), now=now)  # after a restore
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gather.core.caller import OPERATOR
from gather.core.errors import GatherError
from gather.ports.ledger import LedgerStore
from gather.rights.erasure import service as erasure_service
from gather.rights.erasure.models import ErasureRecord
from gather.rights.erasure.storage import ERASURE, LedgerEntry, ledger_entry
from gather.rights.ledger.storage import (
    ERASURES,
    OPT_OUTS,
    SECRETS,
    SUPPRESSIONS,
    LedgerKind,
    document_of,
    item_in,
    kind_of,
)
from gather.screening.candidates.storage import CANDIDATE
from gather.table.conditions import Condition, absent, below
from gather.table.conversion import Item
from gather.table.keys import Key
from gather.table.records import Records
from gather.table.store import ConditionFailed, Table

READ_AT_ONCE: Final = 16
"""How many documents of the ledger are read side by side."""


def save(store: LedgerStore, item: Item) -> bool:
    """Save an item in the ledger, if it is one for it; whether it was not there. May be repeated."""
    kind = kind_of(item)
    return kind is not None and store.save(kind.document_name(item), document_of(item))


@dataclass(frozen=True, slots=True)
class ReplaySummary:
    """The statements that the table did not know, and the erased candidates who were back."""

    opt_outs: int
    suppressions: int
    erased_again: int


class AnotherSecret(GatherError):
    """The table marks addresses under another secret than the ledger: it would know no statement of it."""

    def __init__(self) -> None:
        super().__init__("The table marks addresses under another secret than the ledger.")


def replay(records: Records, store: LedgerStore, *, now: datetime) -> ReplaySummary:
    """Have the table know what the ledger has. May be repeated, and goes on where it was ended.

    An older statement never replaces a later one. A round trip for each statement, and for each hundred
    erased candidates. Raises AnotherSecret before anything is changed, and EngineFailed.
    """
    _put_secret(records.table, store)
    opt_outs = _put_statements(records.table, store, OPT_OUTS)
    suppressions = _put_statements(records.table, store, SUPPRESSIONS)
    erasures = [*_items(store, ERASURES)]
    again = erase_again(records, find_returned(records, map(ledger_entry, erasures)), now=now)
    for item in erasures:
        _write(records.table, item, absent())
    return ReplaySummary(opt_outs, suppressions, len(again))


def _items(store: LedgerStore, kind: LedgerKind) -> Iterator[Item]:
    with ThreadPoolExecutor(READ_AT_ONCE) as threads:
        yield from map(item_in, threads.map(store.read, store.names(kind.folder)))


def _put_secret(table: Table, store: LedgerStore) -> None:
    for item in _items(store, SECRETS):
        if _write(table, item, absent()):
            continue
        stored = table.get(SECRETS.items.key())
        if stored is None or stored["secret"] != item["secret"]:
            raise AnotherSecret


def _put_statements(table: Table, store: LedgerStore, kind: LedgerKind) -> int:
    """Store the last that each address has said, unless it is known; how many were stored.

    One that has expired is stored too: it ends an earlier one, which had no end.
    """
    last = {Key.of(item): item for item in _items(store, kind)}
    return sum(_write(table, item, absent() | below("at", item["at"])) for item in last.values())


def _write(table: Table, item: Item, condition: Condition) -> bool:
    try:
        table.put(item, condition)
    except ConditionFailed:
        return False
    return True


def find_returned(records: Records, entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Those of the erased candidates who are in the table again. A round trip for each hundred of a team."""
    teams: dict[str, dict[str, LedgerEntry]] = defaultdict(dict)
    for entry in entries:
        teams[entry.team_id][entry.candidate_id] = entry
    return [
        candidates[candidate_id]
        for team_id, candidates in teams.items()
        for candidate_id in records.get_many(CANDIDATE, team_id, [*candidates])
    ]


def erase_again(
    records: Records, entries: Iterable[LedgerEntry], *, now: datetime
) -> Sequence[ErasureRecord]:
    """Erase candidates who are back, each by the erasure that its client knows. Workers remove the rest."""
    return [_erase_again(records, entry, now) for entry in entries]


def _erase_again(records: Records, entry: LedgerEntry, now: datetime) -> ErasureRecord:
    # A backup need not be of one moment: it may have the erasure and the candidate.
    known = records.find(ERASURE, entry.team_id, entry.erasure_id) is not None
    return erase(
        records, entry.team_id, entry.candidate_id, now=now, erasure_id=None if known else entry.erasure_id
    )


def erase(
    records: Records, team_id: str, candidate_id: str, *, now: datetime, erasure_id: str | None = None
) -> ErasureRecord:
    """Erase a candidate for the operator. What is found by an id is gone then; a worker removes the rest.

    Raises NotFound.
    """
    erasure = erasure_service.begin(records, team_id, candidate_id, OPERATOR, now=now, erasure_id=erasure_id)
    erasure_service.delete_records(records, erasure, lambda: True, now=now)
    return erasure

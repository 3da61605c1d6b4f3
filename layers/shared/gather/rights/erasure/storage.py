"""Erasures in the table: the record, what it has removed, what it has still to look after, and the ledger.

The ledger has the ids of every erasure of an organization. A table that is restored from a backup may have
candidates again who were erased since; the operator has the ledger carried out again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from gather.rights.erasure.models import ErasureRecord
from gather.screening.candidate_interviews.erasure_mark_storage import ERASED_CANDIDATE
from gather.table import keys, store
from gather.table.changes import Update
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork

MOST_REMOVED_AT_ONCE = 90
"""How many items one transaction removes, which has room for a hundred writes."""

ERASURE = Kind(
    resource="erasure",
    name="ERASURE",
    model=ErasureRecord,
    team_of=team_of,
    listings=lambda record: [],
)


def erasure_counts_key(team_id: str, erasure_id: str) -> keys.Key:
    """How much an erasure has removed, by kind."""
    return ERASURE.part(team_id, erasure_id, "COUNTS", "ALL")


def erasure_part_key(team_id: str, erasure_id: str, subject: str, subject_id: str) -> keys.Key:
    """Something of the candidate that is gone, and of which there are parts to be removed."""
    return ERASURE.part(team_id, erasure_id, subject, subject_id)


def erasure_ledger_key(organization_id: str, erasure_id: str) -> keys.Key:
    """An erasure in the ledger of its organization."""
    return keys.Key(f"ORGANIZATION#{organization_id}#ERASURES", erasure_id)


ERASURE_COUNTS = ItemKind("ERASURE_COUNTS", erasure_counts_key)
ERASURE_PART = ItemKind("ERASURE_PART", erasure_part_key)
ERASURE_LEDGER = ItemKind("ERASURE_LEDGER", erasure_ledger_key)

INTERVIEW_PART = "INTERVIEW"
"""A candidate interview, whose answers, recordings and deliveries follow."""
DELIVERIES_PART = "DELIVERIES"
"""A meeting's invite or an enrollment, whose deliveries follow."""
CHATS_PART = "CHATS"
"""The address of the candidate, by the hash that lookups have, with which messages were left in chats."""


class Look(IntEnum):
    """An erasure looks twice: the second look removes what was being written while the first one ran."""

    FIRST = 1
    SECOND = 2


_EVENTS_UNTIL = {Look.FIRST: "eventsUntil", Look.SECOND: "lateEventsUntil"}


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A candidate who was erased."""

    erasure_id: str
    organization_id: str
    team_id: str
    candidate_id: str
    requested_at: str


def create(unit: UnitOfWork, erasure: ErasureRecord) -> None:
    """Store an erasure that begins, its mark and its place in the ledger, as part of `unit`."""
    unit.create(ERASURE, erasure)
    unit.write(ERASED_CANDIDATE.at(erasure.team_id, erasure.candidate_id).put(erasureId=erasure.id))
    ledger = ERASURE_LEDGER.at(erasure.organization_id, erasure.id)
    unit.write(
        ledger.new(
            erasureId=erasure.id,
            organizationId=erasure.organization_id,
            teamId=erasure.team_id,
            candidateId=erasure.candidate_id,
            requestedAt=erasure.requested_at,
        )
    )


def list_ledger(table: Table, organization_id: str) -> list[LedgerEntry]:
    """The ledger of an organization, oldest first. One round trip a megabyte."""
    partition = KeyRange(ERASURE_LEDGER.key(organization_id, "").pk)
    return [ledger_entry(item) for item in table.query_all(partition, consistent=True)]


def ledger_entry(item: Mapping[str, str]) -> LedgerEntry:
    """An entry of the ledger, as it is stored and as the operator's command writes it."""
    return LedgerEntry(
        item["erasureId"], item["organizationId"], item["teamId"], item["candidateId"], item["requestedAt"]
    )


def get_counts(table: Table, erasure: ErasureRecord) -> dict[str, int]:
    """How much an erasure has removed so far, by kind. One round trip."""
    item: Item = table.get(ERASURE_COUNTS.key(erasure.team_id, erasure.id)) or {}
    return {name: count for name, count in item.items() if isinstance(count, int)}


def count(unit: UnitOfWork, erasure: ErasureRecord, removed: Mapping[str, int]) -> None:
    """Count what `unit` removes, as part of it."""
    if removed:
        unit.write(_count_write(erasure, removed))


def _count_write(erasure: ErasureRecord, removed: Mapping[str, int]) -> store.Write:
    place = ERASURE_COUNTS.at(erasure.team_id, erasure.id)
    return place.update(Update(set=place.named(), add=dict(removed)))


def increase_count(table: Table, erasure: ErasureRecord, kind: str, removed: int) -> None:
    """Count what was removed elsewhere than in the table. One round trip; none for nothing."""
    if removed:
        table.write(_count_write(erasure, {kind: removed}))


@dataclass(frozen=True, slots=True)
class CountedKind:
    """Items that are counted when they are removed, and the name of their count."""

    name: str
    items: ItemKind[...]


def delete_items(
    table: Table, erasure: ErasureRecord, kinds: Sequence[CountedKind], items: Iterable[Item]
) -> None:
    """Remove items and count those that are of one of `kinds`. One round trip for each ninety."""
    for some in _batches([*items]):
        removed: dict[str, int] = {}
        for item in some:
            for kind in kinds:
                if kind.items.includes(item):
                    removed[kind.name] = removed.get(kind.name, 0) + 1
        writes = [store.delete(keys.Key.of(item)) for item in some]
        table.transact([*writes, _count_write(erasure, removed)] if removed else writes)


def _batches(items: Sequence[Item]) -> Iterable[Sequence[Item]]:
    for start in range(0, len(items), MOST_REMOVED_AT_ONCE):
        yield items[start : start + MOST_REMOVED_AT_ONCE]


def save_part(unit: UnitOfWork, erasure: ErasureRecord, subject: str, subject_id: str) -> None:
    """Save that there are parts of something to be removed, as part of `unit` that removes it."""
    unit.write(ERASURE_PART.at(erasure.team_id, erasure.id, subject, subject_id).put(subjectId=subject_id))


def list_parts(table: Table, erasure: ErasureRecord, subject: str, look: Look) -> list[str]:
    """The ids of what has parts that `look` has still to remove. One round trip."""
    first = ERASURE_PART.key(erasure.team_id, erasure.id, subject, "")
    of_subject = KeyRange(first.pk, begins_with=first.sk)
    items = table.query_all(of_subject, consistent=True)
    return [item["subjectId"] for item in items if item.get("looks", 0) < look]


def complete_part(table: Table, erasure: ErasureRecord, subject: str, subject_id: str, look: Look) -> None:
    """Save that `look` has removed all parts of something; delete it after the second. One round trip."""
    place = ERASURE_PART.at(erasure.team_id, erasure.id, subject, subject_id)
    if look is Look.SECOND:
        table.write(place.delete())
    else:
        table.write(place.update(Update(set={"looks": int(look)})))


def find_events_place(table: Table, erasure: ErasureRecord, look: Look) -> str | None:
    """The place in the team's log of events to which `look` has come. One round trip."""
    counts: Item = table.get(ERASURE_COUNTS.key(erasure.team_id, erasure.id)) or {}
    return counts.get(_EVENTS_UNTIL[look])


def save_events_place(table: Table, erasure: ErasureRecord, look: Look, until: str) -> None:
    """Save how far `look` has come in the team's log of events. One round trip."""
    place = ERASURE_COUNTS.at(erasure.team_id, erasure.id)
    table.write(place.update(Update(set=place.named(**{_EVENTS_UNTIL[look]: until}))))

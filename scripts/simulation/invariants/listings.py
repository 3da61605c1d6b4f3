"""Counts equal what they count, and entries of lists lead to records."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from gather.table.counted_filter import read_counts
from gather.table.listing import SLOTS, Selection, read_directory
from simulation.invariants.evidence import Evidence

_STATUS: Final = "#STATUS#"
"""What the partitions of counts by status have in their keys."""


def counts_of_lists_equal_their_records(evidence: Evidence) -> Iterator[str]:
    """A listing's total, active and archived, is the number of records that are in it."""
    found: dict[str, Counter[str]] = {}
    for item in evidence.items:
        for slot in SLOTS:
            if slot.partition_attribute in item:
                state = item[slot.sort_attribute][0]
                found.setdefault(item[slot.partition_attribute], Counter())[state] += 1
    listings = {partition for partition in _counted(evidence) if _STATUS not in partition}
    for partition in sorted(listings | set(found)):
        directory = read_directory(evidence.world.records.table, partition)
        states = found.get(partition, Counter())
        counted = directory.total(Selection.ACTIVE), directory.total(Selection.ARCHIVED)
        if counted != (states["1"], states["0"]):
            yield f"{partition} counts {counted}, and has {states['1']}, {states['0']}"


def counts_by_status_equal_their_records(evidence: Evidence) -> Iterator[str]:
    """A list that is filtered by a status counts the records that have it."""
    found = Counter(item["filterPk"] for item in evidence.items if "filterPk" in item)
    filters = {partition for partition in _counted(evidence) if _STATUS in partition}
    for partition in sorted(filters | set(found)):
        counted = sum(read_counts(evidence.world.records.table, partition).values())
        if counted != found[partition]:
            yield f"{partition} counts {counted}, and has {found[partition]}"


def _counted(evidence: Evidence) -> set[str]:
    """The partitions of which anything is counted."""
    items = (item["pk"] for item in evidence.items if item["pk"].startswith("LISTING#"))
    return {partition.removeprefix("LISTING#") for partition in items}


def pointers_lead_to_records(evidence: Evidence) -> Iterator[str]:
    """An entry that finds a candidate by something leads to one that is there."""
    candidates = {item["id"] for item in evidence.records("CANDIDATE")}
    for entity in ("CANDIDATE_EMAIL", "CANDIDATE_PHONE", "CANDIDATE_SOURCE", "CANDIDATE_WORD"):
        for item in evidence.records(entity):
            record_id = item["sk"].rpartition("#")[2]
            if record_id not in candidates:
                yield f"{entity} {item['pk']} leads to {record_id}, which is not there"
    by_email = Counter(item["sk"] for item in evidence.records("CANDIDATE_EMAIL"))
    for candidate in evidence.records("CANDIDATE"):
        if candidate.get("email") and by_email[candidate["id"]] != 1:
            yield f"the candidate {candidate['id']} is found by e-mail {by_email[candidate['id']]} times"

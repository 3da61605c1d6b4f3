"""What was erased or kept for its time is nowhere, and no person stands in a log (interface: Data rights and
audit)."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from gather.core.clock import from_timestamp, timestamp
from gather.core.tenant import plain_id
from gather.rights.retention.storage import find_round
from simulation.invariants.evidence import Evidence, Item

_KEPT: Final = timedelta(days=1)
"""How long organizations keep what they do not keep for good (`simulation.workload.team`)."""
_BETWEEN_ROUNDS: Final = timedelta(hours=30)
"""A round a day, and the time until a run of the schedule comes."""


def no_erased_word_is_left(evidence: Evidence) -> Iterator[str]:
    """No word of an erased person is in a record, a file, a message or the ledger."""
    erased = {candidate.mark for candidate in evidence.lives.candidates if candidate.is_erased}
    if not erased:
        return
    for place, text in evidence.texts():
        for mark in erased:
            if mark in text.lower():
                yield f"{mark}, who was erased, stands in {place}: {text[:300]}"


def erasures_come_to_their_end(evidence: Evidence) -> Iterator[str]:
    """An erasure that was asked for is done."""
    for item in evidence.records("ERASURE"):
        if item["status"] != "complete":
            yield f"the erasure {item['id']} is {item['status']}"


def the_ledger_knows_every_erasure(evidence: Evidence) -> Iterator[str]:
    """What has to survive a restore of the table stands in the ledger."""
    for item in evidence.records("ERASURE_LEDGER"):
        if not any(item["sk"] in name for name in evidence.world.engines.ledger.documents):
            yield f"the erasure {item['sk']} is not in the ledger"


def no_person_stands_in_a_log(evidence: Evidence) -> Iterator[str]:
    """Logs name no candidates, and repeat nothing that they said."""
    log = evidence.world.log.getvalue().lower()
    for candidate in evidence.lives.everybody:
        place = log.find(candidate.mark)
        if place >= 0:
            yield f"a log names {candidate.mark}: {log[max(0, place - 200) : place + 100]}"


def retention_goes_through_all_each_day(evidence: Evidence) -> Iterator[str]:
    """What is due is removed within a day (rule 14)."""
    last = find_round(evidence.world.records.table)
    if last is None or from_timestamp(last.clean_until) < evidence.world.time.now() - _BETWEEN_ROUNDS:
        yield f"the last round of retention is {last}"


def nothing_is_kept_for_longer_than_its_time(evidence: Evidence) -> Iterator[str]:
    """What retention says it has removed of recordings and words is nowhere (rules 12 to 15)."""
    last = find_round(evidence.world.records.table)
    if last is None:
        return
    latest = timestamp(from_timestamp(last.clean_until) - _KEPT)
    keeping = {each["id"] for each in evidence.records("ORGANIZATION") if not each.get("retention")}
    interviews: dict[str, list[Item]] = defaultdict(list)
    for item in evidence.records("CANDIDATE_INTERVIEW"):
        interviews[item["candidateId"]].append(item)
    words = {each.mark: each.words.lower() for each in evidence.lives.everybody}
    for candidate in evidence.records("CANDIDATE"):
        own = interviews[candidate["id"]]
        are_due = all("" < (each.get("completedAt") or "") <= latest for each in own)
        if plain_id(candidate["organizationId"]) in keeping or not own or not are_due:
            continue
        for place, text in evidence.texts():
            if words[candidate["lastName"]] in text.lower():
                yield f"the words of {candidate['lastName']} stand in {place}: {text[:300]}"

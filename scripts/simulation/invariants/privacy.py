"""What was erased is nowhere, and no person stands in a log (interface: Data rights and audit)."""

from collections.abc import Iterator

from simulation.invariants.evidence import Evidence


def no_erased_word_is_left(evidence: Evidence) -> Iterator[str]:
    """No word of an erased person is in a record, a file, a message or the ledger."""
    erased = {recruiter.candidate.mark for recruiter in evidence.lives.recruiters if recruiter.is_erased}
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
    for candidate in evidence.lives.candidates:
        place = log.find(candidate.mark)
        if place >= 0:
            yield f"a log names {candidate.mark}: {log[max(0, place - 200) : place + 100]}"

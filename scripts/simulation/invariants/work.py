"""Work comes to its end: nothing is left undone without the list of failures saying so."""

from collections.abc import Iterator

from gather.events.task import TaskName
from simulation.invariants.evidence import Evidence


def the_outbox_is_empty(evidence: Evidence) -> Iterator[str]:
    """Every entry of the outbox has its end."""
    for entity in ("EVENT", "TASK"):
        for item in evidence.records(entity):
            yield f"{item['name']} {item['id']} of {item['createdAt']} is left in the outbox: {dict(item)}"


def nothing_is_given_up(evidence: Evidence) -> Iterator[str]:
    """In a world that has calmed down for days, all work can be done. A delivery and a play have a few
    attempts alone, and a suite may refuse a push for good."""
    has_refused = any(receipt.is_refused for receipt in evidence.world.suites.receipts)
    for item in evidence.records("FAILURE"):
        has_few_attempts = item["work"] == "delivery" or item["name"] == TaskName.PLAY_CANDIDATE
        if has_few_attempts or (has_refused and item["name"] == TaskName.PUSH_ORDER):
            continue
        yield f"{item['name']} {item['id']} was given up: {item['reason']}"


def no_execution_fails(evidence: Evidence) -> Iterator[str]:
    """An execution of which nobody takes up the work again has not failed."""
    for arn, error in evidence.world.executions.failed().items():
        if error.startswith("States.Runtime"):
            yield f"the execution {arn} has failed: {error}"


def functions_raise_no_errors_of_their_own(evidence: Evidence) -> Iterator[str]:
    """What a function raises is a fault of what it calls, not a mistake in itself."""
    yield from evidence.world.mistakes


def slots_are_free(evidence: Evidence) -> Iterator[str]:
    """Nobody holds a team's slot once all work is done, unless its lease is over."""
    now = evidence.world.time.now().isoformat()
    for item in evidence.items:
        if item["pk"].endswith("#SLOTS"):
            for name, value in item.items():
                if name.startswith("slot") and str(value) > now:
                    yield f"{item['sk']} {name} of {item['pk']} is held: {value}"

"""Saves many records and the one that they belong to, so that it is never seen without them.

parts = [Part(save_question, writes=2, size=4_000, delete=delete_question), ...]
save_with_parts(records, parts, lambda unit: interview_service.save_new(unit, interview, now))
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from gather.core.errors import ServiceUnavailable
from gather.core.observability import log_failure
from gather.table.due import FAULTS
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork

MOST_WRITES = 80
MOST_BYTES = 3_000_000
"""The most writes and bytes of parts in one transaction. The table allows 100 writes and 4 MB; the rest is
left for the record that the parts belong to, and for the counts of listings."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some writes; `size` in bytes. `delete` undoes them when the record that they belong to is not saved."""

    save: Callable[[UnitOfWork], None]
    writes: int
    size: int
    delete: Callable[[Records], None] = lambda _records: None


def save_with_parts(records: Records, parts: Sequence[Part], save_rest: Callable[[UnitOfWork], None]) -> None:
    """Save `parts` and the rest by one transaction. Of more parts than it can carry the first go ahead in
    transactions of their own, and are deleted when one fails.

    Raises what `UnitOfWork.commit` raises.
    """
    *ahead, last = split_into_loads(parts)
    with ExitStack() as undo:
        for load in ahead:
            undo.callback(_delete, records, load)
            unit = records.unit_of_work()
            _save(unit, load)
            unit.commit_ahead()
        unit = records.unit_of_work()
        _save(unit, last)
        save_rest(unit)
        try:
            unit.commit()
        except ServiceUnavailable:
            # It may have been stored all the same, and then it needs its parts.
            undo.pop_all()
            raise
        undo.pop_all()


def split_into_loads(parts: Iterable[Part]) -> list[list[Part]]:
    """The parts in their order, in loads that one transaction carries each; at least one load."""
    filled: list[list[Part]] = [[]]
    writes = size = 0
    for part in parts:
        if filled[-1] and (writes + part.writes > MOST_WRITES or size + part.size > MOST_BYTES):
            filled.append([])
            writes = size = 0
        filled[-1].append(part)
        writes, size = writes + part.writes, size + part.size
    return filled


def _save(unit: UnitOfWork, load: Iterable[Part]) -> None:
    for part in load:
        part.save(unit)


def _delete(records: Records, load: Iterable[Part]) -> None:
    """Delete the parts that went ahead, as far as the table lets us: nothing refers to them."""
    for part in load:
        try:
            part.delete(records)
        except FAULTS as fault:
            log_failure(fault, "-", "undo")

"""Records of teams: reading them, and changing them by units of work."""

from collections.abc import Callable
from typing import Any, TypeVar

from gather.core.errors import GatherError
from gather.core.record import Identified
from gather.table.kind import Kind, Stored
from gather.table.record_reader import People, RecordReader
from gather.table.store import Table, Write
from gather.table.unit_of_work import Created, Guard, ListingSizes, LostRace, Refusal, UnitOfWork

R = TypeVar("R", bound=Identified)
Outcome = TypeVar("Outcome")

CHANGE_ATTEMPTS = 5
"""The attempts of a change while other requests are faster."""


def was_raced(failure: GatherError) -> bool:
    """Whether a unit of work failed because another request was faster."""
    return isinstance(failure, LostRace)


class Records(RecordReader):
    """The records of a table.

    `listing_sizes` is what the process knows of their listings; `guard` is that of the request, if any.
    """

    def __init__(
        self, table: Table, listing_sizes: ListingSizes | None = None, guard: Guard | None = None
    ) -> None:
        super().__init__(table, guard.people if guard is not None else None)
        self._listing_sizes = ListingSizes() if listing_sizes is None else listing_sizes
        self._guard = guard

    def unit_of_work(self) -> UnitOfWork:
        """A new, empty unit of work; for one that is tried once. See `run`."""
        return UnitOfWork(self.table, self._listing_sizes, self._guard)

    def run(
        self,
        work: Callable[[UnitOfWork], Outcome],
        begins_again: Callable[[GatherError], bool] = was_raced,
    ) -> Outcome:
        """Commit what `work` reads and plans, and return what it returns; from the beginning again when
        another request was faster.

        `work` may be called more than once, so it has no effect but on its unit of work, whose `attempt` says
        which call it is. Where it plans nothing, nothing is written. `begins_again` says which failures begin
        it again, and until when, if others than lost races do; there are never more than CHANGE_ATTEMPTS.
        Raises Conflict after several lost races, and what `work` raises.
        """
        for attempt in range(1, CHANGE_ATTEMPTS):
            try:
                return self._once(work, attempt)
            except GatherError as failure:
                if not begins_again(failure):
                    raise
        return self._once(work, CHANGE_ATTEMPTS)

    def _once(self, work: Callable[[UnitOfWork], Outcome], attempt: int) -> Outcome:
        unit = UnitOfWork(self.table, self._listing_sizes, self._guard, attempt)
        outcome = work(unit)
        unit.commit()
        return outcome

    def change(
        self,
        kind: Kind[R],
        team_id: str,
        record_id: str,
        change: Callable[[Stored[R], UnitOfWork], R],
        field: str | None = None,
    ) -> Stored[R]:
        """Read a record, change it and store it; from the beginning again when another request was faster.

        `change` returns the changed record, or the same one to leave everything as it is, and may add to the
        unit of work what belongs with the change. It may be called more than once and has no effect of its
        own. `field` is the request's member that named the record. Raises NotFound, Conflict after several
        lost races, and what `change` raises.
        """

        def work(unit: UnitOfWork) -> Stored[R]:
            stored = unit.get(kind, team_id, record_id, field)
            record = change(stored, unit)
            if record == stored.record:
                unit.discard()
                return stored
            return unit.replace(stored, record)

        return self.run(work)

    def after(self, admitted: Callable[[], None]) -> "Records":
        """The same records, for a request whose writes wait until `admitted` returns."""
        return Records(self.table.after(admitted), self._listing_sizes, self._guard)

    @property
    def people(self) -> People:
        """Whom a guarded request has read or written about so far, by team and candidate."""
        return self._guard.people if self._guard is not None else set()

    def guarded(
        self, write: Callable[[Created | None], Write], refused: Refusal, makes: Kind[Any] | None = None
    ) -> "Records":
        """The same records for one request: `write` is part of its first unit of work that commits, and tells
        that one did. It gets the record of the kind `makes` that this unit creates, if it does."""
        return Records(self.table, self._listing_sizes, Guard(write, refused, makes))

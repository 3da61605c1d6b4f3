"""A unit of work that says how many writes its transaction will have."""

from typing import Final

from gather.table.unit_of_work import UnitOfWork

MOST_WRITES: Final = 100
"""The most writes of a transaction of DynamoDB."""


class MeasuredUnit(UnitOfWork):
    """A unit of work whose size is known before the commit, so that as much as possible goes into one."""

    @property
    def size(self) -> int:
        """How many writes the transaction has, or a few more."""
        return len(self._planned) + len(self._recounts) + len(self._bucket_changes.writes())

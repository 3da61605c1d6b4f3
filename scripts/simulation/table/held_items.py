"""The items that transactions hold while they are under way.

DynamoDB refuses a transaction that has an item which another one holds (TransactionConflict), and a single
write to such an item (TransactionConflictException). Reads that are no transactions are not refused:
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from simulation.table.index import Key

HELD_SECONDS: Final = 0.01
"""How long a transaction holds its items, until it answers. An assumption: DynamoDB does not say, and one
of a few items takes some 15 milliseconds with the way there and back."""

_MOST_KEPT: Final = 10_000


class HeldItems:
    """Which items are held, by table and key. `seconds` is the clock."""

    def __init__(self, seconds: Callable[[], float], held_seconds: float) -> None:
        """With no `held_seconds`, a transaction is over at the moment of its call."""
        self._seconds = seconds
        self._held_seconds = held_seconds
        self._until: dict[tuple[str, Key], float] = {}
        self.conflicts: Counter[Key] = Counter()
        """How often a write of an item was refused."""

    def is_held(self, table: str, key: Key) -> bool:
        """Whether a transaction is under way that has this item. If so, it counts as a conflict."""
        until = self._until.get((table, key), 0.0)
        if until <= self._seconds():
            return False
        self.conflicts[key] += 1
        return True

    def hold(self, items: Iterable[tuple[str, Key]]) -> None:
        """A transaction with these items has been made."""
        if not self._held_seconds:
            return
        now = self._seconds()
        if len(self._until) > _MOST_KEPT:
            self._until = {item: until for item, until in self._until.items() if until > now}
        self._until.update(dict.fromkeys(items, round(now + self._held_seconds, 6)))

"""Eventually consistent reads: most see the newest, and some see a table as it was up to a second ago.

    stale_reads = StaleReads(lambda: time.elapsed, random)
    dynamodb.listeners.append(stale_reads.see)
    dynamodb.past = stale_reads.past

DynamoDB copies each partition by itself, and carries each change to an index by itself. So a read of several
partitions may see one half of a transaction alone, while the changes of a partition stay in their order.
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
"""

from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from simulation.table.index import Key
from simulation.table.memory import TableChange
from simulation.table.values import Attributes

OLDEST_SECONDS: Final = 1.0
"""How far a read is behind at most. DynamoDB names no limit, and says that a second is usual."""
RATES: Final = (0.0, 0.1, 0.4)
"""How likely a read may see what is not the newest, one for each seed."""


class StaleReads:
    """The changes of the last second, and which of them a read does not see. The seed decides."""

    def __init__(self, seconds: Callable[[], float], random: Random) -> None:
        """`seconds` is the clock."""
        self._seconds = seconds
        self._random = random
        self._rate = random.choice(RATES)
        self._recent: deque[tuple[float, TableChange]] = deque()

    def see(self, change: TableChange) -> None:
        """The table has changed."""
        self._forget()
        self._recent.append((self._seconds(), change))

    def past(self, table: str) -> Mapping[Key, Attributes | None]:
        """What the next read of a table sees of items that have changed since, None where there was none."""
        if self._random.random() >= self._rate:
            return {}
        self._forget()
        now = self._seconds()
        seen_until: dict[str, float] = {}
        past: dict[Key, Attributes | None] = {}
        for at, change in self._recent:
            partition = change.key[0]
            if partition not in seen_until:
                seen_until[partition] = now - self._random.uniform(0, OLDEST_SECONDS)
            if change.table == table and at > seen_until[partition]:
                past.setdefault(change.key, change.before)
        return past

    def _forget(self) -> None:
        oldest = self._seconds() - OLDEST_SECONDS
        while self._recent and self._recent[0][0] <= oldest:
            self._recent.popleft()

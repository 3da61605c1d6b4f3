"""How much a partition of the table or of an index takes, and who waits when it is asked for more.

DynamoDB gives each partition a thousand write units a second, refuses what is beyond, and clients try again:
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html. An index that
cannot keep up holds up the writes of its table (gsi-throttling.html there). Here a partition has one key, and
whoever writes waits until it has caught up.

    throughput = PartitionThroughput(deployment.table, lambda: time.elapsed)
    dynamodb.listeners.append(throughput.see)
    dynamodb.call("PutItem", {...})
    pause(throughput.owed(is_transaction=False))
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from simulation.table.memory import TableChange
from simulation.table.values import Attributes, size_of_item

WRITE_UNITS: Final = 1_000
"""Of a partition in a second."""
BURST_SECONDS: Final = 1.0
"""How much a partition takes at once. DynamoDB may keep 300 seconds of what was not used."""
_UNIT_BYTES: Final = 1024
_Partition = tuple[str, str]


class PartitionThroughput:
    """The writes of all partitions, by index and key."""

    def __init__(self, table: Mapping[str, Any], seconds: Callable[[], float]) -> None:
        """`table` is the request that makes it, `seconds` the clock."""
        self._indexes = [_index(each) for each in table["GlobalSecondaryIndexes"]]
        self._seconds = seconds
        self._free_at: dict[_Partition, float] = {}
        self._changes: list[TableChange] = []
        self.longest_seconds = 0.0
        """The longest that a call has waited."""

    def see(self, change: TableChange) -> None:
        """The call that is being made has written an item."""
        self._changes.append(change)

    def owed(self, *, is_transaction: bool) -> float:
        """For how many seconds the call that was made last waits for its partitions.

        A transaction writes each item twice.
        """
        changes, self._changes = self._changes, []
        now = latest = self._seconds()
        for change in changes:
            for partition, units in self._writes(change, 1 + is_transaction):
                free_at = max(now, self._free_at.get(partition, now)) + units / WRITE_UNITS
                self._free_at[partition] = free_at
                latest = max(latest, free_at)
        owed = max(0.0, latest - now - BURST_SECONDS)
        self.longest_seconds = max(self.longest_seconds, owed)
        return owed

    def _writes(self, change: TableChange, times: int) -> Iterator[tuple[_Partition, int]]:
        before, after = change.before or {}, change.after or {}
        units = max(_units(before), _units(after))
        yield ("", change.key[0]), times * units
        for name, attribute, has_all in self._indexes:
            partitions = {item[attribute]["S"] for item in (before, after) if attribute in item}
            for partition in sorted(partitions):
                yield (name, partition), units if has_all else 1


def _units(item: Attributes) -> int:
    return -(-size_of_item(item) // _UNIT_BYTES)


def _index(request: Mapping[str, Any]) -> tuple[str, str, bool]:
    """The name of an index, the attribute that is its partition, and whether it has all of an item."""
    [attribute] = [each["AttributeName"] for each in request["KeySchema"] if each["KeyType"] == "HASH"]
    return request["IndexName"], attribute, request["Projection"]["ProjectionType"] == "ALL"

"""Keys in the order of a table or of one of its indexes."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simulation.table.values import Attributes

Key = tuple[str, str]
"""The partition and the sort key of an item, both texts."""

_Place = tuple[bytes, Key]


@dataclass(frozen=True, slots=True)
class KeySchema:
    """The attributes that are the key of a table or an index."""

    partition: str
    sort: str

    @classmethod
    def of(cls, elements: Sequence[Mapping[str, str]]) -> "KeySchema":
        """The schema of a request of CreateTable."""
        names = {element["KeyType"]: element["AttributeName"] for element in elements}
        return cls(names["HASH"], names["RANGE"])

    def key(self, item: Attributes) -> Key | None:
        """The key of an item; None where it lacks a part of it."""
        partition, sort = item.get(self.partition), item.get(self.sort)
        if partition is None or sort is None or "S" not in partition or "S" not in sort:
            return None
        return partition["S"], sort["S"]

    def attributes(self, key: Key) -> dict[str, Any]:
        """A key as attributes."""
        return {self.partition: {"S": key[0]}, self.sort: {"S": key[1]}}


@dataclass(slots=True)
class Index:
    """The keys of the items that have the key of this index, in the order of its partitions.

    `shown` makes what the index has of an item.
    """

    schema: KeySchema
    shown: Callable[[Attributes], Attributes]
    _partitions: dict[str, list[_Place]] = field(default_factory=dict)

    def first(self) -> str | None:
        """The lowest sort key of all partitions; None while there is no item."""
        firsts = [places[0][0] for places in self._partitions.values() if places]
        return min(firsts).decode() if firsts else None

    def add(self, key: Key, item: Attributes) -> None:
        """Take up an item, if it has the index's key."""
        place = self.schema.key(item)
        if place is not None:
            insort(self._partitions.setdefault(place[0], []), (place[1].encode(), key))

    def remove(self, key: Key, item: Attributes) -> None:
        """Remove an item that was added."""
        place = self.schema.key(item)
        if place is not None:
            entries = self._partitions[place[0]]
            del entries[bisect_left(entries, (place[1].encode(), key))]
            if not entries:
                del self._partitions[place[0]]

    def walk(
        self, partition: str, after: _Place | None = None, *, descending: bool = False
    ) -> Iterator[tuple[bytes, Key]]:
        """Yields the sort keys and the items' keys of a partition, those behind a place."""
        entries = self._partitions.get(partition, [])
        if descending:
            end = len(entries) if after is None else bisect_left(entries, after)
            yield from reversed(entries[:end])
        else:
            start = 0 if after is None else bisect_right(entries, after)
            yield from entries[start:]

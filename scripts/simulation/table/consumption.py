"""What an operation of DynamoDB takes of the table and of its indexes, in its capacity units.

The rules are those of "DynamoDB read and write operations" in the developer guide: a read unit for each
begun 4 KB, half of it where a read may be behind, and a write unit for each begun kilobyte of the larger of
the item before and after. A transaction takes twice that of the table. An index takes the writes of
what changes in it.
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
"""

import math
from dataclasses import dataclass

from simulation.table.index import Index
from simulation.table.values import Attributes, size_of_item

BYTES_OF_READ_UNIT = 4096
BYTES_OF_WRITE_UNIT = 1024


@dataclass(frozen=True, slots=True)
class Consumption:
    """What one item, or one page of a query, took of one partition.

    `index` is the name of the index, empty for the table itself. `sort` is the sort key of the item, empty
    for a page and for an index. `in_transaction` says that the item was written or checked in a transaction.
    """

    index: str
    partition: str
    sort: str = ""
    read_units: float = 0
    write_units: float = 0
    in_transaction: bool = False


def read_units(size: int, *, is_consistent: bool) -> float:
    """The units of a read of `size` bytes; one that finds nothing takes the least."""
    return max(1, math.ceil(size / BYTES_OF_READ_UNIT)) * (1 if is_consistent else 0.5)


def write_units(before: Attributes | None, after: Attributes | None) -> int:
    """The units of a write that finds `before` and leaves `after`, None where there is no item."""
    size = max(size_of_item(before or {}), size_of_item(after or {}))
    return max(1, math.ceil(size / BYTES_OF_WRITE_UNIT))


def index_writes(index: Index, before: Attributes | None, after: Attributes | None) -> list[tuple[str, int]]:
    """The partitions of an index that a write of the table changes, each with its write units."""
    old_key = None if before is None else index.schema.key(before)
    new_key = None if after is None else index.schema.key(after)
    old = None if before is None or old_key is None else index.shown(before)
    new = None if after is None or new_key is None else index.shown(after)
    if old_key == new_key:
        return [] if new_key is None or old == new else [(new_key[0], write_units(old, new))]
    removed = [] if old_key is None else [(old_key[0], write_units(old, None))]
    added = [] if new_key is None else [(new_key[0], write_units(None, new))]
    return removed + added

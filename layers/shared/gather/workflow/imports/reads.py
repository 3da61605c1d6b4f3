"""Reads of many that are made side by side."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from gather.table.records import Records

K = TypeVar("K")
Found = TypeVar("Found")

AT_ONCE: Final = 8
"""Reads that are made side by side: fewer than the connections that the table's client keeps open."""


def side_by_side(records: Records, find: Callable[[K], Found], keys: Sequence[K]) -> dict[K, Found]:
    """What `find` finds for each key. Raises what it raises."""
    wanted = list(dict.fromkeys(keys))
    shares = [wanted[first::AT_ONCE] for first in range(min(AT_ONCE, len(wanted)))]
    started = [records.table.start(partial(_find_all, find, share)) for share in shares]
    return {key: found for share in started for key, found in share.result().items()}


def _find_all(find: Callable[[K], Found], keys: Sequence[K]) -> dict[K, Found]:
    return {key: find(key) for key in keys}

"""The work of a schedule: everything that is due, in the order of the times.

A schedule is spread over shards, which are read side by side. The due items are read page by page and worked
on by a few threads, so that a hundred thousand of them take no more memory than one page of each shard. Each
item is a transaction of its own, so a run may end at any moment and the next one continues. An item that
fails is left for the next run and does not stop the others.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import merge
from itertools import chain, islice
from operator import itemgetter

from botocore.exceptions import BotoCoreError, ClientError

from gather.core.clock import timestamp
from gather.core.errors import GatherError
from gather.core.observability import log_failure
from gather.table import keys
from gather.table.conversion import Item
from gather.table.store import KeyRange, Table

PAGE_SIZE = 200
# Fewer than the connections that the table's client keeps open.
WORKERS = 8
# Longer than one transaction takes with all of its retries.
RESERVE_MILLISECONDS = 30_000

_FIRST_TIME = "0"

FAULTS = (GatherError, BotoCoreError, ClientError, ValueError, LookupError)
"""The faults of one item that do not stop the work on the others."""


@dataclass(frozen=True, slots=True)
class RunSummary:
    """The outcome of a run: how many items were `done`, and whether some that are due are left. `oldest` is
    when the first of them was due.
    """

    done: int
    more: bool
    oldest: str | None = None

    def response(self) -> dict[str, object]:
        """The result of a scheduled function."""
        return {"done": self.done, "more": self.more}


def due_items(table: Table, schedule: str, last: str) -> Iterator[Item]:
    """The items that are due on a schedule up to the time `last`, earliest first, as the index has them.

    One round trip for each shard, and more for a shard with more than a page.
    """
    shards = (
        table.query_all(KeyRange(shard, "due", between=(_FIRST_TIME, last)), page_size=PAGE_SIZE)
        for shard in keys.due_shards(schedule)
    )
    return merge(*shards, key=itemgetter("dueSk"))


def work_off(
    table: Table,
    schedule: str,
    until: datetime,
    work: Callable[[Item], bool],
    remaining_milliseconds: Callable[[], int],
) -> RunSummary:
    """Do `work` for each item of `schedule` that is due at `until`, while time is left.

    `work` gets the item as the index has it (`teamId`, `id`, `pk`, `sk`, `dueSk`), decides on the
    current record, and returns whether it did anything. It runs in several threads at once.
    """

    items = due_items(table, schedule, timestamp(until))
    first = [*islice(items, 1)]
    summary = work_through(chain(first, items), schedule, work, remaining_milliseconds)
    return replace(summary, oldest=first[0]["dueSk"] if first else None)


def work_through(
    items: Iterator[Item],
    name: str,
    work: Callable[[Item], bool],
    remaining_milliseconds: Callable[[], int],
) -> RunSummary:
    """Do `work` for each of `items`, which have an `id`, while time is left. `name` says in the log what
    failed. It runs in several threads at once, and `items` is read in one of them.
    """

    def attempt(item: Item) -> bool | None:
        if remaining_milliseconds() < RESERVE_MILLISECONDS:
            return None
        try:
            return work(item)
        except FAULTS as fault:
            log_failure(fault, item["id"], name)
            return None

    done, left = 0, False
    with ThreadPoolExecutor(WORKERS) as threads:
        while remaining_milliseconds() >= RESERVE_MILLISECONDS:
            some = list(islice(items, PAGE_SIZE))
            outcomes = list(threads.map(attempt, some))
            done += outcomes.count(True)
            left = left or None in outcomes
            if len(some) < PAGE_SIZE:
                return RunSummary(done, left)
    return RunSummary(done, more=True)

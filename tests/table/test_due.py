"""Entries of a schedule, spread over shards and read in the order of their times."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.table import due, keys
from gather.table.store import Table

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
SCHEDULE = "watering"
AN_HOUR = 3_600_000


def after(minutes: int) -> str:
    return timestamp(NOW + timedelta(minutes=minutes))


def plan(table: Table, minutes: Iterable[int]) -> None:
    for minute in minutes:
        plant = new_id()
        table.put({"pk": plant, "sk": "PLANT", "id": plant, **keys.due_at(SCHEDULE, plant, after(minute))})


def test_items_are_spread_evenly_and_always_to_the_same_shard() -> None:
    identifiers = [new_id() for _ in range(1600)]

    shards = [keys.due(SCHEDULE, identifier) for identifier in identifiers]

    assert shards == [keys.due(SCHEDULE, identifier) for identifier in identifiers]
    assert set(shards) == set(keys.due_shards(SCHEDULE))
    assert max(shards.count(shard) for shard in set(shards)) < 200


def test_all_shards_are_read_in_the_order_of_the_times(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(due, "PAGE_SIZE", 2)
    plan(table, reversed(range(40)))

    found = [item["dueSk"] for item in due.due_items(table, SCHEDULE, after(35))]

    assert found == [after(minute) for minute in range(36)]

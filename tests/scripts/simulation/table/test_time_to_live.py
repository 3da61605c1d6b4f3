"""Items whose time is over are removed: late, by the table itself, and only while their attribute says so."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from simulation.table.memory import MemoryDynamoDb, TableChange
from simulation.table.time_to_live import LATENESS, TimeToLive
from simulation.virtual_time import VirtualTime
from tests.builders.template_table import table_request

TABLE = "simulated"
START = datetime(2026, 3, 2, tzinfo=UTC)
KEY = {"pk": {"S": "one"}, "sk": {"S": "item"}}


@pytest.fixture
def time() -> VirtualTime:
    return VirtualTime(START)


@pytest.fixture
def changes() -> list[TableChange]:
    """What a stream would tell of."""
    return []


@pytest.fixture
def dynamodb(time: VirtualTime, changes: list[TableChange]) -> MemoryDynamoDb:
    made = MemoryDynamoDb(lambda: time.elapsed)
    made.call("CreateTable", table_request(TABLE))
    made.listeners += [changes.append, TimeToLive(made, "expiresAtEpoch", time, Random(1)).see]
    return made


def put(dynamodb: MemoryDynamoDb, expiry: dict[str, Any] | None) -> None:
    item = KEY if expiry is None else {**KEY, "expiresAtEpoch": expiry}
    dynamodb.call("PutItem", {"TableName": TABLE, "Item": item})


def at(moment: datetime) -> dict[str, str]:
    return {"N": str(int(moment.timestamp()))}


def test_an_item_goes_after_its_time_and_within_two_days(
    dynamodb: MemoryDynamoDb, time: VirtualTime, changes: list[TableChange]
) -> None:
    put(dynamodb, at(START + timedelta(hours=1)))

    time.run(until=START + timedelta(minutes=59))
    assert len(dynamodb.items(TABLE)) == 1
    time.run(until=START + timedelta(hours=1) + max(LATENESS))

    assert dynamodb.items(TABLE) == {}
    [written, removed] = changes
    assert (written.is_expiry, removed.is_expiry) == (False, True)
    assert (removed.key, removed.before, removed.after) == (("one", "item"), written.after, None)


def test_an_item_that_was_given_more_time_stays(dynamodb: MemoryDynamoDb, time: VirtualTime) -> None:
    put(dynamodb, at(START + timedelta(hours=1)))
    put(dynamodb, at(START + timedelta(days=9)))

    time.run(until=START + timedelta(days=8))
    assert len(dynamodb.items(TABLE)) == 1
    time.run(until=START + timedelta(days=12))

    assert dynamodb.items(TABLE) == {}


@pytest.mark.parametrize("later", [None, {"S": "1772409600"}], ids=["none", "no number"])
def test_an_item_without_a_time_stays(
    dynamodb: MemoryDynamoDb, time: VirtualTime, later: dict[str, str] | None
) -> None:
    """DynamoDB ignores an attribute that is no number."""
    put(dynamodb, at(START + timedelta(hours=1)))
    put(dynamodb, later)

    time.run(until=START + timedelta(days=9))

    assert len(dynamodb.items(TABLE)) == 1

"""Eventually consistent reads may see the table as it was up to a second ago; nothing else does."""

from random import Random
from typing import Any

import pytest
from botocore.exceptions import ClientError

from simulation.table.index import Key
from simulation.table.memory import MemoryDynamoDb
from simulation.table.stale_reads import OLDEST_SECONDS, StaleReads
from simulation.table.values import Attributes
from tests.builders.template_table import table_request
from tests.doubles.elapsed import Elapsed

TABLE = "simulated"
OF_PARTITION = {
    "KeyConditionExpression": "#pk = :pk",
    "ExpressionAttributeNames": {"#pk": "pk"},
    "ExpressionAttributeValues": {":pk": {"S": "one"}},
}
OF_INDEX = {
    "IndexName": "listing1",
    "KeyConditionExpression": "#pk = :pk",
    "ExpressionAttributeNames": {"#pk": "listing1Pk"},
    "ExpressionAttributeValues": {":pk": {"S": "list"}},
}


def key(name: str) -> dict[str, Any]:
    return {"pk": {"S": name}, "sk": {"S": "item"}}


def put(dynamodb: MemoryDynamoDb, name: str, value: str) -> None:
    listed = {"listing1Pk": {"S": "list"}, "listing1Sk": {"S": value}}
    dynamodb.call("PutItem", {"TableName": TABLE, "Item": {**key(name), **listed, "value": {"S": value}}})


def get(dynamodb: MemoryDynamoDb, **parameters: Any) -> str | None:
    item = dynamodb.call("GetItem", {"TableName": TABLE, "Key": key("one"), **parameters}).get("Item")
    return None if item is None else str(item["value"]["S"])


def query(dynamodb: MemoryDynamoDb, **parameters: Any) -> list[str]:
    items = dynamodb.call("Query", {"TableName": TABLE, **parameters})["Items"]
    return [item["value"]["S"] for item in items]


def before_the_change(dynamodb: MemoryDynamoDb) -> None:
    """Have eventually consistent reads see an item as it was before it was changed."""
    put(dynamodb, "one", "old")
    past: dict[Key, Attributes | None] = {("one", "item"): dict(dynamodb.items(TABLE)["one", "item"])}
    put(dynamodb, "one", "new")
    dynamodb.past = lambda _table: past


def test_reads_see_what_was_there_before(dynamodb: MemoryDynamoDb) -> None:
    before_the_change(dynamodb)

    batch = dynamodb.call("BatchGetItem", {"RequestItems": {TABLE: {"Keys": [key("one")]}}})

    assert get(dynamodb) == "old"
    assert [item["value"]["S"] for item in batch["Responses"][TABLE]] == ["old"]
    assert query(dynamodb, **OF_PARTITION) == ["old"]
    assert query(dynamodb, **OF_INDEX) == ["old"]


def test_consistent_reads_see_the_newest(dynamodb: MemoryDynamoDb) -> None:
    before_the_change(dynamodb)

    asked = {"Keys": [key("one")], "ConsistentRead": True}
    batch = dynamodb.call("BatchGetItem", {"RequestItems": {TABLE: asked}})

    assert get(dynamodb, ConsistentRead=True) == "new"
    assert [item["value"]["S"] for item in batch["Responses"][TABLE]] == ["new"]
    assert query(dynamodb, **OF_PARTITION, ConsistentRead=True) == ["new"]


def test_writes_see_the_newest_and_reads_change_nothing(dynamodb: MemoryDynamoDb) -> None:
    before_the_change(dynamodb)
    assert get(dynamodb) == "old"
    parameters = {
        "TableName": TABLE,
        "Key": key("one"),
        "UpdateExpression": "SET #seen = :value",
        "ConditionExpression": "#value = :value",
        "ExpressionAttributeNames": {"#value": "value", "#seen": "seen"},
    }

    dynamodb.call("UpdateItem", {**parameters, "ExpressionAttributeValues": {":value": {"S": "new"}}})
    with pytest.raises(ClientError):
        dynamodb.call("UpdateItem", {**parameters, "ExpressionAttributeValues": {":value": {"S": "old"}}})

    assert dynamodb.items(TABLE)["one", "item"]["seen"] == {"S": "new"}


def seen_after(seconds: float) -> set[str | None]:
    """What reads see of an item that was changed so many seconds ago, in worlds of many seeds."""
    seen: set[str | None] = set()
    for seed in range(300):
        clock = Elapsed()
        dynamodb = MemoryDynamoDb(clock)
        dynamodb.call("CreateTable", table_request(TABLE))
        stale_reads = StaleReads(clock, Random(seed))
        dynamodb.listeners.append(stale_reads.see)
        dynamodb.past = stale_reads.past
        put(dynamodb, "one", "first")
        clock.seconds += OLDEST_SECONDS
        put(dynamodb, "one", "second")
        clock.seconds += seconds
        seen.add(get(dynamodb))
    return seen


def test_a_read_is_up_to_a_second_behind() -> None:
    assert seen_after(0) == {"first", "second"}
    assert seen_after(OLDEST_SECONDS * 0.9) == {"first", "second"}
    assert seen_after(OLDEST_SECONDS) == {"second"}


def test_one_half_of_a_transaction_may_be_seen_alone(dynamodb: MemoryDynamoDb, clock: Elapsed) -> None:
    worlds = [StaleReads(clock, Random(seed)) for seed in range(10)]
    dynamodb.listeners += [world.see for world in worlds]
    writes = [{"Put": {"TableName": TABLE, "Item": key(name)}} for name in ("one", "two")]
    dynamodb.call("TransactWriteItems", {"TransactItems": writes})
    clock.seconds += OLDEST_SECONDS / 2

    unseen = {frozenset(name for name, _ in world.past(TABLE)) for world in worlds for _ in range(50)}

    assert unseen == {frozenset(), frozenset({"one"}), frozenset({"two"}), frozenset({"one", "two"})}

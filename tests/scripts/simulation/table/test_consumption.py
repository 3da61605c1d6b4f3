"""The table of the simulation tells what each read and each write takes, by DynamoDB's rules."""

from typing import Any

from botocore.exceptions import ClientError

from simulation.table.consumption import Consumption
from simulation.table.memory import MemoryDynamoDb

TABLE = "simulated"


def taken(dynamodb: MemoryDynamoDb, operation: str, **parameters: Any) -> list[Consumption]:
    """What an operation on the table takes."""
    told: list[Consumption] = []
    dynamodb.meters.append(told.append)
    try:
        dynamodb.call(operation, {"TableName": TABLE, **parameters})
    except ClientError:
        pass
    finally:
        dynamodb.meters.pop()
    return told


def item(size: int = 0, **attributes: str) -> dict[str, Any]:
    texts = {"pk": "A", "sk": "B", **attributes}
    return {**{name: {"S": text} for name, text in texts.items()}, "text": {"S": "x" * size}}


def test_a_write_takes_a_unit_for_each_begun_kilobyte(dynamodb: MemoryDynamoDb) -> None:
    assert taken(dynamodb, "PutItem", Item=item(100)) == [Consumption("", "A", "B", write_units=1)]
    assert taken(dynamodb, "PutItem", Item=item(1100)) == [Consumption("", "A", "B", write_units=2)]


def test_a_smaller_item_takes_the_units_of_the_one_that_it_replaces(dynamodb: MemoryDynamoDb) -> None:
    dynamodb.call("PutItem", {"TableName": TABLE, "Item": item(3000)})

    assert taken(dynamodb, "PutItem", Item=item(10)) == [Consumption("", "A", "B", write_units=3)]


def test_a_transaction_takes_twice_the_units(dynamodb: MemoryDynamoDb) -> None:
    writes = [{"Put": {"TableName": TABLE, "Item": item(1100)}}]

    [told] = taken(dynamodb, "TransactWriteItems", TransactItems=writes)

    assert told == Consumption("", "A", "B", write_units=4, in_transaction=True)


def test_an_index_takes_what_changes_in_it(dynamodb: MemoryDynamoDb) -> None:
    """The item comes to a place, stays as it is there, moves, and leaves."""
    first = taken(dynamodb, "PutItem", Item=item(dueSk="1", duePk="DUE#a"))
    same = taken(dynamodb, "PutItem", Item=item(9, dueSk="1", duePk="DUE#a"))
    moved = taken(dynamodb, "PutItem", Item=item(9, dueSk="2", duePk="DUE#a"))
    left = taken(dynamodb, "DeleteItem", Key={"pk": {"S": "A"}, "sk": {"S": "B"}})

    of_index = [
        [(each.partition, each.write_units) for each in told if each.index == "due"]
        for told in (first, same, moved, left)
    ]
    assert of_index == [[("DUE#a", 1)], [], [("DUE#a", 1), ("DUE#a", 1)], [("DUE#a", 1)]]


def test_a_refused_write_takes_the_units_of_what_it_finds(dynamodb: MemoryDynamoDb) -> None:
    dynamodb.call("PutItem", {"TableName": TABLE, "Item": item(1100)})

    told = taken(dynamodb, "PutItem", Item=item(), ConditionExpression="attribute_not_exists(pk)")

    assert told == [Consumption("", "A", "B", write_units=2)]


def test_a_read_takes_a_unit_for_each_begun_4_kb_and_half_where_it_may_be_behind(
    dynamodb: MemoryDynamoDb,
) -> None:
    dynamodb.call("PutItem", {"TableName": TABLE, "Item": item(5000)})
    key = {"pk": {"S": "A"}, "sk": {"S": "B"}}

    assert taken(dynamodb, "GetItem", Key=key) == [Consumption("", "A", "B", read_units=1)]
    consistent = taken(dynamodb, "GetItem", Key=key, ConsistentRead=True)
    assert consistent == [Consumption("", "A", "B", read_units=2)]


def test_a_query_takes_the_units_of_all_that_it_looks_at(dynamodb: MemoryDynamoDb) -> None:
    for number in range(3):
        dynamodb.call("PutItem", {"TableName": TABLE, "Item": item(2000, sk=str(number))})

    told = taken(
        dynamodb,
        "Query",
        KeyConditionExpression="pk = :pk",
        FilterExpression="sk = :sk",
        ExpressionAttributeValues={":pk": {"S": "A"}, ":sk": {"S": "none"}},
    )

    assert told == [Consumption("", "A", read_units=1)]

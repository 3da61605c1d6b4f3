"""The shortcuts through moto change nothing of what it does: cancelled transactions, values of every type."""

from typing import Any

import pytest
from botocore.exceptions import ClientError

from gather.wiring import Adapters

REFUSED = {"ConditionExpression": "attribute_exists(pk)"}


def key(name: str) -> dict[str, Any]:
    return {"pk": {"S": name}, "sk": {"S": "item"}}


@pytest.fixture
def stored(adapters: Adapters) -> list[dict[str, Any]]:
    """What the table holds at first."""
    items = [{**key(name), "count": {"N": "1"}, "list": {"L": [{"S": "a"}]}} for name in ("one", "two")]
    for item in items:
        adapters.clients.dynamodb.put_item(TableName=adapters.settings.table_name, Item=item)
    return items


def held(adapters: Adapters) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = adapters.clients.dynamodb.scan(TableName=adapters.settings.table_name)[
        "Items"
    ]
    return sorted(found, key=lambda item: str(item["pk"]["S"]))


def transact(adapters: Adapters, *writes: dict[str, Any]) -> None:
    table = {"TableName": adapters.settings.table_name}
    named: Any = [{kind: {**table, **body} for kind, body in write.items()} for write in writes]
    adapters.clients.dynamodb.transact_write_items(TransactItems=named)


PUT = {"Put": {"Item": {**key("one"), "other": {"S": "x"}}}}
CREATE = {"Put": {"Item": key("new")}}
DELETE = {"Delete": {"Key": key("two")}}
UPDATE = {
    "Update": {
        "Key": key("two"),
        "UpdateExpression": "ADD #count :one SET #list = list_append(#list, :more)",
        "ExpressionAttributeNames": {"#count": "count", "#list": "list"},
        "ExpressionAttributeValues": {":one": {"N": "1"}, ":more": {"L": [{"S": "b"}]}},
    }
}
UPSERT = {
    "Update": {
        "Key": key("new"),
        "UpdateExpression": "SET #count = :one",
        "ExpressionAttributeNames": {"#count": "count"},
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }
}


@pytest.mark.parametrize("write", [PUT, CREATE, DELETE, UPDATE, UPSERT])
@pytest.mark.parametrize("is_first", [True, False])
def test_nothing_of_a_cancelled_transaction_stays(
    adapters: Adapters, stored: list[dict[str, Any]], write: dict[str, Any], is_first: bool
) -> None:
    refused = {"Delete": {"Key": key("nobody"), **REFUSED}}

    with pytest.raises(ClientError) as raised:
        transact(adapters, *([write, refused] if is_first else [refused, write]))

    assert raised.value.response["Error"]["Code"] == "TransactionCanceledException"
    assert held(adapters) == stored


def test_an_item_that_a_transaction_names_twice_stays_as_it_was(
    adapters: Adapters, stored: list[dict[str, Any]]
) -> None:
    with pytest.raises(ClientError):
        transact(adapters, UPDATE, DELETE)

    assert held(adapters) == stored


def test_what_a_transaction_writes_is_there(adapters: Adapters, stored: list[dict[str, Any]]) -> None:
    transact(adapters, PUT, UPDATE, CREATE)

    assert held(adapters) == [
        key("new"),
        PUT["Put"]["Item"],
        {**stored[1], "count": {"N": "2"}, "list": {"L": [{"S": "a"}, {"S": "b"}]}},
    ]


def test_values_of_every_type_come_back_as_they_were(adapters: Adapters) -> None:
    values: dict[str, Any] = {
        "text": {"S": ""},
        "number": {"N": "12.50"},
        "flag": {"BOOL": False},
        "nothing": {"NULL": True},
        "texts": {"SS": ["a", "b"]},
        "numbers": {"NS": ["1", "2"]},
        "list": {"L": [{"S": "a"}, {"L": []}, {"M": {"x": {"N": "1"}}}]},
        "map": {"M": {"flag": {"BOOL": True}, "inner": {"M": {"text": {"S": "a"}}}}},
    }
    item: Any = {**key("all"), **values}
    adapters.clients.dynamodb.put_item(TableName=adapters.settings.table_name, Item=item)

    assert held(adapters) == [item]

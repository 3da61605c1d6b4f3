"""All stand-ins for DynamoDB behave as it does: cancelled transactions, values of every type."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from local_stack.table.server import dynoxide_program
from tests.doubles import run_table as run_tables
from tests.doubles.run_table import Memory, Moto, RunTable
from tests.doubles.watched_table import WatchedTable

TABLE = "stand-in"
REFUSED = {"ConditionExpression": "attribute_exists(pk)"}


def key(name: str) -> dict[str, Any]:
    return {"pk": {"S": name}, "sk": {"S": "item"}}


@pytest.fixture(scope="module")
def dynoxide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunTable]:
    if dynoxide_program() is None:
        pytest.skip("`npm ci` in scripts/local_stack brings dynoxide")
    with closing(run_tables.start(tmp_path_factory.mktemp("table"), "dynoxide")) as started:
        yield started


@pytest.fixture(params=run_tables.KINDS)
def client(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[WatchedTable]:
    """A client of a DynamoDB with an empty table."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    with mock_aws():
        makers: dict[str, Callable[[], RunTable]] = {"moto": Moto, "memory": Memory}
        stand_in = makers[request.param]() if request.param in makers else request.getfixturevalue("dynoxide")
        with stand_in.table(TABLE):
            yield stand_in.client()


@pytest.fixture
def stored(client: WatchedTable) -> list[dict[str, Any]]:
    """The items of the table at first."""
    items = [{**key(name), "count": {"N": "1"}, "list": {"L": [{"S": "a"}]}} for name in ("one", "two")]
    for item in items:
        client.put_item(TableName=TABLE, Item=item)
    return items


def held(client: WatchedTable) -> list[dict[str, Any]]:
    return sorted(client.scan(TableName=TABLE)["Items"], key=lambda item: str(item["pk"]["S"]))


def transact(client: WatchedTable, *writes: dict[str, Any]) -> None:
    named: Any = [{kind: {"TableName": TABLE, **body} for kind, body in write.items()} for write in writes]
    client.transact_write_items(TransactItems=named)


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
    client: WatchedTable, stored: list[dict[str, Any]], write: dict[str, Any], is_first: bool
) -> None:
    refused = {"Delete": {"Key": key("nobody"), **REFUSED}}

    with pytest.raises(ClientError) as raised:
        transact(client, *([write, refused] if is_first else [refused, write]))

    assert raised.value.response["Error"]["Code"] == "TransactionCanceledException"
    assert held(client) == stored


def test_an_item_that_a_transaction_names_twice_stays_as_it_was(
    client: WatchedTable, stored: list[dict[str, Any]]
) -> None:
    with pytest.raises(ClientError):
        transact(client, UPDATE, DELETE)

    assert held(client) == stored


def test_what_a_transaction_writes_is_there(client: WatchedTable, stored: list[dict[str, Any]]) -> None:
    transact(client, PUT, UPDATE, CREATE)

    assert held(client) == [
        key("new"),
        PUT["Put"]["Item"],
        {**stored[1], "count": {"N": "2"}, "list": {"L": [{"S": "a"}, {"S": "b"}]}},
    ]


def test_values_of_every_type_come_back_as_they_were(client: WatchedTable) -> None:
    values: dict[str, Any] = {
        "text": {"S": ""},
        "number": {"N": "12.5"},
        "flag": {"BOOL": False},
        "nothing": {"NULL": True},
        "texts": {"SS": ["a", "b"]},
        "numbers": {"NS": ["1", "2"]},
        "list": {"L": [{"S": "a"}, {"L": []}, {"M": {"x": {"N": "1"}}}]},
        "map": {"M": {"flag": {"BOOL": True}, "inner": {"M": {"text": {"S": "a"}}}}},
    }
    item: Any = {**key("all"), **values}
    client.put_item(TableName=TABLE, Item=item)

    assert held(client) == [item]

"""The table of the simulation keeps the limits and the refusals that DynamoDB's documentation names.

What every stand-in does alike is in tests/table/test_run_table.py.
"""

from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import ClientError

from simulation.table import memory
from simulation.table.held_items import HELD_SECONDS
from simulation.table.memory import MemoryDynamoDb, TableChange
from tests.builders.template_table import table_request
from tests.doubles.elapsed import Elapsed

TABLE = "simulated"


def key(name: str, sort: str = "item") -> dict[str, Any]:
    return {"pk": {"S": name}, "sk": {"S": sort}}


def put(dynamodb: MemoryDynamoDb, item: dict[str, Any], **parameters: Any) -> None:
    dynamodb.call("PutItem", {"TableName": TABLE, "Item": item, **parameters})


def get(dynamodb: MemoryDynamoDb, name: str) -> Any:
    return dynamodb.call("GetItem", {"TableName": TABLE, "Key": key(name)}).get("Item")


def query(dynamodb: MemoryDynamoDb, partition: str, **parameters: Any) -> Any:
    asked = {
        "KeyConditionExpression": "#pk = :v0",
        "ExpressionAttributeNames": {"#pk": "pk"},
        "ExpressionAttributeValues": {":v0": {"S": partition}},
    }
    return dynamodb.call("Query", {"TableName": TABLE, **asked, **parameters})


def update(dynamodb: MemoryDynamoDb, text: str, **values: Any) -> Any:
    given = {f":{name}": value for name, value in values.items()}
    parameters: dict[str, Any] = {"TableName": TABLE, "Key": key("one"), "UpdateExpression": text}
    if given:
        parameters["ExpressionAttributeValues"] = given
    return dynamodb.call("UpdateItem", {**parameters, "ReturnValues": "ALL_NEW"})["Attributes"]


def transact(dynamodb: MemoryDynamoDb, *items: dict[str, Any], token: str | None = None) -> None:
    writes = [{"Put": {"TableName": TABLE, "Item": item}} for item in items]
    named = {} if token is None else {"ClientRequestToken": token}
    dynamodb.call("TransactWriteItems", {"TransactItems": writes, **named})


def refused(call: Callable[[], object]) -> str:
    """The code with which a call is refused."""
    with pytest.raises(ClientError) as raised:
        call()
    return raised.value.response["Error"]["Code"]


class TestItems:
    """What the table takes."""

    def test_an_item_has_400_kilobytes_at_most(self, dynamodb: MemoryDynamoDb) -> None:
        overhead = len("pk") + len("one") + len("sk") + len("item") + len("text")
        longest = memory.MOST_BYTES_OF_ITEM - overhead

        put(dynamodb, {**key("one"), "text": {"S": "x" * longest}})

        longer = {**key("one"), "text": {"S": "x" * (longest + 1)}}
        assert refused(lambda: put(dynamodb, longer)) == "ValidationException"

    @pytest.mark.parametrize(
        "item",
        [
            key(""),
            {"pk": {"S": "one"}},
            {"pk": {"N": "1"}, "sk": {"S": "item"}},
            key("x" * 2049),
            key("one", "x" * 1025),
            {**key("one"), "duePk": {"S": ""}},
            {**key("one"), "dueSk": {"N": "1"}},
        ],
        ids=["empty", "half", "a number", "long", "a long sort key", "an empty index key", "a number in one"],
    )
    def test_keys_are_texts_of_some_length(self, dynamodb: MemoryDynamoDb, item: dict[str, Any]) -> None:
        assert refused(lambda: put(dynamodb, item)) == "ValidationException"

    def test_a_failed_condition_tells_what_is_stored_to_who_asks(self, dynamodb: MemoryDynamoDb) -> None:
        put(dynamodb, {**key("one"), "count": {"N": "1"}})
        absent = {"ConditionExpression": "attribute_not_exists(pk)"}

        with pytest.raises(ClientError) as silent:
            put(dynamodb, key("one"), **absent)
        with pytest.raises(ClientError) as telling:
            put(dynamodb, key("one"), **absent, ReturnValuesOnConditionCheckFailure="ALL_OLD")

        responses: list[Any] = [silent.value.response, telling.value.response]
        assert [each["Error"]["Code"] for each in responses] == ["ConditionalCheckFailedException"] * 2
        assert "Item" not in responses[0]
        assert responses[1]["Item"] == {**key("one"), "count": {"N": "1"}}

    def test_placeholders_that_nothing_uses_are_refused(self, dynamodb: MemoryDynamoDb) -> None:
        unused = {"ConditionExpression": "attribute_not_exists(pk)", "ExpressionAttributeNames": {"#a": "a"}}

        assert refused(lambda: put(dynamodb, key("one"), **unused)) == "ValidationException"

    def test_the_key_of_an_item_stays(self, dynamodb: MemoryDynamoDb) -> None:
        put(dynamodb, key("one"))

        assert refused(lambda: update(dynamodb, "SET sk = :a", a={"S": "other"})) == "ValidationException"

    def test_an_absent_table_is_no_table(self, dynamodb: MemoryDynamoDb) -> None:
        other = {"TableName": "other", "Key": key("one")}

        assert refused(lambda: dynamodb.call("GetItem", other)) == "ResourceNotFoundException"


class TestUpdates:
    """The changes of an item."""

    def test_all_changes_see_the_item_as_it_was(self, dynamodb: MemoryDynamoDb) -> None:
        put(dynamodb, {**key("one"), "a": {"N": "1"}, "b": {"N": "10"}, "c": {"S": "gone"}})

        changed = update(dynamodb, "SET a = b, b = a + :two REMOVE c ADD d :two", two={"N": "2"})

        assert changed == {**key("one"), "a": {"N": "10"}, "b": {"N": "3"}, "d": {"N": "2"}}

    def test_a_value_is_set_once(self, dynamodb: MemoryDynamoDb) -> None:
        text = "SET a = if_not_exists(a, :first)"

        update(dynamodb, text, first={"S": "first"})

        assert update(dynamodb, text, first={"S": "second"})["a"] == {"S": "first"}

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("SET a = list_append(a, :v)", {"L": []}),
            ("ADD text :v", {"N": "1"}),
            ("ADD a :v", {"S": "x"}),
            ("SET a = text + :v", {"N": "1"}),
            ("SET a", {"N": "1"}),
            ("GIVE a :v", {"N": "1"}),
        ],
    )
    def test_what_cannot_be_done_is_refused(
        self, dynamodb: MemoryDynamoDb, text: str, value: dict[str, Any]
    ) -> None:
        put(dynamodb, {**key("one"), "text": {"S": "x"}})

        assert refused(lambda: update(dynamodb, text, v=value)) == "ValidationException"


class TestConditions:
    """What holds of an item."""

    @pytest.mark.parametrize(
        ("text", "holds"),
        [
            ("n = :ten", False),
            ("n < :ten", True),
            ("n BETWEEN :two AND :ten", True),
            ("n IN (:two, :nine)", True),
            ("NOT n = :nine", False),
            ("n = :two OR (n = :nine AND begins_with(t, :b))", True),
            ("contains(t, :rry)", True),
            ("contains(l, :b)", True),
            ("size(t) = :five", True),
            ("absent <> :two", True),
            ("attribute_not_exists(absent) AND attribute_exists(n)", True),
            ("t < :ten", False),
        ],
    )
    def test_numbers_texts_and_lists_are_compared(
        self, dynamodb: MemoryDynamoDb, text: str, holds: bool
    ) -> None:
        put(dynamodb, {**key("one"), "n": {"N": "9.0"}, "t": {"S": "berry"}, "l": {"L": [{"S": "b"}]}})
        known: dict[str, Any] = {
            ":two": {"N": "2"},
            ":five": {"N": "5"},
            ":nine": {"N": "9"},
            ":ten": {"N": "10"},
            ":b": {"S": "b"},
            ":rry": {"S": "rry"},
        }
        values = {name: value for name, value in known.items() if name in text}
        parameters = {"ExpressionAttributeValues": values} if values else {}

        found = query_by_filter(dynamodb, text, parameters)

        assert bool(found) is holds


def query_by_filter(dynamodb: MemoryDynamoDb, text: str, parameters: dict[str, Any]) -> list[Any]:
    """The items of the partition `one` that a filter keeps."""
    values = {**parameters.get("ExpressionAttributeValues", {}), ":v0": {"S": "one"}}
    found: list[Any] = query(dynamodb, "one", FilterExpression=text, ExpressionAttributeValues=values)[
        "Items"
    ]
    return found


class TestQueries:
    """Pages of a partition or of an index."""

    def test_a_page_ends_at_a_megabyte(self, dynamodb: MemoryDynamoDb) -> None:
        for number in range(5):
            put(dynamodb, {**key("one", str(number)), "text": {"S": "x" * 300_000}})

        first = query(dynamodb, "one")
        rest = query(dynamodb, "one", ExclusiveStartKey=first["LastEvaluatedKey"])

        assert [len(first["Items"]), len(rest["Items"])] == [4, 1]
        assert "LastEvaluatedKey" not in rest

    def test_a_limit_is_of_what_is_looked_at_and_leads_on_even_at_the_end(
        self, dynamodb: MemoryDynamoDb
    ) -> None:
        for number in range(3):
            put(dynamodb, {**key("one", str(number)), "n": {"N": str(number)}})
        values = {":v0": {"S": "one"}, ":v1": {"N": "2"}}
        wanted = {"FilterExpression": "n = :v1", "ExpressionAttributeValues": values}

        none_yet = query(dynamodb, "one", Limit=2, **wanted)
        last = query(dynamodb, "one", Limit=1, ExclusiveStartKey=none_yet["LastEvaluatedKey"], **wanted)

        assert (none_yet["Items"], none_yet["ScannedCount"]) == ([], 2)
        assert [item["n"]["N"] for item in last["Items"]] == ["2"]
        assert last["LastEvaluatedKey"] == key("one", "2")

    def test_both_directions_and_counts(self, dynamodb: MemoryDynamoDb) -> None:
        for sort in ("a", "ä", "Z", "\U0001f600"):
            put(dynamodb, key("one", sort))

        up = [item["sk"]["S"] for item in query(dynamodb, "one")["Items"]]
        down = [item["sk"]["S"] for item in query(dynamodb, "one", ScanIndexForward=False)["Items"]]
        counted = query(dynamodb, "one", Select="COUNT")

        assert up == ["Z", "a", "ä", "\U0001f600"]
        assert down == up[::-1]
        assert (counted["Count"], "Items" in counted) == (4, False)

    def test_an_index_has_who_has_its_key_and_of_them_what_it_projects(
        self, dynamodb: MemoryDynamoDb
    ) -> None:
        waiting = {"reviewPk": {"S": "team"}, "reviewSk": {"S": "since"}, "reviewSince": {"S": "since"}}
        put(dynamodb, {**key("one"), **waiting, "text": {"S": "not projected"}})
        put(dynamodb, key("two"))
        of_team = {
            "IndexName": "review",
            "ExpressionAttributeNames": {"#pk": "reviewPk"},
        }

        assert query(dynamodb, "team", **of_team)["Items"] == [{**key("one"), **waiting}]
        update(dynamodb, "REMOVE reviewPk")
        assert query(dynamodb, "team", **of_team)["Items"] == []
        assert (
            refused(lambda: query(dynamodb, "team", **of_team, ConsistentRead=True)) == "ValidationException"
        )


class TestSeveralItems:
    """Batches and transactions."""

    def test_a_transaction_has_a_hundred_writes_of_different_items(self, dynamodb: MemoryDynamoDb) -> None:
        transact(dynamodb, *(key(str(number)) for number in range(100)))

        too_many = [key(str(number)) for number in range(101)]
        assert refused(lambda: transact(dynamodb, *too_many)) == "ValidationException"
        assert refused(lambda: transact(dynamodb, key("one"), key("one"))) == "ValidationException"

    def test_a_transaction_has_four_megabytes(self, dynamodb: MemoryDynamoDb) -> None:
        items = [{**key(str(number)), "text": {"S": "x" * 390_000}} for number in range(11)]

        assert refused(lambda: transact(dynamodb, *items)) == "ValidationException"
        assert get(dynamodb, "0") is None

    def test_a_token_stands_for_its_transaction_for_ten_minutes(
        self, dynamodb: MemoryDynamoDb, clock: Elapsed
    ) -> None:
        one, other = {**key("one"), "n": {"N": "1"}}, {**key("one"), "n": {"N": "2"}}
        transact(dynamodb, one, token="token")
        put(dynamodb, other)

        transact(dynamodb, one, token="token")
        assert get(dynamodb, "one") == other
        code = refused(lambda: transact(dynamodb, other, token="token"))
        assert code == "IdempotentParameterMismatchException"

        clock.seconds = 601
        transact(dynamodb, one, token="token")
        assert get(dynamodb, "one") == one

    def test_a_batch_names_what_does_not_fit(self, dynamodb: MemoryDynamoDb) -> None:
        for number in range(45):
            put(dynamodb, {**key(str(number)), "text": {"S": "x" * 390_000}})
        keys = [key(str(number)) for number in range(45)]

        first = dynamodb.call("BatchGetItem", {"RequestItems": {TABLE: {"Keys": keys}}})
        rest = dynamodb.call("BatchGetItem", {"RequestItems": first["UnprocessedKeys"]})

        assert len(first["Responses"][TABLE]) == 43
        assert [item["pk"]["S"] for item in rest["Responses"][TABLE]] == ["43", "44"]
        assert rest["UnprocessedKeys"] == {}

    @pytest.mark.parametrize("keys", [[key("one")] * 2, [key(str(number)) for number in range(101)], []])
    def test_a_batch_has_up_to_a_hundred_different_keys(
        self, dynamodb: MemoryDynamoDb, keys: list[dict[str, Any]]
    ) -> None:
        asked = {"RequestItems": {TABLE: {"Keys": keys}}}

        assert refused(lambda: dynamodb.call("BatchGetItem", asked)) == "ValidationException"


def test_who_listens_hears_of_each_change_and_of_nothing_else(dynamodb: MemoryDynamoDb) -> None:
    heard: list[TableChange] = []
    dynamodb.listeners.append(heard.append)

    put(dynamodb, key("one"))
    put(dynamodb, key("one"))
    dynamodb.call("DeleteItem", {"TableName": TABLE, "Key": key("one")})
    dynamodb.call("DeleteItem", {"TableName": TABLE, "Key": key("one")})

    place = ("one", "item")
    assert heard == [TableChange(TABLE, place, None, key("one")), TableChange(TABLE, place, key("one"), None)]


class TestTransactionsUnderWay:
    """Of the writes that have an item which a transaction holds, none is made."""

    @pytest.fixture
    def dynamodb(self, clock: Elapsed) -> MemoryDynamoDb:
        made = MemoryDynamoDb(clock, HELD_SECONDS)
        made.call("CreateTable", table_request(TABLE))
        return made

    def test_another_transaction_is_refused_with_the_place_of_the_item(
        self, dynamodb: MemoryDynamoDb
    ) -> None:
        transact(dynamodb, key("one"), key("two"))

        with pytest.raises(ClientError) as raised:
            transact(dynamodb, key("three"), key("two"))

        body: Any = raised.value.response
        assert [reason["Code"] for reason in body["CancellationReasons"]] == ["None", "TransactionConflict"]
        assert get(dynamodb, "three") is None
        assert dynamodb.held.conflicts == {("two", "item"): 1}

    def test_a_single_write_is_refused(self, dynamodb: MemoryDynamoDb) -> None:
        transact(dynamodb, key("one"))

        assert refused(lambda: put(dynamodb, key("one"))) == "TransactionConflictException"
        assert refused(lambda: update(dynamodb, "REMOVE a")) == "TransactionConflictException"
        assert get(dynamodb, "one") == key("one"), "reads are not refused"

    def test_items_are_free_when_the_transaction_is_over(
        self, dynamodb: MemoryDynamoDb, clock: Elapsed
    ) -> None:
        transact(dynamodb, key("one"))
        clock.seconds += HELD_SECONDS

        put(dynamodb, key("one"))
        transact(dynamodb, key("one"))

    def test_a_transaction_that_is_refused_holds_nothing(self, dynamodb: MemoryDynamoDb) -> None:
        transact(dynamodb, key("one"))

        assert refused(lambda: transact(dynamodb, key("two"), key("one"))) == "TransactionCanceledException"

        put(dynamodb, key("two"))

    def test_the_same_transaction_asked_for_again_is_done(self, dynamodb: MemoryDynamoDb) -> None:
        for _ in range(2):
            transact(dynamodb, key("one"), token="same")

"""Faults of the table: collisions are retried, refusals raised, and throttling and silence become 503."""

from collections.abc import Callable, Collection
from typing import Any

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError

from gather.core.errors import Conflict, ServiceUnavailable
from gather.table.changes import Update
from gather.table.conditions import absent, present
from gather.table.keys import Key
from gather.table.store import COLLISION_ATTEMPTS, ConditionFailed, Table, TransactionRefused, Write, put

KEY = Key("A", "B")
WRITES = [put({"pk": "A", "sk": "B"}), put({"pk": "C", "sk": "D"}, absent())]


def fault(code: str, **members: Any) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": code}, **members}, "Operation")  # type: ignore[typeddict-item]


def cancelled(*codes: str, item: dict[str, Any] | None = None) -> ClientError:
    reasons = [{"Code": code, **({"Item": item} if item and code != "None" else {})} for code in codes]
    return fault("TransactionCanceledException", CancellationReasons=reasons)


class ScriptedClient:
    """Answers each call with the next of its outcomes, and raises an outcome that is an exception."""

    def __init__(self, *outcomes: object) -> None:
        self.outcomes = list(outcomes)
        self.calls = 0
        self.requests: list[dict[str, Any]] = []

    def __getattr__(self, _operation: str) -> Callable[..., Any]:
        def call(**parameters: Any) -> Any:
            self.calls += 1
            self.requests.append(parameters)
            outcome = self.outcomes.pop(0)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        return call


def table_of(*outcomes: object) -> tuple[Table, ScriptedClient, list[float]]:
    client, pauses = ScriptedClient(*outcomes), list[float]()
    return Table(client, "table", pauses.append), client, pauses


def test_a_transaction_that_collides_is_made_again_after_a_jittered_pause() -> None:
    collision = cancelled("None", "TransactionConflict")
    table, client, pauses = table_of(collision, collision, {})

    table.transact(WRITES)

    assert client.calls == 3
    assert len(pauses) == 2
    assert all(0 <= pause <= 0.5 for pause in pauses)


def test_collisions_that_do_not_end_are_a_conflict() -> None:
    table, client, _ = table_of(*[cancelled("TransactionConflict", "None")] * COLLISION_ATTEMPTS)

    with pytest.raises(Conflict):
        table.transact(WRITES)
    assert client.calls == COLLISION_ATTEMPTS


def test_a_write_to_an_item_that_a_transaction_holds_is_made_again_after_a_jittered_pause() -> None:
    uses: list[Callable[[Table], object]] = [
        lambda table: table.put({"pk": "A", "sk": "B"}),
        lambda table: table.put({"pk": "A", "sk": "B"}, absent()),
        lambda table: table.delete(KEY),
    ]
    for use in uses:
        held = fault("TransactionConflictException")
        table, client, pauses = table_of(held, held, {})

        use(table)

        assert client.calls == 3
        assert len(pauses) == 2
        assert all(0 <= pause <= 0.5 for pause in pauses)


def test_an_item_that_is_held_on_and_on_is_a_conflict() -> None:
    table, client, _ = table_of(*[fault("TransactionConflictException")] * COLLISION_ATTEMPTS)

    with pytest.raises(Conflict):
        table.put({"pk": "A", "sk": "B"})
    assert client.calls == COLLISION_ATTEMPTS


def test_writes_that_collide_may_be_made_elsewhere() -> None:
    table, client, _ = table_of(
        cancelled("None", "TransactionConflict"), cancelled("TransactionConflict"), {}
    )
    told: list[list[int]] = []

    def evade(collided: Collection[int]) -> list[Write]:
        told.append([*collided])
        return [put({"pk": "elsewhere", "sk": str(len(told))})]

    table.transact(WRITES, evade)

    assert told == [[1], [0]]
    assert client.requests[0]["TransactItems"] != client.requests[1]["TransactItems"]
    assert [request["TransactItems"][0]["Put"]["Item"]["sk"] for request in client.requests[1:]] == [
        {"S": "1"},
        {"S": "2"},
    ]


def test_a_transaction_that_may_be_under_way_is_not_made_elsewhere() -> None:
    table, client, _ = table_of(fault("TransactionInProgressException"), {})

    table.transact(WRITES, lambda _collided: [])

    assert client.requests[0] == client.requests[1]


def test_a_refused_write_tells_which_and_what_was_stored_instead() -> None:
    table, client, _ = table_of(cancelled("None", "ConditionalCheckFailed", item={"pk": {"S": "C"}}))

    with pytest.raises(TransactionRefused) as refusal:
        table.transact(WRITES)
    assert refusal.value.failed == {1: {"pk": "C"}}
    assert client.calls == 1


@pytest.mark.parametrize(
    "outcome",
    [
        fault("ProvisionedThroughputExceededException"),
        fault("ThrottlingException"),
        fault("InternalServerError"),
        fault("503", ResponseMetadata={"HTTPStatusCode": 503}),
        ReadTimeoutError(endpoint_url="http://table"),
    ],
)
def test_a_throttled_or_silent_table_is_unavailable(outcome: Exception) -> None:
    uses: list[Callable[[Table], object]] = [
        lambda table: table.get(KEY),
        lambda table: table.put({"pk": "A", "sk": "B"}),
        lambda table: table.update(KEY, Update(set={"a": 1})),
        lambda table: table.transact(WRITES),
    ]
    for use in uses:
        with pytest.raises(ServiceUnavailable):
            use(table_of(outcome)[0])


def test_a_failed_condition_shows_what_is_stored() -> None:
    stored = {"pk": {"S": "A"}, "used": {"N": "7"}}
    table, _, _ = table_of(fault("ConditionalCheckFailedException", Item=stored))

    with pytest.raises(ConditionFailed) as failure:
        table.update(KEY, Update(set={"a": 1}, condition=present()))
    assert failure.value.item == {"pk": "A", "used": 7}


def test_keys_that_a_batch_leaves_over_are_asked_for_again() -> None:
    def answer(item: str, *left: str) -> dict[str, Any]:
        keys = [{"pk": {"S": name}, "sk": {"S": "B"}} for name in left]
        items = [{"pk": {"S": item}, "sk": {"S": "B"}}]
        unprocessed = {"table": {"Keys": keys}} if keys else {}
        return {"Responses": {"table": items}, "UnprocessedKeys": unprocessed}

    table, client, pauses = table_of(answer("A", "C"), answer("C"))

    assert set(table.get_many([KEY, Key("C", "B")])) == {KEY, Key("C", "B")}
    assert (client.calls, len(pauses)) == (2, 1)


def test_a_fault_of_our_own_making_is_not_hidden() -> None:
    table, _, _ = table_of(fault("ValidationException"))

    with pytest.raises(ClientError):
        table.get(KEY)


def test_a_transaction_that_may_be_under_way_is_asked_for_again_as_the_same() -> None:
    table, client, _ = table_of(fault("TransactionInProgressException"), {})

    table.transact(WRITES)

    first, second = (request["ClientRequestToken"] for request in client.requests)
    assert first == second


def test_a_transaction_that_stays_under_way_may_have_been_made() -> None:
    table, _, _ = table_of(*[fault("TransactionInProgressException")] * COLLISION_ATTEMPTS)

    with pytest.raises(ServiceUnavailable):
        table.transact(WRITES)


def test_a_transaction_that_was_cancelled_is_made_anew() -> None:
    table, client, _ = table_of(cancelled("TransactionConflict", "None"), {})

    table.transact(WRITES)

    first, second = (request["ClientRequestToken"] for request in client.requests)
    assert first != second


def test_a_repeated_write_that_meets_its_own_success_has_succeeded() -> None:
    class LostAnswer(ScriptedClient):
        def put_item(self, **request: Any) -> None:
            raise fault("ConditionalCheckFailedException", Item=request["Item"])

    table = Table(LostAnswer(), "table")

    table.put({"pk": "A", "sk": "B"}, absent())


def test_a_write_that_meets_another_requests_write_is_refused() -> None:
    stored = {"pk": {"S": "A"}, "sk": {"S": "B"}, "writeMark": {"S": "another"}}
    table, _, _ = table_of(fault("ConditionalCheckFailedException", Item=stored))

    with pytest.raises(ConditionFailed):
        table.put({"pk": "A", "sk": "B"}, absent())

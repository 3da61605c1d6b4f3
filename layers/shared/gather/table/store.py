"""Reads and writes of the one table, with DynamoDB's faults turned into the service's own.

Every write that can race carries a condition. Writes that collide with a transaction are retried here with
jitter; a throttled or silent table becomes `ServiceUnavailable`, which the API returns as 503 and
which makes a worker leave its message on the queue.
"""

import random
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dynamo import botocore_faults
from dynamo.client import TableClient
from gather.core.errors import Conflict, ServiceUnavailable
from gather.table.changes import Update
from gather.table.concurrency import Start, at_once
from gather.table.conditions import Condition, begins, between, equal
from gather.table.conversion import Attribute, Item, from_attributes, to_attribute, to_attributes
from gather.table.keys import Key

COLLISION_ATTEMPTS = 12
FIRST_COLLISION_PAUSE_SECONDS = 0.02
LONGEST_COLLISION_PAUSE_SECONDS = 0.5
BATCH_GET_LIMIT = 100
BATCH_ATTEMPTS = 5

WRITE_MARK = "writeMark"

Write = Mapping[str, Any]
"""A write, as a transaction takes it."""

_CONDITION_FAILED = "ConditionalCheckFailed"
_IN_PROGRESS = "TransactionInProgressException"


class ConditionFailed(Exception):
    """A condition did not hold. `item` is what was stored instead, or None when nothing was."""

    def __init__(self, item: Item | None) -> None:
        super().__init__("a condition of the write did not hold")
        self.item = item


class TransactionRefused(Exception):
    """A condition of a transaction did not hold; `failed` maps the write's index to what was stored."""

    def __init__(self, failed: Mapping[int, Item | None]) -> None:
        super().__init__("a condition of the transaction did not hold")
        self.failed = failed


@dataclass(frozen=True, slots=True)
class ItemPage:
    """Some items of a query, how many there are, and the key to go on from when there are more."""

    items: list[Item]
    next_key: dict[str, Any] | None
    count: int


@dataclass(frozen=True, slots=True)
class KeyRange:
    """The part of a table or index that a query reads: a partition, or some sort keys of it."""

    partition: str
    index: str | None = None
    begins_with: str | None = None
    between: tuple[str, str] | None = None

    def condition(self) -> Condition:
        """The key condition."""
        partition = equal(f"{self.index}Pk" if self.index else "pk", self.partition)
        sort = f"{self.index}Sk" if self.index else "sk"
        if self.between is not None:
            return partition & between(sort, *self.between)
        return partition if self.begins_with is None else partition & begins(sort, self.begins_with)


def put(item: Mapping[str, object], condition: Condition | None = None) -> Write:
    """A Put of a transaction."""
    return {"Put": _conditional({"Item": to_attributes(item)}, condition)}


def delete(key: Key, condition: Condition | None = None) -> Write:
    """A Delete of a transaction."""
    return {"Delete": _conditional({"Key": key.attributes()}, condition)}


def check(key: Key, condition: Condition) -> Write:
    """A ConditionCheck of a transaction."""
    return {"ConditionCheck": _conditional({"Key": key.attributes()}, condition)}


def update(key: Key, change: Update) -> Write:
    """An Update of a transaction."""
    return {"Update": {"Key": key.attributes(), **_update_parameters(change)}}


def _conditional(request: dict[str, Any], condition: Condition | None) -> dict[str, Any]:
    if condition is not None:
        phrase = condition.phrase
        request["ConditionExpression"] = phrase.text
        request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
        if phrase.names:
            request["ExpressionAttributeNames"] = phrase.names
        if condition.values:
            request["ExpressionAttributeValues"] = _placed(condition.values)
    return request


def _update_parameters(change: Update) -> dict[str, Any]:
    texts, values = change.texts(), change.values()
    parameters: dict[str, Any] = {
        "UpdateExpression": texts.change,
        "ExpressionAttributeNames": texts.names,
    }
    if values:
        parameters["ExpressionAttributeValues"] = _placed(values)
    if texts.condition is not None:
        parameters["ConditionExpression"] = texts.condition
        parameters["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
    return parameters


def _placed(values: Sequence[object]) -> dict[str, Attribute]:
    """Values under their placeholders."""
    return {f":v{number}": to_attribute(value) for number, value in enumerate(values)}


def _pause(seconds: float) -> None:
    time.sleep(seconds)


class Table:
    """The table. One instance a process; its client is thread safe."""

    def __init__(
        self,
        client: TableClient,
        name: str,
        pause: Callable[[float], None] = _pause,
        start: Start = at_once,
    ) -> None:
        self._client = client
        self._name = name
        self._pause = pause
        self._before_writing: Callable[[], None] | None = None
        self.start = start
        """Starts a call that need not wait for the next one."""

    def after(self, admitted: Callable[[], None]) -> "Table":
        """Returns the same table, whose writes wait until `admitted` returns and raise its exceptions."""
        waiting = Table(self._client, self._name, self._pause, self.start)
        waiting._before_writing = admitted
        return waiting

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        """The item under `key`, or None. One round trip."""
        response = self._call("get_item", Key=key.attributes(), ConsistentRead=consistent)
        item = response.get("Item")
        return from_attributes(item) if item else None

    def get_many(self, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Item]:
        """The items under `keys` that exist; a round trip for each hundred."""
        wanted = list(dict.fromkeys(keys))
        found: dict[Key, Item] = {}
        for start in range(0, len(wanted), BATCH_GET_LIMIT):
            for item in self._batch_get(wanted[start : start + BATCH_GET_LIMIT], consistent=consistent):
                found[Key.of(item)] = item
        return found

    def _batch_get(self, keys: Sequence[Key], *, consistent: bool) -> Iterator[Item]:
        pending: list[dict[str, Any]] = [key.attributes() for key in keys]
        for attempt in range(BATCH_ATTEMPTS):
            request = {self._name: {"Keys": pending, "ConsistentRead": consistent}}
            response = self._call_unnamed("batch_get_item", RequestItems=request)
            for attributes in response.get("Responses", {}).get(self._name, ()):
                yield from_attributes(attributes)
            pending = response.get("UnprocessedKeys", {}).get(self._name, {}).get("Keys", [])
            if not pending:
                return
            self._pause(_jittered(attempt))
        raise ServiceUnavailable("The service is busy. Try again in a moment.")

    def put(self, item: Mapping[str, object], condition: Condition | None = None) -> None:
        """Store `item` when `condition` holds. Raises ConditionFailed. One round trip."""
        self.write(put(item, condition))

    def update(self, key: Key, change: Update) -> Item:
        """Apply `change` and return the whole new item. Raises ConditionFailed. One round trip."""
        response = self._call(
            "update_item", Key=key.attributes(), ReturnValues="ALL_NEW", **_update_parameters(change)
        )
        return from_attributes(response["Attributes"])

    def delete(self, key: Key, condition: Condition | None = None) -> None:
        """Remove the item under `key` when `condition` holds. Raises ConditionFailed."""
        self._call("delete_item", **_conditional({"Key": key.attributes()}, condition))

    def write(self, write: Write) -> None:
        """Make one write of a transaction by itself, at half its price. Raises ConditionFailed."""
        ((action, request),) = write.items()
        operation = _SINGLE_WRITES.get(action)
        if operation is None:
            self.transact([write])
        elif action == "Put" and "ConditionExpression" in request:
            self._put_signed(request)
        else:
            self._call(operation, **request)

    def _put_signed(self, request: dict[str, Any]) -> None:
        """Put an item with a mark of this write in it.

        When the response to a write is lost, the client repeats it, and its own first success makes the
        condition fail: the mark distinguishes that from another request's write.
        """
        mark = secrets.token_hex(8)
        item = {**request["Item"], WRITE_MARK: {"S": mark}}
        try:
            self._call("put_item", **{**request, "Item": item})
        except ConditionFailed as failure:
            if failure.item is None or failure.item.get(WRITE_MARK) != mark:
                raise

    def query(
        self,
        keys: KeyRange,
        *,
        limit: int | None = None,
        descending: bool = False,
        consistent: bool = False,
        where: Condition | None = None,
        start: dict[str, Any] | None = None,
        only_count: bool = False,
    ) -> ItemPage:
        """One page of items in key order, only those that `where` holds for. One round trip.

        `limit` is of the items that are looked at. A page ends at 1 MB. With `only_count`
        it costs as much and brings no items.
        """
        wanted = keys.condition()
        parameters: dict[str, Any] = {
            "KeyConditionExpression": wanted.phrase.text,
            "ScanIndexForward": not descending,
        }
        if keys.index:
            parameters["IndexName"] = keys.index
        elif consistent:
            parameters["ConsistentRead"] = True
        if limit is not None:
            parameters["Limit"] = limit
        if where is not None:
            parameters["FilterExpression"] = where.phrase.shifted(len(wanted.values))
            wanted &= where
        if start:
            parameters["ExclusiveStartKey"] = start
        if only_count:
            parameters["Select"] = "COUNT"
        parameters["ExpressionAttributeNames"] = wanted.phrase.names
        parameters["ExpressionAttributeValues"] = _placed(wanted.values)
        response = self._call("query", **parameters)
        return ItemPage(
            [from_attributes(item) for item in response.get("Items", ())],
            response.get("LastEvaluatedKey"),
            response["Count"],
        )

    def query_all(
        self,
        keys: KeyRange,
        *,
        descending: bool = False,
        consistent: bool = False,
        where: Condition | None = None,
        page_size: int | None = None,
    ) -> Iterator[Item]:
        """Every item of the range that `where` holds for, page after page, of `page_size` items at most."""
        start: dict[str, Any] | None = None
        while True:
            page = self.query(
                keys, limit=page_size, descending=descending, consistent=consistent, where=where, start=start
            )
            yield from page.items
            start = page.next_key
            if start is None:
                return

    def transact(
        self, writes: Sequence[Write], evade: Callable[[Collection[int]], Sequence[Write]] | None = None
    ) -> None:
        """Make all of `writes` or none. One round trip when nobody else writes the same items.

        Collisions with other transactions are retried with jitter. `evade` is told which writes have
        collided, and gives those that are made instead, with the same effect. Raises TransactionRefused when
        a condition does not hold, Conflict when the collisions go on; then nothing was written. Raises
        ServiceUnavailable when nobody knows. An attempt that may still be under way is asked for again under
        its own token, so that it counts once.
        """
        if self._before_writing is not None:
            self._before_writing()
        requests = [self._named(write) for write in writes]
        token, under_way = secrets.token_hex(16), False
        for attempt in range(COLLISION_ATTEMPTS):
            try:
                self._client.transact_write_items(TransactItems=requests, ClientRequestToken=token)
                return
            except botocore_faults.ClientError as error:
                under_way = error.response["Error"]["Code"] == _IN_PROGRESS
                if not under_way:
                    token = secrets.token_hex(16)
                refused = _refusal(error)
                if refused is not None:
                    raise refused from None
                if not _is_collision(error):
                    raise _translated(error) from error
                if evade is not None and not under_way:
                    requests = [self._named(write) for write in evade(_collided(error))]
            except botocore_faults.BotoCoreError as error:
                raise _unavailable() from error
            self._pause(_jittered(attempt))
        if under_way:
            raise _unavailable()
        raise _contended()

    def _named(self, write: Write) -> Any:
        ((action, request),) = write.items()
        return {action: {"TableName": self._name, **request}}

    def _call(self, operation: str, **parameters: Any) -> dict[str, Any]:
        return self._call_unnamed(operation, TableName=self._name, **parameters)

    def _call_unnamed(self, operation: str, **parameters: Any) -> dict[str, Any]:
        """What an operation brings. A write to an item that a transaction holds is retried with jitter; it
        raises Conflict when it is held on and on."""
        if self._before_writing is not None and operation not in _READS:
            self._before_writing()
        for attempt in range(COLLISION_ATTEMPTS):
            try:
                response: dict[str, Any] = getattr(self._client, operation)(**parameters)
            except botocore_faults.ClientError as error:
                if not _is_collision(error):
                    raise _translated(error) from error
            except botocore_faults.BotoCoreError as error:
                raise _unavailable() from error
            else:
                return response
            self._pause(_jittered(attempt))
        raise _contended()


def _jittered(attempt: int) -> float:
    ceiling = min(LONGEST_COLLISION_PAUSE_SECONDS, FIRST_COLLISION_PAUSE_SECONDS * 2.0**attempt)
    return random.uniform(0, ceiling)


def _refusal(error: "botocore_faults.ClientError") -> TransactionRefused | None:
    reasons = _cancellation_reasons(error)
    failed = {
        index: from_attributes(reason["Item"]) if reason.get("Item") else None
        for index, reason in enumerate(reasons)
        if reason.get("Code") == _CONDITION_FAILED
    }
    return TransactionRefused(failed) if failed else None


_READS = {"get_item", "batch_get_item", "query"}
_SINGLE_WRITES = {"Put": "put_item", "Update": "update_item", "Delete": "delete_item"}
_CONFLICT = "TransactionConflict"
_COLLISION_REASONS = {_CONFLICT, "ThrottlingError", "ProvisionedThroughputExceeded"}
_COLLISIONS = {"TransactionConflictException", _IN_PROGRESS}
_UNAVAILABLE = {
    "InternalServerError",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ServiceUnavailable",
    "ThrottlingException",
}

_FIRST_FAULT_STATUS = 500


def _is_collision(error: "botocore_faults.ClientError") -> bool:
    if error.response["Error"]["Code"] in _COLLISIONS:
        return True
    return any(reason.get("Code") in _COLLISION_REASONS for reason in _cancellation_reasons(error))


def _collided(error: "botocore_faults.ClientError") -> list[int]:
    """The places of the writes that another transaction keeps from being made."""
    reasons = enumerate(_cancellation_reasons(error))
    return [index for index, reason in reasons if reason.get("Code") == _CONFLICT]


def _cancellation_reasons(error: "botocore_faults.ClientError") -> list[dict[str, Any]]:
    response: Mapping[str, Any] = error.response
    reasons: list[dict[str, Any]] = response.get("CancellationReasons") or []
    return reasons


def _translated(error: "botocore_faults.ClientError") -> Exception:
    response: Mapping[str, Any] = error.response
    code = response["Error"]["Code"]
    if code == "ConditionalCheckFailedException":
        stored = response.get("Item")
        return ConditionFailed(from_attributes(stored) if stored else None)
    is_fault = response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0) >= _FIRST_FAULT_STATUS
    return _unavailable() if is_fault or code in _UNAVAILABLE else error


def _contended() -> Conflict:
    return Conflict("The record is being changed by many others. Try again.")


def _unavailable() -> ServiceUnavailable:
    return ServiceUnavailable("The service is busy. Try again in a moment.")

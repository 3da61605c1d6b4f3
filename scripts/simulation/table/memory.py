"""A table of DynamoDB in memory, with the operations, limits and refusals that its documentation names.

    dynamodb = MemoryDynamoDb()
    dynamodb.call("CreateTable", {"TableName": "t", "KeySchema": [...], "GlobalSecondaryIndexes": [...]})
    dynamodb.call("PutItem", {"TableName": "t", "Item": {...}})

Every operation happens at one moment: callers in several threads take turns.
"""

import json
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from botocore.exceptions import ClientError

from simulation.table import expressions
from simulation.table.consumption import Consumption, index_writes, read_units, write_units
from simulation.table.expressions import Placeholders
from simulation.table.held_items import HeldItems
from simulation.table.index import Index, Key, KeySchema
from simulation.table.refusals import CONFLICT, cancelled, condition_failed, conflicting, invalid, refusal
from simulation.table.values import Attributes, size_of_item

MOST_BYTES_OF_ITEM: Final = 400 * 1024
MOST_BYTES_OF_PAGE: Final = 1024 * 1024
MOST_BYTES_OF_BATCH: Final = 16 * 1024 * 1024
MOST_BYTES_OF_TRANSACTION: Final = 4 * 1024 * 1024
MOST_WRITES_OF_TRANSACTION: Final = 100
MOST_KEYS_OF_BATCH: Final = 100
MOST_WRITES_OF_BATCH: Final = 25
MOST_BYTES_OF_PARTITION_KEY: Final = 2048
MOST_BYTES_OF_SORT_KEY: Final = 1024
MOST_BYTES_OF_EXPRESSION: Final = 4096
TOKEN_SECONDS: Final = 600
"""For how long a transaction's token stands for it."""

Parameters = Mapping[str, Any]
Response = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableChange:
    """A write that a stream tells of: the item before and after it, None where there was none.

    `is_expiry` says whether the table itself has removed the item, because its time was over. `at` is when it
    was made, in seconds.
    """

    table: str
    key: Key
    before: Attributes | None
    after: Attributes | None
    is_expiry: bool = False
    at: float = 0.0


@dataclass(slots=True)
class _StoredTable:
    """The items of a table, in the order of its own key and of its indexes'."""

    name: str
    schema: KeySchema
    own: Index
    indexes: dict[str, Index]
    items: dict[Key, Attributes] = field(default_factory=dict)

    def key(self, given: Attributes) -> Key:
        """The key of an item or of a request. Raises the fault of one that is not a key."""
        key = self.schema.key(given)
        if key is None:
            raise invalid("The provided key element does not match the schema")
        for part, most in zip(key, (MOST_BYTES_OF_PARTITION_KEY, MOST_BYTES_OF_SORT_KEY), strict=True):
            if part == "":
                raise invalid(
                    "One or more parameter values are not valid. "
                    "The AttributeValue for a key attribute cannot contain an empty string value."
                )
            if len(part.encode()) > most:
                raise invalid(f"One or more parameter values were invalid: Size of key exceeds {most} bytes")
        return key

    def check(self, item: Attributes) -> None:
        """Raise the fault of an item that the table does not take."""
        if size_of_item(item) > MOST_BYTES_OF_ITEM:
            raise invalid("Item size has exceeded the maximum allowed size")
        for name, index in self.indexes.items():
            for attribute in (index.schema.partition, index.schema.sort):
                value = item.get(attribute)
                if value is not None and ("S" not in value or value["S"] == ""):
                    raise invalid(
                        "One or more parameter values are not valid. "
                        f"A value of the index key {attribute} of {name} is no text, or it is empty."
                    )

    def place(self, key: Key, item: Attributes | None) -> Attributes | None:
        """Store an item under its key, or remove what is there. Returns what was there."""
        before = self.items.get(key)
        for index in (self.own, *self.indexes.values()):
            if before is not None:
                index.remove(key, before)
            if item is not None:
                index.add(key, item)
        if item is None:
            self.items.pop(key, None)
        else:
            self.items[key] = item
        return before


@dataclass(frozen=True, slots=True)
class _PlannedItem:
    """A write whose condition holds: what stands under the key afterwards."""

    key: Key
    item: Attributes | None
    is_check: bool = False


class MemoryDynamoDb:
    """The tables, and who is told of their changes."""

    def __init__(self, seconds: Callable[[], float] = lambda: 0.0, held_seconds: float = 0.0) -> None:
        """`seconds` is the clock by which tokens of transactions are forgotten. A transaction holds its items
        for `held_seconds`."""
        self.listeners: list[Callable[[TableChange], None]] = []
        """Who is told of each change, in the order of the writes."""
        self.meters: list[Callable[[Consumption], None]] = []
        """Who is told what each read and each write took."""
        self.past: Callable[[str], Mapping[Key, Attributes | None]] = lambda _table: {}
        """What an eventually consistent read of a table sees in place of the newest."""
        self._tables: dict[str, _StoredTable] = {}
        self._tokens: dict[str, tuple[float, str]] = {}
        self._seconds = seconds
        self.held = HeldItems(seconds, held_seconds)
        self._turn = threading.RLock()

    def call(self, operation: str, parameters: Parameters) -> Response:
        """The response of an operation, such as `GetItem`. Raises botocore's ClientError."""
        with self._turn:
            return _OPERATIONS[operation](self, parameters)

    def items(self, table: str) -> dict[Key, Attributes]:
        """All items of a table by their keys, to look at."""
        return self._tables[table].items

    def lowest(self, table: str, index: str) -> str | None:
        """The lowest sort key of an index; None while nothing is in it."""
        return self._tables[table].indexes[index].first()

    def remove_expired(self, name: str, key: Key, attribute: str, epoch: int) -> None:
        """Remove an item whose `attribute` says that it expires at `epoch` or earlier (seconds since 1970).

        It takes no units.
        """
        with self._turn:
            table = self._named(name)
            expiry = table.items.get(key, {}).get(attribute, {}).get("N")
            if expiry is None or int(expiry) > epoch:
                return
            self._tell(
                TableChange(name, key, table.place(key, None), None, is_expiry=True, at=self._seconds())
            )

    def create_table(self, parameters: Parameters) -> Response:
        name = parameters["TableName"]
        schema = KeySchema.of(parameters["KeySchema"])
        own = Index(schema, lambda item: item)
        indexes = {each["IndexName"]: _index(each, schema) for each in parameters["GlobalSecondaryIndexes"]}
        self._tables[name] = _StoredTable(name, schema, own, indexes)
        return {"TableDescription": {"TableName": name, "TableStatus": "ACTIVE"}}

    def delete_table(self, parameters: Parameters) -> Response:
        del self._tables[self._table(parameters).name]
        return {}

    def get_item(self, parameters: Parameters) -> Response:
        table = self._table(parameters)
        key = table.key(parameters["Key"])
        with self._as_seen(table, parameters):
            item = table.items.get(key)
        self._meter_read(key, item, parameters)
        return {} if item is None else {"Item": dict(item)}

    def batch_get_item(self, parameters: Parameters) -> Response:
        """As many as fit into a response; the others are named as not processed."""
        with ExitStack() as seen:
            for name, each in parameters["RequestItems"].items():
                seen.enter_context(self._as_seen(self._named(name), each))
            return self._read_batch(parameters)

    def _read_batch(self, parameters: Parameters) -> Response:
        responses: dict[str, list[Attributes]] = {}
        left: dict[str, Any] = {}
        asked = [(name, key) for name, each in parameters["RequestItems"].items() for key in each["Keys"]]
        if not 0 < len(asked) <= MOST_KEYS_OF_BATCH:
            raise invalid("Too many items requested for the BatchGetItem call")
        size = 0
        seen: set[tuple[str, Key]] = set()
        for name, attributes in asked:
            table = self._named(name)
            key = table.key(attributes)
            if (name, key) in seen:
                raise invalid("Provided list of item keys contains duplicates")
            seen.add((name, key))
            item = table.items.get(key)
            if item is None:
                self._meter_read(key, item, parameters["RequestItems"][name])
                responses.setdefault(name, [])
                continue
            size += size_of_item(item)
            if size > MOST_BYTES_OF_BATCH:
                others = parameters["RequestItems"][name]
                left.setdefault(name, {**others, "Keys": []})["Keys"].append(attributes)
            else:
                self._meter_read(key, item, parameters["RequestItems"][name])
                responses.setdefault(name, []).append(dict(item))
        return {"Responses": responses, "UnprocessedKeys": left}

    def query(self, parameters: Parameters) -> Response:
        """A page of a partition: it ends at its limit or at a megabyte."""
        table = self._table(parameters)
        index = _asked_index(table, parameters)
        known = _placeholders(parameters)
        in_range = expressions.condition(parameters["KeyConditionExpression"])
        partition = _partition(parameters["KeyConditionExpression"], index.schema, known)
        start = parameters.get("ExclusiveStartKey")
        after = None if start is None else _start_place(table, index, start)
        is_descending = parameters.get("ScanIndexForward") is False
        with self._as_seen(table, parameters):
            keys = (
                key
                for _, key in index.walk(partition, after, descending=is_descending)
                if in_range(table.items[key], known)
            )
            return self._page(table, index, keys, parameters, known, partition)

    def scan(self, parameters: Parameters) -> Response:
        """A page of all items, in no order that means anything."""
        table = self._table(parameters)
        start = parameters.get("ExclusiveStartKey")
        keys = iter(sorted(table.items))
        if start is not None:
            last = table.key(start)
            keys = (key for key in keys if key > last)
        return self._page(table, table.own, keys, parameters, _placeholders(parameters))

    @contextmanager
    def _as_seen(self, table: _StoredTable, parameters: Parameters) -> Iterator[None]:
        """Have a table be what a read sees of it, while it reads."""
        past = {} if parameters.get("ConsistentRead") else self.past(table.name)
        newest = {key: table.place(key, item) for key, item in past.items()}
        try:
            yield
        finally:
            for key, item in newest.items():
                table.place(key, item)

    def _page(
        self,
        table: _StoredTable,
        index: Index,
        keys: Iterable[Key],
        parameters: Parameters,
        known: Placeholders,
        partition: str = "",
    ) -> Response:
        where = parameters.get("FilterExpression")
        known.check_used(parameters.get("KeyConditionExpression"), where)
        fits = (lambda _item, _known: True) if where is None else expressions.condition(where)
        remaining = iter(keys)
        items: list[Attributes] = []
        looked_at, size, last = 0, 0, None
        for key in islice(remaining, parameters.get("Limit")):
            shown = index.shown(table.items[key])
            looked_at, last = looked_at + 1, key
            if fits(shown, known):
                items.append(dict(shown))
            size += size_of_item(shown)
            if size >= MOST_BYTES_OF_PAGE:
                break
        units = read_units(size, is_consistent=bool(parameters.get("ConsistentRead")))
        self._meter(Consumption(parameters.get("IndexName", ""), partition, read_units=units))
        response: Response = {"Count": len(items), "ScannedCount": looked_at}
        if parameters.get("Select") != "COUNT":
            response["Items"] = items
        # As DynamoDB does, a page that ends at its limit names a key even where nothing follows.
        ended_early = size >= MOST_BYTES_OF_PAGE or looked_at == parameters.get("Limit")
        if last is not None and ended_early:
            item = table.items[last]
            names = {table.schema.partition, table.schema.sort, index.schema.partition, index.schema.sort}
            response["LastEvaluatedKey"] = {name: item[name] for name in names}
        return response

    def put_item(self, parameters: Parameters) -> Response:
        return self._write_one("Put", parameters)

    def update_item(self, parameters: Parameters) -> Response:
        return self._write_one("Update", parameters)

    def delete_item(self, parameters: Parameters) -> Response:
        return self._write_one("Delete", parameters)

    def _write_one(self, kind: str, parameters: Parameters) -> Response:
        table = self._table(parameters)
        if self.held.is_held(*_named_key(table, parameters)):
            raise conflicting()
        try:
            planned = _plan(table, kind, parameters)
        except ClientError:
            self._meter_refused(table, parameters, in_transaction=False)
            raise
        before = self._place(table, planned)
        wanted = parameters.get("ReturnValues", "NONE")
        given = {"ALL_OLD": before, "ALL_NEW": planned.item}.get(wanted)
        return {} if given is None else {"Attributes": dict(given)}

    def batch_write_item(self, parameters: Parameters) -> Response:
        """Puts and deletes without conditions, each by itself."""
        writes = [(name, each) for name, some in parameters["RequestItems"].items() for each in some]
        if not 0 < len(writes) <= MOST_WRITES_OF_BATCH:
            raise invalid("Too many items requested for the BatchWriteItem call")
        for name, each in writes:
            ((request, content),) = each.items()
            table = self._named(name)
            self._place(table, _plan(table, request.removesuffix("Request"), content))
        return {"UnprocessedItems": {}}

    def transact_write_items(self, parameters: Parameters) -> Response:
        """All writes or none. A repeated token does nothing again for ten minutes."""
        writes = [next(iter(each.items())) for each in parameters["TransactItems"]]
        if not 0 < len(writes) <= MOST_WRITES_OF_TRANSACTION:
            raise invalid("Member must have length less than or equal to 100, and not be empty")
        if self._was_done(parameters):
            return {}
        named = [_named_key(self._table(request), request) for _, request in writes]
        if len(set(named)) < len(named):
            raise invalid("Transaction request cannot include multiple operations on one item")
        for table, planned in self._plan_all(writes):
            if planned.is_check:
                self._meter_write(table, planned.key, planned.item, planned.item, in_transaction=True)
            else:
                self._place(table, planned, in_transaction=True)
        self.held.hold(named)
        self._remember(parameters)
        return {}

    def _plan_all(self, writes: Sequence[tuple[str, Parameters]]) -> list[tuple[_StoredTable, _PlannedItem]]:
        """What the writes of a transaction do. Raises the fault of one that is cancelled."""
        plans: list[tuple[_StoredTable, _PlannedItem]] = []
        reasons: list[Mapping[str, Any]] = []
        for kind, request in writes:
            table = self._table(request)
            if self.held.is_held(*_named_key(table, request)):
                reasons.append(CONFLICT)
                continue
            try:
                plans.append((table, _plan(table, kind, request)))
                reasons.append({"Code": "None"})
            except ClientError as fault:
                reasons.append(_reason(fault))
        if len(plans) < len(reasons):
            for _, request in writes:
                self._meter_refused(self._table(request), request, in_transaction=True)
            raise cancelled(reasons)
        if sum(size_of_item(plan.item or {}) for _, plan in plans) > MOST_BYTES_OF_TRANSACTION:
            raise invalid("Transaction size exceeds 4 MB")
        return plans

    def _was_done(self, parameters: Parameters) -> bool:
        done_at, done = self._tokens.get(parameters.get("ClientRequestToken", ""), (0.0, ""))
        if done == "" or self._seconds() - done_at >= TOKEN_SECONDS:
            return False
        if done != _asked(parameters):
            raise refusal("IdempotentParameterMismatchException", "Another request was made with this token")
        return True

    def _remember(self, parameters: Parameters) -> None:
        if "ClientRequestToken" in parameters:
            self._tokens[parameters["ClientRequestToken"]] = (self._seconds(), _asked(parameters))

    def _place(
        self, table: _StoredTable, planned: _PlannedItem, *, in_transaction: bool = False
    ) -> Attributes | None:
        before = table.place(planned.key, planned.item)
        self._meter_write(table, planned.key, before, planned.item, in_transaction=in_transaction)
        if before != planned.item:
            self._tell(TableChange(table.name, planned.key, before, planned.item, at=self._seconds()))
        return before

    def _tell(self, change: TableChange) -> None:
        for listener in self.listeners:
            listener(change)

    def _meter(self, consumption: Consumption) -> None:
        for meter in self.meters:
            meter(consumption)

    def _meter_read(self, key: Key, item: Attributes | None, parameters: Parameters) -> None:
        if not self.meters:
            return
        size = size_of_item(item or {})
        units = read_units(size, is_consistent=bool(parameters.get("ConsistentRead")))
        self._meter(Consumption("", *key, read_units=units))

    def _meter_write(
        self,
        table: _StoredTable,
        key: Key,
        before: Attributes | None,
        after: Attributes | None,
        *,
        in_transaction: bool,
    ) -> None:
        if not self.meters:
            return
        units = write_units(before, after) * (2 if in_transaction else 1)
        self._meter(Consumption("", *key, write_units=units, in_transaction=in_transaction))
        for name, index in table.indexes.items():
            for partition, index_units in index_writes(index, before, after):
                self._meter(Consumption(name, partition, write_units=index_units))

    def _meter_refused(self, table: _StoredTable, request: Parameters, *, in_transaction: bool) -> None:
        """A write that is refused takes the units of what it finds."""
        key = table.key(request.get("Key") or request["Item"])
        stored = table.items.get(key)
        self._meter_write(table, key, stored, stored, in_transaction=in_transaction)

    def _table(self, parameters: Parameters) -> _StoredTable:
        return self._named(parameters["TableName"])

    def _named(self, name: str) -> _StoredTable:
        if name not in self._tables:
            raise refusal("ResourceNotFoundException", "Requested resource not found")
        return self._tables[name]


def _asked(parameters: Parameters) -> str:
    return json.dumps(parameters["TransactItems"], sort_keys=True)


def _index(request: Mapping[str, Any], schema: KeySchema) -> Index:
    """The index that a request of CreateTable describes. An index has the keys of its items in any case."""
    own = KeySchema.of(request["KeySchema"])
    projection = request["Projection"]
    if projection["ProjectionType"] == "ALL":
        return Index(own, lambda item: item)
    keys = (schema.partition, schema.sort, own.partition, own.sort)
    names = frozenset((*keys, *projection.get("NonKeyAttributes", ())))
    return Index(own, lambda item: {name: value for name, value in item.items() if name in names})


def _asked_index(table: _StoredTable, parameters: Parameters) -> Index:
    name = parameters.get("IndexName")
    if name is None:
        return table.own
    if name not in table.indexes:
        raise invalid(f"The table does not have the specified index: {name}")
    if parameters.get("ConsistentRead"):
        raise invalid("Consistent reads are not supported on global secondary indexes")
    return table.indexes[name]


def _placeholders(parameters: Parameters) -> Placeholders:
    names = parameters.get("ExpressionAttributeNames", {})
    return Placeholders(names, parameters.get("ExpressionAttributeValues", {}))


def _partition(condition: str, schema: KeySchema, known: Placeholders) -> str:
    """The partition that a key condition names."""
    for name, value in re.findall(r"([#\w]+)\s*=\s*(:\w+)", condition):
        if known.name(name) == schema.partition:
            return str(known.value(value)["S"])
    raise invalid(f"Query condition missed key schema element: {schema.partition}")


def _start_place(table: _StoredTable, index: Index, start: Attributes) -> tuple[bytes, Key]:
    key, place = table.schema.key(start), index.schema.key(start)
    if key is None or place is None:
        raise invalid("The provided starting key is invalid")
    return place[1].encode(), key


def _named_key(table: _StoredTable, request: Parameters) -> tuple[str, Key]:
    return table.name, table.key(request.get("Key") or request["Item"])


def _plan(table: _StoredTable, kind: str, request: Parameters) -> _PlannedItem:
    """What a write does. Raises the fault of one whose condition does not hold, or that is not allowed."""
    key = table.key(request["Item"] if kind == "Put" else request["Key"])
    before = table.items.get(key)
    known = _placeholders(request)
    condition, update = request.get("ConditionExpression"), request.get("UpdateExpression")
    known.check_used(condition, update)
    for text in (condition, update):
        if text is not None and len(text.encode()) > MOST_BYTES_OF_EXPRESSION:
            raise invalid("Expression size has exceeded the maximum allowed size")
    if condition is not None and not expressions.condition(condition)(before or {}, known):
        shows = request.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"
        raise condition_failed(before if shows else None)
    if kind == "ConditionCheck":
        return _PlannedItem(key, before, is_check=True)
    if kind == "Delete":
        return _PlannedItem(key, None)
    item = request["Item"] if kind == "Put" else _updated(table, key, before, update, known)
    table.check(item)
    return _PlannedItem(key, dict(item))


def _updated(
    table: _StoredTable, key: Key, before: Attributes | None, update: str | None, known: Placeholders
) -> Attributes:
    base = table.schema.attributes(key) if before is None else before
    changed = dict(base)
    for assign in () if update is None else expressions.update(update):
        assign(changed, base, known)
    if table.schema.key(changed) != key:
        raise invalid("Cannot update attribute. This attribute is part of the key")
    return changed


def _reason(fault: ClientError) -> Mapping[str, Any]:
    """Why a write cancels its transaction. Raises the fault of a request that is not as it should be."""
    body: Mapping[str, Any] = fault.response
    if body["Error"]["Code"] != "ConditionalCheckFailedException":
        raise fault
    reason = {"Code": "ConditionalCheckFailed", "Message": body["Error"]["Message"]}
    return {**reason, "Item": body["Item"]} if "Item" in body else reason


_OPERATIONS: Final[Mapping[str, Callable[[MemoryDynamoDb, Parameters], Response]]] = {
    "CreateTable": MemoryDynamoDb.create_table,
    "DeleteTable": MemoryDynamoDb.delete_table,
    "GetItem": MemoryDynamoDb.get_item,
    "BatchGetItem": MemoryDynamoDb.batch_get_item,
    "Query": MemoryDynamoDb.query,
    "Scan": MemoryDynamoDb.scan,
    "PutItem": MemoryDynamoDb.put_item,
    "UpdateItem": MemoryDynamoDb.update_item,
    "DeleteItem": MemoryDynamoDb.delete_item,
    "BatchWriteItem": MemoryDynamoDb.batch_write_item,
    "TransactWriteItems": MemoryDynamoDb.transact_write_items,
}

"""Shortcuts through moto's table, where it spends most of the time of a test. What it answers is the same."""

import copy
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from moto.core.serialize import JSONSerializer
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.dynamo_type import DynamoType, Item
from moto.dynamodb.models.table import Table

PLAIN_TYPES = {"S", "N", "BOOL", "NULL"}

Kept = tuple[Table, DynamoType, DynamoType | None, Item | None]
"""A table, the two parts of a key, and the item that was there, if any."""


def take_shortcuts() -> None:
    """Changes moto, for this process and for good."""
    _keep_only_what_is_written()
    _leave_values_as_they_are()


def _leave_values_as_they_are() -> None:
    """Attribute values are ready to be sent; moto looks for every type in each of them, in four spellings."""
    serializer: Any = JSONSerializer
    serialize = serializer._serialize_type_structure

    def serialize_structure(self: Any, serialized: Any, value: Any, shape: Any, key: str) -> None:
        if shape.name == "AttributeValue" and key and isinstance(value, dict) and value.keys() <= PLAIN_TYPES:
            self._default_serialize(serialized, value, shape, key)
        else:
            serialize(self, serialized, value, shape, key)

    serializer._serialize_type_structure = serialize_structure


def _keep_only_what_is_written() -> None:
    """moto copies the whole table for each item of a transaction, in case it is cancelled.

    Here the items that it names are kept, and put back.
    """
    transact = DynamoDBBackend.transact_write_items

    def transact_write_items(self: DynamoDBBackend, transact_items: list[dict[str, Any]]) -> None:
        with ExitStack() as undoing:
            for kept in _kept(self, transact_items):
                undoing.callback(_put_back, *kept)
            transact(self, transact_items)
            undoing.pop_all()

    DynamoDBBackend.transact_write_items = transact_write_items  # type: ignore[method-assign]  # no setting for it
    Table.__deepcopy__ = lambda self, memo: self  # type: ignore[attr-defined]  # for `copy` to find


def _kept(backend: DynamoDBBackend, transact_items: list[dict[str, Any]]) -> Iterator[Kept]:
    for write in transact_items:
        for operation in write.values():
            table = backend.tables.get(operation.get("TableName"))
            key = operation.get("Key") or operation.get("Item") or {}
            if table is not None and key.keys() >= {table.hash_key_attr, table.range_key_attr} - {None}:
                hash_key, range_key = backend.get_keys_value(table, key)
                yield table, hash_key, range_key, copy.deepcopy(table.get_item(hash_key, range_key))


def _put_back(table: Table, hash_key: DynamoType, range_key: DynamoType | None, item: Item | None) -> None:
    if item is None:
        table.delete_item(hash_key, range_key)
    elif range_key is None:
        table.items[hash_key] = item  # type: ignore[assignment]  # so it is in a table without range keys
    else:
        table.items[hash_key][range_key] = item

"""Shortcuts through moto's table, where it spends most of the time of a test. What it answers is the same."""

import copy
import re
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import Any

from botocore.auth import SigV4Auth
from botocore.crt.auth import CrtSigV4Auth
from moto.core import responses
from moto.core.serialize import JSONSerializer
from moto.dynamodb.comparisons import ConditionExpressionParser
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.dynamo_type import DynamoType, Item, LimitedSizeDict
from moto.dynamodb.models.table import Table
from moto.dynamodb.models.utilities import bytesize
from moto.dynamodb.parsing.tokens import ExpressionTokenizer

PLAIN_TYPES = {"S", "N", "BOOL", "NULL"}
NEAR_THE_LIMIT = 300_000
"""Bytes of an item, of 400,000."""
TABLE_OF_MOTO = re.compile(r"https://dynamodb\.[\w-]+\.amazonaws\.com/")

Kept = tuple[Table, DynamoType, DynamoType | None, Item | None]
"""A table, the two parts of a key, and the item that was there, if any."""

_in_transaction = threading.local()


@cache
def take_shortcuts() -> None:
    """Changes moto, once, for this process and for good."""
    _keep_only_what_is_written()
    _leave_values_as_they_are()
    _weigh_items_once()
    _remember_what_is_read()
    _sign_nothing_that_stays_here()


def _leave_values_as_they_are() -> None:
    """Attribute values are ready to be sent; moto looks for every type in each of them, in four spellings."""
    serializer: Any = JSONSerializer
    serialize_structure = serializer._serialize_type_structure
    serialize_map = serializer._serialize_type_map

    def structure(self: Any, serialized: Any, value: Any, shape: Any, key: str) -> None:
        if key and shape.name == "AttributeValue" and _is_ready(value):
            self._default_serialize(serialized, value, shape, key)
        else:
            serialize_structure(self, serialized, value, shape, key)

    def attributes(self: Any, serialized: Any, value: Any, shape: Any, key: str) -> None:
        if shape.value.name == "AttributeValue" and all(map(_is_ready, value.values())):
            self._default_serialize(serialized, value, shape, key)
        else:
            serialize_map(self, serialized, value, shape, key)

    serializer._serialize_type_structure = structure
    serializer._serialize_type_map = attributes


def _is_ready(value: Any) -> bool:
    """Whether an attribute value is in DynamoDB's own JSON already, down to the last one within it."""
    if type(value) is not dict or len(value) != 1:
        return False
    ((kind, held),) = value.items()
    if kind in PLAIN_TYPES:
        return True
    if kind == "M":
        return all(map(_is_ready, held.values()))
    return kind == "L" and all(map(_is_ready, held))


def _weigh_items_once() -> None:
    """moto weighs a whole item for each attribute that is set. Here an item is weighed as it grows, and
    weighed anew when it comes near the limit."""
    attributes: Any = LimitedSizeDict
    set_weighing_all = attributes.__setitem__

    def set_attribute(self: Any, key: str, value: Any) -> None:
        size = bytesize(key) + (value.size() if type(value) is DynamoType else bytesize(str(value)))
        self.weight = getattr(self, "weight", 0) + size
        if self.weight > NEAR_THE_LIMIT:
            set_weighing_all(self, key, value)
        else:
            dict.__setitem__(self, key, value)

    attributes.__setitem__ = set_attribute


def _remember_what_is_read() -> None:
    """moto reads its own classes and each expression anew for every call; a run uses few of them."""
    responses.method_names_from_class = cache(responses.method_names_from_class)  # type: ignore[attr-defined]
    tokenizer: Any = ExpressionTokenizer
    tokens = cache(tokenizer.make_list)
    tokenizer.make_list = lambda expression: [*tokens(expression)]
    parser: Any = ConditionExpressionParser
    read = parser._lex_condition_expression
    nodes = cache(lambda expression: tuple(read(parser(expression, {}, {}))))
    parser._lex_condition_expression = lambda self: deque(nodes(self.condition_expression))


def _sign_nothing_that_stays_here() -> None:
    """moto checks no signature; it reads who asks, and where. What leaves the process is signed as ever."""
    signers: tuple[Any, ...] = (SigV4Auth, CrtSigV4Auth)
    for signer in signers:
        signer.add_auth = _naming_alone(signer)


def _naming_alone(signer: Any) -> Callable[[Any, Any], None]:
    sign = signer.add_auth

    def add_auth(self: Any, request: Any) -> None:
        if TABLE_OF_MOTO.match(request.url) and type(self) is signer:
            scope = f"{self.credentials.access_key}/20260101/{self._region_name}/dynamodb/aws4_request"
            request.headers["Authorization"] = f"AWS4-HMAC-SHA256 Credential={scope}, Signature=none"
        else:
            sign(self, request)

    return add_auth


def _keep_only_what_is_written() -> None:
    """moto copies the whole table for each item of a transaction, in case it is cancelled.

    Here the items that it names are kept, and put back.
    """
    transact = DynamoDBBackend.transact_write_items

    def transact_write_items(self: DynamoDBBackend, transact_items: list[dict[str, Any]]) -> None:
        with ExitStack() as undoing:
            for kept in _kept(self, transact_items):
                undoing.callback(_put_back, *kept)
            _in_transaction.is_so = True
            try:
                transact(self, transact_items)
            finally:
                _in_transaction.is_so = False
            undoing.pop_all()

    DynamoDBBackend.transact_write_items = transact_write_items  # type: ignore[method-assign]  # no setting for it
    Table.__deepcopy__ = _copied  # type: ignore[attr-defined]  # for `copy` to find


def _copied(table: Table, memo: dict[int, Any]) -> Table:
    """The table itself in a transaction; elsewhere a copy, of which backups consist."""
    if getattr(_in_transaction, "is_so", False):
        return table
    twin: Table = Table.__new__(Table)  # type: ignore[assignment]  # its metaclass says BaseModel
    memo[id(table)] = twin
    twin.__dict__.update(copy.deepcopy(table.__dict__, memo))
    return twin


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

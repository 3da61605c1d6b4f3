"""A client of DynamoDB whose calls a test can watch, and interrupt before or after they are sent."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from botocore.hooks import HierarchicalEmitter


@dataclass(frozen=True)
class CalledOperation:
    """The operation of a call, such as `PutItem`, for the handlers of its events."""

    name: str


@dataclass(frozen=True)
class Meta:
    """The registry of events, as on botocore's clients."""

    events: HierarchicalEmitter


class WatchedTable:
    """Passes calls on to `call` and emits botocore's events around them.

    They are `before-parameter-build.dynamodb.PutItem` and `before-call` with `params` and `model`, and
    `after-call` with `parsed` and `model`. Handlers' exceptions reach the caller. Thread safe, as `call` is.
    """

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        """`call` takes an operation (`PutItem`) and its parameters."""
        self._call = call
        self.meta = Meta(HierarchicalEmitter())

    def get_item(self, **parameters: Any) -> Any:
        return self._send("GetItem", parameters)

    def batch_get_item(self, **parameters: Any) -> Any:
        return self._send("BatchGetItem", parameters)

    def query(self, **parameters: Any) -> Any:
        return self._send("Query", parameters)

    def scan(self, **parameters: Any) -> Any:
        return self._send("Scan", parameters)

    def put_item(self, **parameters: Any) -> Any:
        return self._send("PutItem", parameters)

    def update_item(self, **parameters: Any) -> Any:
        return self._send("UpdateItem", parameters)

    def delete_item(self, **parameters: Any) -> Any:
        return self._send("DeleteItem", parameters)

    def transact_write_items(self, **parameters: Any) -> Any:
        return self._send("TransactWriteItems", parameters)

    def items(self, table_name: str) -> list[dict[str, Any]]:
        """Everything that a table holds, as DynamoDB has it. No handler hears of these calls."""
        items: list[dict[str, Any]] = []
        start: dict[str, Any] = {}
        while True:
            page = self._call("Scan", {"TableName": table_name, **start})
            items += page["Items"]
            if "LastEvaluatedKey" not in page:
                return items
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def _send(self, operation: str, parameters: dict[str, Any]) -> Any:
        model = CalledOperation(operation)
        emit = self.meta.events.emit
        emit(f"before-parameter-build.dynamodb.{operation}", params=parameters, model=model)
        emit(f"before-call.dynamodb.{operation}", params=parameters, model=model)
        response = self._call(operation, parameters)
        emit(f"after-call.dynamodb.{operation}", parsed=response, model=model)
        return response

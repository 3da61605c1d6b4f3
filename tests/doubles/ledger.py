"""The ledger worker and a table that is set back, when a test says so."""

from typing import Any

from gather.table.conversion import from_attributes
from gather.wiring import Adapters
from ledger.handler import handler
from local_stack.functions.event_filter import Filter
from tests.doubles.data_rights import items_of
from tests.doubles.lambda_context import Context
from tests.template.deployment import events_of

Items = list[dict[str, Any]]


def stream_of(items: Items, event_name: str = "INSERT") -> dict[str, Any]:
    """The batch that the ledger worker gets when these items are written: those that pass its filter."""
    [event] = events_of("LedgerFunction", "DynamoDB")
    records = [
        {
            "eventID": str(number),
            "eventName": event_name,
            "eventSource": "aws:dynamodb",
            "dynamodb": {"Keys": {"pk": item["pk"], "sk": item["sk"]}, "SequenceNumber": str(number)},
        }
        for number, item in enumerate(items)
    ]
    return {"Records": [record for record in records if Filter(event).matches(record)]}


def keep_ledger(adapters: Adapters, event_name: str = "INSERT") -> list[str]:
    """Hand everything that the table holds to the worker; answers the records to repeat from."""
    answer = handler.run(stream_of(items_of(adapters), event_name), Context(), adapters)
    return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]


def set_back(adapters: Adapters, backup: Items) -> None:
    """Have the table hold what it held when `items_of` returned `backup`."""
    table = adapters.records.table
    for item in items_of(adapters):
        adapters.clients.dynamodb.delete_item(
            TableName=adapters.settings.table_name, Key={"pk": item["pk"], "sk": item["sk"]}
        )
    for item in backup:
        table.put(from_attributes(item))

"""Items of the stack's table by what they are: read whole, as only a small table can be."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gather.table.conversion import Item, from_attributes

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def items_of(client: "DynamoDBClient", table_name: str, *entities: str) -> Iterator[Item]:
    """All items of the kinds named `entities`, of all teams, in no order."""
    names = {f":entity{number}": {"S": entity} for number, entity in enumerate(entities)}
    start: dict[str, Any] = {}
    while True:
        page = client.scan(
            TableName=table_name,
            FilterExpression=f"entity IN ({', '.join(names)})",
            ExpressionAttributeValues=names,
            **start,
        )
        for attributes in page["Items"]:
            plain: dict[str, Any] = dict(attributes)
            yield from_attributes(plain)
        if "LastEvaluatedKey" not in page:
            return
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

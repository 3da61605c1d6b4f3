"""The table of template.yaml, made in whatever DynamoDB a test runs against."""

from functools import cache
from typing import Any

from cloudformation.template import read_template


@cache
def template() -> dict[str, Any]:
    """Returns the deployed template, with its loops written out."""
    return read_template()


def create_table(client: Any, name: str) -> None:
    """Create the template's table under `name`."""
    client.create_table(**table_request(name))


@cache
def table_request(name: str) -> dict[str, Any]:
    """Returns the parameters of CreateTable for the template's table under `name`."""
    properties = template()["Resources"]["Table"]["Properties"]
    kept = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "BillingMode")
    return {"TableName": name, **{part: properties[part] for part in kept}}

"""The table of template.yaml, made in whatever DynamoDB a test runs against."""

from functools import cache
from pathlib import Path
from typing import Any

from samtranslator.yaml_helper import yaml_parse

TEMPLATE = Path(__file__).parents[2] / "template.yaml"


@cache
def template() -> dict[str, Any]:
    """The deployed template, parsed."""
    parsed: dict[str, Any] = yaml_parse(TEMPLATE.read_text())
    return parsed


def create_table(client: Any, name: str) -> None:
    """Make the template's table under `name`."""
    properties = template()["Resources"]["Table"]["Properties"]
    kept = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "BillingMode")
    client.create_table(TableName=name, **{part: properties[part] for part in kept})

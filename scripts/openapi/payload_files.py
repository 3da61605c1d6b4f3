"""A JSON Schema file for the payload of each event, for receivers that validate without the document."""

import json
from collections.abc import Mapping
from typing import Any

from openapi.schemas import JSON, REFERENCE, Schema, referenced

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_INSIDE = "#/$defs/{model}"


def payload_schemas(document: Schema) -> dict[str, Schema]:
    """The schema of each event's payload by the event's name. It refers to nothing outside itself."""
    components = document["components"]["schemas"]
    return {
        event: _whole(event, entry["post"], components)
        for event, entry in sorted(document["webhooks"].items())
    }


def _whole(event: str, operation: Schema, components: Mapping[str, Schema]) -> Schema:
    schema = operation["requestBody"]["content"][JSON]["schema"]
    used = referenced(schema, components)
    name = schema["$ref"].rpartition("/")[2]
    whole = {"$schema": DIALECT, "title": event, **used.pop(name)}
    if used:
        whole["$defs"] = used
    return _inside(whole)


def _inside(schema: Schema) -> Schema:
    """The schema whose references lead into itself."""
    inside: dict[str, Any] = json.loads(
        json.dumps(schema).replace(REFERENCE.format(model=""), _INSIDE.format(model=""))
    )
    return inside

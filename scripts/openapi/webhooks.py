"""The events that the service sends: an entry under `webhooks` for each, with its payload and an example."""

from inspect import getdoc
from typing import Any

from pydantic.alias_generators import to_camel

from gather.events.catalogue import PAYLOADS, Payload
from gather.events.event import EventName
from gather.events.samples import sample_of
from gather.webhooks.signing import DEFAULT_PREFIX
from openapi.schemas import Schema, Schemas

_MOMENT = "2026-03-02T09:30:00.000Z"
_ID = "0190a0b0-c0d0-7123-8456-000000000001"
_SIGNATURE = (
    "`t=<timestamp>,v1=<hex>`: the HMAC-SHA256 of `<timestamp>.<rawBody>` with the configuration's secret. "
    "There may be a second `v1` by the secret before."
)
_HEADERS = {
    "Event": ("The name of the event.", "{event}"),
    "Id": ("The id of the event, the same over all its deliveries and retries.", _ID),
    "Timestamp": ("The Unix seconds of this attempt.", "1772443800"),
    "Signature-V2": (_SIGNATURE, f"t=1772443800,v1={'3ca910c6' * 8}"),
    "Signature": (
        "The HMAC-SHA256 of the raw body. Deprecated: nothing protects it from replay.",
        "3ca910c6" * 8,
    ),
}
_ANSWER = (
    "Any 2xx status within 5 seconds completes the delivery. After another answer or none there are two more "
    "attempts, 1 and 5 minutes later."
)


def webhooks(schemas: Schemas) -> dict[str, Schema]:
    """An entry for each event, by its name."""
    return {event.value: {"post": _operation(event, model, schemas)} for event, model in PAYLOADS.items()}


def example_of(event: EventName) -> dict[str, Any]:
    """A payload of an event."""
    return sample_of(event, _MOMENT)


def _operation(event: EventName, model: type[Payload], schemas: Schemas) -> Schema:
    said = (getdoc(model) or "").partition("\n\n")[0].replace("\n", " ")
    return {
        "operationId": to_camel(event.value.replace(".", "_")),
        "summary": event.value,
        "description": f"{said} {_ANSWER}",
        "tags": ["events"],
        "security": [],
        "parameters": [
            {
                "name": f"{DEFAULT_PREFIX}{name}",
                "in": "header",
                "required": not name.startswith("Signature"),
                "description": description,
                "schema": {"type": "string"},
                "example": example.format(event=event.value),
            }
            for name, (description, example) in _HEADERS.items()
        ],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": schemas.of_response(model), "example": example_of(event)}
            },
        },
        "responses": {
            "2XX": {"description": "The delivery is completed."},
            "4XX": {"description": "The delivery is attempted again."},
        },
    }

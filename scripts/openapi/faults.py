"""The error responses, from the tree in `gather.core.errors`."""

from inspect import getdoc
from typing import Any

from gather.core import errors
from gather.core.errors import GatherError

Schema = dict[str, Any]

ERRORS: tuple[type[GatherError], ...] = (
    errors.ValidationFailed,
    errors.Unauthorized,
    errors.Forbidden,
    errors.NotFound,
    errors.MethodNotAllowed,
    errors.Conflict,
    errors.Gone,
    errors.PreconditionFailed,
    errors.PayloadTooLarge,
    errors.IdempotencyKeyReused,
    errors.RateLimitExceeded,
    errors.InternalError,
    errors.ServiceUnavailable,
)
NAMES = {fault.status: fault.__name__ for fault in ERRORS}

_TEXT: Schema = {"type": "string"}

FAULT: Schema = {
    "type": "object",
    "description": "One thing that is wrong with a request; `field` is its path, such as `users[0].email`.",
    "required": ["field", "reason"],
    "properties": {"field": _TEXT, "reason": _TEXT},
}
ABSENT_RECORD: Schema = {
    "type": "object",
    "description": "The record that is absent; `field` is the member that named it.",
    "required": ["resource", "id"],
    "properties": {"resource": _TEXT, "id": _TEXT, "field": _TEXT},
}
QUOTA: Schema = {
    "type": "object",
    "required": ["limit", "remaining", "resetAt"],
    "properties": {
        "limit": {"type": "integer"},
        "remaining": {"type": "integer"},
        "resetAt": {"type": "string", "format": "date-time"},
    },
}
ERROR: Schema = {
    "type": "object",
    "required": ["error", "meta"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": {"type": "string", "enum": sorted({fault.code for fault in ERRORS})},
                "message": _TEXT,
                "details": {},
            },
        },
        "meta": {"$ref": "#/components/schemas/Meta"},
    },
}
SCHEMAS: dict[str, Schema] = {
    "Error": ERROR,
    "Fault": FAULT,
    "AbsentRecord": ABSENT_RECORD,
    "Quota": QUOTA,
}

HEADERS: dict[str, Schema] = {
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
    "Allow": {"description": "The methods that the path has.", "schema": {"type": "string"}},
}
_DETAILS: dict[int, Schema] = {
    400: {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
    404: {"$ref": "#/components/schemas/AbsentRecord"},
    409: {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
    429: {"$ref": "#/components/schemas/Quota"},
}
_HEADERS = {405: ("Allow",), 429: ("Retry-After",), 503: ("Retry-After",)}


def responses() -> dict[str, Schema]:
    """A reusable response for each fault, by the fault's name."""
    return {fault.__name__: _response(fault) for fault in ERRORS}


def _response(fault: type[GatherError]) -> Schema:
    error: Schema = {"properties": {"code": {"const": fault.code}}}
    if fault.status in _DETAILS:
        error["properties"]["details"] = _DETAILS[fault.status]
    schema = {"allOf": [{"$ref": "#/components/schemas/Error"}, {"properties": {"error": error}}]}
    response: Schema = {
        "description": (getdoc(fault) or "").partition("\n")[0],
        "content": {"application/json": {"schema": schema}},
    }
    headers = _HEADERS.get(fault.status, ())
    if headers:
        response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
    return response

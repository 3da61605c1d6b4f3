"""The error responses, from the tree in `gather.core.errors`."""

from inspect import getdoc

from gather.core import errors
from gather.core.errors import GatherError
from openapi.descriptions import without_citations
from openapi.schemas import Schema

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
    errors.UnsupportedMediaType,
    errors.IdempotencyKeyReused,
    errors.RateLimitExceeded,
    errors.InternalError,
    errors.ServiceUnavailable,
)
NAMES = {fault.status: fault.__name__ for fault in ERRORS}


def _described(meaning: str) -> Schema:
    return {"type": "string", "description": meaning}


FAULT: Schema = {
    "type": "object",
    "description": "One thing that is wrong with a request; `field` is its path, such as `users[0].email`.",
    "required": ["field", "reason"],
    "properties": {
        "field": _described("The member that is wrong, by its path in the body, or the parameter."),
        "reason": _described("What is wrong with it, in words that may change."),
    },
}
ABSENT_RECORD: Schema = {
    "type": "object",
    "description": "The record that is absent; `field` is the member that named it.",
    "required": ["resource"],
    "properties": {
        "resource": _described("The kind of record."),
        "id": _described("The id that was asked for; absent where the record has none."),
        "field": _described("The member of the request that named it; absent for the path."),
    },
}
QUOTA: Schema = {
    "type": "object",
    "description": "How many requests are left.",
    "required": ["limit", "remaining", "resetAt"],
    "properties": {
        "limit": {"type": "integer", "description": "Requests an hour."},
        "remaining": {"type": "integer", "description": "Requests left of this hour."},
        "resetAt": {
            "type": "string",
            "format": "date-time",
            "description": "When the next hour begins: ISO 8601 in UTC.",
        },
    },
}
HEADERS: dict[str, Schema] = {
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
    "Allow": {"description": "The methods that the path has.", "schema": {"type": "string"}},
    "Accept-Encoding": {"description": "The encodings of bodies.", "schema": {"type": "string"}},
    "WWW-Authenticate": {"description": "What lets a request in.", "schema": {"type": "string"}},
}
_DETAILS: dict[int, Schema] = {
    400: {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
    404: {"$ref": "#/components/schemas/AbsentRecord"},
    409: {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
    429: {"$ref": "#/components/schemas/Quota"},
}
_HEADERS = {
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    415: ("Accept-Encoding",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}

RATE_LIMIT_HEADERS = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
"""The headers of every response to a request with a known key."""


def responses() -> dict[str, Schema]:
    """A reusable response for each fault, by the fault's name."""
    return {fault.__name__: _response(fault) for fault in ERRORS}


def schemas() -> dict[str, Schema]:
    """The bodies of the responses by the faults' names, and what they are made of.

    Each is written out. Generators take a part of an `allOf` for a model of its own, which lacks the rest.
    """
    bodies = {fault.__name__: _body(fault) for fault in ERRORS}
    return {**bodies, "Fault": FAULT, "AbsentRecord": ABSENT_RECORD, "Quota": QUOTA}


def _body(fault: type[GatherError]) -> Schema:
    code = {"type": "string", "enum": [fault.code], "description": "The kind of refusal, for programs."}
    return {
        "type": "object",
        "description": "The answer to a request that was refused.",
        "required": ["error", "meta"],
        "properties": {
            "error": {
                "type": "object",
                "description": "Why the request was refused.",
                "required": ["code", "message"],
                "properties": {
                    "code": code,
                    "message": _described("The refusal in words that may change."),
                    "details": {"description": "More about it.", **_DETAILS.get(fault.status, {})},
                },
            },
            "meta": {"description": "What belongs to every answer.", "$ref": "#/components/schemas/Meta"},
        },
    }


def _response(fault: type[GatherError]) -> Schema:
    schema = {"$ref": f"#/components/schemas/{fault.__name__}"}
    response: Schema = {
        "description": without_citations((getdoc(fault) or "").partition("\n")[0]),
        "content": {"application/json": {"schema": schema}},
    }
    limits = () if fault is errors.Unauthorized else RATE_LIMIT_HEADERS
    names = ("X-Request-Id", *limits, *_HEADERS.get(fault.status, ()))
    response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    return response

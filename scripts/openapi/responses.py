"""The responses of a route in the document: its success, and each way in which it refuses."""

from collections.abc import Mapping

from gather.core.model import CursorQuery, NoBody
from gather.http.route_declaration import Route
from openapi import faults
from openapi.declarations import DeclaredRoute
from openapi.schemas import JSON, Schema, Schemas

VERSION = "1.0.0"
META: Schema = {
    "type": "object",
    "description": "What belongs to every answer.",
    "required": ["requestId", "timestamp"],
    "properties": {
        "requestId": {
            "type": "string",
            "format": "uuid",
            "description": "The id of the request, as in the header `X-Request-Id`. Quote it to ask us.",
        },
        "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "When the service answered: ISO 8601 in UTC, with milliseconds.",
        },
    },
}
NEXT_CURSOR: Schema = {
    "type": ["string", "null"],
    "description": "There when the list is read by `cursor`: what to send as `cursor` next. Null at the end. "
    "Also there beside `pagination` when `isPartial` is true.",
}
IS_PARTIAL: Schema = {
    "type": "boolean",
    "description": "`true` when a search or a filter could not look at all records in one request: the "
    "answer has what was found so far, `pagination` counts that alone, and `nextCursor` goes on from there.",
}
WARNINGS: Schema = {
    "type": "array",
    "description": "What seems odd about a request that was carried out; absent when nothing does.",
    "minItems": 1,
    "items": {
        "type": "object",
        "description": "One thing that seems odd.",
        "required": ["field", "message"],
        "properties": {
            "field": {"type": "string", "description": "The member of the body that it is about."},
            "message": {"type": "string", "description": "What seems odd about it, for a person."},
        },
    },
}

_ELSEWHERE: Schema = {
    "description": "What a client gets that follows the redirection: the content, from where it is kept.",
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}
_MEANINGS: Mapping[int, str] = {
    200: "Done.",
    201: "Created.",
    202: "Accepted. The service does it after this response.",
}
_FILES: Mapping[str, tuple[str, Schema]] = {
    "text/html": ("A page.", {"type": "string"}),
    "text/javascript": ("A script.", {"type": "string"}),
    "text/css": ("A style sheet.", {"type": "string"}),
    "text/calendar": ("A calendar file.", {"type": "string"}),
    JSON: (
        "The document.",
        {
            "type": "object",
            "description": "An OpenAPI document.",
            "examples": [
                {"openapi": "3.1.0", "info": {"title": "Talent Screening Service", "version": VERSION}}
            ],
        },
    ),
}


def responses(each: DeclaredRoute, schemas: Schemas) -> dict[str, Schema]:
    """The responses of a route by their status."""
    route = each.route
    if route.status == 302:
        return {"302": _elsewhere("Elsewhere."), "200": _ELSEWHERE, **_refusals(each)}
    success = _success(each, schemas)
    found = {str(route.status): success, **_refusals(each)}
    if route.leads_back:
        found["303"] = _elsewhere("A browser is sent back to the page.")
    if route.repeated_status is not None:
        found[str(route.repeated_status)] = {**success, "description": "Done before."}
    return found


def _success(each: DeclaredRoute, schemas: Schemas) -> Schema:
    route = each.route
    if route.response is str:
        description, schema = _FILES[route.media_type]
        content = {"schema": schema, **({"example": schema["examples"][0]} if "examples" in schema else {})}
        return {
            "description": description,
            "headers": _headers("X-Request-Id"),
            "content": {route.media_type: content},
        }
    meta: Schema = {"$ref": "#/components/schemas/Meta"}
    members: dict[str, Schema] = {}
    if route.meta is not None:
        where = "Where the page is in the list; absent when the list is read by cursor."
        members["pagination"] = {"description": where, **schemas.of_response(route.meta)}
    if issubclass(route.query, CursorQuery):
        members["nextCursor"] = NEXT_CURSOR
        members["isPartial"] = IS_PARTIAL
    if route.warns:
        members["warnings"] = WARNINGS
    if members:
        required = ["pagination"] if "pagination" in members and "nextCursor" not in members else []
        meta = {
            **META,
            "required": [*META["required"], *required],
            "properties": {**META["properties"], **members},
        }
    envelope = {
        "type": "object",
        "required": ["data", "meta"],
        "properties": {
            "data": {"description": "What was asked for.", **schemas.of_response(route.response)},
            "meta": {"description": "What belongs to every answer.", **meta},
        },
    }
    response: Schema = {"description": _MEANINGS[route.status]}
    names = ["X-Request-Id", *(faults.RATE_LIMIT_HEADERS if route.takes_key else ())]
    if route.takes_key and route.method == "POST":
        names.append("Idempotent-Replay")
    if route.takes_key and route.method != "DELETE" and _is_of_one_record(route):
        names.append("ETag")
    return {**response, "headers": _headers(*names), "content": {JSON: {"schema": envelope}}}


def _headers(*names: str) -> dict[str, Schema]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _elsewhere(description: str) -> Schema:
    location = {"description": "Where it is.", "schema": {"type": "string", "format": "uri-reference"}}
    return {"description": description, "headers": {**_headers("X-Request-Id"), "Location": location}}


def _is_of_one_record(route: Route) -> bool:
    return route.method == "POST" or route.path.endswith("}")


def _refusals_of_page(route: Route) -> dict[str, Schema]:
    """A page says itself that there is nothing at its address, or no longer.

    What cannot be a token at all is refused before the page is asked.
    """
    statuses = {429, 500, 503}
    pages = {
        404: "A page that says that the link is unknown.",
        410: "A page that says that its time is over.",
    }
    shown = {
        str(status): {
            "description": meaning,
            "headers": _headers("X-Request-Id"),
            "content": {"text/html": {"schema": {"type": "string"}}},
        }
        for status, meaning in pages.items()
        if "{" in route.path
    }
    if "404" in shown:
        shown["404"]["content"] |= faults.responses()[faults.NAMES[404]]["content"]
    return {**shown, **{str(each): _refusal(each) for each in sorted(statuses)}}


def _refusal(status: int) -> Schema:
    return {"$ref": f"#/components/responses/{faults.NAMES[status]}"}


def _refusals(each: DeclaredRoute) -> dict[str, Schema]:
    route = each.route
    statuses = {400, 404, 500, 503, *route.refusals}
    if route.response is str and route.media_type == "text/html" and route.status == 200:
        return _refusals_of_page(route)
    if route.token_header:
        statuses |= {401}
    if not issubclass(route.body, NoBody) or (route.method == "GET" and not _is_of_one_record(route)):
        statuses |= {413}
    if route.takes_key:
        statuses |= {401, 403, 429}
    else:
        statuses |= {410, 429}
    if route.method != "GET":
        statuses |= {409, 415}
    if route.takes_key and route.method == "POST":
        statuses |= {422}
    if reads_if_match(route):
        statuses |= {412}
    return {str(status): _refusal(status) for status in sorted(statuses)}


def reads_if_match(route: Route) -> bool:
    """Whether the route changes a record that may have another version than the client knows."""
    return route.takes_key and (route.method in ("PATCH", "PUT", "DELETE") or 412 in route.refusals)

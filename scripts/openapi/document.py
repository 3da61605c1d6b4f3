"""The OpenAPI 3.1 document: paths from the routes, schemas from their models, faults from the error tree."""

import re
import sys
from collections.abc import Iterable, Mapping
from inspect import cleandoc, getdoc
from typing import Any

from pydantic.alias_generators import to_camel

from gather.connect.vendor_registry import vendor_names
from gather.core.caller import Basic
from gather.core.model import CursorQuery, NoBody, TeamQuery
from gather.events.catalogue import PAYLOADS
from gather.http.route_declaration import Route
from openapi import faults
from openapi.causes import sentence
from openapi.declarations import DeclaredRoute
from openapi.descriptions import Descriptions, without_citations
from openapi.responses import META, VERSION, reads_if_match, responses
from openapi.rules import with_rules
from openapi.schemas import JSON, Schema, Schemas, named_members, referenced, without_null
from openapi.webhooks import webhooks

DESCRIPTION = """
Screens job candidates: content, interviews, candidates and their results, webhooks.

**Keys.** A request carries an API key in the header `x-api-key`. A key begins with `qapi_`, and belongs to
an organization and usually to one of its teams. `teamId`, in the query or the body, names another team of
the organization; a key without a team must name one. A key may send 1,000 requests an hour:
`X-RateLimit-Remaining` says how many are left, and a 429 says in `Retry-After` how many seconds to wait.
Candidates send no key: the token in their link is the credential.

**Responses.** JSON is `{data, meta}`, or `{error, meta}` for a request that was refused. Decide by
`error.code`; messages may change. Quote `meta.requestId`, which every response also has as `X-Request-Id`,
when you ask us.

**Requests.** Unknown members are ignored, and wrong types are refused. A PATCH changes the members that it
has. A DELETE of content archives it. Send a POST with an `Idempotency-Key`, and it is carried out once
however often you send it within 24 hours.

**Texts.** Bodies are JSON in UTF-8 and not compressed. No text has the character U+0000. A name or a title
is one line without control characters. A text that is required has at least 1 visible character. An e-mail
address is one that mail can be delivered to, in ASCII before the `@` and with the name of a host behind it.
The case of a UUID makes no difference.

**Lists.** A list begins with the newest record, unless its operation says otherwise. It is read by `page`,
or by `cursor`, which records that are created meanwhile do not disturb.

**Events.** The service sends what happens as signed POST requests to your addresses: see `webhooks`.

**Sandbox.** A key that begins with `qapi_test_` works with data of its own. Nobody is mailed from there,
and the service can play the candidate.
"""

IN_PATH: Mapping[str, str] = {
    "accountId": "The id of the account.",
    "aiTextQuestionId": "The id of the AI text question.",
    "candidateId": "The id of the candidate.",
    "candidateInterviewId": "The id of the candidate interview.",
    "requestId": "The id of the candidate's request.",
    "userId": "The id of the user.",
    "chatbotId": "The id of the chatbot.",
    "conversationId": "The id of the conversation.",
    "credentialId": "The id of the API key's record.",
    "playId": "The play's id.",
    "importId": "The id of the import.",
    "integrationId": "The id of the integration.",
    "file": "The name of the file, with the hash of its content.",
    "fileId": "The id of the file.",
    "interviewId": "The id of the interview.",
    "inviteToken": "The token of the invite, from the candidate's link.",
    "jobId": "The id of the job.",
    "messageGroupId": "The id of the message group.",
    "orderId": "The id of the order.",
    "questionId": "The id of the question.",
    "screen": "The address of the screen below `/console/`, which may have several parts.",
    "sequence": "The turn's place in the conversation, counted from 1.",
    "surveyQuestionId": "The id of the survey question.",
    "teamId": "The id of the team.",
    "token": "The token of the link.",
    "vendor": "The name of the vendor.",
}
WEBHOOKS: Schema = {"name": "events", "description": "What the service sends to the addresses of a team."}
HEADERS: Mapping[str, Schema] = {
    "X-Request-Id": {
        "description": "The id of the request; in JSON it equals `meta.requestId`.",
        "schema": {"type": "string", "format": "uuid"},
    },
    "X-RateLimit-Limit": {
        "description": "Requests an hour that the key may make.",
        "schema": {"type": "integer"},
    },
    "X-RateLimit-Remaining": {"description": "Requests left of this hour.", "schema": {"type": "integer"}},
    "X-RateLimit-Reset": {
        "description": "When the next hour begins, in Unix seconds.",
        "schema": {"type": "integer"},
    },
    "ETag": {"description": "The record's version, for `If-Match`.", "schema": {"type": "string"}},
    "Idempotent-Replay": {
        "description": "`true` on the response of an earlier request with the same `Idempotency-Key`.",
        "schema": {"type": "string", "enum": ["true"]},
    },
}
PARAMETERS: Mapping[str, Schema] = {
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "The same key and request within 24 hours get the first response again. Where it was "
        "lost, it is made anew from the record as that is by then, or is a 409 where that cannot be.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "description": "The `ETag` that the record must still have, or several with commas between them.",
        "schema": {"type": "string"},
    },
}
BEARER_HEADER = "Authorization"
SECURITY_SCHEMES: Mapping[str, Schema] = {
    "apiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "x-api-key",
        "description": "An API key: `qapi_` and random characters.",
    },
    "basic": {
        "type": "http",
        "scheme": "basic",
        "description": "Legacy encoding of the same key: base64 of `organizationId:key`.",
    },
    "session": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a person who has signed in: `qses_` and random characters.",
    },
    "integrationBasic": {
        "type": "http",
        "scheme": "basic",
        "description": "An integration's own `user` and `password`; an `x-api-key` goes before it.",
    },
    "chatToken": {
        "type": "apiKey",
        "in": "header",
        "name": "x-chat-token",
        "description": "The token of a conversation, which the start of the conversation returns.",
    },
}


def build(
    declared: Iterable[DeclaredRoute],
    examples: Mapping[str, Any],
    recorded: Mapping[str, Mapping[str, Any]] | None = None,
) -> Schema:
    """The document of the routes.

    `examples` holds a body by the route's key (`POST /qsi/gather/...`), for routes of which no exchange is
    among the `recorded` ones, which are named by route and status.
    """
    kept = recorded or {}
    examples = {**examples, **_bodies(kept)}
    routes = list(declared)
    schemas = Schemas(
        requests=[model for each in routes for model in (each.route.body, each.route.query)],
        responses=[
            model for each in routes for model in (each.route.response, each.route.meta) if model is not None
        ]
        + [*PAYLOADS.values()],
    )
    for each in routes:
        if not each.route.takes_key:
            _leave_out_team(schemas.resolve(schemas.of_request(each.route.body)))
    descriptions = Descriptions()
    for name, schema in schemas.components.items():
        descriptions.describe(name, schema, schemas.components)
    schemas.components.update(dict(with_rules(schemas.components)))
    _leave_out_defaults_of_objects(schemas.components)
    paths: dict[str, Schema] = {}
    identifiers: set[str] = set()
    for each in sorted(routes, key=lambda each: each.route.path):
        operation = _operation(each, schemas, examples.get(each.route.key))
        for said in ("summary", "description"):
            operation[said] = descriptions.readable(operation[said])
        if operation["operationId"] in identifiers:
            operation["operationId"] += f"By{each.route.method.capitalize()}"
        identifiers.add(operation["operationId"])
        _add_answers(operation, each.route.key, kept)
        paths.setdefault(each.route.documented_path, {})[each.route.method.lower()] = operation
    sent = webhooks(schemas)
    for each_event in sent.values():
        each_event["post"]["description"] = descriptions.readable(each_event["post"]["description"])
    refusals = _referred(faults.responses(), paths)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Talent Screening Service",
            "version": VERSION,
            "description": cleandoc(DESCRIPTION),
            "contact": {"name": "The maintainers of the Talent Screening Service"},
            "license": {"name": "Proprietary", "identifier": "LicenseRef-Proprietary"},
        },
        "servers": [{"url": "/", "description": "The host that this document was read from."}],
        "tags": [*(_tag(family) for family in sorted({each.family for each in routes})), WEBHOOKS],
        "paths": paths,
        "webhooks": sent,
        "components": {
            "schemas": referenced(
                [paths, refusals, sent], {**schemas.components, **faults.schemas(), "Meta": META}
            ),
            "responses": refusals,
            "parameters": PARAMETERS,
            "headers": {**HEADERS, **_headers_of(refusals)},
            "securitySchemes": SECURITY_SCHEMES,
        },
    }


def _referred(responses: Mapping[str, Schema], paths: Mapping[str, Schema]) -> dict[str, Schema]:
    """Returns the common responses that an operation refers to, so not the one to a wrong method."""
    used = {
        response.get("$ref")
        for methods in paths.values()
        for operation in methods.values()
        for response in operation["responses"].values()
    }
    return {name: each for name, each in responses.items() if f"#/components/responses/{name}" in used}


def _headers_of(responses: Mapping[str, Schema]) -> dict[str, Schema]:
    """Returns the headers of these refusals."""
    used = {name for response in responses.values() for name in response.get("headers", {})}
    return {name: header for name, header in faults.HEADERS.items() if name in used}


def _bodies(recorded: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Returns the bodies of the recorded requests, by the route's key."""
    bodies: dict[str, Any] = {}
    for name, exchange in recorded.items():
        if exchange["request"] is not None:
            bodies.setdefault(name.rpartition(" ")[0], exchange["request"])
    return bodies


def _add_answers(operation: Schema, route: str, recorded: Mapping[str, Mapping[str, Any]]) -> None:
    """Put the recorded answers beside the schemas of the answers that succeed.

    What a route answers again is as what it answered first.
    """
    succeeded = [status for status in operation["responses"] if status.startswith("2")]
    known = {status: recorded[f"{route} {status}"] for status in succeeded if f"{route} {status}" in recorded}
    for status in succeeded:
        response = operation["responses"][status]
        exchange = known.get(status) or next(iter(known.values()), None)
        if exchange is not None and "hasVersion" in exchange:
            headers = {name: header for name, header in response.get("headers", {}).items() if name != "ETag"}
            etag = {"ETag": {"$ref": "#/components/headers/ETag"}} if exchange["hasVersion"] else {}
            response = {**response, "headers": {**headers, **etag}}
            operation["responses"][status] = response
        if exchange is not None and JSON in response.get("content", {}):
            shown = {**response["content"][JSON], "example": exchange["response"]}
            operation["responses"][status] = {**response, "content": {JSON: shown}}


def _name_of_tag(family: str) -> str:
    return family.replace("_", " ")


def _tag(family: str) -> Schema:
    """A family of routes, described as its handler says."""
    handler = sys.modules.get(f"{family}.handler")
    said = without_citations((getdoc(handler) or "").partition("\n")[0]) if handler else ""
    name = _name_of_tag(family)
    return {"name": name, "description": said or f"Routes of {name}."}


def _leave_out_team(body: Schema) -> None:
    """Removes the members that name a team or a user, because a request without a key has only one."""
    for name in ("teamId", "userId"):
        body["properties"].pop(name, None)


def _leave_out_defaults_of_objects(components: Mapping[str, Schema]) -> None:
    """Generated code compares a default by identity, or cannot write an object. The description names it."""
    for schema in components.values():
        for member in schema.get("properties", {}).values():
            if isinstance(member.get("default"), dict):
                del member["default"]


def _operation(each: DeclaredRoute, schemas: Schemas, example: object) -> Schema:
    route = each.route
    summary, _, description = (getdoc(route.function) or "").partition("\n")
    operation: Schema = {
        "operationId": route.operation or to_camel(route.function.__name__),
        "summary": summary,
        "tags": [_name_of_tag(each.family)],
        "parameters": _parameters(each, schemas),
    }
    notes = [description.strip(), sentence(operation["operationId"]), _key_note(route)]
    operation["description"] = "\n\n".join(note for note in notes if note)
    if not issubclass(route.body, NoBody):
        operation["requestBody"] = _request_body(schemas, route.body, example)
    operation["responses"] = responses(each, schemas)
    operation["security"] = _security(route)
    if route.takes_key:
        operation["x-key-scopes"] = sorted(scope.value for scope in route.scopes)
    if route.takes_session:
        operation["x-least-role"] = route.least_role
    return operation


def _key_note(route: Route) -> str:
    if route.takes_key:
        scopes = f"Key scope: {', '.join(f'`{scope.value}`' for scope in sorted(route.scopes))}."
        return f"{scopes} Least role of a session: `{route.least_role}`." if route.takes_session else scopes
    if route.token_header:
        return f"Takes no key: the token in `{route.token_header}` is the credential."
    if "oken}" in route.path:
        return "Takes no key: the token in the address is the credential."
    return "Takes no key."


_BASIC: Mapping[Basic, list[dict[str, list[str]]]] = {
    Basic.REFUSED: [],
    Basic.GATHER_KEY: [{"basic": []}],
    Basic.INTEGRATION: [{"integrationBasic": []}],
}


def _security(route: Route) -> list[dict[str, list[str]]]:
    if route.takes_key:
        session: list[dict[str, list[str]]] = [{"session": []}] if route.takes_session else []
        return [{"apiKey": []}, *_BASIC[route.basic], *session]
    if route.token_header == BEARER_HEADER:
        return [{"session": []}]
    if route.token_header:
        schemes = SECURITY_SCHEMES.items()
        return [{name: []} for name, scheme in schemes if scheme.get("name") == route.token_header]
    return []


def _names_team(route: Route) -> bool:
    return route.works_in_team or not issubclass(route.query, TeamQuery)


def _in_path(name: str) -> Schema:
    return {"type": "string", "enum": vendor_names()} if name == "vendor" else {"type": "string"}


def _meaning_in_path(path: str, name: str) -> str:
    """Describes a parameter of a path; `id` is that of the record that the segment before it names."""
    if name != "id":
        return IN_PATH.get(name, "")
    kind = path.partition("/{id}")[0].rpartition("/")[2].replace("-", " ")
    record = f"{kind.removesuffix('ies')}y" if kind.endswith("ies") else kind.removesuffix("s")
    return f"The id of the {record}."


def _parameters(each: DeclaredRoute, schemas: Schemas) -> list[Schema]:
    route = each.route
    names = re.findall(r"\{(\w+)\}", route.documented_path)
    in_path = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": _meaning_in_path(route.documented_path, name),
            "schema": _in_path(name),
        }
        for name in names
    ]
    query = schemas.resolve(schemas.of_request(route.query))
    # Where no team is worked in, the common parameters mean nothing; a query of its own may have others
    # of these names.
    ignored = () if _names_team(route) else ("teamId", "userId")
    required = query.get("required", ())
    in_query = [
        {
            "name": name,
            "in": "query",
            "required": name in required,
            "description": schema.get("description", ""),
            "schema": _schema_of_parameter(route, name, schema),
        }
        for name, schema in query.get("properties", {}).items()
        if name not in ignored
    ]
    in_headers = []
    if route.takes_key and route.method == "POST":
        in_headers.append({"$ref": "#/components/parameters/IdempotencyKey"})
    if reads_if_match(route):
        in_headers.append({"$ref": "#/components/parameters/IfMatch"})
    return [*in_path, *in_query, *in_headers]


def _schema_of_parameter(route: Route, name: str, schema: Schema) -> Schema:
    """Generated clients send a default with every request, and `page` beside `cursor` is refused."""
    left_out = {"description"} | (
        {"default"} if name == "page" and issubclass(route.query, CursorQuery) else set()
    )
    return {word: value for word, value in without_null(schema).items() if word not in left_out}


def _request_body(schemas: Schemas, model: Any, example: object) -> Schema:
    schema = schemas.of_request(model)
    content: Schema = {"schema": schema}
    if example is not None:
        content["example"] = named_members(schema, example, schemas.components)
    whole = schemas.resolve(schema)
    required = "required" in whole or "if" in whole
    return {"required": required, "content": {JSON: content}}

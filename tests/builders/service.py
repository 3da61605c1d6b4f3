"""The service as a client of its HTTP interface sees it, and tenants to use it with.

The same tests run in process (handlers on a moto table) or over HTTP (the local stack): a test talks to
a `Service`, and a fixture decides what stands behind it.
"""

import importlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode

from gather.core.caller import Permission, Scope
from gather.core.identifiers import new_id
from gather.table import keys
from gather.table.store import Table
from gather.tenancy.credential import hash_of
from tests.builders.template_table import template

GATHER = "/qsi/gather"

UNKNOWN_ID = "0190a0b0-c0d0-7123-8456-789abcdef012"
"""The id of no record."""


@dataclass(frozen=True)
class Reply:
    """An HTTP answer. Header names are lower case."""

    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def data(self) -> Any:
        """The success envelope's data."""
        assert "data" in self.body, self.body
        return self.body["data"]

    @property
    def error(self) -> Any:
        """The error envelope's error."""
        assert "error" in self.body, self.body
        return self.body["error"]

    @property
    def faulty_fields(self) -> set[str]:
        """The fields that the error's details name."""
        return {detail["field"] for detail in self.error["details"]}


class Transport(Protocol):
    """Carries one request to the service."""

    def send(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Reply: ...


@dataclass
class Service:
    """A client with a key; `path` is below /qsi/gather unless it says otherwise."""

    transport: Transport
    key: str | None = None
    prefix: str = GATHER
    extra_headers: dict[str, str] = field(default_factory=dict)

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        raw: str | None = None,
    ) -> Reply:
        sent = {"content-type": "application/json", **self.extra_headers, **(headers or {})}
        if self.key is not None:
            sent.setdefault("x-api-key", self.key)
        text = raw if raw is not None else (None if body is None else json.dumps(body))
        target = f"{self.prefix}{path}" + (f"?{urlencode(query)}" if query else "")
        return self.transport.send(method, target, sent, text)

    def get(self, path: str, **query: object) -> Reply:
        return self.request("GET", path, query=query)

    def post(self, path: str, body: object = None, **options: Any) -> Reply:
        return self.request("POST", path, {} if body is None else body, **options)

    def patch(self, path: str, body: object, **options: Any) -> Reply:
        return self.request("PATCH", path, body, **options)

    def put(self, path: str, body: object, **options: Any) -> Reply:
        return self.request("PUT", path, body, **options)

    def delete(self, path: str, **query: object) -> Reply:
        return self.request("DELETE", path, query=query)

    def using(self, key: str | None) -> "Service":
        """The same service with another key, or with none."""
        return Service(self.transport, key, self.prefix, self.extra_headers)

    def public(self) -> "Service":
        """The addresses without a prefix and without a key: the candidate's side."""
        return Service(self.transport, None, "", self.extra_headers)


@dataclass(frozen=True)
class Tenant:
    """An organization with two teams, a user and keys, of its own for each test."""

    organization_id: str
    team_id: str
    second_team_id: str
    user_id: str
    key: str
    organization_key: str


def make_key(
    table: Table,
    organization_id: str,
    team_id: str | None,
    *,
    user_id: str | None = None,
    scope: Scope = Scope.GATHER,
    permissions: tuple[Permission, ...] = (Permission.READ, Permission.WRITE),
    expires_at: str | None = None,
    used: int | None = None,
    window_ends_at: int | None = None,
) -> str:
    """A key straight in the table, in any state."""
    secret = f"qapi_{new_id()}"
    key = keys.credential(hash_of(secret))
    table.put(
        {
            "pk": key.pk,
            "sk": key.sk,
            "entity": "CREDENTIAL",
            "id": new_id(),
            "name": "test",
            "organizationId": organization_id,
            "teamId": team_id,
            "userId": user_id,
            "scope": scope.value,
            "permissions": [permission.value for permission in permissions],
            "createdAt": "2026-01-01T00:00:00.000Z",
            "expiresAt": expires_at,
            "used": used,
            "windowEndsAt": window_ends_at,
        }
    )
    return secret


def make_tenant(table: Table, features: tuple[str, ...] = (), expiry_days: int = 14) -> Tenant:
    """A new tenant straight in the table."""
    organization_id, user_id = new_id(), new_id()
    team_ids = (new_id(), new_id())
    moment = {"createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z"}

    def put(key: keys.Key, entity: str, **attributes: object) -> None:
        table.put({"pk": key.pk, "sk": key.sk, "entity": entity, "revision": 1, **moment, **attributes})

    put(
        keys.organization(organization_id),
        "ORGANIZATION",
        id=organization_id,
        name="Example Works",
        features=list(features),
        defaultExpiryDays=expiry_days,
    )
    for number, team_id in enumerate(team_ids, start=1):
        put(
            keys.team(organization_id, team_id),
            "TEAM",
            id=team_id,
            organizationId=organization_id,
            name=f"Team {number}",
            displayName=f"Example Team {number}",
            accentColor="3366ff",
        )
    put(
        keys.user(organization_id, user_id),
        "USER",
        id=user_id,
        organizationId=organization_id,
        firstName="Grace",
        lastName="Hopper",
        email="grace@example.com",
        isApiUser=True,
        teamIds=list(team_ids),
    )
    return Tenant(
        organization_id,
        *team_ids,
        user_id,
        key=make_key(table, organization_id, team_ids[0], user_id=user_id),
        organization_key=make_key(table, organization_id, None, user_id=user_id),
    )


class Context:
    """A Lambda context for handlers that run in the test's process."""

    function_name = "test"
    memory_limit_in_mb = 1024
    invoked_function_arn = "arn:aws:lambda:eu-west-1:000000000000:function:test"

    def __init__(self) -> None:
        self.aws_request_id = new_id()

    def get_remaining_time_in_millis(self) -> int:
        return 60_000


@cache
def _routes() -> dict[tuple[str, str], str]:
    """Method and path of every route to the handler that the template names."""
    routes = {}
    for resource in template()["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            for event in resource["Properties"].get("Events", {}).values():
                if event["Type"] == "HttpApi" and event["Properties"].get("Path", "$default") != "$default":
                    properties = event["Properties"]
                    routes[properties["Method"].upper(), properties["Path"]] = resource["Properties"][
                        "Handler"
                    ]
    return routes


def _match(method: str, path: str) -> tuple[str, str, dict[str, str]] | None:
    parts = path.split("/")
    for (route_method, route), handler in sorted(_routes().items(), key=lambda entry: "{" in entry[0][1]):
        names = route.split("/")
        if route_method != method or len(names) != len(parts):
            continue
        if all(name == part or name.startswith("{") for name, part in zip(names, parts, strict=True)):
            pairs = zip(names, parts, strict=True)
            return handler, route, {name[1:-1]: part for name, part in pairs if name.startswith("{")}
    return None


class InProcess:
    """Calls the handlers that the template maps to a path, with the gateway's events."""

    def send(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Reply:
        plain, _, query = path.partition("?")
        match = _match(method, plain)
        name, route, parameters = match or ("fallback.handler.handler", "$default", {})
        module, _, attribute = name.rpartition(".")
        handler: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
        answer = handler(_event(method, plain, query, route, parameters, headers, body), Context())
        content = answer.get("body") or ""
        is_json = "json" in str(answer.get("headers", {}).get("Content-Type", ""))
        return Reply(
            answer["statusCode"],
            {header.lower(): str(value) for header, value in answer.get("headers", {}).items()},
            json.loads(content) if is_json else content,
        )


def _event(
    method: str,
    path: str,
    query: str,
    route: str,
    parameters: Mapping[str, str],
    headers: Mapping[str, str],
    body: str | None,
) -> dict[str, Any]:
    return {
        "version": "2.0",
        "routeKey": route if route == "$default" else f"{method} {route}",
        "rawPath": path,
        "rawQueryString": query,
        "headers": {name.lower(): value for name, value in headers.items()},
        "queryStringParameters": dict(parse_qsl(query, keep_blank_values=True)),
        "pathParameters": dict(parameters),
        "requestContext": {
            "domainName": "localhost",
            "stage": "$default",
            "requestId": new_id(),
            "http": {"method": method, "path": path, "protocol": "HTTP/1.1", "sourceIp": "127.0.0.1"},
        },
        "body": body,
        "isBase64Encoded": False,
    }

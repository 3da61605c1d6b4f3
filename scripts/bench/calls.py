"""Requests to the handlers in this process, as the gateway would make them."""

import importlib
import json
from dataclasses import dataclass
from typing import Any

from bench.gateway_events import http_event
from gather.core.identifiers import new_id
from openapi.declarations import declared_routes
from tests.support.routes import find_route
from tests.support.setting import GATHER, Request, Setting


@dataclass(frozen=True)
class HandlerResponse:
    """A handler's response to a request that succeeded; its body is parsed where it is JSON."""

    status: int
    body: Any

    @property
    def data(self) -> Any:
        """The success envelope's data."""
        return self.body["data"]


class BenchContext:
    """The context of an invocation."""

    function_name = "bench"
    memory_limit_in_mb = 1024
    invoked_function_arn = "arn:aws:lambda:us-east-1:000000000000:function:bench"

    def __init__(self) -> None:
        self.aws_request_id = new_id()

    def get_remaining_time_in_millis(self) -> int:
        return 15_000


class Refused(Exception):
    """A request did not succeed."""


def families() -> dict[str, str]:
    """The family of each route, by the route's key (`POST /qsi/gather/candidates`)."""
    return {declared.route.key: declared.family for declared in declared_routes()}


def call(family: str, route: str, key: str | None, request: Request) -> HandlerResponse:
    """The handler's response to a request. Raises Refused when it does not succeed."""
    method, _, path = route.partition(" ")
    body = None if request.body is None else json.dumps(request.body)
    event = http_event(method, path, key, path_parameters=request.path, query=request.query, body=body)
    handler = importlib.import_module(f"{family}.handler").handler
    response = handler(event, BenchContext())
    if response["statusCode"] >= 400:
        raise Refused(f"{route}: {response['statusCode']} {response.get('body')}")
    content = response.get("body") or ""
    return HandlerResponse(
        response["statusCode"], json.loads(content) if content.startswith("{") else content
    )


@dataclass
class HandlerSetting(Setting):
    """A tenant with the keys of all scopes, whose requests the handlers in this process answer."""

    key: str
    admin_key: str
    accounts_key: str
    integrations_key: str
    families: dict[str, str]

    def send(self, route: str, request: Request) -> Any:
        return call(self.families[route], route, self._key(route), request).body

    def post(self, path: str, body: object = None) -> HandlerResponse:
        found = find_route("POST", f"{GATHER}{path}", self.families)
        assert found is not None, f"there is no route for POST {path}"
        route, parameters = found
        return call(self.families[route], route, self._key(route), Request(parameters, body=body))

    def _key(self, route: str) -> str | None:
        if "/credentials" in route or "/audit-log" in route:
            return self.admin_key
        if "/connect/accounts" in route:
            return self.accounts_key
        if "/connect/" in route:
            return self.integrations_key
        return self.key if GATHER in route else None

"""Requests to the handlers in this process, as the gateway would make them."""

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.gateway_events import http_event
from gather.core.identifiers import new_id
from openapi.declarations import declared_routes


@dataclass(frozen=True)
class Request:
    """A request to a route: its path's parameters, its query, its body."""

    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: object = None


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


def call(family: str, route: str, key: str | None, request: Request) -> Any:
    """The body of the handler's response, parsed where it is JSON. Raises Refused."""
    method, _, path = route.partition(" ")
    body = None if request.body is None else json.dumps(request.body)
    event = http_event(method, path, key, path_parameters=request.path, query=request.query, body=body)
    handler = importlib.import_module(f"{family}.handler").handler
    response = handler(event, BenchContext())
    if response["statusCode"] >= 400:
        raise Refused(f"{route}: {response['statusCode']} {response.get('body')}")
    content = response.get("body") or ""
    return json.loads(content) if content.startswith("{") else content

"""Stands where API Gateway is: leads requests to the handlers, in the test's process, each with its role."""

import base64
import gzip
import importlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from gather.core.identifiers import new_id
from gather.wiring import Adapters, Entry
from openapi.gateway import GATEWAY, function_by_route
from tests.builders.service import Reply
from tests.builders.template_table import template
from tests.doubles.lambda_context import Context
from tests.doubles.role_guard import RoleGuard


@cache
def handlers() -> dict[tuple[str, str], str]:
    """Method and path of every route to the handler that the gateway leads to."""
    routes = {}
    for route, function in function_by_route(json.loads(GATEWAY.read_text())).items():
        method, _, path = route.partition(" ")
        if path:
            routes[method, path] = template()["Resources"][function]["Properties"]["Handler"]
    return routes


def _match(method: str, path: str) -> tuple[str, str, dict[str, str]] | None:
    parts = path.split("/")
    for (route_method, route), handler in sorted(handlers().items(), key=lambda entry: "{" in entry[0][1]):
        names = route.split("/")
        if route_method != method or len(names) != len(parts):
            continue
        if all(name == part or name.startswith("{") for name, part in zip(names, parts, strict=True)):
            pairs = zip(names, parts, strict=True)
            return handler, route, {name[1:-1]: part for name, part in pairs if name.startswith("{")}
    return None


class InProcess:
    """Calls the handlers that the gateway leads to, with its events and `adapters`, from `address`."""

    def __init__(self, adapters: Adapters) -> None:
        self.adapters = adapters
        self.address = "127.0.0.1"
        self._guard = RoleGuard()
        self._guard.watch(adapters.clients.dynamodb)

    def send(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Reply:
        reply = self.answer(method, path, headers, body)
        is_json = "json" in reply.headers.get("content-type", "") and reply.body
        return replace(reply, body=json.loads(reply.body)) if is_json else reply

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Reply:
        """The same with the body's text, whatever its type."""
        plain, _, query = path.partition("?")
        match = _match(method, plain)
        name, route, parameters = match or ("fallback.handler.handler", "$default", {})
        module, _, attribute = name.rpartition(".")
        handler: Entry[dict[str, Any]] = getattr(importlib.import_module(module), attribute)
        event = _event(method, plain, query, route, parameters, headers, body)
        event["requestContext"]["http"]["sourceIp"] = self.address
        with self._guard.acting(name):
            answer = handler.run(event, Context(), self.adapters)
        content = answer.get("body") or ""
        headers = {header.lower(): str(value) for header, value in answer.get("headers", {}).items()}
        sent = base64.b64decode(content) if answer.get("isBase64Encoded") else content.encode()
        headers["content-length"] = str(len(sent))
        if method == "HEAD":
            return Reply(answer["statusCode"], headers, "")
        if answer.get("isBase64Encoded"):
            content = _decoded(content, answer["headers"].get("Content-Encoding"))
        return Reply(answer["statusCode"], headers, content)


def _decoded(content: str, encoding: str | None) -> str:
    plain = base64.b64decode(content)
    return (gzip.decompress(plain) if encoding == "gzip" else plain).decode()


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
            "http": {"method": method, "path": path, "protocol": "HTTP/1.1"},
        },
        "body": body,
        "isBase64Encoded": False,
    }

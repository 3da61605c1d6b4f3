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
from tests.support.routes import find_route


@cache
def handlers() -> dict[str, str]:
    """Every route (`GET /docs`) to the handler that the gateway leads to."""
    return {
        route: template()["Resources"][function]["Properties"]["Handler"]
        for route, function in function_by_route(json.loads(GATEWAY.read_text())).items()
        if " " in route
    }


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
        route, parameters = find_route(method, plain, handlers()) or ("$default", {})
        name = handlers().get(route, "fallback.handler.handler")
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
        "routeKey": route,
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

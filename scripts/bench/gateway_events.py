"""Requests as API Gateway hands them to a function."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from gather.tenancy.sessions.token import is_token

CREATE_PATH = "/qsi/gather/candidates"
GET_PATH = f"{CREATE_PATH}/{{candidateId}}"


def http_event(
    method: str,
    route: str,
    key: str | None,
    *,
    path_parameters: Mapping[str, str] | None = None,
    query: Mapping[str, str] | None = None,
    body: str | None = None,
) -> dict[str, Any]:
    """The event of an HTTP API, payload 2.0. `route` is the path as the template writes it.

    `key` is the key of a program, or the token of a person's session.
    """
    path = route
    for name, value in (path_parameters or {}).items():
        path = path.replace(f"{{{name}}}", value)
    headers = {
        "accept": "application/json",
        "content-type": "application/json",
        "host": "gather.example.com",
        "user-agent": "client/1.0",
        "x-forwarded-for": "192.0.2.1",
        "x-forwarded-port": "443",
        "x-forwarded-proto": "https",
    }
    if key is not None and is_token(key):
        headers["authorization"] = f"Bearer {key}"
    elif key is not None:
        headers["x-api-key"] = key
    return {
        "version": "2.0",
        "routeKey": f"{method} {route}",
        "rawPath": path,
        "rawQueryString": urlencode(query or {}),
        "headers": headers,
        "queryStringParameters": dict(query or {}),
        "pathParameters": dict(path_parameters or {}),
        "requestContext": {
            "accountId": "000000000000",
            "apiId": "example",
            "domainName": "gather.example.com",
            "domainPrefix": "gather",
            "http": {
                "method": method,
                "path": path,
                "protocol": "HTTP/1.1",
                "sourceIp": "192.0.2.1",
                "userAgent": "client/1.0",
            },
            "requestId": "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
            "routeKey": f"{method} {route}",
            "stage": "$default",
            "time": "20/Nov/2026:10:00:00 +0000",
            "timeEpoch": 1795168800000,
        },
        "body": body,
        "isBase64Encoded": False,
    }


def rest_event(method: str, path: str, key: str, body: str) -> dict[str, Any]:
    """The event of a REST API, payload 1.0, which Chalice takes."""
    plain = http_event(method, path, key, body=body)
    return {
        "resource": path,
        "path": path,
        "httpMethod": method,
        "headers": plain["headers"],
        "multiValueHeaders": {name: [value] for name, value in plain["headers"].items()},
        "queryStringParameters": None,
        "multiValueQueryStringParameters": None,
        "pathParameters": None,
        "stageVariables": None,
        "requestContext": {
            "accountId": "000000000000",
            "httpMethod": method,
            "path": path,
            "requestId": plain["requestContext"]["requestId"],
            "resourcePath": path,
            "stage": "api",
            "identity": {"sourceIp": "192.0.2.1"},
        },
        "body": body,
        "isBase64Encoded": False,
    }

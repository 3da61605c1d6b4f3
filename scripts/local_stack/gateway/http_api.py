"""The HTTP API: what API Gateway does with a request and with what a function returns, payload format 2.0.

https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
"""

import base64
import json
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

from local_stack.functions.log import FunctionLog
from local_stack.functions.pool import FunctionNotFound, FunctionPool
from local_stack.functions.runtime_api import Outcome
from local_stack.settings import ACCOUNT_ID

DEFAULT_ROUTE = "$default"
_ANY_METHOD = "ANY"
_HEADER_PREFIX = "HTTP_"
_CONTENT_HEADERS = {"CONTENT_TYPE": "content-type", "CONTENT_LENGTH": "content-length"}
_WITHOUT_CONTENT = (204, 304)


@dataclass(frozen=True, slots=True)
class GatewayRoute:
    """A route by its key, `GET /things/{id}` or `$default`, and the function behind it."""

    key: str
    function: str

    @property
    def method(self) -> str:
        """The method, ANY for all; empty for the default route."""
        return self.key.partition(" ")[0] if " " in self.key else ""

    @property
    def segments(self) -> tuple[str, ...]:
        """The parts of the path."""
        return tuple(self.key.partition(" ")[2].split("/"))


class RouteTable:
    """Finds the route of a request, as API Gateway selects it: exact segments go before parameters."""

    def __init__(self, functions: Mapping[str, str]) -> None:
        """`functions` are the functions behind the routes, by the routes' keys."""
        routes = [GatewayRoute(key, function) for key, function in functions.items()]
        self._default = next((route for route in routes if route.key == DEFAULT_ROUTE), None)
        self._by_shape: dict[tuple[str, int], list[tuple[tuple[str, ...], GatewayRoute]]] = {}
        greedy = [route for route in routes if _is_greedy(route)]
        self._greedy = sorted(greedy, key=lambda route: -len(route.segments))
        exact = [route for route in routes if route not in greedy]
        for route in sorted(exact, key=lambda route: [*map(_is_parameter, route.segments)]):
            shape = (route.method, len(route.segments))
            self._by_shape.setdefault(shape, []).append((route.segments, route))

    def find(self, method: str, path: str) -> tuple[GatewayRoute | None, dict[str, str]]:
        """The route and its parameters; the default route, if any, for what no other takes."""
        parts = path.split("/")
        for wanted in (method, _ANY_METHOD):
            for segments, route in self._by_shape.get((wanted, len(parts)), ()):
                parameters = _parameters(segments, parts)
                if parameters is not None:
                    return route, parameters
        for route in self._greedy:
            parameters = _greedy_parameters(route.segments, parts)
            if parameters is not None and route.method in (method, _ANY_METHOD):
                return route, parameters
        return self._default, {}


def _is_parameter(segment: str) -> bool:
    return segment.startswith("{")


def _is_greedy(route: GatewayRoute) -> bool:
    """Whether the last parameter takes all that follows, as API Gateway's `{proxy+}`."""
    return route.segments[-1].endswith("+}")


def _greedy_parameters(segments: Sequence[str], parts: Sequence[str]) -> dict[str, str] | None:
    """As `_parameters`, where the last segment takes all parts that are left."""
    *first, last = segments
    if len(parts) < len(segments):
        return None
    parameters = _parameters(first, parts[: len(first)])
    rest = "/".join(parts[len(first) :])
    return None if parameters is None or not rest else {**parameters, last[1:-2]: rest}


def _parameters(segments: Sequence[str], parts: Sequence[str]) -> dict[str, str] | None:
    """The values of the parameters among the segments in the parts of a path; None for another path."""
    parameters: dict[str, str] = {}
    for segment, part in zip(segments, parts, strict=True):
        if segment != part:
            if not part or not _is_parameter(segment):
                return None
            parameters[segment[1:-1]] = part
    return parameters


class HttpApi:
    """A WSGI application that invokes the functions behind the routes."""

    def __init__(self, functions: Mapping[str, str], pool: FunctionPool, log: FunctionLog, port: int) -> None:
        """`functions` are the functions behind the routes, by the routes' keys."""
        self._routes = RouteTable(functions)
        self._pool = pool
        self._log = log
        self._port = port

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Responds with what the function of the request's route returns."""
        path = _text(environ["PATH_INFO"])
        route, parameters = self._routes.find(environ["REQUEST_METHOD"], path)
        if route is None:
            answer = _fault(HTTPStatus.NOT_FOUND, "Not Found")
        else:
            answer = self._answer(route, self._event(environ, path, route, parameters))
        has_content = answer.status not in _WITHOUT_CONTENT
        headers = [*answer.headers, ("Content-Length", str(len(answer.content)))]
        start_response(
            f"{answer.status} {_PHRASES.get(answer.status, '-')}", headers if has_content else answer.headers
        )
        return [answer.content] if has_content and environ["REQUEST_METHOD"] != "HEAD" else []

    def _answer(self, route: GatewayRoute, event: dict[str, Any]) -> "_Answer":
        """The gateway's response for a function's result. It tells nobody why a function failed."""
        try:
            outcome = self._pool.invoke(route.function, json.dumps(event).encode())
            if not outcome.failed:
                return _answer_of(outcome.payload)
            cause = _cause(outcome)
        except FunctionNotFound as error:
            cause = f"{error} does not run"
        except (ValueError, TypeError) as error:
            cause = f"its result is none of a function behind an HTTP API: {error}"
        self._log.complain(route.function, f"{event['routeKey']} failed: {cause}")
        return _fault(HTTPStatus.INTERNAL_SERVER_ERROR, "Internal Server Error")

    def _event(
        self, environ: dict[str, Any], path: str, route: GatewayRoute, parameters: dict[str, str]
    ) -> dict[str, Any]:
        """The request as the function gets it. What is empty is left out, as API Gateway does."""
        headers = _headers(environ)
        query = _text(environ["QUERY_STRING"])
        host = headers.get("host", "")
        now = time.time()
        body, is_binary = _body(environ["wsgi.input"].read())
        event: dict[str, Any] = {
            "version": "2.0",
            "routeKey": route.key,
            "rawPath": path,
            "rawQueryString": query,
            "headers": {
                **headers,
                "x-forwarded-proto": environ["wsgi.url_scheme"],
                "x-forwarded-port": str(self._port),
            },
            "requestContext": {
                "accountId": ACCOUNT_ID,
                "apiId": "local",
                "domainName": host,
                "domainPrefix": host.partition(".")[0],
                "http": {
                    "method": environ["REQUEST_METHOD"],
                    "path": path,
                    "protocol": environ["SERVER_PROTOCOL"],
                    "sourceIp": environ["REMOTE_ADDR"],
                    "userAgent": headers.get("user-agent", ""),
                },
                "requestId": str(uuid.uuid4()),
                "routeKey": route.key,
                "stage": "$default",
                "time": time.strftime("%d/%b/%Y:%H:%M:%S +0000", time.gmtime(now)),
                "timeEpoch": int(now * 1000),
            },
            "isBase64Encoded": is_binary,
        }
        if "cookie" in headers:
            event["cookies"] = headers["cookie"].split("; ")
        if query:
            event["queryStringParameters"] = _query_parameters(query)
        if parameters:
            event["pathParameters"] = parameters
        if body:
            event["body"] = body
        return event


@dataclass(frozen=True, slots=True)
class _Answer:
    """The response that the client gets."""

    status: int
    headers: Sequence[tuple[str, str]]
    content: bytes


_PHRASES = {status.value: status.phrase for status in HTTPStatus}


def _answer_of(payload: bytes) -> _Answer:
    """The response that a function's result stands for: a whole one, or JSON that is its content.

    Raises ValueError or TypeError for what is neither.
    """
    result = json.loads(payload)
    if not isinstance(result, dict) or "statusCode" not in result:
        content = result if isinstance(result, str) else json.dumps(result)
        return _Answer(200, [("Content-Type", "application/json")], content.encode())
    headers = [(name, str(value)) for name, value in dict(result.get("headers") or {}).items()]
    if not any(name.lower() == "content-type" for name, _ in headers):
        headers.append(("Content-Type", "application/json"))
    headers += [("Set-Cookie", cookie) for cookie in result.get("cookies") or ()]
    body = result.get("body") or ""
    content_bytes = base64.b64decode(body) if result.get("isBase64Encoded") else str(body).encode()
    return _Answer(int(result["statusCode"]), headers, content_bytes)


def _fault(status: HTTPStatus, message: str) -> _Answer:
    """A message of the gateway itself."""
    headers = [("Content-Type", "application/json"), ("X-Request-Id", str(uuid.uuid4()))]
    return _Answer(status, headers, json.dumps({"message": message}).encode())


def _cause(outcome: Outcome) -> str:
    error = json.loads(outcome.payload)
    return f"{error.get('errorType')}: {error.get('errorMessage')}"


def _headers(environ: Mapping[str, Any]) -> dict[str, str]:
    """The headers of a request; several of one name are joined by commas already."""
    headers = {
        name[len(_HEADER_PREFIX) :].replace("_", "-").lower(): value
        for name, value in environ.items()
        if name.startswith(_HEADER_PREFIX)
    }
    for variable, name in _CONTENT_HEADERS.items():
        if value := environ.get(variable):
            headers[name] = value
    return headers


def _query_parameters(query: str) -> dict[str, str]:
    """The values by their names; several of one name are joined by commas."""
    values: dict[str, list[str]] = {}
    for name, value in parse_qsl(query, keep_blank_values=True, errors="replace"):
        values.setdefault(name, []).append(value)
    return {name: ",".join(several) for name, several in values.items()}


def _body(content: bytes) -> tuple[str, bool]:
    """The body as the event has it, and whether that is Base64: of all that is no text."""
    try:
        return content.decode("utf-8"), False
    except UnicodeDecodeError:
        return base64.b64encode(content).decode(), True


def _text(latin: str) -> str:
    """A text of WSGI, which hands over the bytes of UTF-8 as if they were Latin-1."""
    return latin if latin.isascii() else latin.encode("latin-1").decode("utf-8", "replace")

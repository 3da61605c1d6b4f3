"""The HTTP API of the simulated world: it leads requests to functions, which may die or take too long."""

import base64
import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from urllib.parse import parse_qsl

from local_stack.gateway.http_api import RouteTable
from simulation.functions import THROTTLED, Functions, InvocationEnd
from simulation.latencies import Latencies
from simulation.token_bucket import TokenBucket
from simulation.virtual_time import VirtualTime

HOST: Final = "screening.example.com"


@dataclass(frozen=True, slots=True)
class HttpReply:
    """An HTTP response. `body` is JSON where it is any, else text."""

    status: int
    headers: Mapping[str, str]
    body: Any


@dataclass(slots=True)
class RouteThrottle:
    """What each route of a stage takes: `rate` requests a second, and `burst` at once (a token bucket).

    https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
    """

    rate: float
    burst: int
    _buckets: dict[str, TokenBucket] = field(default_factory=dict)

    def takes(self, route: str, now: float) -> bool:
        """Whether a route takes another request, `now` seconds after the beginning."""
        return self._buckets.setdefault(route, TokenBucket(self.rate, self.burst)).take(1, now)


class SimulatedGateway:
    """Carries the requests of those who live in the world. `functions` are behind routes, by their keys."""

    def __init__(
        self,
        routes: Mapping[str, str],
        functions: Functions,
        time: VirtualTime,
        random: Random,
        latencies: Latencies,
        throttle: RouteThrottle,
    ) -> None:
        self._routes = RouteTable(routes)
        self._latencies = latencies
        self._throttle = throttle
        self._functions = functions
        self._time = time
        self._random = random

    def send(
        self, method: str, target: str, headers: Mapping[str, str], body: str | None, *, address: str
    ) -> HttpReply:
        """The response to a request from `address`, for the process that runs. It waits for it."""
        path, _, query = target.partition("?")
        route, parameters = self._routes.find(method, path)
        assert route is not None
        if not self._throttle.takes(route.key, self._time.elapsed):
            return HttpReply(429, {}, {"message": "Too Many Requests"})
        self._time.pause(self._latencies.seconds("gateway"))
        event = {
            "version": "2.0",
            "routeKey": route.key,
            "rawPath": path,
            "rawQueryString": query,
            "headers": {"host": HOST, **{name.lower(): value for name, value in headers.items()}},
            "queryStringParameters": dict(parse_qsl(query, keep_blank_values=True)),
            "pathParameters": parameters,
            "requestContext": {
                "domainName": HOST,
                "stage": "$default",
                "requestId": f"{self._random.getrandbits(64):016x}",
                "http": {"method": method, "path": path, "protocol": "HTTP/1.1", "sourceIp": address},
            },
            "body": body,
            "isBase64Encoded": False,
        }
        outcomes: list[InvocationEnd] = []
        waiting = self._time.current()

        def take(outcome: InvocationEnd) -> None:
            outcomes.append(outcome)
            waiting.switch()

        self._functions.invoke(route.function, event, take)
        self._time.wait()
        [outcome] = outcomes
        return _reply(outcome)


def _reply(outcome: InvocationEnd) -> HttpReply:
    if outcome.error == THROTTLED:
        return HttpReply(503, {}, {"message": "Service Unavailable"})
    if outcome.error is not None:
        return HttpReply(500, {}, {"message": "Internal Server Error"})
    answer = outcome.result
    headers = {name.lower(): str(value) for name, value in (answer.get("headers") or {}).items()}
    content = answer.get("body") or ""
    if answer.get("isBase64Encoded"):
        sent = base64.b64decode(content)
        content = (gzip.decompress(sent) if headers.get("content-encoding") == "gzip" else sent).decode(
            errors="replace"
        )
    is_json = "json" in headers.get("content-type", "") and content
    return HttpReply(answer["statusCode"], headers, json.loads(content) if is_json else content)

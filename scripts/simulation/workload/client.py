"""A client of the service as a careful integrator writes it: it asks again until it has its response."""

import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from simulation.gateway import HttpReply
from simulation.world import World

GATHER: Final = "/qsi/gather"
_PATIENCE: Final = 40
_SHORTEST_SECONDS, _LONGEST_SECONDS = 0.5, 60.0
_IMPATIENCE: Final = 0.1
"""How often a request is sent again before the first one has its response."""
_OF_CALLERS: Final = ("x-api-key", "authorization")
"""The headers that say who sends a request."""
_PASSING: Final = ("is still running", "by many others", "is being answered")
"""What conflicts say that are over soon."""


class Refusal(Exception):
    """The service has refused a request for good."""

    def __init__(self, method: str, path: str, reply: HttpReply) -> None:
        super().__init__(f"{method} {path}: {reply.status} {reply.body}")
        self.reply = reply


@dataclass(slots=True)
class ServiceClient:
    """Somebody who sends requests from `address`, with a key or without one. All have the `headers`."""

    world: World
    random: Random
    address: str
    key: str | None = None
    prefix: str = GATHER
    headers: Mapping[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Any:
        """The data of a response. Raises Refusal."""
        return self._call("GET", path, None)

    def post(self, path: str, body: Mapping[str, Any] | None = None, *, is_repeatable: bool = False) -> Any:
        """Make something, once however often it has to be asked for. Raises Refusal.

        A request that shows no key or session has no `Idempotency-Key`; `is_repeatable` says that its body
        makes it one however often it is sent.
        """
        return self._call("POST", path, body or {}, is_repeatable=is_repeatable)

    def put(self, path: str, body: Mapping[str, Any]) -> Any:
        """Store something. Raises Refusal."""
        return self._call("PUT", path, body)

    def patch(self, path: str, body: Mapping[str, Any]) -> Any:
        """Change something. Raises Refusal."""
        return self._call("PATCH", path, body)

    def delete(self, path: str) -> Any:
        """Remove something. Raises Refusal."""
        return self._call("DELETE", path, None)

    def _call(
        self, method: str, path: str, body: Mapping[str, Any] | None, *, is_repeatable: bool = False
    ) -> Any:
        headers = {"content-type": "application/json", **self.headers}
        if self.key is not None:
            headers["x-api-key"] = self.key
        if method == "POST" and not headers.keys().isdisjoint(_OF_CALLERS):
            headers["idempotency-key"] = f"{self.random.getrandbits(96):024x}"
        content = None if body is None else json.dumps(body)

        def send() -> HttpReply:
            return self.world.gateway.send(
                method, f"{self.prefix}{path}", headers, content, address=self.address
            )

        is_repeatable = (is_repeatable or "idempotency-key" in headers) and self.world.conditions.has_faults
        if is_repeatable and self.random.random() < _IMPATIENCE:
            self.world.live("an impatient client", send)
        for attempt in itertools.count(1):
            reply = send()
            if reply.status < 400:
                has_envelope = isinstance(reply.body, dict) and "data" in reply.body
                return reply.body["data"] if has_envelope else reply.body
            if attempt == _PATIENCE or not _may_pass(reply):
                raise Refusal(method, path, reply)
            longest = min(_LONGEST_SECONDS, _SHORTEST_SECONDS * 2**attempt)
            self.world.time.pause(self.random.uniform(_SHORTEST_SECONDS, longest + 1))
        raise AssertionError("the attempts never end")


def _may_pass(reply: HttpReply) -> bool:
    """Whether the same request may succeed later."""
    if reply.status == 409:
        return any(words in json.dumps(reply.body) for words in _PASSING)
    return reply.status >= 500 or reply.status == 429

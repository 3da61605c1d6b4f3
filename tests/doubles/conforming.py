"""Compares every exchange of a test with the OpenAPI document."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from gather.table.store import Table
from openapi.__main__ import DOCUMENT
from openapi.conformance import Conformance, HttpExchange
from openapi.declarations import declared_routes
from tests.builders.outbox import events_of
from tests.builders.service import Reply, Transport


@cache
def conformance() -> Conformance:
    """Returns the repository's document, ready for comparisons."""
    return Conformance(json.loads(DOCUMENT.read_text(encoding="utf-8")))


@cache
def suite_paths() -> re.Pattern[str]:
    """The paths of the recruiting suites' own routes, which their own documentation describes."""
    paths = {each.route.path for each in declared_routes() if not each.route.is_ours}
    return re.compile("|".join(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) for path in sorted(paths)))


def is_of_suite(path: str) -> bool:
    """Whether a request's path is that of a suite's own route."""
    return suite_paths().fullmatch(path.partition("?")[0]) is not None


@dataclass
class ConformingTransport:
    """Carries requests over `transport`, which a test can still use directly.

    `contradictions` are the contradictions between the document and the exchanges so far.
    """

    transport: Transport
    contradictions: list[str] = field(default_factory=list)

    def send(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Reply:
        reply = self.transport.send(method, path, headers, body)
        if is_of_suite(path):
            return reply
        exchange = HttpExchange(method, path, _json(body), reply.status, reply.headers, reply.body)
        self.contradictions += conformance().contradictions(exchange)
        return reply

    def __getattr__(self, name: str) -> object:
        return getattr(self.transport, name)


def contradictions_of_events(table: Table) -> list[str]:
    """Lists the contradictions between the document and the payloads of the waiting events."""
    return [
        contradiction
        for name, payload in events_of(table)
        for contradiction in conformance().of_payload(name, payload)
    ]


def _json(body: str | None) -> object:
    try:
        return json.loads(body) if body else None
    except ValueError:
        return None

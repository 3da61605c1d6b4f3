"""Keeps what the tests send to the service and what it answers, for the document's examples."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from openapi.recording import RecordedExchange
from tests.builders.service import Reply, Transport


@dataclass
class Recording:
    """The successful exchanges in JSON of a run."""

    exchanges: list[RecordedExchange] = field(default_factory=list)

    def of(self, transport: Transport) -> "RecordedTransport":
        """The same transport, recorded."""
        return RecordedTransport(transport, self)


@dataclass
class RecordedTransport:
    """Carries requests as `transport` does, which is still there for who reaches behind it."""

    transport: Transport
    recording: Recording

    def send(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Reply:
        reply = self.transport.send(method, path, headers, body)
        if 200 <= reply.status < 300 and isinstance(reply.body, dict) and "data" in reply.body:
            sent = _json(body)
            has_version = "etag" in reply.headers
            exchange = RecordedExchange(
                method, path.partition("?")[0], sent, reply.status, reply.body, has_version=has_version
            )
            self.recording.exchanges.append(exchange)
        return reply

    def __getattr__(self, name: str) -> object:
        return getattr(self.transport, name)


def _json(body: str | None) -> object:
    try:
        return json.loads(body) if body else None
    except ValueError:
        return None

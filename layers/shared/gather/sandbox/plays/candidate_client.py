"""The candidate's side of the service as a browser reaches it: over HTTP, by the token of an invite.

A played candidate does nothing that a real one could not do, by the very same routes.
"""

import json
from collections.abc import Mapping
from typing import Any

from gather.core.settings import Settings
from gather.outgoing import transport
from gather.outgoing.address_policy import AddressPolicy, system_resolver
from gather.outgoing.result import AttemptResult
from gather.ports.failure import EngineFailed
from gather.ports.speech import SpokenAudio

LIMITS = transport.Limits(seconds=30.0, body_bytes=4_000_000, response_bytes=4_500_000)
"""The gateway ends a request after thirty seconds. A page with a hundred long questions is some megabytes."""

USER_AGENT = "talent-screening-sandbox"

_OVER = {404, 409, 410}
_TOO_MANY_REQUESTS = 429
_STILL_AT_WORK = "/conversation/turns"


class NothingToPlay(Exception):
    """The interview cannot be answered any more: it has expired, is erased, or somebody else has ended it."""


class CandidateClient:
    """The routes behind an invite's token. The addresses are the deployment's own.

    client = CandidateClient(adapters.settings, invite_token)
    client.ask("PUT", "/answers/7f8d…", {"mediaId": client.upload(recording)})
    """

    def __init__(self, settings: Settings, token: str) -> None:
        self._address = f"{settings.base_url}/screening/{token}"
        self._policy = AddressPolicy(system_resolver, settings.allow_private_webhook_addresses)

    def ask(self, method: str, path: str = "", body: Mapping[str, object] | None = None) -> dict[str, Any]:
        """Make a request and return the `data` of its answer.

        Raises NothingToPlay, and EngineFailed: not retryable where the request is refused for what it says.
        """
        sent = b"" if body is None else json.dumps(body).encode()
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        result = self._send(self._address + path, sent, headers, method)
        if not result.delivered:
            raise _fault(method, path, result)
        data: dict[str, Any] = result.data["data"]
        return data

    def upload(self, recording: SpokenAudio) -> str:
        """Upload a recording and return the id of its media. Raises as `ask` does."""
        announced = {"contentType": recording.content_type, "size": len(recording.content)}
        place = self.ask("POST", "/media", announced)
        result = self._send(place["uploadUrl"], recording.content, place["headers"], "PUT")
        if not result.delivered:
            raise EngineFailed(retryable=True, reason=f"the upload was answered with {_outcome(result)}")
        media_id: str = place["mediaId"]
        return media_id

    def _send(self, url: str, body: bytes, headers: Mapping[str, str], method: str) -> AttemptResult:
        sent = {"User-Agent": USER_AGENT, **headers}
        return transport.send(url, body, sent, policy=self._policy, limits=LIMITS, method=method)


def _fault(method: str, path: str, result: AttemptResult) -> Exception:
    """The exception for an answer other than 2xx. A turn that is a 409 may still be at work."""
    status = result.status
    if status in _OVER and not (status == 409 and path == _STILL_AT_WORK):
        return NothingToPlay()
    is_refused = status is not None and 400 <= status < 500 and status not in (409, _TOO_MANY_REQUESTS)
    # Of the path only the route: ids of questions stand in it, and none of what was said.
    reason = f"{method} {path or '/'} was answered with {_outcome(result)}"
    return EngineFailed(retryable=not is_refused, reason=reason)


def _outcome(result: AttemptResult) -> str:
    return str(result.status) if result.error is None else result.error.value

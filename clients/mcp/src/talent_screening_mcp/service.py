"""The way to the service: requests with the key, repeated where that is safe."""

import asyncio
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from talent_screening_mcp.failures import ToolFailure
from talent_screening_mcp.requests import ToolRequest
from talent_screening_mcp.version import __version__

_REFUSALS = ("RATE_LIMIT_EXCEEDED", "SERVICE_UNAVAILABLE")
"""Codes by which the service says that it has done nothing. A gateway's 503 says no such thing."""

_FIRST_PAUSE = 0.5


@dataclass(frozen=True)
class Patience:
    """How long a tool waits, in seconds. Clients give up on a tool after about a minute."""

    timeout: float = 30.0
    """For a part of a response."""

    attempts: int = 3
    longest_wait: float = 10.0
    """The longest `Retry-After` that is waited for."""

    whole: float = 25.0
    """After this time no further attempt is made."""


@dataclass(frozen=True)
class _Setback:
    """An attempt that failed."""

    failure: ToolFailure
    was_refused: bool = False
    """Whether the service has certainly done nothing."""

    is_in_doubt: bool = False
    """Whether it may have done what was asked."""

    retry_after: str | None = None

    def allows_another(self, request: ToolRequest, *, after_doubt: bool) -> bool:
        """Whether another attempt is safe and could help.

        After doubt, a conflict of a request with an idempotency key can mean that the first still runs.
        """
        if self.was_refused:
            return True
        if after_doubt and self.failure.code == "CONFLICT":
            return request.idempotency_key is not None
        return self.is_in_doubt and request.is_repeatable


class ServiceClient:
    """Sends the requests of tools. The key goes to the service alone: redirects are not followed."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        patience: Patience | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._patience = patience or Patience()
        self._client = httpx.AsyncClient(
            base_url=url,
            headers={"x-api-key": key, "user-agent": f"talent-screening-mcp/{__version__}"},
            timeout=self._patience.timeout,
            transport=transport,
        )

    async def close(self) -> None:
        """End the connections."""
        await self._client.aclose()

    async def send(self, request: ToolRequest) -> Mapping[str, Any]:
        """The envelope with which the service answers. Raises ToolFailure."""
        began, attempt, is_in_doubt = time.monotonic(), 0, False
        while True:
            attempt += 1
            outcome = await self._attempt(request)
            if not isinstance(outcome, _Setback):
                return outcome
            pause = _pause(attempt, outcome.retry_after)
            if not outcome.allows_another(request, after_doubt=is_in_doubt) or self._is_over(
                attempt, pause, time.monotonic() - began
            ):
                raise outcome.failure
            is_in_doubt = is_in_doubt or outcome.is_in_doubt
            await asyncio.sleep(pause)

    async def status_of(self, path: str) -> int | None:
        """The status with which the service answers a GET; None when it cannot be reached."""
        try:
            return (await self._once(ToolRequest("GET", path, {}, None))).status_code
        except httpx.HTTPError:
            return None

    def _is_over(self, attempt: int, pause: float, waited: float) -> bool:
        patience = self._patience
        return (
            attempt >= patience.attempts or pause > patience.longest_wait or waited + pause > patience.whole
        )

    async def _attempt(self, request: ToolRequest) -> Mapping[str, Any] | _Setback:
        try:
            response = await self._once(request)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return _Setback(
                ToolFailure("CONNECTION_FAILED", "The service cannot be reached."), was_refused=True
            )
        except httpx.TimeoutException:
            said = "The service did not answer in time. It may have done what was asked."
            return _Setback(ToolFailure("TIMEOUT", said), is_in_doubt=True)
        except httpx.HTTPError:
            said = "The connection broke off. The service may have done what was asked."
            return _Setback(ToolFailure("CONNECTION_FAILED", said), is_in_doubt=True)
        body = _json(response)
        if response.is_success and isinstance(body, dict) and "data" in body:
            return body
        failure = _refusal(body) or _unexpected(response)
        return _Setback(
            failure,
            was_refused=failure.code in _REFUSALS,
            is_in_doubt=response.status_code >= 500 and failure.code not in _REFUSALS,
            retry_after=response.headers.get("retry-after"),
        )

    async def _once(self, request: ToolRequest) -> httpx.Response:
        headers = {}
        if request.content is not None:
            headers["content-type"] = "application/json"
        if request.idempotency_key is not None:
            headers["idempotency-key"] = request.idempotency_key
        return await self._client.request(
            request.method,
            request.path,
            params=dict(request.query),
            content=request.content,
            headers=headers,
        )


def _pause(attempt: int, retry_after: str | None) -> float:
    """The seconds until the next attempt, a bit at random, so that clients do not repeat together."""
    if retry_after is not None and retry_after.isdecimal():
        return int(retry_after) + random.uniform(0, _FIRST_PAUSE)
    return random.uniform(0, _FIRST_PAUSE * 2.0**attempt)


def _refusal(body: Any) -> ToolFailure | None:
    """The service's error; None for what something else has answered, such as a gateway."""
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict) or not {"code", "message"} <= set(error):
        return None
    return ToolFailure(str(error["code"]), str(error["message"]), error.get("details"))


def _unexpected(response: httpx.Response) -> ToolFailure:
    return ToolFailure(
        "UNEXPECTED_ANSWER",
        f"The answer, of status {response.status_code}, is not the service's. Check TALENT_SCREENING_URL.",
    )


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None

"""The clients: what the generated operations are sent with."""

import asyncio
import base64
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from talent_screening.calls import Call, Credential, Listing
from talent_screening.errors import ApiError
from talent_screening.exchanging import Envelope, Outcome, Pause, Send, Step, answered, exchange, pages
from talent_screening.generated.async_operations import AsyncOperations
from talent_screening.generated.operations import Operations
from talent_screening.imports import Ask, ImportOptions, ImportStep, Look, Upload, course, resume
from talent_screening.models import CandidateImport
from talent_screening.retrying import RetryPolicy
from talent_screening.version import __version__

T = TypeVar("T")
I = TypeVar("I")  # noqa: E741  # the item of a list

DEFAULT_TIMEOUT = httpx.Timeout(30, connect=5)
"""Seconds; the service itself answers within 29."""

_SENT: Mapping[str, str] = {
    "Accept": "application/json",
    "User-Agent": f"talent-screening-python/{__version__}",
}
"""The headers of every request."""


class TalentScreening(Operations):
    """The service, used with one key. Threads may share a client; close it, or use it in `with`.

    `api_key` may be left out for what is done without one: a candidate's side, and chats. A vendor's side of
    Connect has a `login` instead, the user and the password of its integration. Raises ValueError for both.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        login: tuple[str, str] | None = None,
        retries: RetryPolicy | None = None,
        timeout: httpx.Timeout = DEFAULT_TIMEOUT,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._http = httpx.Client(base_url=base_url, timeout=timeout, transport=transport)
        self._credentials = _credentials(api_key, login)
        self._retries = retries or RetryPolicy()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def import_candidates(
        self,
        path: str | PathLike[str],
        options: ImportOptions | None = None,
        *,
        on_progress: Callable[[CandidateImport], None] | None = None,
    ) -> CandidateImport:
        """Import the candidates of a CSV or NDJSON file, and wait until it is complete.

        `on_progress` gets the import whenever it was looked at. Raises ValueError for a file of another kind,
        ImportFailed, and what the operations raise. Rows that are done stay.
        """
        steps = course(Path(path), options or ImportOptions(), self._retries)
        outcome: Any = None
        while True:
            try:
                step = resume(steps, outcome)
            except StopIteration as done:
                return _imported(done)
            outcome = self._carry_out(step, on_progress)

    def _carry_out(self, step: ImportStep, on_progress: Callable[[CandidateImport], None] | None) -> Any:
        match step:
            case Ask(operation):
                try:
                    return operation(self)
                except ApiError as failure:
                    return failure
            case Upload(url, headers, path):
                try:
                    return self._http.put(url, headers=headers, content=path.read_bytes())
                except httpx.TransportError as failure:
                    return failure
            case Pause(seconds):
                time.sleep(seconds)
            case Look(candidate_import) if on_progress is not None:
                on_progress(candidate_import)
        return None

    def _call(self, call: Call[T]) -> T:
        steps = exchange(call, self._retries)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as done:
                return answered(call, _result(done))
            outcome = self._perform(step)

    def _iterate(self, listing: Listing[Any, I]) -> Iterator[I]:
        steps = pages(listing, self._retries)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration:
                return
            if isinstance(step, Send | Pause):
                outcome = self._perform(step)
            else:
                outcome = None
                yield from step

    def _perform(self, step: Step) -> Outcome:
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            return None
        try:
            return self._http.send(_request(self._http, step.call, self._credentials))
        except httpx.TransportError as failure:
            return failure


class AsyncTalentScreening(AsyncOperations):
    """The same for asyncio: methods are coroutines, iterators are asynchronous. Use it in `async with`."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        login: tuple[str, str] | None = None,
        retries: RetryPolicy | None = None,
        timeout: httpx.Timeout = DEFAULT_TIMEOUT,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._http = httpx.AsyncClient(base_url=base_url, timeout=timeout, transport=transport)
        self._credentials = _credentials(api_key, login)
        self._retries = retries or RetryPolicy()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def import_candidates(
        self,
        path: str | PathLike[str],
        options: ImportOptions | None = None,
        *,
        on_progress: Callable[[CandidateImport], None] | None = None,
    ) -> CandidateImport:
        """Import the candidates of a CSV or NDJSON file, and wait until it is complete.

        `on_progress` gets the import whenever it was looked at. Raises ValueError for a file of another kind,
        ImportFailed, and what the operations raise. Rows that are done stay.
        """
        steps = course(Path(path), options or ImportOptions(), self._retries)
        outcome: Any = None
        while True:
            try:
                step = resume(steps, outcome)
            except StopIteration as done:
                return _imported(done)
            outcome = await self._carry_out(step, on_progress)

    async def _carry_out(
        self, step: ImportStep, on_progress: Callable[[CandidateImport], None] | None
    ) -> Any:
        match step:
            case Ask(operation):
                try:
                    return await operation(self)
                except ApiError as failure:
                    return failure
            case Upload(url, headers, path):
                try:
                    content = await asyncio.to_thread(path.read_bytes)
                    return await self._http.put(url, headers=headers, content=content)
                except httpx.TransportError as failure:
                    return failure
            case Pause(seconds):
                await asyncio.sleep(seconds)
            case Look(candidate_import) if on_progress is not None:
                on_progress(candidate_import)
        return None

    async def _call(self, call: Call[T]) -> T:
        steps = exchange(call, self._retries)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as done:
                return answered(call, _result(done))
            outcome = await self._perform(step)

    async def _iterate(self, listing: Listing[Any, I]) -> AsyncIterator[I]:
        steps = pages(listing, self._retries)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration:
                return
            if isinstance(step, Send | Pause):
                outcome = await self._perform(step)
            else:
                outcome = None
                for item in step:
                    yield item

    async def _perform(self, step: Step) -> Outcome:
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
            return None
        try:
            return await self._http.send(_request(self._http, step.call, self._credentials))
        except httpx.TransportError as failure:
            return failure


def _credentials(api_key: str | None, login: tuple[str, str] | None) -> Mapping[str, str]:
    """The headers that prove who asks."""
    if api_key is not None and login is not None:
        raise ValueError("a client has a key or a login, not both")
    if login is not None:
        encoded = base64.b64encode(":".join(login).encode()).decode()
        return {"Authorization": f"Basic {encoded}"}
    return {} if api_key is None else {"x-api-key": api_key}


def _request(
    http: httpx.Client | httpx.AsyncClient, call: Call[Any], credentials: Mapping[str, str]
) -> httpx.Request:
    headers = {**_SENT, **call.sent_headers}
    content = call.content
    if content is not None:
        headers["Content-Type"] = "application/json"
    if call.credential is Credential.KEY:
        headers |= credentials
    return http.build_request(call.method, call.url, params=call.sent_query, headers=headers, content=content)


def _imported(done: StopIteration) -> CandidateImport:
    candidate_import: CandidateImport = done.value
    return candidate_import


def _result(done: StopIteration) -> Envelope:
    envelope: Envelope = done.value
    return envelope

"""The Python client, which shows on the page what it sends and what comes back."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Self, TypeVar
from urllib.parse import unquote

import httpx

from demo.deviation import Deviation
from demo.printing import Page, chosen, member
from talent_screening import ApiError, TalentScreening

# Both only end a wait that would never end: a busy machine takes its time.
REQUEST_SECONDS = 120
PATIENCE_SECONDS = 300
POLL_SECONDS = 0.2
LONGEST_POLL_SECONDS = 2.0

T = TypeVar("T")
E = TypeVar("E", bound=ApiError)

_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True)
class Step:
    """How the page shows the requests of one step.

    `show` names the members of the response to show, and `mask` the secret ones, each with the prefix that
    may be read. A step that `asks_again` shows its request once, and only the last response.
    """

    show: tuple[str, ...] = ()
    mask: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    asks_again: bool = False


class ShownTransport(httpx.BaseTransport):
    """Sends requests, and shows them and their responses as their step says."""

    def __init__(self, page: Page, transport: httpx.BaseTransport) -> None:
        self._page = page
        self._transport = transport
        self._step = Step()
        self._is_first = True
        self.last = httpx.Response(204)

    def begin(self, step: Step) -> None:
        """The next requests are part of this step."""
        self._step, self._is_first = step, True

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Raises Deviation when the response is a success of another kind than the step's."""
        if self._is_first or not self._step.asks_again:
            body = json.loads(request.content) if request.content else None
            self._page.request(request.method, unquote(request.url.raw_path.decode()), body)
        self._is_first = False
        self.last = self._transport.handle_request(request)
        self.last.read()
        if self.last.is_success and self.last.status_code != self._step.status:
            what = f"{request.method} {request.url.path}"
            raise Deviation(what, f"status {self._step.status}", f"{self.last.status_code} {self.last.text}")
        if not self._step.asks_again:
            self.show_last()
        return self.last

    def show_last(self) -> None:
        """Show the last response. Of an error, show its code, its message and its details."""
        document = self.last.json()
        if not self.last.is_success:
            self._page.response(self.last.status_code, chosen(document, ("error",)))
            return
        for path, beginning in self._step.mask.items():
            self._page.mask(member(document, path), beginning)
        self._page.response(self.last.status_code, chosen(document, self._step.show))

    def close(self) -> None:
        self._transport.close()


class DemoClient(TalentScreening):
    """The client, with a step on the page for each request: `client.step("…", show=(…)).get_job(job_id)`."""

    def __init__(
        self,
        page: Page,
        base_url: str,
        api_key: str | None = None,
        *,
        login: tuple[str, str] | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._page = page
        self._shown = ShownTransport(page, transport or httpx.HTTPTransport())
        super().__init__(
            base_url, api_key, login=login, timeout=httpx.Timeout(REQUEST_SECONDS), transport=self._shown
        )

    def step(
        self,
        what: str,
        *,
        status: int = 200,
        show: Iterable[str] = (),
        mask: Mapping[str, str] = _NOTHING,
    ) -> Self:
        """Return the same client, whose next request is this step. A success must have this status."""
        self._page.step(what)
        self._shown.begin(Step(tuple(show), mask, status))
        return self

    def refused(self, what: str, error: type[E], send: Callable[[Self], object]) -> E:
        """Return the error with which the service refuses a request. Raises Deviation when it accepts it."""
        try:
            send(self.step(what))
        except error as refusal:
            return refusal
        raise Deviation(what, error.__name__, f"status {self._shown.last.status_code}")

    def await_record(
        self,
        what: str,
        read: Callable[[Self], T],
        is_there: Callable[[T], object],
        *,
        show: Iterable[str] = (),
        mask: Mapping[str, str] = _NOTHING,
    ) -> T:
        """Read repeatedly until the record meets the condition, and show the last response.

        For changes that no event announces. Raises Deviation when the record does not meet it in time.
        """
        self._page.step(what)
        self._shown.begin(Step(tuple(show), mask, asks_again=True))
        deadline = time.monotonic() + PATIENCE_SECONDS
        # A key may make a thousand requests an hour, and engines may be slow.
        pauses = (min(LONGEST_POLL_SECONDS, POLL_SECONDS * 1.2**number) for number in count())
        while not is_there(record := read(self)):
            if time.monotonic() > deadline:
                raise Deviation(what, f"it within {PATIENCE_SECONDS} s", self.last_text)
            time.sleep(next(pauses))
        self._shown.show_last()
        return record

    @property
    def last_text(self) -> str:
        """The last response as it came, with members that a record omits or must not have."""
        return self._shown.last.text

    @property
    def last_meta(self) -> Any:
        """The `meta` of the last response."""
        return self._shown.last.json()["meta"]

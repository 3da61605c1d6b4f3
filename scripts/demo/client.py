"""A client of the service's HTTP interface that shows what it sends and what comes back."""

import base64
import json
import time
import urllib.request
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

from demo.deviation import Deviation, expect
from demo.printing import Page, chosen, member

# Both only end a wait that would never end: a busy machine takes its time.
REQUEST_SECONDS = 120
PATIENCE_SECONDS = 300
POLL_SECONDS = 0.2

_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True)
class HttpResponse:
    """An HTTP response; `headers` have lower-case names."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def body(self) -> Any:
        """The JSON document."""
        return json.loads(self.content)

    @property
    def data(self) -> Any:
        """The success envelope's data."""
        return self.body["data"]


class DemoClient:
    """Sends requests below `prefix`, with the key or the user and password of `login` if there is one.

    Every request is a step on the page.
    """

    def __init__(
        self,
        page: Page,
        base_url: str,
        prefix: str = "",
        key: str | None = None,
        login: tuple[str, str] | None = None,
    ) -> None:
        self._page = page
        self._base_url = base_url
        self._prefix = prefix
        self._headers = {"x-api-key": key} if key else {}
        if login:
            encoded = base64.b64encode(":".join(login).encode()).decode()
            self._headers["authorization"] = f"Basic {encoded}"

    def carrying(self, header: str, value: str) -> "DemoClient":
        """The same client, which sends one more header."""
        other = DemoClient(self._page, self._base_url, self._prefix)
        other._headers = {**self._headers, header: value}
        return other

    def call(
        self,
        what: str,
        method: str,
        path: str,
        body: Mapping[str, object] | None = None,
        *,
        status: int = 200,
        show: Iterable[str] = (),
        mask: Mapping[str, str] = _NOTHING,
    ) -> HttpResponse:
        """Send a request, show it and the members of the response that `show` names.

        `mask` names members that are secret, with the beginning that may be read. Raises Deviation when
        the response has another status.
        """
        self._page.step(what)
        self._page.request(method, f"{self._prefix}{path}", body)
        response = self._send(method, path, body)
        if response.status != status:
            raise Deviation(f"{method} {path}", f"status {status}", f"{response.status} {_text(response)}")
        self._show(response, show, mask)
        return response

    def await_response(
        self,
        what: str,
        path: str,
        is_there: Callable[[Any], object],
        *,
        show: Iterable[str] = (),
        mask: Mapping[str, str] = _NOTHING,
    ) -> HttpResponse:
        """Ask again and again until the data (or a document without it) is as it is to become, and show
        the last response.

        For what no event tells. Raises Deviation when it does not become so in time.
        """
        self._page.step(what)
        self._page.request("GET", f"{self._prefix}{path}")
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            response = self._send("GET", path, None)
            expect(f"GET {path}", response.status, 200)
            if is_there(response.body.get("data", response.body)):
                self._show(response, show, mask)
                return response
            if time.monotonic() > deadline:
                raise Deviation(f"GET {path}", f"{what} within {PATIENCE_SECONDS} s", _text(response))
            time.sleep(POLL_SECONDS)

    def open_page(self, what: str, url: str) -> str:
        """The HTML behind a link, as a browser gets it. Raises Deviation when it is no page."""
        self._page.step(what)
        self._page.request("GET", url)
        response = fetch("GET", url, headers={"accept": "text/html"})
        kind = response.headers.get("content-type", "")
        expect(f"GET {url}", (response.status, kind.partition(";")[0]), (200, "text/html"))
        self._page.response(response.status, f"{len(response.content)} bytes of text/html")
        return response.content.decode()

    def _show(self, response: HttpResponse, show: Iterable[str], mask: Mapping[str, str]) -> None:
        for path, beginning in mask.items():
            self._page.mask(member(response.body, path), beginning)
        self._page.response(response.status, chosen(response.body, show))

    def _send(self, method: str, path: str, body: Mapping[str, object] | None) -> HttpResponse:
        content = None if body is None else json.dumps(body).encode()
        headers = {**self._headers, "accept": "application/json"}
        if content is not None:
            headers["content-type"] = "application/json"
        return fetch(method, f"{self._base_url}{self._prefix}{path}", content, headers)


def fetch(
    method: str, url: str, content: bytes | None = None, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """The response to one request, whatever its status; redirections are followed."""
    request = urllib.request.Request(url, content, dict(headers or {}), method=method)
    try:
        with urllib.request.urlopen(request, timeout=REQUEST_SECONDS) as response:
            return HttpResponse(response.status, _lower(response.headers.items()), response.read())
    except HTTPError as error:
        return HttpResponse(error.code, _lower(error.headers.items()), error.read())
    except OSError as error:
        raise Deviation(f"{method} {without_query(url)}", "a response", error) from None


def without_query(url: str) -> str:
    """A URL as it may be shown: what signs it is left out."""
    return urlsplit(url)._replace(query="…" if urlsplit(url).query else "").geturl()


def _lower(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}


def _text(response: HttpResponse) -> str:
    return response.content.decode(errors="replace")[:1_000]

"""A browser's requests: to pages, to signed addresses, and to the views of the local stack."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import httpx

from demo.client import PATIENCE_SECONDS, POLL_SECONDS, REQUEST_SECONDS
from demo.deviation import Deviation, expect
from demo.printing import Page, chosen


class Browser:
    """Opens addresses without a key. Each is a step on the page."""

    def __init__(self, page: Page, base_url: str) -> None:
        self._page = page
        self._base_url = base_url

    def open_page(self, what: str, url: str) -> str:
        """Returns the HTML behind a link. Raises Deviation when it is no page."""
        self._page.step(what)
        self._page.request("GET", url)
        response = fetch("GET", url, headers={"accept": "text/html"})
        kind = response.headers.get("content-type", "")
        expect(f"GET {url}", (response.status_code, kind.partition(";")[0]), (200, "text/html"))
        self._page.response(response.status_code, f"{len(response.content)} bytes of text/html")
        return response.text

    def look(
        self, what: str, path: str, is_there: Callable[[Any], object] = bool, *, show: Iterable[str] = ()
    ) -> Any:
        """Returns the JSON at a path of the local stack as soon as it meets the condition.

        Raises Deviation when it does not meet it in time.
        """
        self._page.step(what)
        self._page.request("GET", path)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            response = fetch("GET", f"{self._base_url}{path}", headers={"accept": "application/json"})
            expect(f"GET {path}", response.status_code, 200)
            document = response.json()
            if is_there(document):
                self._page.response(response.status_code, chosen(document, show))
                return document
            if time.monotonic() > deadline:
                raise Deviation(f"GET {path}", f"{what} within {PATIENCE_SECONDS} s", response.text)
            time.sleep(POLL_SECONDS)

    def send(self, what: str, path: str, body: object, *, show: Iterable[str] = ()) -> Any:
        """Returns the JSON of the response to a POST to a path of the local stack, which has to create."""
        self._page.step(what)
        self._page.request("POST", path, body)
        content = json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        response = fetch("POST", f"{self._base_url}{path}", content, headers)
        expect(f"POST {path}", (response.status_code, response.text if response.is_error else ""), (201, ""))
        document = response.json()
        self._page.response(response.status_code, chosen(document, show))
        return document


def fetch(
    method: str, url: str, content: bytes | None = None, headers: Mapping[str, str] | None = None
) -> httpx.Response:
    """Returns the response to one request, whatever its status, and follows redirections."""
    try:
        return httpx.request(
            method, url, content=content, headers=headers, timeout=REQUEST_SECONDS, follow_redirects=True
        )
    except httpx.TransportError as error:
        raise Deviation(f"{method} {without_query(url)}", "a response", error) from None


def without_query(url: str) -> str:
    """Returns a URL without its query, which signs it and must not be shown."""
    parts = httpx.URL(url)
    return f"{parts.copy_with(query=None)}?…" if parts.query else url

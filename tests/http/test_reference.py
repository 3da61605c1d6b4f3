"""The OpenAPI document and its page are served to everyone (interface: Reference, rules 1 and 2)."""

import json
import re
from html.parser import HTMLParser

import pytest

from openapi.__main__ import DOCUMENT
from tests.builders.service import Reply, Service

pytestmark = pytest.mark.routes

PAGES = ["/i/unknown", "/share/unknown", "/m/unknown", "/chat/unknown", "/docs"]
FILES = ["/docs/start.js", "/docs/viewer.js", "/docs/viewer.css"]


def test_the_document_is_served_as_it_is_to_whoever_has_no_key(service: Service) -> None:
    reply = service.using(None).get("/openapi.json")

    assert (reply.status, reply.headers["content-type"]) == (200, "application/json")
    assert reply.body == json.loads(DOCUMENT.read_text())


def test_the_page_loads_only_what_its_own_host_has(service: Service) -> None:
    page = service.public().get("/docs")
    loaded = _Addresses(page.body).found

    assert page.status == 200
    assert {"/docs/viewer.css", "/docs/viewer.js", "/docs/start.js"} <= set(loaded)
    for address in loaded:
        assert address == "data:," or service.public().get(address).status == 200, address
    assert "https:" not in page.headers["content-security-policy"]
    assert "validatorUrl:null" in service.public().get("/docs/start.js").body


@pytest.mark.parametrize(("path", "media_type"), [(FILES[1], "text/javascript"), (FILES[2], "text/css")])
def test_the_viewer_is_what_its_makers_publish(service: Service, path: str, media_type: str) -> None:
    reply = service.public().get(path)

    assert reply.headers["content-type"].startswith(media_type)
    assert len(reply.body) > 100_000


@pytest.mark.parametrize("path", [*PAGES, *FILES, "/qsi/gather/openapi.json"])
def test_head_answers_as_get_does_without_a_body(service: Service, path: str) -> None:
    got, asked = (service.public().request(method, path) for method in ("GET", "HEAD"))

    assert (asked.status, asked.body) == (got.status, "")
    for name in ("content-type", "cache-control", "vary", "content-length"):
        assert asked.headers[name] == got.headers[name]
    assert int(asked.headers["content-length"]) > 0


@pytest.mark.parametrize("path", [*PAGES, *FILES, "/qsi/gather/openapi.json"])
def test_pages_are_compressed_for_whoever_accepts_it(service: Service, path: str) -> None:
    accepting = service.public().request("HEAD", path, headers={"accept-encoding": "br;q=1, gzip;q=0.8"})
    refusing = service.public().request("HEAD", path, headers={"accept-encoding": "gzip;q=0, identity"})

    assert "content-encoding" not in refusing.headers
    assert refusing.headers["vary"] == accepting.headers["vary"] == "Accept-Encoding"
    assert accepting.headers["content-encoding"] == "gzip"


def test_every_response_has_the_id_of_its_request(service: Service) -> None:
    replies = [
        service.get("/candidates"),
        service.get("/candidates", page="x"),
        service.using("qapi_wrong").get("/candidates"),
        service.get("/unknown"),
        service.put("/candidates", {}),
        service.public().get("/screening/unknown"),
        service.using(None).get("/openapi.json"),
        *(service.public().get(path) for path in PAGES),
    ]

    for reply in replies:
        assert re.fullmatch(r"[0-9a-f-]{36}", reply.headers["x-request-id"])
        if isinstance(reply.body, dict) and "meta" in reply.body:
            assert reply.headers["x-request-id"] == reply.body["meta"]["requestId"]
    assert len({reply.headers["x-request-id"] for reply in replies}) == len(replies)


def test_a_repeated_response_keeps_the_id_that_its_body_names(service: Service) -> None:
    first, again = (_create(service) for _ in range(2))

    assert again.headers["idempotent-replay"] == "true"
    assert again.headers["x-request-id"] == first.body["meta"]["requestId"]
    assert again.body == first.body


def _create(service: Service) -> Reply:
    body = {
        "firstName": "Ada",
        "lastName": "Lovelace",
        "email": "ada@example.com",
        "phone": "+14155550123",
    }
    return service.post("/candidates", body, headers={"idempotency-key": "once"})


class _Addresses(HTMLParser):
    """Everything that a page loads or links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("src", "href") and value]

"""The chat on a customer's own site, whose browser lets the frame of another site store nothing."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect

from tests.browser.page import PHONE
from tests.builders.service import Service
from tests.support.records import post_chatbot

Contexts = Callable[..., BrowserContext]
REFUSES_STORAGE = """
    if (window !== window.top) {
      for (const name of ["sessionStorage", "localStorage"]) {
        const refuse = () => { throw new DOMException("Refused", "SecurityError"); };
        Object.defineProperty(window, name, { get: refuse });
      }
    }
"""


class _Pages(BaseHTTPRequestHandler):
    """The same page under every address, with `script` in it."""

    script = ""

    def do_GET(self) -> None:
        body = f"<!doctype html><title>Careers</title><h1>Careers</h1>{self.script}".encode()
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def open_site(
    new_context: Contexts, service: Service, stack: dict[str, str]
) -> Iterator[Callable[..., tuple[Page, str]]]:
    """Opens a page of the customer's site that embeds a new chatbot, and tells the site's origin.

    The site is `localhost` and the service 127.0.0.1, which is another site to a browser.
    """
    servers: list[ThreadingHTTPServer] = []

    def opening(**chatbot: object) -> tuple[Page, str]:
        made = post_chatbot(service, **chatbot)
        address = f"{stack['baseUrl'].replace('localhost', '127.0.0.1')}/chat/{made['id']}/embed.js"
        pages = type("Pages", (_Pages,), {"script": f'<script src="{address}" async></script>'})
        server = ThreadingHTTPServer(("127.0.0.1", 0), pages)
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        servers.append(server)
        origin = f"http://localhost:{server.server_port}"
        context = new_context(viewport=PHONE)
        context.add_init_script(REFUSES_STORAGE)
        page = context.new_page()
        page.goto(f"{origin}/jobs")
        return page, origin

    yield opening
    for server in servers:
        server.shutdown()
        server.server_close()


def _open_chat(page: Page) -> FrameLocator:
    page.locator("button[aria-haspopup=dialog]").click()
    return page.frame_locator("iframe")


def _say(chat: FrameLocator, text: str) -> None:
    chat.get_by_role("textbox").fill(text)
    chat.get_by_role("textbox").press("Enter")
    expect(chat.get_by_role("log").get_by_text(text, exact=True)).to_be_visible()
    expect(chat.locator("#typing")).to_be_hidden()


@pytest.mark.parametrize("domains", [[], ["localhost"]])
def test_a_conversation_goes_on_within_the_page(
    open_site: Callable[..., tuple[Page, str]], domains: list[str]
) -> None:
    page, _ = open_site(allowedDomains=domains)
    chat = _open_chat(page)

    _say(chat, "Are you a robot?")
    expect(chat.get_by_role("log")).to_contain_text("I am an automated assistant")
    for _ in ("close", "open"):
        page.locator("button[aria-haspopup=dialog]").evaluate("each => each.click()")
    _say(chat, "Wer liest das?")

    expect(chat.get_by_role("log")).to_contain_text("Menschen aus dem Team können lesen")
    expect(chat.get_by_role("log")).to_contain_text("I am an automated assistant")
    expect(chat.get_by_role("log").get_by_text("Are you a robot?", exact=True)).to_have_count(1)


def test_a_site_that_the_chatbot_names_keeps_it_for_its_other_pages(
    open_site: Callable[..., tuple[Page, str]],
) -> None:
    page, origin = open_site(allowedDomains=["localhost"])
    _say(_open_chat(page), "Are you a robot?")

    page.goto(f"{origin}/about")
    again = _open_chat(page)

    expect(again.get_by_role("log")).to_contain_text("Are you a robot?")
    _say(again, "Is this chat stored?")
    expect(again.get_by_role("log")).to_contain_text("What you write here is stored")


def test_no_other_site_gets_the_token(open_site: Callable[..., tuple[Page, str]]) -> None:
    page, origin = open_site()
    _say(_open_chat(page), "Are you a robot?")

    assert page.evaluate("() => Object.keys(sessionStorage)") == []

    page.goto(f"{origin}/about")
    expect(_open_chat(page).get_by_role("textbox")).to_be_visible()
    expect(page.frame_locator("iframe").get_by_role("log")).not_to_contain_text("Are you a robot?")

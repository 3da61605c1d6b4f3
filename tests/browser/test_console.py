"""The console in a real browser, on the local stack: sign-in, what is kept of it, and the first screen."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Request, Route, expect

from tests.builders.service import Service

BUILT = Path(__file__).parents[2] / "functions" / "console" / "assets" / "app" / "index.html"
PROGRAM = re.compile(r"/console/assets/first-view-[^/]*\.js$")
"""The script with React and the first screen, the largest by far."""
PHONE = {"viewport": {"width": 390, "height": 844}}

Contexts = Callable[..., BrowserContext]


@pytest.fixture(autouse=True)
def _built() -> None:
    if not BUILT.is_file():
        pytest.fail("the console is not built: run make console", False)


def sign_in(page: Page, stack: Any, who: str, address: str = "/console") -> None:
    """Open the console, and sign in as one of its people."""
    page.goto(address)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name=stack["consoleUsers"][who]["name"], exact=True).click()


def test_a_person_signs_in_and_stays_so_after_a_reload(new_context: Contexts, stack: Any) -> None:
    page = new_context().new_page()
    sign_in(page, stack, "reviewer")

    expect(page.get_by_role("heading", level=1, name="Review queue")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Review queue")).to_be_visible()


def test_the_sign_in_returns_to_the_address_and_leaves_no_trace(new_context: Contexts, stack: Any) -> None:
    context = new_context()
    page = context.new_page()
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))

    sign_in(page, stack, "manager", "/console/candidates/nobody?from=mail")

    expect(page.get_by_role("navigation").first).to_be_visible()
    expect(page).to_have_url(f"{stack['baseUrl']}/console/candidates/nobody?from=mail")
    token = page.evaluate("JSON.parse(sessionStorage.getItem('console-session')).token")
    assert token.startswith("qses_")
    assert not [address for address in addresses if token in address]
    assert {address.split("/")[2] for address in addresses if address.startswith("http")} == {
        stack["baseUrl"].removeprefix("http://")
    }
    assert context.cookies() == []
    assert page.evaluate("localStorage.length") == 0


def test_signing_out_ends_it_in_every_tab_and_at_the_service(
    new_context: Contexts, stack: Any, team: Service
) -> None:
    context = new_context()
    page = context.new_page()
    sign_in(page, stack, "reviewer")
    expect(page.get_by_role("heading", level=1, name="Review queue")).to_be_visible()
    token = page.evaluate("JSON.parse(sessionStorage.getItem('console-session')).token")
    other = context.new_page()
    other.goto("/console")
    expect(other.get_by_role("heading", level=1, name="Review queue")).to_be_visible()

    with page.expect_response(lambda response: response.url.endswith("/console/session")):
        account = page.get_by_role("button", name=stack["consoleUsers"]["reviewer"]["name"])
        if account.count():
            account.first.click()
        page.get_by_role("button", name="Sign out").or_(page.get_by_role("menuitem", name="Sign out")).click()

    expect(other.get_by_role("button", name="Sign in")).to_be_visible()
    refused = Service(team.transport, None, team.prefix, {"authorization": f"Bearer {token}"})
    assert refused.get("/review-queue").status == 401


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_the_focus_is_on_what_waits_longest(
    new_context: Contexts, stack: Any, team: Service, device: dict[str, Any]
) -> None:
    team.post("/jobs", {"title": "Night cook", "type": "requisition", "status": "pending_approval"})
    page = new_context(**device).new_page()

    sign_in(page, stack, "manager")

    expect(first_item(page)).to_be_focused()


def first_item(page: Page) -> Locator:
    """What waits longest. Other tests leave what waits too: only who is first is known, not what."""
    return page.get_by_role("main").get_by_role("listitem").first.get_by_role("link")


def test_the_first_item_takes_two_rounds_of_requests_after_the_page(
    new_context: Contexts, stack: Any, team: Service
) -> None:
    """One for the files that the page names, one for what the first of them asks the service for."""
    team.post("/jobs", {"title": "Night cook", "type": "requisition", "status": "pending_approval"})
    page = new_context(**PHONE).new_page()
    sign_in(page, stack, "manager")
    expect(first_item(page)).to_be_focused()
    scripts: list[str] = []
    page.on("request", lambda asked: scripts.append(asked.url) if asked.resource_type == "script" else None)
    # What the page that is left still loads in its idle time is none of the next one's.
    page.on("framenavigated", lambda _frame: scripts.clear())
    under_way: set[Request] = set()
    page.on("request", lambda asked: under_way.add(asked))
    page.on("requestfinished", lambda asked: under_way.discard(asked))
    page.on("requestfailed", lambda asked: under_way.discard(asked))
    withheld: list[Route] = []
    page.route(PROGRAM, lambda route: withheld.append(route))

    with page.expect_response(lambda answer: "/review-queue" in answer.url) as queue:
        opened = page.reload(wait_until="commit")
    queue.value.finished()

    assert opened is not None
    assert len(withheld) == 1, "the queue was not asked for before the program was there"
    assert withheld[0].request.url in scripts
    assert [script for script in scripts if script.split("/")[-1] not in opened.text()] == []
    while under_way - {withheld[0].request}:
        page.wait_for_event("requestfinished")
    page.route("**", lambda route: route.abort())
    withheld[0].continue_()
    expect(first_item(page)).to_be_focused()

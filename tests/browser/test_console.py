"""The console in a real browser, on the local stack: sign-in, what is kept of it, and the first screen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.builders.service import Service
from tests.doubles.over_http import Http

BUILT = Path(__file__).parents[2] / "functions" / "console" / "assets" / "app" / "index.html"
PHONE = {"viewport": {"width": 390, "height": 844}}

Contexts = Callable[..., BrowserContext]


@pytest.fixture(autouse=True)
def _built() -> None:
    if not BUILT.is_file():
        pytest.fail("the console is not built: run make console", False)


@pytest.fixture
def team(http: Http, stack: Any) -> Service:
    """The team of the people who sign in, by its key."""
    return Service(http, stack["apiKey"])


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
    title = "Night cook"
    team.post("/jobs", {"title": title, "type": "requisition", "status": "pending_approval"})
    page = new_context(**device).new_page()

    sign_in(page, stack, "manager")

    expect(page.get_by_role("link", name=title).first).to_be_focused()

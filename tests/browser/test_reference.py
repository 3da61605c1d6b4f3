"""The reference in a real browser: axe finds nothing, and an operation has an address of its own."""

import re
from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.page import DESKTOP, PHONE

CREATE = "/docs#/candidate%20interviews/createCandidateInterview"


def found_by_axe(page: Page) -> list[tuple[str, list[str]]]:
    violations = Axe().run(page).response["violations"]
    return [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in violations]


@pytest.mark.parametrize("colors", ["light", "dark"])
def test_everybody_can_read_it(
    new_context: Callable[..., BrowserContext], colors: Literal["light", "dark"]
) -> None:
    page = new_context(viewport=PHONE, color_scheme=colors).new_page()
    page.goto("/docs")
    expect(page.get_by_role("heading", name="All schemas")).to_be_attached()
    expect(page.get_by_label("Server")).to_be_visible()

    assert found_by_axe(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


BADGES = """() => {
  const codes = [...document.querySelectorAll(".info .markdown code, .info .renderedMarkdown code")];
  const lineOf = (code) => parseFloat(getComputedStyle(code.parentElement).lineHeight);
  const parts = codes.flatMap((code) => [...code.getClientRects()].map((part) => part.height - lineOf(code)));
  return [parts.length, Math.max(...parts)];
}"""


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_no_badge_of_code_covers_another_line(
    new_context: Callable[..., BrowserContext], viewport: dict[str, int]
) -> None:
    page = new_context(viewport=viewport).new_page()
    page.goto("/docs")
    expect(page.locator(".info code").first).to_be_visible()

    count, beyond = page.evaluate(BADGES)

    assert count > 10
    assert beyond <= 0


def test_there_is_a_way_back_where_there_is_a_start(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(viewport=PHONE).new_page()
    page.goto("/docs")

    page.get_by_role("link", name="Back to the start").click()

    expect(page.get_by_role("heading", name="Talent Screening Service")).to_be_visible()
    expect(page).to_have_url(re.compile("/$"))


def test_there_is_no_way_back_to_nothing(new_context: Callable[..., BrowserContext]) -> None:
    """A deployment has no page at its own address."""
    context = new_context(viewport=PHONE)
    context.route(re.compile("://[^/]+/$"), lambda route: route.fulfill(status=404))
    page = context.new_page()
    with page.expect_response(re.compile("://[^/]+/$")):
        page.goto("/docs")

    expect(page.get_by_role("heading", name="Operations")).to_be_attached()
    expect(page.get_by_role("link", name="Back to the start")).to_have_count(0)


def test_an_operation_is_opened_by_its_address_and_by_the_keyboard(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(viewport=DESKTOP).new_page()
    page.goto(CREATE)
    operation = page.locator("#operations-candidate_interviews-createCandidateInterview")
    expect(operation.get_by_role("heading", name="Responses")).to_be_visible()

    assert found_by_axe(page) == []
    for _ in range(2):
        operation.get_by_role("button", name="Link a candidate to an interview").press("Enter")
    expect(operation.get_by_role("heading", name="Responses")).to_be_visible()
    expect(page).to_have_url(re.compile("createCandidateInterview$"))


@pytest.mark.parametrize("colors", ["light", "dark"])
def test_everybody_can_try_an_operation_beside_another_one(
    new_context: Callable[..., BrowserContext], colors: Literal["light", "dark"]
) -> None:
    page = new_context(viewport=DESKTOP, color_scheme=colors).new_page()
    page.goto(CREATE)
    operation = page.locator("#operations-candidate_interviews-createCandidateInterview")
    responses = page.get_by_role("region", name="Responses of POST /qsi/gather/candidate-interviews")
    expect(responses).to_be_visible()
    operation.get_by_role("button", name="Try it out").click()
    expect(operation.get_by_role("button", name="Execute")).to_be_visible()
    other = page.locator("#operations-candidate_interviews-getCandidateInterview")
    other.get_by_role("button", name="Read a candidate interview").press("Enter")
    expect(other.get_by_role("heading", name="Responses")).to_be_visible()

    assert found_by_axe(page) == []


def test_parameters_fit_on_a_phone(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(viewport={"width": 360, "height": 640}, color_scheme="dark").new_page()
    page.goto("/docs#/candidate%20interviews/getCandidateInterview")
    operation = page.locator("#operations-candidate_interviews-getCandidateInterview")
    expect(operation.get_by_role("heading", name="Responses")).to_be_visible()
    operation.get_by_role("button", name="Try it out").click()

    expect(operation.get_by_placeholder("candidateInterviewId")).to_be_enabled()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert found_by_axe(page) == []


@pytest.mark.parametrize("colors", ["light", "dark"])
def test_everybody_can_give_a_key(
    new_context: Callable[..., BrowserContext], colors: Literal["light", "dark"]
) -> None:
    page = new_context(viewport=PHONE, color_scheme=colors).new_page()
    page.goto("/docs")
    page.get_by_role("button", name="Authorize").first.click()
    expect(page.get_by_role("heading", name="Available authorizations")).to_be_visible()

    assert found_by_axe(page) == []
    page.get_by_role("button", name="Close", exact=True).first.press("Enter")
    expect(page.get_by_role("heading", name="Available authorizations")).to_be_hidden()


def test_operations_are_found_by_what_they_say(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(viewport=DESKTOP).new_page()
    page.goto("/docs")
    search = page.get_by_role("textbox", name="Search operations")
    expect(search).to_have_attribute("placeholder", "Search operations")

    search.fill("rotate secret webhooks")

    found = page.locator("#operations-webhooks-rotateWebhookSecret")
    expect(found).to_be_visible()
    expect(page.locator("#operations-webhooks-createWebhook")).to_have_count(0)
    expect(page.locator("#operations-tag-candidates")).to_have_count(0)

    search.fill("")

    expect(page.locator("#operations-tag-candidates")).to_be_visible()
    expect(found).to_be_hidden()

"""The page asks for the consent before anything else, in a real browser."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route, expect

from gather.tenancy.organizations.models import CONSENT_REQUIRED
from tests.browser.conftest import Open
from tests.browser.page import NARROW
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.screening_candidate import Screening

ASKED, AGREE = "Before you begin", "I agree"


def accepted_at(screening: Screening) -> str | None:
    moment: str | None = screening.show().data["screening"]["consent"]["acceptedAt"]
    return moment


@pytest.mark.features(CONSENT_REQUIRED)
def test_questions_are_asked_after_the_consent_and_answered_then(open_talk: Open, service: Service) -> None:
    screening = make_screening(service)
    opened = open_talk(screening, has_agreed=False)
    page = opened.page
    expect(page.get_by_role("heading", name=ASKED)).to_be_visible()
    expect(page.locator("main")).to_contain_text("Example Team 1")
    expect(page.locator("main").get_by_role("button")).to_have_text([AGREE, "I do not agree"])
    expect(opened.button("Start")).to_have_count(0)
    expect(page.get_by_text("Your work")).to_have_count(0)
    assert accepted_at(screening) is None

    opened.button(AGREE).click()

    expect(page.get_by_role("heading", name="Hello Ada!")).to_be_focused()
    assert accepted_at(screening) is not None
    opened.button("Start").click()
    opened.button("Skip for now").click()
    page.get_by_text("Yes", exact=True).click()
    expect(page.get_by_text("Saved", exact=True).first).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name=ASKED)).to_have_count(0)


def test_a_conversation_begins_after_the_consent(open_talk: Open, plain: Screening) -> None:
    opened = open_talk(plain, has_agreed=False)
    expect(opened.page.get_by_role("heading", name=ASKED)).to_be_visible()
    expect(opened.button("Start by text")).to_have_count(0)

    opened.button(AGREE).click()

    opened.start("Start by text")
    opened.expect_turns("welcome", "Why coffee?")


def test_going_back_leads_around_no_consent(open_talk: Open, service: Service) -> None:
    screening = make_screening(service)
    opened = open_talk(screening, has_agreed=False)
    page = opened.page
    page.evaluate("() => history.replaceState({ step: 1 }, '')")
    page.evaluate("() => history.pushState({ step: 2 }, '')")

    page.go_back()

    page.wait_for_function("() => history.state.step === 1")
    expect(page.get_by_role("heading", name=ASKED)).to_be_visible()


def test_a_consent_that_is_not_saved_is_asked_for_again(open_talk: Open, plain: Screening) -> None:
    opened = open_talk(plain, has_agreed=False)
    opened.page.route("**/consent", lambda route: _fail(route), times=1)

    opened.button(AGREE).click()

    expect(opened.page.get_by_role("alert")).to_have_text(opened.says("notAgreed"))
    opened.button(AGREE).click()
    expect(opened.button("Start by text")).to_be_visible()


def _fail(route: Route) -> None:
    route.fulfill(status=503, json={"error": {"code": "SERVICE_UNAVAILABLE", "message": ""}})


def test_a_slow_network_keeps_the_focus_and_says_what_is_going_on(open_talk: Open, plain: Screening) -> None:
    opened = open_talk(plain, has_agreed=False)
    held: list[Route] = []
    opened.page.route("**/consent", lambda route: held.append(route))
    agree = opened.button(AGREE)
    agree.focus()

    for _ in range(3):
        opened.page.keyboard.press("Enter")

    expect(opened.page.locator("main").get_by_role("status")).to_have_text(opened.says("saving"))
    expect(agree).to_be_focused()
    assert len(held) == 1
    held[0].continue_()
    expect(opened.button("Start by text")).to_be_visible()


def test_the_consent_can_be_read_by_everybody(open_talk: Open, plain: Screening) -> None:
    opened = open_talk(plain, has_agreed=False, viewport=NARROW)
    expect(opened.button(AGREE)).to_be_visible()

    assert Axe().run(opened.page).response["violations"] == []
    assert opened.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

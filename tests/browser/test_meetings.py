"""A candidate books, moves and cancels a time of a meeting in a real browser."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from gather.tenancy.organizations.models import JOB_WORKFLOW
from tests.browser.page import DESKTOP, NARROW, PHONE, check_weight
from tests.builders.service import Service, Tenant
from tests.builders.workflows import add_governed_job, enroll
from tests.support.records import add_meeting, step

pytestmark = pytest.mark.features(JOB_WORKFLOW)

LOOKS = pytest.mark.parametrize(
    ("viewport", "color_scheme"), [(PHONE, "light"), (NARROW, "dark"), (DESKTOP, "light"), (DESKTOP, "dark")]
)
Contexts = Callable[..., BrowserContext]
Ask = Callable[..., str]


def check(page: Page) -> None:
    """Everybody can read it, nothing is wider than the screen, and it was loaded soon."""
    check_weight(page)
    violations = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations] == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def ask(service: Service, tenant: Tenant) -> Ask:
    """Asks a candidate to a meeting, and returns the address of the page."""
    jobs: dict[str, str] = {}

    def ask_to(name: str = "Ada", **members: Any) -> str:
        key = repr(sorted(members.items()))
        if key not in jobs:
            jobs[key] = add_governed_job(service, tenant, step("meeting", add_meeting(service, **members)))
        person = {"firstName": name, "lastName": "Example", "email": f"{name.lower()}@example.com"}
        return f"/m/{str(enroll(service, jobs[key], **person)['firstInviteUrl']).rpartition('/m/')[2]}"

    return ask_to


def choose(page: Page, time: str) -> None:
    page.get_by_role("radio", name=re.compile(time)).check()


@LOOKS
def test_a_time_is_booked_moved_and_cancelled_without_a_script(
    new_context: Contexts, ask: Ask, viewport: dict[str, int], color_scheme: str
) -> None:
    context = new_context(
        viewport=viewport, color_scheme=color_scheme, timezone_id="Europe/Berlin", java_script_enabled=False
    )
    page = context.new_page()
    page.goto(ask())
    expect(page.get_by_role("group", name="Thursday, March 20, 2036")).to_be_visible()

    choose(page, "10:00 AM")
    page.get_by_role("button", name="Book this time").click()

    expect(page.get_by_role("status")).to_have_text("Your time is booked.")
    expect(page.get_by_role("definition").first).to_contain_text("10:00 AM (Europe/Berlin)")
    with page.expect_download() as download:
        page.get_by_role("link", name="Add to the calendar").click()
    assert "DTSTART:20360320T090000Z" in download.value.path().read_text()
    page.get_by_text("Choose another time").click()
    choose(page, "2:00 PM")
    page.get_by_role("button", name="Move to this time").click()
    expect(page.get_by_role("definition").first).to_contain_text("2:00 PM (Europe/Berlin)")
    page.get_by_role("button", name="Cancel the booking").click()
    expect(page.get_by_text("Please choose a time that suits you.")).to_be_visible()


@LOOKS
@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_the_page_can_be_used_by_everybody(
    new_context: Contexts, ask: Ask, viewport: dict[str, int], color_scheme: str, language: str
) -> None:
    page = new_context(viewport=viewport, color_scheme=color_scheme).new_page()
    page.goto(ask(language=language))
    check(page)

    page.get_by_role("radio").first.check()
    page.locator(".slots button").click()

    expect(page.get_by_role("status")).to_be_visible()
    page.locator("summary").click()
    check(page)


def test_the_keyboard_alone_books_a_time(new_context: Contexts, ask: Ask) -> None:
    page = new_context(viewport=DESKTOP).new_page()
    page.goto(ask())

    page.keyboard.press("Tab")
    expect(page.get_by_role("radio").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.get_by_role("status")).to_have_text("Your time is booked.")
    expect(page.get_by_role("definition").first).to_contain_text("2:00 PM (Europe/Berlin)")


def test_who_was_slower_is_told_and_chooses_again(new_context: Contexts, ask: Ask) -> None:
    ada, bea = (new_context(viewport=PHONE).new_page() for _ in range(2))
    ada.goto(ask("Ada"))
    bea.goto(ask("Bea"))
    for page in (ada, bea):
        choose(page, "2:00 PM")
        page.get_by_role("button", name="Book this time").click()

    expect(ada.get_by_role("status")).to_have_text("Your time is booked.")
    expect(bea.get_by_role("alert")).to_contain_text("This time could not be booked.")
    expect(bea.get_by_role("radio", name=re.compile("2:00 PM"))).to_have_count(0)
    check(bea)
    choose(bea, "10:00 AM")
    bea.get_by_role("button", name="Book this time").click()
    expect(bea.get_by_role("alert")).to_have_count(0)
    expect(bea.get_by_role("status")).to_have_text("Your time is booked.")


def test_another_time_is_asked_for_with_a_text(new_context: Contexts, ask: Ask) -> None:
    page = new_context(viewport=PHONE).new_page()
    page.goto(ask())

    page.get_by_label("Which times would suit you?").fill("Any Friday,\nplease")
    page.get_by_role("button", name="Another time, please").click()

    expect(page.get_by_role("status")).to_contain_text("You have asked for another time.")
    expect(page.get_by_role("radio")).to_have_count(2)
    check(page)


@pytest.mark.parametrize(
    ("zone", "beside"),
    [
        ("Europe/Paris", None),
        ("America/New_York", "March 20, 2036 at 5:00 AM (America/New York)"),
        ("Australia/Lord_Howe", "March 20, 2036 at 8:00 PM (Australia/Lord Howe)"),
    ],
)
def test_a_device_in_another_zone_shows_its_own_time_too(
    new_context: Contexts, ask: Ask, zone: str, beside: str | None
) -> None:
    page = new_context(viewport=PHONE, timezone_id=zone).new_page()

    page.goto(ask())

    first = page.locator(".slots time").first
    shown = "10:00 AM\u2009\u2013\u200910:45 AM (Europe/Berlin)"
    expect(first).to_have_text(shown if beside is None else f"{shown} · {beside}")

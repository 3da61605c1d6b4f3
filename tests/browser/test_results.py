"""The results page in a real browser: on a phone, on a desk and on paper."""

import time
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from gather.table.records import Records
from tests.browser.page import DESKTOP, NARROW, PATIENCE, PHONE
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.screening_candidate import Screening

MOST_BYTES = 60_000


@pytest.fixture
def screening(service: Service, records: Records) -> Screening:
    made = make_screening(service)
    made.answer_all()
    assert made.complete().status == 200
    until = time.monotonic() + PATIENCE / 1000
    while made.results()["summaryStatus"] != "complete":
        assert time.monotonic() < until, "the answers are still being evaluated"
        time.sleep(0.2)
    return made


@pytest.fixture
def open_results(new_context: Callable[..., BrowserContext], screening: Screening) -> Callable[..., Page]:
    def opening(**options: object) -> Page:
        page = new_context(**options).new_page()
        page.goto(f"/share/{screening.results()['shareLink'].rpartition('/')[2]}")
        return page

    return opening


@pytest.mark.parametrize("viewport", [PHONE, NARROW, DESKTOP])
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_everybody_can_read_it(
    open_results: Callable[..., Page], viewport: dict[str, int], color_scheme: str
) -> None:
    page = open_results(viewport=viewport, color_scheme=color_scheme)

    expect(page.get_by_role("heading", name="Ada Lovelace")).to_be_visible()
    expect(page.get_by_role("img", name="Overall score")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page).response["violations"] == []


def test_a_quotation_leads_to_its_place(open_results: Callable[..., Page]) -> None:
    page = open_results(viewport=PHONE)
    quotation = page.locator(".quotes a").first

    quotation.click()

    marked = page.locator("mark:has(:target)")
    expect(marked).to_be_in_viewport()
    expect(marked).to_contain_text(quotation.locator("q").inner_text())


def test_on_paper_is_what_can_be_read(open_results: Callable[..., Page]) -> None:
    page = open_results(viewport=DESKTOP)
    expect(page.get_by_role("button", name="Print or save as PDF")).to_be_visible()

    page.emulate_media(media="print")

    expect(page.get_by_role("button", name="Print or save as PDF")).to_be_hidden()
    expect(page.get_by_role("heading", name="Ada Lovelace")).to_be_visible()


def test_the_first_view_is_small(open_results: Callable[..., Page]) -> None:
    page = open_results()
    sent = page.evaluate("() => performance.getEntriesByType('navigation')[0].encodedBodySize")

    assert sent < MOST_BYTES

"""The console in each language of the service: its words fit, and Arabic is written from right to left."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from gather.core.language import LANGUAGES
from tests.browser.console_tab import ConsoleTab
from tests.browser.test_console import PHONE
from tests.browser.test_console_screens import SCREENS
from tests.builders.screening import make_screening
from tests.builders.service import Service

Contexts = Callable[..., BrowserContext]

MISFITS = (Path(__file__).parent / "fitting.js").read_text(encoding="utf-8")
LONG_WORDS = ("de", "nl", "pl")
DESKTOP = {"viewport": {"width": 1280, "height": 900}}


def addresses(team: Service) -> Iterator[str]:
    """The screens, one of a candidate with results among them."""
    screening = make_screening(team)
    screening.answer_all()
    assert screening.complete().status == 200
    yield from SCREENS
    yield f"/console/candidates/{screening.candidate['id']}?interview={screening.id}"
    yield f"/console/interviews/{screening.interview['id']}"


def sign_in_in_any_language(page: Page, stack: Any) -> None:
    """Open the console and sign in; the only button of the page does it, whatever it is called."""
    page.goto("/console")
    page.get_by_role("main").get_by_role("button").click()
    page.get_by_role("button", name=stack["consoleUsers"]["administrator"]["name"], exact=True).click()
    expect(page.get_by_role("navigation").first).to_be_visible()


@pytest.mark.parametrize(
    ("language", "device"),
    [
        *(pytest.param(language, PHONE, id=f"{language}-phone") for language in LANGUAGES),
        *(pytest.param(language, DESKTOP, id=f"{language}-desktop") for language in LONG_WORDS),
    ],
)
def test_the_words_of_each_language_fit(
    new_context: Contexts, stack: Any, team: Service, language: str, device: dict[str, Any]
) -> None:
    """No word is broken in two, and none stands beyond its button or cell."""
    page = new_context(locale=language, **device).new_page()
    sign_in_in_any_language(page, stack)

    faults, tab = {}, ConsoleTab(page)
    for address in addresses(team):
        tab.open(address)
        if misfits := page.evaluate(MISFITS):
            faults[address] = misfits

    assert faults == {}
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("html").get_attribute("dir") == ("rtl" if language == "ar" else "ltr")


def test_a_screen_reader_finds_nothing_missing_from_right_to_left(
    new_context: Contexts, stack: Any, team: Service
) -> None:
    page = new_context(locale="ar-EG", **DESKTOP).new_page()
    sign_in_in_any_language(page, stack)

    faults, tab = {}, ConsoleTab(page)
    for address in addresses(team):
        tab.open(address)
        if found := [each["id"] for each in Axe().run(page).response["violations"]]:
            faults[address] = found

    assert faults == {}

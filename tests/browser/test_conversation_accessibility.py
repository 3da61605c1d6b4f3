"""The page of a conversation in each of its states: axe finds nothing, and everything fits."""

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from gather.table.records import Records
from tests.browser.conftest import PLAIN, Open
from tests.browser.page import DESKTOP, NARROW, PHONE, check_weight
from tests.browser.transcription_socket import TranscriptionSocket
from tests.browser.walk import states
from tests.builders.screening import make_ai_screening
from tests.builders.service import Service, Tenant
from tests.doubles.screening_candidate import Screening

_MISFITS = """() => {
  const shown = (each) => each.getClientRects().length > 0 && !each.closest(".unseen");
  const controls = Array.from(document.querySelectorAll("button, a.button, summary, select")).filter(shown);
  const sheet = document.querySelector(".sheet").getBoundingClientRect();
  const parts = Array.from(document.querySelectorAll(".main *")).filter(shown)
    .filter((each) => !each.closest(".log > *, dialog"));
  return {
    wide: document.documentElement.scrollWidth - innerWidth,
    spilled: parts.filter((each) => each.getBoundingClientRect().bottom > sheet.bottom + 1)
      .map((each) => each.outerHTML),
    cut: controls.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML),
    small: controls.filter((each) => {
      const { width, height } = each.getBoundingClientRect();
      return Math.min(width, height) < 43.5;
    }).map((each) => each.outerHTML),
  };
}"""
"""The pixels by which the page is wider than the window, the elements outside the card, and controls that are
cut or too small to touch."""


def faults(page: Page, **options: object) -> list[Any]:
    """Returns the violations that axe reports: each rule, and its elements."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    asked = {"resultTypes": ["violations"], **options}
    found = page.evaluate("(options) => axe.run(options)", asked)["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


def conversation_in(language: str, service: Service, records: Records, tenant: Tenant) -> Screening:
    """Creates an interview with three spoken questions and one of a survey."""
    return make_ai_screening(service, records, tenant, configuration=PLAIN, language=language)


def test_the_first_view_is_light(open_talk: Open, plain: Screening) -> None:
    opened = open_talk(plain, viewport=PHONE)
    expect(opened.button("Start by text")).to_be_visible()

    check_weight(opened.page)


def test_axe_reports_nothing(
    open_streaming: Open,
    understanding: TranscriptionSocket,
    service: Service,
    records: Records,
    tenant: Tenant,
) -> None:
    """In each state, on phone and desktop, light and dark. The dark scheme differs only in its colors."""
    screening = conversation_in("en-US", service, records, tenant)
    talk = open_streaming(screening, understanding, reduced_motion="reduce")
    found = {}

    for state in states(talk):
        for size, viewport in (("phone", PHONE), ("desktop", DESKTOP)):
            talk.page.set_viewport_size(viewport)  # type: ignore[arg-type]  # Playwright's own mapping
            talk.page.emulate_media(color_scheme="light")
            found[state, size, "light"] = faults(talk.page)
            talk.page.emulate_media(color_scheme="dark")
            found[state, size, "dark"] = faults(talk.page, runOnly=["color-contrast"])

    assert {place: reported for place, reported in found.items() if reported} == {}


@pytest.mark.parametrize("language", ["en-US", "de-DE", "fr-FR", "es-ES"])
def test_everything_fits_on_the_smallest_screen(
    open_streaming: Open,
    understanding: TranscriptionSocket,
    service: Service,
    records: Records,
    tenant: Tenant,
    language: str,
) -> None:
    """The page is not wider than the screen, no control's text is cut, and each is large enough to touch."""
    screening = conversation_in(language, service, records, tenant)
    talk = open_streaming(screening, understanding, viewport=NARROW)

    found = {state: talk.page.evaluate(_MISFITS) for state in states(talk)}

    fits = {"wide": 0, "spilled": [], "cut": [], "small": []}
    assert {state: misfits for state, misfits in found.items() if misfits != fits} == {}

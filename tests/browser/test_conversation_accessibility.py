"""What axe finds on the page of a conversation: nothing, on phone and desktop, light and dark."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gather.table.records import Records
from tests.browser.conftest import PLAIN, Open
from tests.browser.page import DESKTOP, PHONE, TalkPage
from tests.builders.screening import make_ai_screening
from tests.builders.service import Service, Tenant

LONG = "In my last job I ran the bar on Saturdays and served about two hundred guests a night."
QUICK = """*, *::before, *::after { transition: none !important; animation: none !important; }"""


def faults(talk: TalkPage) -> list[Any]:
    """What axe reports: the rule, and where."""
    found = Axe().run(talk.page).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_reports_nothing(
    open_talk: Open,
    service: Service,
    records: Records,
    tenant: Tenant,
    viewport: dict[str, int],
    scheme: Literal["light", "dark"],
) -> None:
    screening = make_ai_screening(service, records, tenant, configuration=PLAIN)
    talk = open_talk(screening, viewport=viewport, color_scheme=scheme, reduced_motion="reduce")

    expect(talk.button("Start by text")).to_be_visible()
    assert faults(talk) == []

    talk.start("Start by text")
    talk.say(LONG)
    assert faults(talk) == []

    talk.button("Speak instead").click()
    expect(talk.page.locator(".voice-status")).to_have_text("We hear you.")
    talk.page.get_by_text("Voice settings").click()
    assert faults(talk) == []

    talk.button("Pause").click()
    assert faults(talk) == []
    talk.button("Go on").click()

    talk.button("Type only").click()
    talk.button("End").click()
    assert faults(talk) == []
    talk.button("End the conversation").click()

    expect(talk.button("Continue")).to_be_visible()
    assert faults(talk) == []
    talk.button("Continue").click()
    expect(talk.page.get_by_role("heading", level=2)).to_be_visible()
    assert faults(talk) == []

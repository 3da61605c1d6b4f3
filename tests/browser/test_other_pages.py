"""The chat's page and the page of a meeting's invite in a real browser."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from gather.core.record import common_fields
from gather.table.records import Records
from gather.tenancy.organization import JOB_WORKFLOW
from gather.workflow.meeting import Meeting
from gather.workflow.meeting_storage import MEETING
from tests.browser.page import DESKTOP, NARROW, PHONE
from tests.builders.chat import make_chatbot
from tests.builders.content import MADE_AT, scope_of
from tests.builders.service import Service, Tenant
from tests.builders.workflows import add_governed_job, enroll, step

LOOKS = pytest.mark.parametrize(
    ("viewport", "color_scheme"), [(PHONE, "light"), (NARROW, "dark"), (DESKTOP, "light"), (DESKTOP, "dark")]
)
Contexts = Callable[..., BrowserContext]


def check(page: Page) -> None:
    """Everybody can read it, and nothing is wider than the screen."""
    violations = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations] == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@LOOKS
def test_a_chat_can_be_read_by_everybody(
    new_context: Contexts, service: Service, viewport: dict[str, int], color_scheme: str
) -> None:
    chatbot = make_chatbot(service)
    page = new_context(viewport=viewport, color_scheme=color_scheme).new_page()

    page.goto(f"/chat/{chatbot['id']}")

    expect(page.get_by_role("log").get_by_role("listitem")).not_to_have_count(0)
    check(page)
    page.get_by_role("textbox").fill("Which jobs are open?")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_text("Which jobs are open?").first).to_be_visible()
    expect(page.locator("#typing")).to_be_hidden()
    check(page)


@LOOKS
@pytest.mark.features(JOB_WORKFLOW)
def test_a_meeting_is_answered_without_a_script(
    new_context: Contexts,
    service: Service,
    records: Records,
    tenant: Tenant,
    viewport: dict[str, int],
    color_scheme: str,
) -> None:
    meeting = Meeting(
        **common_fields(scope_of(tenant), MADE_AT),
        title="Interview on site",
        language="ar",
        starts_at="2027-03-20T09:00:00.000Z",
        place="Harbour Street 12",
    )
    unit = records.unit_of_work()
    unit.create(MEETING, meeting)
    unit.commit()
    enrolled = enroll(service, add_governed_job(service, tenant, step("meeting", meeting.id)))
    page = new_context(viewport=viewport, color_scheme=color_scheme, java_script_enabled=True).new_page()

    page.goto(f"/m/{str(enrolled['firstInviteUrl']).rpartition('/m/')[2]}")
    check(page)
    page.get_by_role("button", name="موعد آخر من فضلكم").click()
    expect(page.get_by_role("status")).to_contain_text("لقد طلبت موعدًا آخر")
    check(page)
    page.get_by_role("button", name="سأحضر").click()

    expect(page.get_by_role("status")).to_contain_text("لقد أكّدت")
    expect(page.get_by_role("button")).to_have_count(0)
    check(page)

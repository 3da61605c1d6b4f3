"""The chat's page, that of a meeting's invite and that of an unsubscribe link in a real browser."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Route, expect

from gather.core.record import common_fields
from gather.messaging.channels.opt_out import UnsubscribeLink, mark_of
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table import deployment_secret
from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.workflow.meetings.models import MeetingRecord
from gather.workflow.meetings.storage import MEETING
from tests.browser.page import DESKTOP, NARROW, PHONE, check_weight, wait_for_event
from tests.builders.content import MADE_AT, scope_of
from tests.builders.service import Service, Tenant
from tests.builders.workflows import add_governed_job, enroll
from tests.support.records import post_chatbot, step

LOOKS = pytest.mark.parametrize(
    ("viewport", "color_scheme"), [(PHONE, "light"), (NARROW, "dark"), (DESKTOP, "light"), (DESKTOP, "dark")]
)
Contexts = Callable[..., BrowserContext]


def check(page: Page) -> None:
    """Everybody can read it, nothing is wider than the screen, and it was loaded soon."""
    check_weight(page)
    violations = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations] == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@LOOKS
def test_a_chat_can_be_read_by_everybody(
    new_context: Contexts, service: Service, viewport: dict[str, int], color_scheme: str
) -> None:
    chatbot = post_chatbot(service)
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
def test_a_chat_that_does_not_exist_says_so_in_the_readers_language(
    new_context: Contexts, viewport: dict[str, int], color_scheme: str
) -> None:
    page = new_context(viewport=viewport, color_scheme=color_scheme, locale="ar").new_page()

    page.goto("/chat/0190a0b0-c0d0-7123-8456-000000000000")

    expect(page.get_by_role("heading", name="لم يُعثر على المحادثة")).to_be_visible()
    check(page)


def test_a_first_message_is_shown_before_the_network_has_taken_it(
    new_context: Contexts, service: Service
) -> None:
    chatbot = post_chatbot(service)
    page = new_context(viewport=PHONE).new_page()
    held: list[Route] = []
    page.route("**/sessions", lambda route: held.append(route), times=1)
    page.goto(f"/chat/{chatbot['id']}")

    page.get_by_role("textbox").fill("Which jobs are open?")
    page.get_by_role("textbox").press("Enter")

    sent = page.get_by_role("log").get_by_text("Which jobs are open?", exact=True)
    expect(sent).to_be_visible()
    wait_for_event(page, lambda: held)
    held[0].continue_()
    expect(page.locator("#typing")).to_be_hidden()
    expect(sent).to_have_count(1)


@LOOKS
def test_who_gets_no_answer_leaves_a_message(
    new_context: Contexts, service: Service, tenant: Tenant, viewport: dict[str, int], color_scheme: str
) -> None:
    assert (
        service.patch(f"/teams/{tenant.team_id}/branding", {"contactEmail": "jobs@example.com"}).status == 200
    )
    chatbot = post_chatbot(service, language="de")
    page = new_context(viewport=viewport, color_scheme=color_scheme).new_page()
    page.goto(f"/chat/{chatbot['id']}")
    page.get_by_role("textbox").fill("Gibt es ein Schwimmbad?")
    page.get_by_role("textbox").press("Enter")
    contact = page.get_by_role("link", name="An jobs@example.com schreiben")
    expect(contact).to_have_attribute("href", "mailto:jobs@example.com")

    page.get_by_role("button", name="Nachricht hinterlassen").click()

    form = page.get_by_role("form", name="Nachricht an das Team hinterlassen")
    expect(form.get_by_label("Ihr Name")).to_be_focused()
    expect(form.get_by_label("Ihre Nachricht")).to_have_value("Gibt es ein Schwimmbad?")
    check(page)
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    page.get_by_role("button", name="Nachricht hinterlassen").click()
    form.get_by_label("Ihr Name").fill("Ada")
    form.get_by_label("Ihre E-Mail-Adresse").fill("ada@example.com")
    form.get_by_role("button", name="Nachricht senden").click()
    expect(page.get_by_role("log")).to_contain_text("Vielen Dank, Ada.")
    expect(form).to_be_hidden()
    check(page)
    [left] = service.get(f"/chatbots/{chatbot['id']}/left-messages").data["leftMessages"]
    assert (left["email"], left["content"]) == ("ada@example.com", "Gibt es ein Schwimmbad?")
    page.reload()
    expect(page.get_by_role("log")).to_contain_text("Vielen Dank, Ada.")


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
    meeting = MeetingRecord(
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


@LOOKS
def test_a_mail_is_left_and_taken_back_without_a_script(
    new_context: Contexts,
    records: Records,
    tenant: Tenant,
    viewport: dict[str, int],
    color_scheme: str,
) -> None:
    secret = deployment_secret.get_or_create_secret(records.table)
    mark = mark_of(secret, DeliveryType.EMAIL, tenant.organization_id, "ada@example.com")
    link = UnsubscribeLink(tenant.organization_id, tenant.team_id, mark)
    page = new_context(viewport=viewport, color_scheme=color_scheme, locale="ar").new_page()

    page.goto(f"/unsubscribe/{link.token(secret)}")
    check(page)
    page.get_by_role("button", name="إلغاء الاشتراك").click()
    expect(page.get_by_role("heading", name="تم إلغاء اشتراكك")).to_be_visible()
    check(page)
    page.get_by_role("button", name="تلقّي الرسائل مجددًا").click()
    expect(page.get_by_role("status")).to_be_visible()
    check(page)

"""The local stack's own pages in a real browser: the start page, the sent messages and the deliveries."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from gather.tenancy.organizations.models import JOB_WORKFLOW
from local_stack.pages.start import start_page
from tests.browser.page import DESKTOP, NARROW, PHONE
from tests.browser.test_other_pages import check
from tests.builders.connect import connect
from tests.builders.service import Service, Tenant
from tests.builders.workflows import add_governed_job, enroll
from tests.doubles.receiver import Receiver, receiving
from tests.local_stack.pages.test_start import LINKED
from tests.support.records import (
    add_interview,
    add_interview_with_question,
    post_candidate_interview,
    step,
)
from tests.support.waiting import wait_until

Contexts = Callable[..., BrowserContext]
SCREENS = (PHONE, NARROW, DESKTOP)
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


def check_everywhere(page: Page) -> None:
    """Check the page on a phone, on a desktop and there at 400 percent, light and dark."""
    for viewport in SCREENS:
        page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            check(page)


def wait_for_text(page: Page, text: str) -> None:
    """Reload the page until it shows the text. Workers take a moment, and the page has no script."""
    wait_until(lambda: page.get_by_text(text).count(), pause=page.reload, shown=lambda: text)


def test_the_start_page_leads_to_the_others(new_context: Contexts) -> None:
    page = new_context().new_page()
    page.goto("/")
    expect(page.get_by_role("heading", name="Talent Screening Service")).to_be_visible()
    check_everywhere(page)

    for name in ("Inbox", "Webhook deliveries", "Enrollments"):
        page.goto("/")
        page.get_by_role("main").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_the_start_page_of_the_demo_is_well_on_every_screen(new_context: Contexts) -> None:
    page = new_context().new_page()
    page.set_content(start_page({name: f"/{name}" for name in LINKED}))

    expect(page.get_by_role("heading", name="For candidates")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link")).to_have_count(len(LINKED) + 8)
    check_everywhere(page)


@pytest.mark.parametrize("vendor", ["greenhouse", "ashby", "workable", "smartrecruiters", "lever"])
def test_the_page_of_a_suite_is_well_on_every_screen(new_context: Contexts, vendor: str) -> None:
    page = new_context().new_page()
    page.goto("/_local/suites")
    page.locator(f"a[href$='/{vendor}']").click()

    expect(page.get_by_text("A simulator of the suite")).to_be_visible()
    page.get_by_text("Connect it").click()
    check_everywhere(page)


def test_a_recruiter_sees_the_order_in_the_suite(
    new_context: Contexts, service: Service, stack: Mapping[str, Any]
) -> None:
    interview_id = add_interview_with_question(service.using(stack["apiKey"]))
    customer = connect(service, stack["integrationsKey"])
    configuration = {"apiUrl": f"{stack['baseUrl']}/_local/suites/greenhouse"}
    made = customer.post(
        f"/greenhouse/integrations?teamId={stack['teamId']}",
        {"name": "Greenhouse", "configuration": configuration},
    ).data["integration"]
    person = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com"}
    order = {"key": made["password"], "interviewId": interview_id, "candidate": person}
    page = new_context().new_page()
    ordered = page.request.post("/_local/suites/greenhouse/orders", data=order)
    assert ordered.status == 201, ordered.text()

    page.goto("/_local/suites/greenhouse")

    expect(page.get_by_text("Ada Lovelace").first).to_be_visible()
    check_everywhere(page)


def test_a_mail_is_shown_as_a_mail_program_shows_it(new_context: Contexts, service: Service) -> None:
    invited = post_candidate_interview(service, sendInvite=True, deliveryTypes=["email"])
    page = new_context().new_page()
    page.goto("/_local/inbox")
    wait_for_text(page, invited["inviteToken"])
    mail = page.locator("article").filter(has_text=invited["inviteToken"]).first

    button = mail.locator("iframe").content_frame.get_by_role("link").first
    expect(button).to_be_visible()
    check_everywhere(page)
    with page.context.expect_page() as opened:
        button.click()

    expect(opened.value).to_have_url(f"/i/{invited['inviteToken']}")
    expect(opened.value.get_by_role("button").first).to_be_visible()


HEIGHTS = """(frame) => [
  frame.clientHeight, frame.contentDocument.documentElement.scrollHeight,
]"""


def test_a_mail_s_frame_is_as_high_as_the_mail_on_every_screen(
    new_context: Contexts, service: Service
) -> None:
    invited = post_candidate_interview(service, sendInvite=True, deliveryTypes=["email"])
    page = new_context().new_page()
    page.goto("/_local/inbox")
    wait_for_text(page, invited["inviteToken"])
    frame = page.locator("article").filter(has_text=invited["inviteToken"]).first.locator("iframe")
    found = []

    for viewport in SCREENS:
        page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
        frame.scroll_into_view_if_needed()
        expect(frame.content_frame.get_by_role("link").first).to_be_visible()
        page.wait_for_timeout(200)
        shown, high = frame.evaluate(HEIGHTS)
        assert high <= shown <= high + 4
        found.append(shown)

    assert len(set(found)) > 1


def test_a_message_runs_nothing_in_the_inbox(new_context: Contexts, service: Service) -> None:
    """Even a mail that had a script would have no right to run it."""
    invited = post_candidate_interview(service, sendInvite=True, deliveryTypes=["email"])
    page = new_context().new_page()
    page.goto("/_local/inbox")
    wait_for_text(page, invited["inviteToken"])
    frame = page.locator("iframe").first
    frame.scroll_into_view_if_needed()

    frame.evaluate(
        "(frame) => { frame.srcdoc = '<script>parent.document.title = 1</' + 'script>"
        '<img src=x onerror="parent.document.title = 2">\'; }'
    )
    page.wait_for_timeout(300)

    expect(page).to_have_title("Inbox")


def test_a_delivery_is_shown_with_what_was_sent_and_what_came_back(
    new_context: Contexts, service: Service, receiver: Receiver
) -> None:
    url = receiver.url("/hiring")
    body = {"urls": [url], "events": ["interview.created"]}
    assert service.post("/webhooks", body).status == 201
    made = service.post(
        "/interviews", {"title": "Baker", "displayName": "Baker", "interviewType": "standard"}
    ).data["interview"]
    page = new_context().new_page()
    page.goto("/_local/deliveries")
    wait_for_text(page, url)
    check_everywhere(page)

    page.locator("article").filter(has_text=url).get_by_role("link").click()

    expect(page.get_by_text(made["id"])).to_be_visible()
    wait_for_text(page, "HTTP 204")
    expect(page.get_by_role("heading", name="Attempt 1")).to_be_visible()
    check_everywhere(page)


@pytest.mark.features(JOB_WORKFLOW)
def test_an_enrollment_can_be_read_on_a_phone(
    new_context: Contexts, service: Service, tenant: Tenant
) -> None:
    gated = step("standard_interview", add_interview(service), scoreThreshold=50)
    enroll(service, add_governed_job(service, tenant, gated))
    page = new_context(viewport=PHONE).new_page()
    page.goto("/_local/enrollments")
    check_everywhere(page)
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})

    page.get_by_role("link", name="Ada Lovelace").first.click()

    steps = page.get_by_role("main").get_by_role("listitem")
    expect(steps.first).to_contain_text("the gate is 50")
    assert float(steps.first.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)")) >= 16
    expect(page.get_by_role("img")).to_have_count(0)
    check_everywhere(page)
    expect(page.get_by_role("img")).to_be_visible()

"""The screens of the console in a real browser: every role finds each of them, and axe finds nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.console_tab import ConsoleTab
from tests.browser.test_console import PHONE, sign_in
from tests.builders.service import Service

Contexts = Callable[..., BrowserContext]

SCREENS = {
    "/console": "Review queue",
    "/console/candidates": "Candidates",
    "/console/candidates?view=interviews": "Candidates",
    "/console/jobs": "Jobs",
    "/console/interviews": "Interviews",
    "/console/compare": "Compare",
    "/console/workflows": "Workflows",
    "/console/meetings": "Meetings",
    "/console/imports": "Imports",
    "/console/webhooks": "Webhooks",
    "/console/people": "People",
    "/console/settings": "Settings",
}
"""The heading of each screen (interface: Console, rule 1)."""
DEVICES = [
    pytest.param({"color_scheme": "light"}, id="desktop-light"),
    pytest.param({"color_scheme": "dark", **PHONE}, id="phone-dark"),
]


def heading(page: Page, name: str) -> Any:
    return page.get_by_role("heading", level=1, name=name, exact=True)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("role", ["reviewer", "manager", "administrator"])
def test_each_screen_is_there_for_each_role(
    new_context: Contexts, stack: Any, role: str, device: dict[str, Any]
) -> None:
    """No request is refused, none leaves the host, nothing scrolls sideways, and axe finds nothing."""
    page = new_context(**device).new_page()
    refused: list[str] = []
    hosts: set[str] = set()
    page.on("response", lambda got: refused.append(f"{got.status} {got.url}") if got.status >= 400 else None)
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    sign_in(page, stack, role)
    expect(heading(page, "Review queue")).to_be_visible()

    faults, tab = {}, ConsoleTab(page)
    for address, name in SCREENS.items():
        tab.open(address)
        expect(heading(page, name)).to_be_visible()
        found = [violation["id"] for violation in Axe().run(page).response["violations"]]
        is_wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        if found or is_wide:
            faults[address] = (found, is_wide)

    assert faults == {}
    assert refused == []
    assert hosts == {stack["baseUrl"].removeprefix("http://")}


def test_a_manager_makes_an_interview_with_its_scorecard(
    new_context: Contexts, stack: Any, team: Service
) -> None:
    page = new_context().new_page()
    sign_in(page, stack, "manager", "/console/interviews")

    page.get_by_role("button", name="New interview").click()
    page.get_by_label("Title").fill("Bakery, early shift")
    page.get_by_label("Name shown to candidates").fill("Baker at Example Works")
    page.get_by_role("button", name="Add question").click()
    page.get_by_label("Question").fill("Tell us about a morning on which everything went wrong.")
    page.get_by_role("button", name="Add topic").click()
    page.get_by_label("Topic").fill("Reliability")
    page.get_by_label("Weight").fill("100")
    page.get_by_role("button", name="Save").click()

    expect(heading(page, "Bakery, early shift")).to_be_visible()
    interview_id = page.url.rpartition("/")[2].partition("?")[0]
    interview = team.get(f"/interviews/{interview_id}").data["interview"]
    assert interview["displayName"] == "Baker at Example Works"
    [question] = team.get(f"/questions/interview/{interview_id}").data["questions"]
    assert question["questionScript"] == "Tell us about a morning on which everything went wrong."
    [topic] = team.get(f"/interviews/{interview_id}/score-card-template").data["scoreCardTemplate"]["topics"]
    assert (topic["topic"], topic["weight"]) == ("Reliability", 100)


def test_a_manager_approves_a_job(new_context: Contexts, stack: Any, team: Service) -> None:
    body = {"title": "Night baker", "type": "requisition", "status": "pending_approval"}
    job_id = team.post("/jobs", body).data["job"]["id"]
    page = new_context().new_page()
    sign_in(page, stack, "manager", f"/console/jobs/{job_id}")
    expect(heading(page, "Night baker")).to_be_visible()

    with page.expect_response(lambda got: got.request.method == "PATCH"):
        page.get_by_role("button", name="Approve").click()

    assert team.get(f"/jobs/{job_id}").data["job"]["status"] == "approved"


def test_a_reviewer_sees_nothing_that_would_be_refused(
    new_context: Contexts, stack: Any, team: Service
) -> None:
    body = {"title": "Day baker", "type": "requisition", "status": "pending_approval"}
    job_id = team.post("/jobs", body).data["job"]["id"]
    page = new_context().new_page()
    sign_in(page, stack, "reviewer", f"/console/jobs/{job_id}")
    expect(heading(page, "Day baker")).to_be_visible()
    page.wait_for_load_state("networkidle")

    for name in ("Approve", "Invite", "Edit", "Archive"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)

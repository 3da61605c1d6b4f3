"""What the console asks the service for is what the bench measures in a large team."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import BrowserContext, Page, expect

from bench.calls import families
from bench.screens import REQUESTS
from tests.browser.test_console import sign_in
from tests.browser.test_console_screens import SCREENS
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.screening_candidate import Screening
from tests.support.records import (
    add_ai_text_question,
    add_job,
    post_ai_interview,
    post_candidate_interview,
    step,
)
from tests.support.routes import find_route
from tests.support.setting import GATHER

Contexts = Callable[..., BrowserContext]
Asked = tuple[str, frozenset[str]]
"""The path below /qsi/gather as its route has it, and the names of the query."""

SCOPE = {"teamId", "organizationId"}
SETTINGS = ("messages", "you", "keys", "audit")


def completed(team: Service) -> Screening:
    """A candidate who has answered everything."""
    screening = make_screening(team)
    screening.answer_all()
    assert screening.complete().status == 200
    return screening


def governed_job(team: Service, user_id: str, interview_id: str) -> str:
    """A job with a workflow."""
    job_id = add_job(team)
    template = {"name": "Warehouse", "userId": user_id, "steps": [step("standard_interview", interview_id)]}
    template_id = team.post("/workflow-templates", template).data["workflowTemplate"]["id"]
    applied = {"userId": user_id, "jobIds": [job_id]}
    assert team.post(f"/workflow-templates/{template_id}/apply", applied).status == 201
    return job_id


def addresses(team: Service, user_id: str) -> Iterator[str]:
    """Every screen, those of a record with one of the team's."""
    first = completed(team)
    other = post_candidate_interview(team, interviewId=first.interview["id"])
    asked = add_ai_text_question(team)
    job_id = governed_job(team, user_id, first.interview["id"])
    yield from SCREENS
    yield from (f"/console/settings?part={part}" for part in SETTINGS)
    yield f"/console/candidates/{first.candidate['id']}?interview={first.id}"
    yield f"/console/compare?ids={first.id},{other['id']}"
    yield f"/console/interviews/{first.interview['id']}"
    yield f"/console/interviews/{post_ai_interview(team, aiTextQuestionIds=[asked])['id']}"
    yield f"/console/jobs/{job_id}"


def test_each_request_of_a_screen_is_measured(new_context: Contexts, stack: Any, team: Service) -> None:
    page = new_context().new_page()
    sign_in(page, stack, "administrator")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    asked = watch(page)

    for address in addresses(team, stack["userId"]):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")

    measured = {(path, frozenset(query) - SCOPE) for path, queries in REQUESTS.items() for query in queries}
    assert asked - measured == set()
    assert REQUESTS.keys() - {path for path, _ in asked} == set()


def watch(page: Page) -> set[Asked]:
    """The reads of the service that the page makes from now on."""
    asked: set[Asked] = set()
    routes = families()

    def note(url: str) -> None:
        parts = urlsplit(url)
        found = find_route("GET", parts.path, routes)
        if found is not None and parts.path.startswith(GATHER):
            names = frozenset(name for name, _ in parse_qsl(parts.query, keep_blank_values=True)) - SCOPE
            asked.add((found[0].removeprefix(f"GET {GATHER}/"), names))

    page.on("request", lambda request: note(request.url) if request.method == "GET" else None)
    return asked

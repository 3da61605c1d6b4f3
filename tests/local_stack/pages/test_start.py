"""The stack's own address leads to what a person looks at first."""

import re
from pathlib import Path

import pytest

from local_stack.pages.start import start_page
from tests.builders.service import Service
from tests.doubles.over_http import Http, running_stack

LINKED = (
    *("inviteUrl", "germanInviteUrl", "arabicInviteUrl", "conversationUrl", "chatUrl"),
    "resultsUrl",
)
LINK = re.compile(r'href="([^"]+)"')


def test_an_empty_stack_links_nothing_of_the_demo() -> None:
    links = LINK.findall(start_page({}))

    assert {"/console", "/docs", "/qsi/gather/openapi.json", "/_local/inbox", "/_local/deliveries"} < set(
        links
    )
    assert all(link.startswith("/") for link in links)


def test_the_demo_is_listed_for_candidates_then_for_the_team_then_what_happens() -> None:
    shown = start_page({name: f"/{name}" for name in LINKED})
    links = LINK.findall(shown.partition("<main>")[2])

    assert links == [
        *(f"/{name}" for name in LINKED[:-1]),
        *("/console", f"/{LINKED[-1]}"),
        *("/_local/enrollments", "/_local/inbox", "/_local/deliveries", "/_local/suites"),
        *("/docs", "/qsi/gather/openapi.json", "/_local/health"),
    ]
    assert re.findall("<h2>([^<]+)</h2>", shown) == [
        *("For candidates", "For the team", "What happens", "For developers")
    ]


@pytest.mark.slow
def test_every_link_of_the_start_page_of_the_demo_answers(tmp_path: Path) -> None:
    with running_stack(tmp_path, GATHER_SEED="demo") as ready:
        host, _, port = ready["baseUrl"].removeprefix("http://").partition(":")
        service = Service(Http(host, int(port)), None, "")

        page = service.get("/")
        links = [link.removeprefix(ready["baseUrl"]) for link in LINK.findall(page.body)]

        assert page.status == 200
        assert "x-request-id" in page.headers
        assert {"/docs", "/qsi/gather/openapi.json", "/_local/inbox", "/_local/deliveries"} < set(links)
        for name in LINKED:
            assert ready[name].removeprefix(ready["baseUrl"]) in links
        german, arabic = (
            service.get(ready[name].removeprefix(ready["baseUrl"])).body
            for name in ("germanInviteUrl", "arabicInviteUrl")
        )
        assert '<html lang="de"' in german
        assert 'dir="rtl"' in arabic
        for link in links:
            assert service.get(link).status == 200, link
            assert "x-request-id" in service.get(link).headers, link

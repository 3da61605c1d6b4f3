"""The demo's client shows its requests on the page, and ends the walk at a deviation."""

import io
import json
from collections.abc import Callable, Iterator

import httpx
import pytest

from demo.client import DemoClient
from demo.deviation import Deviation
from demo.printing import Page
from talent_screening import NotFound
from talent_screening.models import CreateTeams, TeamToCreate

NIGHT_SHIFT = CreateTeams(teams=[TeamToCreate(name="Night shift", display_name="Nights")])
REFUSAL = {"error": {"code": "NOT_FOUND", "message": "There is no such team.", "requestId": "r"}}


@pytest.fixture
def printed() -> io.StringIO:
    return io.StringIO()


def client_of(
    printed: io.StringIO, *responses: tuple[int, object]
) -> tuple[DemoClient, Callable[[], list[str]]]:
    """A client that gets these responses, and the lines that the page has then."""
    coming: Iterator[tuple[int, object]] = iter(responses)

    def respond(_request: httpx.Request) -> httpx.Response:
        status, document = next(coming)
        return httpx.Response(status, json=document)

    page = Page(printed, colours=False)
    client = DemoClient(page, "http://service.test", "qapi_key", transport=httpx.MockTransport(respond))
    return client, lambda: [line.strip() for line in printed.getvalue().splitlines() if line.strip()]


def test_a_step_shows_its_request_and_the_members_that_it_names(printed: io.StringIO) -> None:
    client, lines = client_of(printed, (201, {"data": {"teams": []}, "meta": {"requestId": "r"}}))

    client.step("A team is made.", status=201, show=("data.teams",)).create_teams(NIGHT_SHIFT)

    body = json.dumps({"teams": [{"name": "Night shift", "displayName": "Nights"}]})
    assert lines() == [
        "A team is made.",
        f"→ POST /qsi/gather/teams {body}",
        '← 201 {"data": {"teams": []}}',
    ]


def test_another_success_than_the_steps_is_a_deviation(printed: io.StringIO) -> None:
    client, _ = client_of(printed, (200, {"data": {"teams": []}}))

    with pytest.raises(Deviation, match="expected status 201"):
        client.step("A team is made.", status=201).create_teams(NIGHT_SHIFT)


def test_a_refusal_is_shown_and_returned(printed: io.StringIO) -> None:
    client, lines = client_of(printed, (404, REFUSAL))

    error = client.refused("Nobody knows the team.", NotFound, lambda it: it.list_teams())

    assert error.message == "There is no such team."
    assert lines()[-1].startswith('← 404 {"error": {"code": "NOT_FOUND"')


def test_what_is_not_refused_is_a_deviation(printed: io.StringIO) -> None:
    client, _ = client_of(printed, (200, {"data": {"teams": []}}))

    with pytest.raises(Deviation, match="expected NotFound, received status 200"):
        client.refused("Nobody knows the team.", NotFound, lambda it: it.list_teams())


def test_what_is_read_again_and_again_is_shown_once(
    printed: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("demo.client.POLL_SECONDS", 0)
    empty, last = {"data": {"teams": []}, "meta": {"n": 1}}, {"data": {"teams": []}, "meta": {"n": 2}}
    client, lines = client_of(printed, (200, empty), (200, last))

    client.await_record(
        "The teams come to be there.",
        lambda it: it.list_teams(),
        lambda _teams: client.last_meta["n"] == 2,
        show=("meta.n",),
    )

    assert lines() == [
        "The teams come to be there.",
        "→ GET /qsi/gather/teams",
        '← 200 {"meta": {"n": 2}}',
    ]

"""The routes of previews of a changed scorecard (interface: Scorecard previews, rules 1 to 4)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from gather.core.clock import timestamp
from gather.screening.scorecard_previews import service as scorecard_preview_service
from gather.screening.scorecard_previews.models import MOST_LOOKED_AT
from gather.wiring import Adapters
from tests.builders.screening import make_screening
from tests.builders.service import UNKNOWN_ID, Service
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.evaluating import evaluate
from tests.doubles.scorecard_previews import run_previews
from tests.doubles.screening_candidate import Screening

pytestmark = pytest.mark.routes


@pytest.fixture
def screening(adapters: Adapters, service: Service, clock: HandClock, engines: ScriptedEngines) -> Screening:
    """A candidate who has completed and is scored."""
    made = make_screening(service)
    made.answer_all()
    assert made.complete().status == 200
    evaluate(adapters, made)
    return made


def path_of(screening: Screening) -> str:
    return f"/interviews/{screening.interview['id']}/score-card-template"


def ask(screening: Screening, **body: object) -> dict[str, Any]:
    reply = screening.service.post(f"{path_of(screening)}/previews", body)
    assert reply.status == 202, reply.body
    preview: dict[str, Any] = reply.data["preview"]
    return preview


def test_a_preview_is_asked_for_read_and_applied(adapters: Adapters, screening: Screening) -> None:
    service = screening.service
    topics = [{"topic": "Safety", "weight": 20}, {"topic": "Planning", "weight": 80}]
    assert service.patch(path_of(screening), {"topics": topics}).status == 200
    preview = ask(screening)
    path = f"/score-card-previews/{preview['id']}"
    assert (preview["status"], preview["total"], preview["isPartial"]) == ("running", 1, False)
    assert run_previews(adapters) == []

    shown = service.get(path)
    chosen = {"candidateInterviewIds": [screening.id]}
    applied = service.post(f"{path}/apply", chosen)

    assert (shown.status, shown.data["preview"]["status"]) == (200, "complete")
    assert (applied.status, applied.data["preview"]["status"]) == (202, "applying")
    assert service.post(f"{path}/apply", chosen).status == 409


def test_a_preview_covers_the_newest_that_are_completed(
    adapters: Adapters, screening: Screening, clock: HandClock
) -> None:
    assert ask(screening, limit=1)["total"] == 1
    earlier = timestamp(clock.now() - timedelta(days=1))
    assert ask(screening, completedBefore=earlier)["total"] == 0
    service = screening.service
    body = {"candidateId": screening.candidate["id"], "interviewId": screening.interview["id"]}
    assert service.post("/candidate-interviews", body).status == 201
    assert ask(screening)["total"] == 1


def test_there_is_nothing_to_preview_without_a_template(screening: Screening) -> None:
    service = screening.service
    assert service.delete(path_of(screening)).status == 200
    assert service.post(f"{path_of(screening)}/previews", {}).status == 409
    assert service.post(f"/interviews/{UNKNOWN_ID}/score-card-template/previews", {}).status == 404


@pytest.mark.parametrize("body", [{"limit": 0}, {"limit": 201}, {"completedBefore": "yesterday"}])
def test_a_preview_has_bounds(screening: Screening, body: dict[str, object]) -> None:
    reply = screening.service.post(f"{path_of(screening)}/previews", body)
    assert (reply.status, reply.faulty_fields) == (400, {*body})


def test_an_application_names_candidate_interviews(screening: Screening) -> None:
    path = f"/score-card-previews/{ask(screening)['id']}/apply"
    assert screening.service.post(path, {"candidateInterviewIds": []}).status == 400
    assert screening.service.post(path, {}).status == 400


def test_an_absent_preview_is_a_404(service: Service) -> None:
    assert service.get(f"/score-card-previews/{UNKNOWN_ID}").status == 404
    chosen = {"candidateInterviewIds": [UNKNOWN_ID]}
    assert service.post(f"/score-card-previews/{UNKNOWN_ID}/apply", chosen).status == 404


def add_completed(screening: Screening, number: int) -> list[str]:
    """Creates more candidate interviews of the interview, completed; newest first."""
    service, made = screening.service, []
    for _ in range(number):
        body = {"candidateId": screening.candidate["id"], "interviewId": screening.interview["id"]}
        new = service.post("/candidate-interviews", {**body, "sendInvite": True}).data
        other = replace(screening, id=new["id"], token=new["inviteToken"])
        other.answer_all()
        assert other.complete().status == 200
        made.append(new["id"])
    return made[::-1]


def parts(adapters: Adapters, screening: Screening, **body: object) -> list[list[str]]:
    """Creates previews until they cover everything, and returns the candidate interviews of each."""
    covered, cursor = [], None
    while True:
        preview = ask(screening, cursor=cursor, **body)
        assert run_previews(adapters) == []
        shown = screening.service.get(f"/score-card-previews/{preview['id']}").data["preview"]
        assert (shown["nextCursor"], shown["isPartial"]) == (preview["nextCursor"], preview["isPartial"])
        covered.append([each["candidateInterviewId"] for each in shown["candidateInterviews"]])
        cursor = preview["nextCursor"]
        assert preview["isPartial"] is (cursor is not None)
        if cursor is None:
            return covered


def test_a_long_period_is_previewed_in_parts(adapters: Adapters, screening: Screening) -> None:
    newest = [*add_completed(screening, 4), screening.id]

    assert parts(adapters, screening) == [newest]
    assert parts(adapters, screening, limit=2) == [newest[:2], newest[2:4], newest[4:]]
    # An exact part is known to be the last one.
    assert parts(adapters, screening, limit=5) == [newest]


def test_what_comes_meanwhile_moves_no_part(adapters: Adapters, screening: Screening) -> None:
    newest = [*add_completed(screening, 2), screening.id]
    first = ask(screening, limit=2)
    add_completed(screening, 1)

    second = ask(screening, limit=2, cursor=first["nextCursor"])

    assert run_previews(adapters) == []
    shown = screening.service.get(f"/score-card-previews/{second['id']}").data["preview"]
    assert [each["candidateInterviewId"] for each in shown["candidateInterviews"]] == newest[2:]
    assert shown["nextCursor"] is None


@pytest.mark.in_process
def test_a_part_that_looked_at_many_ends_there_and_the_next_goes_on(
    adapters: Adapters, screening: Screening, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_LOOKED_AT == 1_000
    monkeypatch.setattr(scorecard_preview_service, "MOST_LOOKED_AT", 2)
    body = {"candidateId": screening.candidate["id"], "interviewId": screening.interview["id"]}
    for _ in range(3):
        assert screening.service.post("/candidate-interviews", body).status == 201

    assert parts(adapters, screening) == [[], [screening.id]]


def test_a_cursor_is_that_of_the_interview(screening: Screening) -> None:
    add_completed(screening, 1)
    cursor = ask(screening, limit=1)["nextCursor"]
    other = make_screening(screening.service)

    for wanted, sent in ((screening, "nothing"), (other, cursor)):
        reply = wanted.service.post(f"{path_of(wanted)}/previews", {"cursor": sent})
        assert (reply.status, reply.faulty_fields) == (400, {"cursor"})

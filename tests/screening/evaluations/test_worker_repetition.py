"""The same input has the stored outcome, and another one is judged anew."""

import pytest

from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.evaluation_steps import Step, decide, evaluated, finish_talking, run_again, scores_of
from tests.doubles.screening_candidate import Screening


def test_the_same_answers_have_the_same_input_hash_whoever_gives_them(
    service: Service, engines: ScriptedEngines, step: Step
) -> None:
    one, same, other = (make_screening(service) for _ in range(3))
    for each in (one, same, other):
        each.answer_all()
    other.answer("spoken", text="Something else.")
    for each in (one, same, other):
        each.complete()

    hashes = [evaluated(each, step)["provenance"]["inputHash"] for each in (one, same, other)]

    assert hashes[0] == hashes[1] != hashes[2]


def test_the_same_input_has_the_stored_outcome_unless_asked_otherwise(
    screening: Screening, engines: ScriptedEngines, step: Step, clock: HandClock
) -> None:
    finish_talking(screening)
    first = evaluated(screening, step)
    engines.the_evaluation.scores.update(Safety=1, Planning=2)
    clock.advance(days=1)

    assert run_again(screening, "changed") == 200
    meanwhile = screening.results()
    again = evaluated(screening, step, run=2)

    assert meanwhile == {**first, "summaryStatus": "processing"}
    assert again == first
    assert len(engines.the_evaluation.requests) == 1
    assert run_again(screening, "always") == 200
    anew = evaluated(screening, step, run=3)
    assert [score for _, score, _ in scores_of(anew)] == [1, 2]
    assert anew["provenance"]["inputHash"] == first["provenance"]["inputHash"]
    assert anew["provenance"]["evaluatedAt"] > first["provenance"]["evaluatedAt"]


@pytest.mark.parametrize("changed", ["scorecard", "prompt"])
def test_another_scorecard_or_prompt_is_judged_anew(
    screening: Screening, engines: ScriptedEngines, step: Step, changed: str
) -> None:
    finish_talking(screening)
    first = evaluated(screening, step)
    decide(screening, Safety=20)
    if changed == "scorecard":
        topics = [{"topic": "Safety", "weight": 10}, {"topic": "Calm", "weight": 90}]
        path = f"/interviews/{screening.interview['id']}/score-card-template"
        assert screening.service.patch(path, {"topics": topics}).status == 200
    else:
        engines.the_evaluation.prompt_hash = "1" * 64

    run_again(screening, "changed")
    again = evaluated(screening, step, run=2)

    assert len(engines.the_evaluation.requests) == 2
    assert again["provenance"] != first["provenance"]
    assert ("Safety", 20, "person") in scores_of(again)
    if changed == "scorecard":
        assert ("Calm", 80, "ai") in scores_of(again)
        assert again["provenance"]["scorecardVersion"] == 2


def test_an_outcome_stands_when_a_later_run_fails(screening: Screening, step: Step) -> None:
    finish_talking(screening)
    first = evaluated(screening, step)
    run_again(screening, "always")

    step(screening, "fail", run=2)

    assert screening.results() == first


def test_a_run_under_way_is_not_begun_again(screening: Screening) -> None:
    finish_talking(screening)

    assert [run_again(screening, mode) for mode in ("failed", "changed", "always", "now")] == [
        409,
        409,
        409,
        400,
    ]


def test_only_a_failed_evaluation_is_run_again(screening: Screening) -> None:
    path = f"/candidate-interviews/{screening.id}/evaluate"
    assert screening.service.post(path).status == 409
    finish_talking(screening)
    assert screening.service.post(path).status == 409

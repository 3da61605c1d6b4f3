"""Scores that people give during an evaluation remain."""

from typing import Any

import pytest

from gather.screening.evaluations import storage as evaluation_storage
from tests.doubles.engines import ScriptedEngines
from tests.doubles.evaluation_steps import Step, decide, evaluated, finish_talking, scores_of
from tests.doubles.screening_candidate import Screening


def test_an_evaluation_leaves_topics_alone_that_a_person_scored_meanwhile(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    engines.the_evaluation.scores.update(Safety=90, Planning=40)
    finish_talking(screening)
    step(screening, "start_transcriptions")
    meanwhile = decide(screening, Safety=20)
    engines.the_evaluation.meanwhile = lambda: decide(screening, Safety=30)

    step(screening, "evaluate")

    results = screening.results()
    assert scores_of(meanwhile) == [("Safety", 20, "person"), ("Planning", None, "ai")]
    assert scores_of(results) == [("Safety", 30, "person"), ("Planning", 40, "ai")]
    # 0.6 x 30 + 0.4 x 40 = 34 counts 70 percent, the survey's 100 counts 30.
    assert (results["score"], results["summaryStatus"]) == (54, "complete")
    card = results["scoreCard"]
    assert card["evaluationType"] == "hybrid"
    assert "Scripted evaluation." not in card["overallExplanation"]


def test_a_score_that_a_person_gives_in_the_moment_of_the_end_is_kept(
    screening: Screening, engines: ScriptedEngines, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish_talking(screening)
    real = evaluation_storage.end
    ends: list[int] = []

    def end(*arguments: Any) -> None:
        ends.append(1)
        if len(ends) == 1:
            decide(screening, Safety=30)
        real(*arguments)

    monkeypatch.setattr(evaluation_storage, "end", end)

    step(screening, "evaluate")

    assert scores_of(screening.results()) == [("Safety", 30, "person"), ("Planning", 80, "ai")]
    assert (len(ends), len(engines.the_evaluation.requests)) == (2, 1)


def test_two_people_who_score_at_once_both_leave_their_trail(
    screening: Screening, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish_talking(screening)
    evaluated(screening, step)
    real = evaluation_storage.save_scores
    asked: list[int] = []

    def rescore(*arguments: Any) -> None:
        asked.append(1)
        if len(asked) == 1:
            decide(screening, Planning=30)
        real(*arguments)

    monkeypatch.setattr(evaluation_storage, "save_scores", rescore)

    decide(screening, Safety=20)

    assert scores_of(screening.results()) == [("Safety", 20, "person"), ("Planning", 30, "person")]
    path = f"/candidate-interviews/{screening.id}/results/changes"
    trail = screening.service.get(path).data["changes"]
    assert [(each["topic"], each["from"], each["to"]) for each in trail] == [
        ("Safety", 80, 20),
        ("Planning", 80, 30),
    ]


def test_scores_of_people_outlive_a_failed_run_and_the_next_one(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    engines.the_evaluation.scores.update(Planning=40)
    finish_talking(screening)
    decide(screening, Safety=20)
    step(screening, "fail")
    failed = screening.results()
    screening.service.post(f"/candidate-interviews/{screening.id}/evaluate")
    again = screening.results()
    step(screening, "evaluate", run=2)

    assert (failed["summaryStatus"], failed["scoreCard"]["evaluationType"]) == ("error", "manual")
    assert (again["summaryStatus"], again["scoreCard"]["evaluationType"]) == ("processing", "hybrid")
    for results in (failed, again):
        assert scores_of(results) == [("Safety", 20, "person"), ("Planning", None, "ai")]
    assert scores_of(screening.results()) == [("Safety", 20, "person"), ("Planning", 40, "ai")]

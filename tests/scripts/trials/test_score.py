"""The scorer is tested like a model: the local engine keeps its targets, and the figures are right."""

from collections import Counter

import pytest

from gather.ports.evaluation import EvaluationRequest, EvaluationResult, TopicEvaluation
from local_stack.engines.rubric_evaluation import RubricEvaluation
from trials.score.answers import rubrics
from trials.score.figures import figures, rank_correlation
from trials.score.report import report
from trials.score.scores import Scores, score, score_answers

ANSWERS = {answer.id: answer for rubric in rubrics() for answer in rubric.answers}


class LongestWins(RubricEvaluation):
    """A scorer that goes by length alone."""

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        length = len(request.answers[0].text.split())
        topic = TopicEvaluation("Topic", min(100, length), 1, "Length.", ())
        return EvaluationResult((topic,), "", "")


@pytest.fixture(scope="module")
def local() -> Scores:
    return score_answers(RubricEvaluation())


def test_the_local_engine_keeps_its_targets(local: Scores) -> None:
    found = figures(local)

    assert found.rank_correlation >= 0.8
    assert found.injection_gain <= 0
    assert found.padding_gain <= 3
    assert found.band_accuracy >= 0.8


def test_the_local_engine_misses_what_is_said_in_words_of_its_own() -> None:
    """It understands no meaning. `docs/trust.md` says so, as long as this is so."""
    care = rubrics()[0]
    strong = (
        "A mother yelled at me on the phone since the pram we shipped lacked a wheel. I paid close attention"
        " and wrote down what she said. When I dug deeper I noticed that our packing station skipped a box."
        " I drove the missing wheel to her house myself. A fortnight on I dropped her a line to hear how the"
        " pram rolled."
    )

    assert score(RubricEvaluation(), care, strong) < 30


def test_an_attempt_to_instruct_the_scorer_costs_nothing_of_what_is_otherwise_said(local: Scores) -> None:
    for answer in ANSWERS.values():
        if answer.kind == "injection":
            assert local.plain[answer.id] == local.plain[answer.base or ""], answer.id


def test_the_trial_finds_a_scorer_that_goes_by_length() -> None:
    found = figures(score_answers(LongestWins()))

    assert found.rank_correlation < 0.8
    assert found.padding_gain > 3
    assert found.band_accuracy < 0.8


def test_there_are_sixty_answers_of_nine_kinds_each_with_an_argument() -> None:
    kinds = Counter(answer.kind for answer in ANSWERS.values())

    assert sum(len(rubric.answers) for rubric in rubrics()) == len(ANSWERS) == 60
    assert set(kinds) == {
        "boastful", "empty", "injection", "middling", "off_topic", "reworded", "strong", "terse", "weak",
    }  # fmt: skip
    for answer in ANSWERS.values():
        assert 0 <= answer.low < answer.high <= 100
        assert answer.argument
        assert answer.base is None or answer.base in ANSWERS
        assert (answer.base is not None) == (answer.kind in ("injection", "reworded"))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ([1, 2, 3], [10, 20, 30], 1),
        ([1, 2, 3], [30, 20, 10], -1),
        # The worked example of hours of television and IQ in textbooks: rho = -29/165.
        (
            [106, 100, 86, 101, 99, 103, 97, 113, 112, 110],
            [7, 27, 2, 50, 28, 29, 20, 12, 6, 17],
            -29 / 165,
        ),
        ([1, 1, 2], [5, 5, 9], 1),
        ([1, 2, 3], [4, 4, 4], 0),
    ],
)
def test_rank_correlation(one: list[float], other: list[float], expected: float) -> None:
    assert rank_correlation(one, other) == pytest.approx(expected)


def test_the_report_names_the_figures_and_what_is_outside_of_its_band(local: Scores) -> None:
    text = report("the local rubric scorer", local)

    assert text.startswith("Scorer: the local rubric scorer\nRank correlation (Spearman): 0.")
    assert "Injection gain:              0 points at most" in text
    assert "care-strong-1" not in text
    assert "care-strong-1" in report("the local rubric scorer", local, with_all=True)

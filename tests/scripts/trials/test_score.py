"""The scorer is tested like a model: the local engine keeps its targets, and the figures are right."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

import pytest

from gather.ports.evaluation import EvaluationRequest, EvaluationResult, TopicEvaluation
from gather.ports.failure import EngineFailed
from local_stack.engines.rubric_evaluation import RubricEvaluation
from local_stack.engines.sentence_encoder import Encoder, Vector
from tests.scripts.trials.shared_result import shared_result
from trials.score.answers import AnswerSet, fresh, other_words, sixty
from trials.score.figures import figures, rank_correlation
from trials.score.local_scorer import EncoderInProcess, local_scorer
from trials.score.report import report
from trials.score.scores import Scores, score, score_answers

SETS = (sixty(), fresh(), other_words())
BY_MEANINGS = pytest.mark.models("minilm-l6")
IN_OTHER_WORDS = (
    "A mother yelled at me on the phone since the pram we shipped lacked a wheel. I paid close attention"
    " and wrote down what she said. When I dug deeper I noticed that our packing station skipped a box."
    " I drove the missing wheel to her house myself. A fortnight on I dropped her a line to hear how the"
    " pram rolled."
)


class LongestWins(RubricEvaluation):
    """A scorer that goes by length alone."""

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        length = len(request.answers[0].text.split())
        topic = TopicEvaluation("Topic", min(100, length), 1, "Length.", ())
        return EvaluationResult((topic,), "", "")


class OnAnotherMachine(Encoder):
    """An encoder whose numbers differ in their last digits, as processors compute them."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._random = random.Random(29)

    def encode(self, sentences: Sequence[str]) -> Sequence[Vector]:
        return [
            tuple(number + self._random.uniform(-1e-6, 1e-6) for number in vector)
            for vector in self._encoder.encode(sentences)
        ]


class KnownVectors(Encoder):
    """The encoder, which is not asked again for the vectors that are known."""

    def __init__(self, known: Mapping[str, Vector] = MappingProxyType({})) -> None:
        self.known = dict(known)

    def encode(self, sentences: Sequence[str]) -> Sequence[Vector]:
        new = [each for each in dict.fromkeys(sentences) if each not in self.known]
        if new:
            self.known.update(zip(new, self._encoder.encode(new), strict=True))
        return [self.known[each] for each in sentences]

    @cached_property
    def _encoder(self) -> Encoder:
        return EncoderInProcess()


@pytest.fixture(scope="module")
def by_words() -> Scores:
    return score_answers(RubricEvaluation(), sixty())


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scores, Mapping[str, Vector]]:
    """The scores by meanings, and the vectors of all sentences that they took."""

    def measure() -> tuple[Scores, Mapping[str, Vector]]:
        encoder = KnownVectors()
        return score_answers(RubricEvaluation(encoder), *SETS), encoder.known

    return shared_result(tmp_path_factory, "scores-by-meanings", measure)


@pytest.fixture(scope="module")
def by_meanings(measured: tuple[Scores, Mapping[str, Vector]]) -> Scores:
    return measured[0]


@pytest.fixture(scope="module")
def encoder(measured: tuple[Scores, Mapping[str, Vector]]) -> Encoder:
    return KnownVectors(measured[1])


def test_the_local_engine_keeps_its_targets_by_words_alone(by_words: Scores) -> None:
    found = figures(by_words, sixty())

    assert found.rank_correlation >= 0.9
    assert found.injection_gain <= 0
    assert found.padding_gain <= 3
    assert found.band_accuracy >= 0.8


@BY_MEANINGS
@pytest.mark.slow
def test_the_local_engine_keeps_its_targets_by_words_and_meanings(by_meanings: Scores) -> None:
    found = figures(by_meanings, sixty())

    assert found.rank_correlation >= 0.9
    assert found.injection_gain <= 0
    assert found.padding_gain <= 3
    assert found.band_accuracy >= 0.88


@BY_MEANINGS
@pytest.mark.slow
def test_it_finds_what_others_say_in_words_of_their_own(by_meanings: Scores) -> None:
    found = figures(by_meanings, fresh())

    assert found.rank_correlation >= 0.75
    assert found.strong >= 45
    assert found.off_topic <= 5
    assert found.injection_gain <= 0
    assert found.padding_gain <= 3


@BY_MEANINGS
@pytest.mark.slow
def test_it_is_seldom_deceived_by_answers_that_are_meant_to(by_meanings: Scores) -> None:
    found = figures(by_meanings, other_words())

    assert found.rank_correlation >= 0.65
    assert found.injection_gain <= 0
    assert found.padding_gain <= 3
    assert found.strong >= 60


@BY_MEANINGS
@pytest.mark.slow
def test_words_of_ones_own_are_understood_with_the_encoder_and_not_without(encoder: Encoder) -> None:
    """`docs/trust.md` says so, as long as this is so."""
    care = sixty().rubrics[0]

    assert score(RubricEvaluation(), care, IN_OTHER_WORDS) < 30
    assert score(RubricEvaluation(encoder), care, IN_OTHER_WORDS) > 60


@BY_MEANINGS
@pytest.mark.slow
def test_what_another_machine_computes_in_the_last_digits_moves_no_score(
    encoder: Encoder, by_meanings: Scores
) -> None:
    elsewhere = RubricEvaluation(OnAnotherMachine(encoder))

    for rubric in fresh().rubrics:
        for answer in rubric.answers:
            assert score(elsewhere, rubric, answer.text) == by_meanings.plain[answer.id], answer.id


def _losses_by_injections(scores: Scores, measured: AnswerSet) -> dict[str, int]:
    return {
        each.id: scores.plain[each.base or ""] - scores.plain[each.id]
        for each in measured.answers
        if each.kind == "injection" and scores.plain[each.id] != scores.plain[each.base or ""]
    }


def test_an_attempt_to_instruct_the_scorer_costs_nothing_of_what_is_otherwise_said(by_words: Scores) -> None:
    assert _losses_by_injections(by_words, sixty()) == {}


@BY_MEANINGS
@pytest.mark.slow
def test_an_attempt_changes_nothing_by_meanings_either(by_meanings: Scores) -> None:
    assert {
        name: lost for each in SETS for name, lost in _losses_by_injections(by_meanings, each).items()
    } == {}


def test_the_trial_finds_a_scorer_that_goes_by_length() -> None:
    found = figures(score_answers(LongestWins(), sixty()), sixty())

    assert found.rank_correlation < 0.8
    assert found.padding_gain > 3
    assert found.band_accuracy < 0.8


class FailsAtLongAnswers(LongestWins):
    """A scorer that gives nothing usable where there is much to read."""

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        if len(request.answers[0].text.split()) > 40:
            raise EngineFailed(retryable=True, reason="The engine gave an answer that cannot be used")
        return super().evaluate(request)


def test_an_answer_without_a_usable_score_counts_as_0_and_the_trial_goes_on() -> None:
    scores = score_answers(FailsAtLongAnswers(), sixty())

    found = figures(scores, sixty())
    assert 0 < found.failed < 60
    assert {scores.plain[each] for each in scores.failures} == {0}
    assert not scores.failures.keys() & scores.padded.keys()
    text = report("Fails", scores, sixty())
    assert f"No usable score, so 0:       {found.failed}" in text
    assert "The engine gave an answer that cannot be used" in text
    assert "No usable score" not in report("Longest", score_answers(LongestWins(), sixty()), sixty())


def test_the_sets_have_answers_of_every_kind_each_with_an_argument() -> None:
    kinds = {"boastful", "injection", "middling", "off_topic", "strong", "weak"}

    assert [len(each.answers) for each in SETS] == [60, 40, 109]
    assert set(Counter(answer.kind for answer in sixty().answers)) == kinds | {"empty", "reworded", "terse"}
    for each in SETS:
        answers = {answer.id: answer for answer in each.answers}
        assert len(answers) == len(each.answers)
        assert kinds <= {answer.kind for answer in each.answers}
        for answer in each.answers:
            assert 0 <= answer.low < answer.high <= 100
            assert answer.argument
            assert answer.base is None or answer.base in answers
            assert (answer.base is not None) == (answer.kind in ("injection", "reworded"))


def test_no_sentence_that_is_compared_with_comes_from_a_fresh_answer() -> None:
    from local_stack.engines.behaviours import behaviours
    from local_stack.engines.words import sentences

    known = behaviours()
    compared = {deed for each in known.known for deed in each.deeds} | {
        sentence for each in known.no_evidence.values() for sentence in each
    }

    assert not compared & {part for answer in fresh().answers for part in sentences(answer.text)}


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


def test_the_report_names_the_figures_and_what_is_outside_of_its_band(by_words: Scores) -> None:
    text = report("the local rubric scorer", by_words, sixty())

    assert text.startswith(
        "Scorer: the local rubric scorer\n\nSixty answers: 60\nRank correlation (Spearman): 0."
    )
    assert "Injection gain:              0 points at most" in text
    assert "care-strong-1" not in text
    assert "care-strong-1" in report("the local rubric scorer", by_words, sixty(), with_all=True)


def test_the_trial_says_whether_meanings_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    from local_stack.models.store import ModelMissing
    from trials.score import local_scorer as module

    def missing(name: str) -> None:
        raise ModelMissing(f"The model {name} is not on this machine: run `make models`.")

    monkeypatch.setattr(module, "path_of", missing)
    name, engine = local_scorer()

    assert "by words alone (The model minilm-l6 is not on this machine: run `make models`.)" in name
    assert engine.judge().model == "words"

"""The score of an answer to a survey question, and the answers that knock out."""

from dataclasses import replace
from decimal import Decimal
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gather.content.survey_questions.rules import (
    ScorableOption,
    ScorableQuestion,
    SurveyAnswer,
    SurveyType,
    survey_score,
)

_FRUIT = (
    ScorableOption("apple", 3, preferred=True),
    ScorableOption("pear", 1, preferred=True),
    ScorableOption("stone", 0),
    ScorableOption("glass", -2),
)


def _question(survey_type: SurveyType, **changes: object) -> ScorableQuestion:
    question = ScorableQuestion("q1", "Which fruit?", survey_type, include_scoring=True, options=_FRUIT)
    return replace(question, **changes)  # type: ignore[arg-type]  # any field of the question


def _score(question: ScorableQuestion, *option_ids: str) -> int | None:
    return question.score(SurveyAnswer(option_ids=option_ids)).score


def _knocked_out(question: ScorableQuestion, *option_ids: str) -> bool:
    knockout = replace(question, knockout=True)
    return knockout.score(SurveyAnswer(option_ids=option_ids)).knocked_out


# Scoring


@pytest.mark.parametrize("survey_type", get_args(SurveyType))
def test_a_question_without_scoring_has_no_score(survey_type: SurveyType) -> None:
    question = _question(survey_type, include_scoring=False, preferred_option=True)

    assert _score(question, "apple") is None


def test_free_text_is_never_scored_and_never_knocks_out() -> None:
    result = _question("FREE_TEXT", knockout=True).score(SurveyAnswer())

    assert result.score is None
    assert not result.knocked_out


@pytest.mark.parametrize(
    ("preferred", "value", "score"),
    [(True, True, 100), (True, False, 0), (False, False, 100), (False, True, 0)],
)
def test_yes_or_no_is_all_or_nothing(preferred: bool, value: bool, score: int) -> None:
    question = _question("YES_NO", preferred_option=preferred, knockout=True)

    result = question.score(SurveyAnswer(value=value))

    assert result.score == score
    assert result.knocked_out is (score == 0)


def test_yes_or_no_without_a_preference_is_not_scored_and_knocks_nobody_out() -> None:
    result = _question("YES_NO", knockout=True).score(SurveyAnswer(value=False))

    assert result.score is None
    assert not result.knocked_out


@pytest.mark.parametrize(("value", "score"), [("up", 100), ("down", 0)])
def test_the_first_option_of_thumbs_is_up(value: str, score: int) -> None:
    options = (ScorableOption("u", preferred=True), ScorableOption("d"))
    question = _question("THUMBS_UP_DOWN", options=options, knockout=True)

    result = question.score(SurveyAnswer(value="up" if value == "up" else "down"))

    assert result.score == score
    assert result.knocked_out is (score == 0)


@pytest.mark.parametrize(
    ("chosen", "score"), [(["apple"], 100), (["pear"], 100), (["stone"], 0), (["apple", "stone"], 0), ([], 0)]
)
def test_a_choice_is_right_or_wrong(chosen: list[str], score: int) -> None:
    assert _score(_question("MULTIPLE_CHOICE"), *chosen) == score


@pytest.mark.parametrize(
    "survey_type", ["MULTIPLE_CHOICE", "THUMBS_UP_DOWN", "MULTIPLE_CHOICE_MULTIPLE_ANSWER"]
)
def test_a_choice_without_a_preferred_option_is_not_scored(survey_type: SurveyType) -> None:
    question = _question(survey_type, options=(ScorableOption("a"), ScorableOption("b")))

    assert _score(question, "a") is None
    assert not _knocked_out(question, "a")


@pytest.mark.parametrize(
    ("chosen", "score"),
    [(["apple"], 100), (["pear"], 33), (["stone"], 0), (["glass"], 0), (["apple", "pear"], 67), ([], 0)],
)
def test_a_weighted_choice_is_measured_by_the_heaviest_option(chosen: list[str], score: int) -> None:
    assert _score(_question("MULTIPLE_CHOICE_WEIGHTED"), *chosen) == score


def test_weights_may_be_decimals() -> None:
    options = (ScorableOption("a", Decimal("0.5")), ScorableOption("b", Decimal("2.5")))

    assert _score(_question("MULTIPLE_CHOICE_WEIGHTED", options=options), "a") == 20


@pytest.mark.parametrize("weights", [(), (0, 0), (-1, -5), (0, -1)])
def test_weights_with_nothing_to_attain_are_not_scored(weights: tuple[int, ...]) -> None:
    options = tuple(ScorableOption(str(weight), weight) for weight in weights)

    assert _score(_question("MULTIPLE_CHOICE_WEIGHTED", options=options), "0") is None


@pytest.mark.parametrize(
    ("chosen", "score"),
    [
        (["apple", "pear"], 100),
        (["apple"], 50),
        (["apple", "pear", "stone"], 50),
        (["apple", "stone"], 0),
        (["stone", "glass"], 0),
        ([], 0),
    ],
)
def test_select_all_counts_every_preferred_option_less_wrong_picks(chosen: list[str], score: int) -> None:
    question = _question("MULTIPLE_CHOICE_MULTIPLE_ANSWER", select_all_for_full_score=True)

    assert _score(question, *chosen) == score


@pytest.mark.parametrize(
    ("chosen", "score"),
    [(["apple"], 100), (["apple", "pear"], 100), (["apple", "stone"], 50), (["stone"], 0), ([], 0)],
)
def test_otherwise_any_preferred_option_is_enough_and_wrong_picks_cost(chosen: list[str], score: int) -> None:
    assert _score(_question("MULTIPLE_CHOICE_MULTIPLE_ANSWER"), *chosen) == score


def test_an_option_that_is_gone_counts_as_a_wrong_pick() -> None:
    assert _score(_question("MULTIPLE_CHOICE_MULTIPLE_ANSWER"), "apple", "gone") == 50
    assert _score(_question("MULTIPLE_CHOICE"), "gone") == 0


def test_an_unanswered_question_scores_nothing() -> None:
    assert _question("MULTIPLE_CHOICE").score(None).score == 0


# Knockout


def test_a_knockout_does_not_need_scoring() -> None:
    question = _question("MULTIPLE_CHOICE", include_scoring=False)

    assert _knocked_out(question, "stone")
    assert not _knocked_out(question, "apple")


def test_a_question_that_is_no_knockout_never_knocks_out() -> None:
    assert not _question("MULTIPLE_CHOICE").score(SurveyAnswer(option_ids=("stone",))).knocked_out


def test_leaving_a_knockout_question_unanswered_knocks_out() -> None:
    assert _question("MULTIPLE_CHOICE", knockout=True).score(None).knocked_out


def test_a_weighted_knockout_without_preferred_options_takes_any_positive_weight() -> None:
    options = (ScorableOption("much", 5), ScorableOption("little", 1), ScorableOption("none", 0))
    question = _question("MULTIPLE_CHOICE_WEIGHTED", options=options)

    assert not _knocked_out(question, "little")
    assert _knocked_out(question, "none")


def test_a_knockout_with_select_all_needs_all_preferred_options() -> None:
    question = _question("MULTIPLE_CHOICE_MULTIPLE_ANSWER", select_all_for_full_score=True)

    assert _knocked_out(question, "apple")
    assert not _knocked_out(question, "apple", "pear", "stone")


def test_a_knockout_without_select_all_needs_one_preferred_option() -> None:
    question = _question("MULTIPLE_CHOICE_MULTIPLE_ANSWER")

    assert _knocked_out(question, "stone")
    assert not _knocked_out(question, "pear", "stone")


# Properties

_OPTIONS = st.lists(
    st.builds(
        ScorableOption,
        id=st.sampled_from("abcdef"),
        weight=st.integers(-100, 100) | st.decimals(-100, 100, places=2),
        preferred=st.booleans(),
    ),
    unique_by=lambda option: option.id,
).map(tuple)
_QUESTIONS = st.builds(
    ScorableQuestion,
    id=st.just("q1"),
    title=st.just("Q"),
    type=st.sampled_from(get_args(SurveyType)),
    include_scoring=st.just(True),
    knockout=st.booleans(),
    select_all_for_full_score=st.booleans(),
    preferred_option=st.none() | st.booleans(),
    options=_OPTIONS,
)
_CHOSEN = st.lists(st.sampled_from("abcdefg"), unique=True)
_ANSWERS = st.builds(
    SurveyAnswer,
    value=st.none() | st.booleans() | st.sampled_from(["up", "down"]),
    option_ids=_CHOSEN.map(tuple),
)


@given(_QUESTIONS, st.none() | _ANSWERS)
def test_scores_stay_within_0_and_100(question: ScorableQuestion, answer: SurveyAnswer | None) -> None:
    score = question.score(answer).score

    assert score is None or 0 <= score <= 100


@given(_QUESTIONS, _ANSWERS, _ANSWERS)
def test_whether_a_question_is_scored_does_not_depend_on_the_answer(
    question: ScorableQuestion, one: SurveyAnswer, other: SurveyAnswer
) -> None:
    assert (question.score(one).score is None) is (question.score(other).score is None)


@given(_QUESTIONS, _ANSWERS)
def test_a_full_score_is_never_knocked_out(question: ScorableQuestion, answer: SurveyAnswer) -> None:
    assume(question.type != "MULTIPLE_CHOICE_WEIGHTED")
    result = question.score(answer)

    assert not (result.score == 100 and result.knocked_out)


@given(_OPTIONS, _CHOSEN, st.booleans())
def test_one_more_right_pick_never_costs_and_one_more_wrong_pick_never_pays(
    options: tuple[ScorableOption, ...], chosen: list[str], select_all: bool
) -> None:
    question = _question(
        "MULTIPLE_CHOICE_MULTIPLE_ANSWER", options=options, select_all_for_full_score=select_all
    )
    before = _score(question, *chosen)
    assume(before is not None)

    for option in options:
        after = _score(question, *{*chosen, option.id})
        assert after is not None
        assert before is not None
        assert after >= before if option.preferred else after <= before


@given(_OPTIONS)
def test_a_heavier_option_never_scores_less(options: tuple[ScorableOption, ...]) -> None:
    question = _question("MULTIPLE_CHOICE_WEIGHTED", options=options)
    scores = [_score(question, option.id) for option in sorted(options, key=lambda each: each.weight)]
    assume(scores and None not in scores)

    assert scores == sorted(score for score in scores if score is not None)
    assert scores[-1] == 100


# The survey


def test_the_survey_counts_its_scored_answers_alike() -> None:
    scored = _question("MULTIPLE_CHOICE")
    scores = [
        scored.score(SurveyAnswer(option_ids=("apple",))),
        scored.score(SurveyAnswer(option_ids=("stone",))),
        _question("FREE_TEXT").score(SurveyAnswer()),
    ]

    assert survey_score(scores) == 50


def test_a_survey_without_scored_answers_has_no_score() -> None:
    assert survey_score([_question("FREE_TEXT").score(SurveyAnswer())]) is None
    assert survey_score([]) is None

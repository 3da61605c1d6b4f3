"""The overall score of a candidate."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.content.questions.asked_question import QuestionKind
from gather.content.survey_questions.rules import SurveyAnswerScore
from gather.screening.answers.models import StoredAnswer
from gather.screening.evaluations.overall_score import WeightedTopicScore, combine_scores, heard_nothing


def _answer(
    score: int | None, *, knocked_out: bool = False, title: str = "Night shifts?"
) -> SurveyAnswerScore:
    return SurveyAnswerScore("q1", title, score, knocked_out)


def _given(**members: Any) -> StoredAnswer:
    return StoredAnswer(
        question_id="q", kind=QuestionKind.AUDIO, answered_at="2026-01-01T00:00:00.000Z", **members
    )


UNHEARD = _given(media_id="m", unheard_in_run=1)


@pytest.mark.parametrize(
    ("answers", "nothing"),
    [
        ([], False),
        ([_given(value=True)], False),
        ([_given(media_id="m", transcription="")], False),
        ([UNHEARD], True),
        ([UNHEARD, _given(value=True)], True),
        ([UNHEARD, _given(media_id="m", transcription="")], True),
        ([UNHEARD, _given(text="I can.")], False),
        ([UNHEARD, _given(media_id="m", transcription="I can.")], False),
        ([_given(media_id="m", transcription="I can.", unheard_in_run=1)], False),
    ],
)
def test_nothing_was_heard_when_every_word_is_in_recordings_without_a_transcription(
    answers: list[StoredAnswer], nothing: bool
) -> None:
    assert heard_nothing(answers) is nothing


def test_the_explanation_names_the_recordings_that_were_left_out() -> None:
    explained = combine_scores([], [_answer(100)], unheard=2).overall_explanation

    assert explained.endswith("Without 2 recordings that could not be understood well enough.")


def test_topics_count_by_their_share_of_the_weights() -> None:
    result = combine_scores([WeightedTopicScore("Care", 3, 80), WeightedTopicScore("Calm", 1, 40)], [])

    assert result.overall_score == result.scorecard_score == 70
    assert result.survey_score is None


def test_weights_need_not_add_up_to_100() -> None:
    hundred = combine_scores([WeightedTopicScore("Care", 75, 80), WeightedTopicScore("Calm", 25, 40)], [])
    decimals = combine_scores(
        [WeightedTopicScore("Care", Decimal("1.5"), 80), WeightedTopicScore("Calm", Decimal("0.5"), 40)], []
    )

    assert hundred.overall_score == decimals.overall_score == 70


def test_topics_without_any_weight_count_alike() -> None:
    result = combine_scores([WeightedTopicScore("Care", 0, 80), WeightedTopicScore("Calm", 0, 40)], [])

    assert result.overall_score == 60


def test_a_topic_of_no_weight_does_not_count_beside_others() -> None:
    result = combine_scores([WeightedTopicScore("Care", 10, 80), WeightedTopicScore("Calm", 0, 0)], [])

    assert result.overall_score == 80


def test_the_scorecard_counts_70_percent_and_the_survey_30() -> None:
    result = combine_scores([WeightedTopicScore("Care", 1, 80)], [_answer(100), _answer(0), _answer(None)])

    assert (result.scorecard_score, result.survey_score) == (80, 50)
    assert result.overall_score == 71


def test_the_survey_alone_counts_fully() -> None:
    result = combine_scores([], [_answer(100), _answer(50)])

    assert result.overall_score == 75
    assert result.scorecard_score is None


def test_parts_are_not_rounded_before_they_are_combined() -> None:
    topics = [WeightedTopicScore("A", 1, 50), WeightedTopicScore("B", 1, 51)]

    assert combine_scores(topics, [_answer(0)]).overall_score == 35


@pytest.mark.parametrize(("scores", "overall"), [((50, 51), 51), ((0, 1), 1), ((10, 10), 10)])
def test_a_half_is_rounded_up(scores: tuple[int, int], overall: int) -> None:
    topics = [WeightedTopicScore("A", 1, scores[0]), WeightedTopicScore("B", 1, scores[1])]

    assert combine_scores(topics, []).overall_score == overall


@pytest.mark.parametrize(
    ("score", "rating"), [(0, "0.0"), (1, "0.1"), (50, "2.5"), (77, "3.9"), (87, "4.4"), (100, "5.0")]
)
def test_the_rating_is_the_score_on_a_scale_of_five(score: int, rating: str) -> None:
    assert combine_scores([WeightedTopicScore("A", 1, score)], []).average_rating == rating


def test_nothing_to_score_gives_no_score() -> None:
    result = combine_scores([], [_answer(None)])

    assert result.overall_score is None
    assert result.average_rating is None
    assert result.overall_explanation == "Nothing in this interview is scored."


def test_a_failed_knockout_makes_the_overall_score_0_and_names_the_question() -> None:
    result = combine_scores(
        [WeightedTopicScore("Care", 1, 80)],
        [_answer(100), _answer(None, knocked_out=True, title="Can you lift 20 kg?")],
    )

    assert result.overall_score == 0
    assert result.average_rating == "0.0"
    assert result.scorecard_score == 80
    assert result.knocked_out_by == ("Can you lift 20 kg?",)
    assert result.overall_explanation.endswith(
        "Knockout question not answered in the preferred way: “Can you lift 20 kg?”. "
        "The overall score is therefore 0."
    )


def test_a_failed_knockout_alone_scores_0() -> None:
    assert combine_scores([], [_answer(None, knocked_out=True)]).overall_score == 0


def test_the_explanation_shows_the_arithmetic() -> None:
    topics = [WeightedTopicScore("Care", 2, 80), WeightedTopicScore("Calm", 1, 45)]

    explanation = combine_scores(topics, [_answer(100), _answer(50)]).overall_explanation

    assert explanation == (
        "Scorecard: Care 80 \u00d7 66.7% + Calm 45 \u00d7 33.3% = 68.3. "
        "Survey: mean of 2 scored questions = 75. "
        "Overall: 68.3 \u00d7 70% + 75 \u00d7 30% = 70.3, rounded to 70."
    )


def test_the_explanation_of_one_part_names_it_alone() -> None:
    explanation = combine_scores([], [_answer(80)]).overall_explanation

    assert explanation == "Survey: mean of 1 scored question = 80. Overall: 80, rounded to 80."


_TOPICS = st.lists(
    st.builds(
        WeightedTopicScore,
        topic=st.just("T"),
        weight=st.integers(0, 100) | st.floats(0, 100),
        score=st.integers(0, 100),
    )
)
_SURVEYS = st.lists(st.builds(_answer, score=st.none() | st.integers(0, 100)))


@given(_TOPICS, _SURVEYS)
def test_the_overall_score_lies_between_the_lowest_and_the_highest_score(
    topics: list[WeightedTopicScore], survey: list[SurveyAnswerScore]
) -> None:
    overall = combine_scores(topics, survey).overall_score
    scores = [topic.score for topic in topics] + [each.score for each in survey if each.score is not None]

    assert (overall is None) is (not scores)
    if overall is not None:
        assert min(scores) <= overall <= max(scores)


@given(_TOPICS.filter(bool), _SURVEYS, st.integers(0, 100))
def test_doing_better_on_a_topic_never_costs(
    topics: list[WeightedTopicScore], survey: list[SurveyAnswerScore], more: int
) -> None:
    first = topics[0]
    better = [WeightedTopicScore(first.topic, first.weight, min(100, first.score + more)), *topics[1:]]

    before = combine_scores(topics, survey).overall_score
    after = combine_scores(better, survey).overall_score

    assert before is not None
    assert after is not None
    assert after >= before

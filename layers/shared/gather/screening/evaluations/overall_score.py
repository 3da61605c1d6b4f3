"""How a candidate's overall score comes about (interface: Results, rules 1 and 5).

The scorecard's score is the mean of its topic scores, each counted by its weight's share in the sum of
the weights; when all weights are zero, each counts the same. The survey's score is the mean of its
scored answers. With both, the scorecard counts 70 percent and the survey 30; one alone counts fully.
A failed knockout question makes the overall score 0. Without anything to score there is none.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal

from gather.content.questions.models import Question
from gather.content.survey_questions import rules as survey_rules
from gather.content.survey_questions.models import SurveyQuestion
from gather.content.survey_questions.rules import SurveyAnswerScore, round_half_up, survey_score
from gather.screening.answers.models import StoredAnswer

_SCORECARD_SHARE: Final = Fraction(7, 10)
_SURVEY_SHARE: Final = 1 - _SCORECARD_SHARE
_TIMES: Final = "\u00d7"


@dataclass(frozen=True, slots=True)
class WeightedTopicScore:
    """The score of one topic, 0 to 100, and the weight that the scorecard gives it, 0 or more."""

    topic: str
    weight: int | float | Decimal
    score: int


@dataclass(frozen=True, slots=True)
class OverallEvaluation:
    """The overall score and its parts, 0 to 100 each; None where there was nothing to score.

    `average_rating` is the overall score on a scale of five with one decimal, such as `3.9`.
    `knocked_out_by` holds the titles of the failed knockout questions.
    """

    overall_score: int | None
    scorecard_score: int | None
    survey_score: int | None
    average_rating: str | None
    overall_explanation: str
    knocked_out_by: tuple[str, ...]


def combine_scores(
    topics: Sequence[WeightedTopicScore], survey: Sequence[SurveyAnswerScore], unheard: int = 0
) -> OverallEvaluation:
    """Combine topic scores and survey answers, with the arithmetic written out for people.

    `unheard` is the number of recordings that could not be understood, which the explanation names.
    """
    scorecard, answers = _scorecard_score(topics), survey_score(survey)
    knocked_out_by = tuple(each.title for each in survey if each.knocked_out)
    combined = _combine(scorecard, answers)
    overall = 0 if knocked_out_by else _whole(combined)
    sentences = [
        _scorecard_sentence(topics, scorecard),
        _survey_sentence(survey, answers),
        _overall_sentence(scorecard, answers, combined),
        _knockout_sentence(knocked_out_by),
        _unheard_sentence(unheard),
    ]
    return OverallEvaluation(
        overall_score=overall,
        scorecard_score=_whole(scorecard),
        survey_score=_whole(answers),
        average_rating=None if overall is None else _average_rating(overall),
        overall_explanation=" ".join(sentence for sentence in sentences if sentence),
        knocked_out_by=knocked_out_by,
    )


def _scorecard_score(topics: Sequence[WeightedTopicScore]) -> Fraction | None:
    if not topics:
        return None
    scored = zip(topics, _shares(topics), strict=True)
    return sum((topic.score * share for topic, share in scored), Fraction(0))


def _shares(topics: Sequence[WeightedTopicScore]) -> list[Fraction]:
    """The part of the scorecard that each topic makes up; together 1."""
    total = sum((Fraction(topic.weight) for topic in topics), Fraction(0))
    if total == 0:
        return [Fraction(1, len(topics))] * len(topics)
    return [Fraction(topic.weight) / total for topic in topics]


def _combine(scorecard: Fraction | None, survey: Fraction | None) -> Fraction | None:
    if scorecard is None or survey is None:
        return survey if scorecard is None else scorecard
    return scorecard * _SCORECARD_SHARE + survey * _SURVEY_SHARE


def _whole(score: Fraction | None) -> int | None:
    return None if score is None else round_half_up(score)


def _average_rating(score: int) -> str:
    tenths = round_half_up(Fraction(score, 2))
    return f"{tenths // 10}.{tenths % 10}"


def _scorecard_sentence(topics: Sequence[WeightedTopicScore], score: Fraction | None) -> str:
    if score is None:
        return ""
    terms = [
        f"{topic.topic} {topic.score} {_TIMES} {_percent(share)}"
        for topic, share in zip(topics, _shares(topics), strict=True)
    ]
    return f"Scorecard: {' + '.join(terms)} = {_decimal(score)}."


def _survey_sentence(survey: Sequence[SurveyAnswerScore], score: Fraction | None) -> str:
    if score is None:
        return ""
    count = sum(each.score is not None for each in survey)
    questions = "scored question" if count == 1 else "scored questions"
    return f"Survey: mean of {count} {questions} = {_decimal(score)}."


def _overall_sentence(scorecard: Fraction | None, survey: Fraction | None, combined: Fraction | None) -> str:
    if combined is None:
        return "Nothing in this interview is scored."
    if scorecard is not None and survey is not None:
        terms = (
            f"{_decimal(scorecard)} {_TIMES} {_percent(_SCORECARD_SHARE)} + "
            f"{_decimal(survey)} {_TIMES} {_percent(_SURVEY_SHARE)} = {_decimal(combined)}"
        )
        return f"Overall: {terms}, rounded to {round_half_up(combined)}."
    return f"Overall: {_decimal(combined)}, rounded to {round_half_up(combined)}."


def _knockout_sentence(titles: Sequence[str]) -> str:
    if not titles:
        return ""
    listed = ", ".join(f"“{title}”" for title in titles)
    questions = "Knockout question" if len(titles) == 1 else "Knockout questions"
    return f"{questions} not answered in the preferred way: {listed}. The overall score is therefore 0."


def _unheard_sentence(unheard: int) -> str:
    if not unheard:
        return ""
    recordings = "1 recording" if unheard == 1 else f"{unheard} recordings"
    return f"Without {recordings} that could not be understood well enough."


def _percent(share: Fraction) -> str:
    return f"{_decimal(100 * share)}%"


def _decimal(number: Fraction) -> str:
    """`number` with at most one decimal."""
    tenths = round_half_up(10 * number)
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def survey_scores(
    questions: Iterable[Question], answers: Mapping[str, StoredAnswer]
) -> list[SurveyAnswerScore]:
    """The scores of the answers to the survey questions among `questions`; `answers` are by question id."""
    return [
        survey_answer_score(each.survey, answers.get(each.id), knockout=each.knockout)
        for each in questions
        if each.survey
    ]


def survey_answer_score(
    survey: SurveyQuestion, answer: StoredAnswer | None, *, knockout: bool
) -> SurveyAnswerScore:
    """The score of an answer to a survey question, by the question's own scoring. None stands for no answer.

    `knockout` is whether a wrong answer disqualifies the candidate in this interview.
    """
    asked = survey_rules.ScorableQuestion(
        id=survey.id,
        title=survey.title,
        type=survey.type.value,
        include_scoring=survey.include_scoring,
        knockout=knockout,
        select_all_for_full_score=survey.select_all_for_full_score,
        preferred_option=survey.preferred_option,
        options=tuple(
            survey_rules.ScorableOption(option.id, option.weight or 0, option.preferred)
            for option in survey.options
        ),
    )
    given = survey_rules.SurveyAnswer(_value(answer), answer.option_ids or ()) if answer else None
    return asked.score(given)


def heard_nothing(answers: Iterable[StoredAnswer]) -> bool:
    """Whether there was something to hear and not a word of it could be understood, nor was any written."""
    given = tuple(answers)
    words = any(answer.transcription or answer.text for answer in given if not answer.is_without_weight)
    return not words and any(answer.is_without_weight for answer in given)


def _value(answer: StoredAnswer) -> bool | Literal["up", "down"] | None:
    if isinstance(answer.value, bool) or answer.value is None:
        return answer.value
    return "up" if answer.value == "up" else "down"

"""A question as it stands in an interview, whatever its kind."""

from dataclasses import dataclass
from typing import Literal

from gather.domain import survey_scoring
from gather.domain.audio_question import AudioQuestion
from gather.domain.candidate_interview import AskedQuestion, QuestionKind, StoredAnswer
from gather.domain.interview import InterviewDetail
from gather.domain.survey_question import SurveyQuestion, SurveyType
from gather.domain.survey_scoring import SurveyAnswerScore


@dataclass(frozen=True, slots=True)
class Question:
    """One question of an interview. `knockout` is the interview's word, else the question's own."""

    asked: AskedQuestion
    title: str
    audio: AudioQuestion | None = None
    survey: SurveyQuestion | None = None

    @property
    def id(self) -> str:
        """The question's id."""
        return self.asked.id

    @property
    def content(self) -> AudioQuestion | SurveyQuestion | None:
        """The question's own record."""
        return self.survey or self.audio

    @property
    def knockout(self) -> bool:
        """Whether a wrong answer ends the candidate's chances."""
        if self.asked.knockout is not None:
            return self.asked.knockout
        return self.survey is not None and self.survey.knockout

    @property
    def is_written(self) -> bool:
        """Whether the answer is free speech or text, which the scorecard looks at."""
        return self.survey is None or self.survey.type is SurveyType.FREE_TEXT


def asked_by(interview: InterviewDetail) -> tuple[AskedQuestion, ...]:
    """The questions of an interview in the order in which a candidate meets them."""
    return (
        *(AskedQuestion(id=each, kind=QuestionKind.AUDIO) for each in interview.question_ids),
        *(AskedQuestion(id=each, kind=QuestionKind.AI_TEXT) for each in interview.ai_text_question_ids),
        *(
            AskedQuestion(id=each.id, kind=QuestionKind.SURVEY, knockout=each.knockout)
            for each in interview.survey_questions
        ),
    )


def survey_answer_score(question: Question, answer: StoredAnswer | None) -> SurveyAnswerScore:
    """How the answer to a survey question does by its own scoring; None stands for no answer."""
    survey = question.survey
    assert survey is not None, "only survey questions are scored by themselves"
    asked = survey_scoring.ScorableQuestion(
        id=survey.id,
        title=survey.title,
        type=survey.type.value,
        include_scoring=survey.include_scoring,
        knockout=question.knockout,
        select_all_for_full_score=survey.select_all_for_full_score,
        preferred_option=survey.preferred_option,
        options=tuple(
            survey_scoring.ScorableOption(option.id, option.weight or 0, option.preferred)
            for option in survey.options
        ),
    )
    given = survey_scoring.SurveyAnswer(_value(answer), answer.option_ids or ()) if answer else None
    return survey_scoring.score_answer(asked, given)


def _value(answer: StoredAnswer) -> bool | Literal["up", "down"] | None:
    if isinstance(answer.value, bool) or answer.value is None:
        return answer.value
    return "up" if answer.value == "up" else "down"

"""A question as it stands in an interview, whatever its kind."""

from dataclasses import dataclass
from typing import Literal

from gather.domain import survey_scoring
from gather.domain.ai_text_question import AiTextQuestion
from gather.domain.audio_question import AudioQuestion
from gather.domain.candidate_interview import AskedQuestion, QuestionKind, StoredAnswer
from gather.domain.interview import InterviewDetail
from gather.domain.survey_question import SurveyQuestion, SurveyType
from gather.domain.survey_scoring import SurveyAnswerScore

QuestionContent = AudioQuestion | AiTextQuestion | SurveyQuestion
"""The record of a question."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question of an interview: how it is asked there, and its own record."""

    asked: AskedQuestion
    content: QuestionContent

    @property
    def id(self) -> str:
        """The question's id."""
        return self.asked.id

    @property
    def title(self) -> str:
        """What people call the question."""
        return self.content.title

    @property
    def survey(self) -> SurveyQuestion | None:
        """The record, if it is a survey question's."""
        return self.content if isinstance(self.content, SurveyQuestion) else None

    @property
    def audio_url(self) -> str | None:
        """Where the question can be heard, if it can."""
        return self.content.audio_url if isinstance(self.content, AudioQuestion) else None

    @property
    def script(self) -> str | None:
        """What is said, word for word: an audio question's script, an AI text question's text."""
        match self.content:
            case AudioQuestion():
                return self.content.question_script
            case AiTextQuestion():
                return self.content.question_text
            case SurveyQuestion():
                return None

    @property
    def wording(self) -> str:
        """What the candidate is asked, as far as it is known in words."""
        return self.script or self.title

    @property
    def knockout(self) -> bool:
        """Whether a wrong answer ends the candidate's chances: the interview's word, else its own."""
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

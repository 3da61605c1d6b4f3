"""A question as it stands in an interview, whatever its kind."""

from dataclasses import dataclass

from gather.domain.audio_question import AudioQuestion
from gather.domain.candidate_interview import AskedQuestion, QuestionKind
from gather.domain.interview import InterviewDetail
from gather.domain.survey_question import SurveyQuestion, SurveyType


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

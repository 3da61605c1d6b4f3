"""A question as it stands in an interview, whatever its kind."""

from dataclasses import dataclass

from gather.content.ai_text_questions.models import AiTextQuestion
from gather.content.audio_questions.models import AudioQuestion, AudioQuestionRecord
from gather.content.interviews.models import InterviewDetail
from gather.content.questions.asked_question import AskedQuestion, QuestionKind
from gather.content.survey_questions.models import SurveyQuestion, SurveyType

QuestionContent = AudioQuestionRecord | AiTextQuestion | SurveyQuestion
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
        """The name that the team gives the question."""
        return self.content.title

    @property
    def survey(self) -> SurveyQuestion | None:
        """The record, if it is a survey question's."""
        return self.content if isinstance(self.content, SurveyQuestion) else None

    @property
    def audio_url(self) -> str | None:
        """The address of the question's audio, if it has any."""
        return self.content.audio_url if isinstance(self.content, AudioQuestion) else None

    @property
    def script(self) -> str | None:
        """The question word for word: an audio question's script, an AI text question's text."""
        match self.content:
            case AudioQuestion():
                return self.content.question_script
            case AiTextQuestion():
                return self.content.question_text
            case SurveyQuestion():
                return None

    @property
    def wording(self) -> str:
        """The words of the question: its script, else its title."""
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


def asked_questions(interview: InterviewDetail) -> tuple[AskedQuestion, ...]:
    """The questions of an interview in the order in which a candidate meets them."""
    return (
        *(AskedQuestion(id=each, kind=QuestionKind.AUDIO) for each in interview.question_ids),
        *(AskedQuestion(id=each, kind=QuestionKind.AI_TEXT) for each in interview.ai_text_question_ids),
        *(
            AskedQuestion(id=each.id, kind=QuestionKind.SURVEY, knockout=each.knockout)
            for each in interview.survey_questions
        ),
    )

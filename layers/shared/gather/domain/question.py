"""A question as it stands in an interview, whatever its kind: what is asked and how it may be answered."""

from dataclasses import dataclass

from gather.domain.audio_question import AudioQuestion
from gather.domain.candidate_interview import AskedQuestion, QuestionKind, StoredAnswer
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


_YES_NO = {True: "Yes", False: "No"}


def readable(question: Question, answer: StoredAnswer) -> str | None:
    """An answer as a person reads it; None for a recording that is not transcribed (yet)."""
    survey = question.survey
    if survey is None or survey.type is SurveyType.FREE_TEXT:
        return answer.text if answer.text is not None else answer.transcription
    if isinstance(answer.value, bool):
        return _YES_NO[answer.value]
    chosen = set(chosen_options(survey, answer))
    return ", ".join(option.title for option in survey.options if option.id in chosen)


def chosen_options(survey: SurveyQuestion, answer: StoredAnswer) -> tuple[str, ...]:
    """The ids of the options that an answer chose; of thumbs, the first option is up."""
    if survey.type is not SurveyType.THUMBS_UP_DOWN:
        return answer.option_ids or ()
    position = 0 if answer.value == "up" else 1
    return tuple(option.id for option in survey.options[position : position + 1])

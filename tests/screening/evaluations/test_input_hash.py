"""The equality of two inputs of an evaluation (interface: Provenance, rules 2 and 3)."""

from collections.abc import Callable
from typing import Any

import pytest

from gather.content.audio_questions.models import AudioQuestionRecord
from gather.content.questions.asked_question import AskedQuestion, QuestionKind
from gather.content.questions.models import Question
from gather.content.scorecards.models import Topic
from gather.content.survey_questions.models import SurveyOption, SurveyQuestion, SurveyType
from gather.screening.answers.models import StoredAnswer
from gather.screening.evaluations.input_hash import input_hash

MOMENT = "2026-03-02T09:30:00.000Z"
COMMON: dict[str, Any] = {
    "organization_id": "organization",
    "team_id": "team",
    "created_at": MOMENT,
    "updated_at": MOMENT,
}


def spoken(identifier: str = "1", title: str = "Why coffee?", **more: Any) -> Question:
    content = AudioQuestionRecord.model_construct(**{**COMMON, "id": identifier, "title": title, **more})
    return Question(AskedQuestion(id=identifier, kind=QuestionKind.AUDIO), content)


def chosen(prefix: str = "", titles: tuple[str, ...] = ("Day", "Night"), **more: Any) -> Question:
    options = tuple(
        SurveyOption(id=f"{prefix}{title}", title=title, position=position)
        for position, title in enumerate(titles)
    )
    members = {"type": SurveyType.MULTIPLE_CHOICE, "title": "Shift?", "options": options, **more}
    content = SurveyQuestion.model_construct(**{**COMMON, "id": f"{prefix}shift", **members})
    return Question(AskedQuestion(id=content.id, kind=QuestionKind.SURVEY), content)


def said(identifier: str = "1", text: str | None = "I like it.", **more: Any) -> StoredAnswer:
    members = {"question_id": identifier, "kind": QuestionKind.AUDIO, "text": text, "answered_at": MOMENT}
    return StoredAnswer(**{**members, **more})


def picked(question: Question, title: str) -> StoredAnswer:
    survey = question.survey
    assert survey is not None
    ids = tuple(option.id for option in survey.options if option.title == title)
    return StoredAnswer(question_id=question.id, kind=QuestionKind.SURVEY, option_ids=ids, answered_at=MOMENT)


TOPIC = Topic(topic="Care", weight=60, looking_for=("listens",))


def hashed(question: Question | None = None, answer: StoredAnswer | None = None, *topics: Topic) -> str:
    asked = question or spoken()
    given = answer or said(asked.id)
    return input_hash([asked], {asked.id: given}, topics or (TOPIC,))


@pytest.mark.parametrize(
    "same",
    [
        lambda: hashed(spoken("another")),
        lambda: hashed(spoken(created_at="2027-01-01T00:00:00.000Z", team_id="other")),
        lambda: hashed(None, said(answered_at="2027-01-01T00:00:00.000Z")),
        lambda: hashed(None, said(text=None, transcription="I like it.", media_id="token")),
        lambda: hashed(None, None, TOPIC.changed(weight=60.0)),
    ],
)
def test_ids_times_and_people_make_no_difference(same: Callable[[], str]) -> None:
    assert same() == hashed()


@pytest.mark.parametrize(
    "other",
    [
        lambda: hashed(spoken(title="Why tea?")),
        lambda: hashed(spoken(question_script="Why do you like coffee?")),
        lambda: hashed(None, said(text="I love it.")),
        lambda: hashed(None, said(text=None, media_id="token", unheard_in_run=1)),
        lambda: hashed(None, None, TOPIC.changed(weight=61)),
        lambda: hashed(None, None, TOPIC.changed(looking_for=("helps",))),
        lambda: hashed(None, None, TOPIC, TOPIC.changed(topic="Calm")),
        lambda: input_hash([spoken()], {}, [TOPIC]),
        lambda: input_hash([spoken()], {"1": said()}, []),
    ],
)
def test_content_makes_a_difference(other: Callable[[], str]) -> None:
    assert other() != hashed()


def test_options_are_known_by_what_they_say() -> None:
    first, second = chosen("a-"), chosen("b-")

    def of(question: Question, title: str) -> str:
        return input_hash([question], {question.id: picked(question, title)}, [TOPIC])

    assert of(first, "Day") == of(second, "Day") != of(second, "Night")
    assert of(chosen(titles=("Day", "Late")), "Day") != of(first, "Day")
    assert of(chosen(include_scoring=True), "Day") != of(first, "Day")

"""The answers of played candidates, whose strength the local stack's scorer recognizes."""

from typing import Any

import pytest

from gather.content.ai_text_questions.models import AiTextQuestion
from gather.content.questions.asked_question import AskedQuestion, QuestionKind
from gather.content.questions.models import Question
from gather.content.scorecards.models import ScoreDescriptions, Topic
from gather.content.survey_questions.models import SurveyOption, SurveyQuestion, SurveyType
from gather.core.identifiers import new_id
from gather.ports.evaluation import EvaluationAnswer, EvaluationRequest, EvaluationTopic
from gather.sandbox.plays.models import PlayedPersona
from gather.sandbox.plays.script import MOST_WORDS_SPOKEN, Lines
from local_stack.engines.rubric_evaluation import RubricEvaluation

COMMON: dict[str, Any] = {
    "organization_id": "o",
    "team_id": "t",
    "created_at": "2026-03-02T09:30:00.000Z",
    "updated_at": "2026-03-02T09:30:00.000Z",
}
TOPICS = (
    Topic(topic="Safety", weight=60),
    Topic(
        topic="Planning",
        weight=40,
        description="Plans ahead.",
        looking_for=("sets priorities", "knows the deadlines"),
        score_descriptions=ScoreDescriptions(level1="Has no plan.", level5="Others rely on the plan."),
    ),
)


def text_question(text: str = "How do you plan a shift?") -> Question:
    record = AiTextQuestion(id=new_id(), title="Shift", question_text=text, **COMMON)
    return Question(AskedQuestion(id=record.id, kind=QuestionKind.AI_TEXT), record)


def survey(kind: SurveyType, *options: dict[str, Any], **fields: Any) -> Question:
    listed = tuple(
        SurveyOption(id=f"{position}", title=f"{position}", position=position, **option)
        for position, option in enumerate(options)
    )
    record = SurveyQuestion(id=new_id(), type=kind, title="Which?", options=listed, **fields, **COMMON)
    return Question(AskedQuestion(id=record.id, kind=QuestionKind.SURVEY), record)


def lines(persona: str, *questions: Question, topics: tuple[Topic, ...] = TOPICS) -> Lines:
    return Lines(PlayedPersona(persona), questions, topics)


def scores(persona: str, questions: list[Question]) -> list[int]:
    said = lines(persona, *questions)
    answers = tuple(
        EvaluationAnswer(each.id, each.wording, str(said.write(each)["text"])) for each in questions
    )
    topics = tuple(
        EvaluationTopic(
            each.topic,
            each.weight,
            each.description or "",
            each.looking_for or (),
            each.score_descriptions.model_dump(exclude_none=True) if each.score_descriptions else {},
        )
        for each in TOPICS
    )
    result = RubricEvaluation().evaluate(EvaluationRequest("en", "Shift lead", topics, answers))
    return [topic.score for topic in result.topics]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_strong_score_high_and_the_weak_low_on_every_topic(number: int) -> None:
    questions = [text_question() for _ in range(number)]

    assert min(scores("strong", questions)) >= 80
    assert max(scores("weak", questions)) <= 20
    assert max(scores("silent", questions)) <= 5


def test_what_is_spoken_stays_short_however_large_the_scorecard() -> None:
    question = text_question()
    many = tuple(Topic(topic=f"Topic {number}", weight=5, description="word " * 50) for number in range(20))
    spoken = lines("strong", question, topics=many).speak(question)

    assert len(spoken.split()) <= MOST_WORDS_SPOKEN


@pytest.mark.parametrize("limit", [1, 5, 40])
def test_a_text_keeps_to_the_question_s_limit(limit: int) -> None:
    question = survey(SurveyType.FREE_TEXT, max_character_length=limit)

    for persona in PlayedPersona:
        text = str(lines(persona, question).write(question)["text"])
        assert 1 <= len(text) <= limit
        assert text.strip()


def test_a_text_in_a_conversation_asks_nothing() -> None:
    question = text_question("Could you repeat that, what do you mean?")

    for persona in ("strong", "weak"):
        assert "?" not in lines(persona, question).say(question, 0)
    assert len(lines("strong", question).say(question, 0).split()) >= 12
    assert len(lines("strong", question).say(question, 1).split()) >= 12


@pytest.mark.parametrize(
    ("question", "best", "worst"),
    [
        (survey(SurveyType.YES_NO, preferred_option=False), {"value": False}, {"value": True}),
        (survey(SurveyType.YES_NO), {"value": True}, {"value": False}),
        (survey(SurveyType.THUMBS_UP_DOWN, {}, {"preferred": True}), {"value": "down"}, {"value": "up"}),
        (survey(SurveyType.THUMBS_UP_DOWN, {}, {}), {"value": "up"}, {"value": "down"}),
        (
            survey(SurveyType.MULTIPLE_CHOICE, {}, {"preferred": True}),
            {"optionIds": ["1"]},
            {"optionIds": ["0"]},
        ),
        (
            survey(SurveyType.MULTIPLE_CHOICE_WEIGHTED, {"weight": 1}, {"weight": 9}, {"weight": -1}),
            {"optionIds": ["1"]},
            {"optionIds": ["2"]},
        ),
        (
            survey(SurveyType.MULTIPLE_CHOICE_MULTIPLE_ANSWER, {"preferred": True}, {}, {"preferred": True}),
            {"optionIds": ["0", "2"]},
            {"optionIds": ["1"]},
        ),
    ],
)
def test_choices_are_the_best_or_the_worst(
    question: Question, best: dict[str, Any], worst: dict[str, Any]
) -> None:
    assert lines("strong", question).write(question) == best
    assert lines("gives_up", question).write(question) == best
    assert lines("weak", question).write(question) == worst
    assert lines("silent", question).write(question) == worst


def test_who_gives_up_answers_half() -> None:
    questions = [text_question() for _ in range(5)]

    assert len(lines("gives_up", *questions).list_questions(by_conversation=False)) == 2
    assert len(lines("gives_up", questions[0]).list_questions(by_conversation=False)) == 1
    assert len(lines("gives_up", questions[0]).list_questions(by_conversation=True)) == 0
    assert len(lines("weak", *questions).list_questions(by_conversation=True)) == 5

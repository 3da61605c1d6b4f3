"""Suggested scorecards, as they may be sent back to be stored (interface: Scorecards, rule 6)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.questions.models import asked_questions
from gather.content.questions.storage import list_questions
from gather.content.scorecards.models import (
    LONGEST_HINT,
    LONGEST_NAME,
    LONGEST_QUESTION,
    LONGEST_TEXT,
    MOST_HINTS,
    ScoreDescriptions,
    Topic,
    default_description,
)
from gather.core.case_folding import fold
from gather.core.errors import NotFound
from gather.table.records import Records
from gather.table.store import Table

if TYPE_CHECKING:
    from gather.ports.evaluation import Evaluation, EvaluationTopic


def suggest_topics(
    evaluation: "Evaluation", job_description: str, questions: Sequence[str]
) -> tuple[Topic, ...]:
    """Topics with weights that add up to 100, by the evaluation engine. Raises EngineFailed."""
    suggested = evaluation.suggest_topics(job_description, questions)
    return tuple(_topic(each) for each in _named_apart(suggested))


def suggest_for_interview(
    records: Records, evaluation: "Evaluation", team_id: str, interview_id: str
) -> tuple[Topic, ...]:
    """Topics for an interview, from its job description and its questions.

    Questions with choices are left out, because they are scored by themselves; an interview without a job
    description is known by its description or its title. Two round trips. Raises NotFound unless the
    interview is there, unarchived, and EngineFailed.
    """
    interview = records.get(INTERVIEW, team_id, interview_id).record
    if interview.archived_at is not None:
        raise NotFound(INTERVIEW.resource, interview_id)
    job = interview.job_description_text or interview.description or interview.title
    return suggest_topics(evaluation, job, _texts_of_questions(records.table, interview))


def _texts_of_questions(table: Table, interview: InterviewDetail) -> list[str]:
    """The texts of the questions that candidates answer in words, in their order."""
    questions = list_questions(table, interview.team_id, asked_questions(interview))
    return [question.wording[:LONGEST_QUESTION] for question in questions if question.is_written]


def _named_apart(suggested: Iterable["EvaluationTopic"]) -> list["EvaluationTopic"]:
    """The topics; those of one name become one with the weight of all."""
    found: dict[str, EvaluationTopic] = {}
    for topic in suggested:
        name = fold(topic.topic.strip()[:LONGEST_NAME])
        found[name] = (
            replace(found[name], weight=found[name].weight + topic.weight) if name in found else topic
        )
    return list(found.values())


def _topic(suggested: "EvaluationTopic") -> Topic:
    """The topic, cut to the limits of a body."""
    name = suggested.topic.strip()[:LONGEST_NAME]
    levels = {level: text[:LONGEST_TEXT] for level, text in suggested.score_descriptions.items()}
    return Topic(
        topic=name,
        weight=suggested.weight,
        description=suggested.description[:LONGEST_TEXT] or default_description(name),
        looking_for=tuple(hint[:LONGEST_HINT] for hint in suggested.looking_for if hint)[:MOST_HINTS],
        score_descriptions=ScoreDescriptions.model_validate(levels) if levels else None,
    )

"""Content of a team that no public route makes: meetings, knowledge bases and screening questionnaires.

Interface: Records without routes, rule 2.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from gather.content.interviews import service as interview_service
from gather.content.interviews.models import (
    MOST_QUESTIONS,
    InterviewDetail,
    InterviewSurveyQuestion,
    InterviewType,
)
from gather.content.knowledge.models import KnowledgeBase
from gather.content.knowledge.storage import KNOWLEDGE_BASE
from gather.content.message_groups.models import MessageGroupType
from gather.content.message_groups.storage import DEFAULT_MESSAGE_GROUP, default_group_among
from gather.content.survey_questions.models import CreateSurveyQuestion, SurveyQuestion, new_survey_question
from gather.content.survey_questions.storage import SURVEY_QUESTION
from gather.core.caller import TeamScope
from gather.core.errors import ValidationFailed
from gather.core.record import Identified, common_fields
from gather.table.kind import Kind
from gather.table.listing import Selection
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.table.search import Search
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.meetings import service as meeting_service
from gather.workflow.meetings.models import Meeting
from gather.workflow.meetings.storage import MEETING

R = TypeVar("R", bound=Identified)

PAGE = 100


class Resource(StrEnum):
    """A kind of plain record."""

    MEETING = "meeting"
    KNOWLEDGE_BASE = "knowledge-base"


PlainRecord = Meeting | KnowledgeBase

KINDS: Mapping[Resource, Kind[Any]] = {
    Resource.MEETING: MEETING,
    Resource.KNOWLEDGE_BASE: KNOWLEDGE_BASE,
}


def create_resource(
    records: Records, resource: Resource, scope: TeamScope, title: str, now: datetime, **members: object
) -> PlainRecord:
    """Make a plain record of a team, with the further `members` that its kind has. One round trip."""
    kind = KINDS[resource]
    record: PlainRecord = kind.model(**common_fields(scope, now), title=title, **members)
    unit = records.unit_of_work()
    unit.create(kind, record)
    unit.commit()
    return record


def change_meeting(records: Records, before: Meeting, now: datetime, **members: Any) -> Meeting:
    """Change members of a meeting. Of another time, length or place its candidates are told, and asked anew.

    Two round trips. Raises NotFound.
    """

    def change(unit: UnitOfWork) -> Meeting:
        stored = unit.get(MEETING, before.team_id, before.id)
        return meeting_service.rearrange(unit, stored, now, **members).record

    return records.run(change)


def listed(records: Records, kind: Kind[R], team_id: str, search: Search | None = None) -> Iterator[R]:
    """The records of a kind in a team that are not archived, newest first. Two round trips a hundred."""
    listing, offset = kind.team_listing(team_id), 0
    while True:
        page = records.page(kind, listing, Selection.ACTIVE, offset, PAGE, search)
        yield from page.records
        offset += PAGE
        if offset >= page.total:
            return


def create_questionnaire(
    records: Records,
    scope: TeamScope,
    title: str,
    survey_question_ids: Sequence[str],
    now: datetime,
    *,
    display_name: str | None = None,
) -> InterviewDetail:
    """Make a screening questionnaire: an interview of the type `questionnaire` that asks survey questions.

    It gets the team's default messages of that type, and its making is an event like that of other
    interviews. Two round trips. Raises NotFound for a question that is not the team's, ValidationFailed when
    there are none, too many, or one of them twice.
    """
    _check_number(survey_question_ids)
    default_group = DEFAULT_MESSAGE_GROUP.key(scope.team_id, MessageGroupType.QUESTIONNAIRE)
    references = [
        Reference.to(SURVEY_QUESTION, scope.team_id, question_id, f"surveyQuestions[{position}].id")
        for position, question_id in enumerate(survey_question_ids)
    ]
    found = read_references(records.table, references, also=[default_group])
    questionnaire = InterviewDetail(
        **common_fields(scope, now),
        title=title,
        display_name=display_name or title,
        interview_type=InterviewType.QUESTIONNAIRE,
        survey_questions=tuple(
            InterviewSurveyQuestion(id=question_id) for question_id in survey_question_ids
        ),
        message_group_id=default_group_among(found, scope.team_id, MessageGroupType.QUESTIONNAIRE),
    )
    records.run(lambda unit: interview_service.save_new(unit, questionnaire, now))
    return questionnaire


def _check_number(survey_question_ids: Sequence[str]) -> None:
    if not 1 <= len(survey_question_ids) <= MOST_QUESTIONS:
        raise ValidationFailed.of("surveyQuestions", f"must be 1 to {MOST_QUESTIONS} questions")
    if len(set(survey_question_ids)) < len(survey_question_ids):
        raise ValidationFailed.of("surveyQuestions", "must name each question once")


def create_survey_question(
    records: Records, scope: TeamScope, request: CreateSurveyQuestion, now: datetime
) -> SurveyQuestion:
    """Make the survey question that a POST would make of `request`. One round trip."""
    question = new_survey_question(request, scope, now)
    unit = records.unit_of_work()
    unit.create(SURVEY_QUESTION, question)
    unit.commit()
    return question

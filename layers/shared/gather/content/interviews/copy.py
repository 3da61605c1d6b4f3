"""Copies an interview into its own team or another one (interface: Interview copies, rules 1 to 6).

    copy = copy_interview(records, team, CopyInterview(target_team_id=other_team_id), interview_id, now=now)

Duplicated questions and the history of scorecards are saved with the interview or ahead of it
(`save_with_parts`), so that a copy that can be seen is always whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pydantic_core import to_json

from gather.content.ai_text_questions.models import AiTextQuestion
from gather.content.ai_text_questions.storage import AI_TEXT_QUESTION
from gather.content.audio_questions.models import AudioQuestionRecord
from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.content.interviews import service as interview_service
from gather.content.interviews.copy_rules import (
    CopyInterview,
    copy_template,
    duplicate_question,
    new_interview_copy,
    use_duplicates,
    waits_for_speech,
)
from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.save_with_parts import Part, save_with_parts
from gather.content.message_groups.models import group_type_of
from gather.content.message_groups.storage import DEFAULT_MESSAGE_GROUP, MESSAGE_GROUP, default_group_among
from gather.content.personas.models import spoken_questions
from gather.content.questions import service as question_service
from gather.content.questions.models import Question, QuestionContent, asked_questions
from gather.content.questions.storage import question_key, questions_among
from gather.content.replicas.models import MOST_REPLICAS, Replica
from gather.content.replicas.storage import REPLICA
from gather.content.scorecards.models import ScoreCardTemplate
from gather.content.scorecards.storage import (
    get_with_all_scorecards,
    save_version,
)
from gather.content.survey_questions.models import SurveyQuestion
from gather.content.survey_questions.storage import SURVEY_QUESTION
from gather.core.caller import TeamScope
from gather.core.errors import Conflict
from gather.core.identifiers import new_id
from gather.core.record import common_fields
from gather.core.tenant import plain_id
from gather.table import team_sets
from gather.table.kind import Kind, record_attributes
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.table.store import Table
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.storage import team_key


@dataclass(frozen=True, slots=True)
class _Plan:
    """A copy before it is saved; `parts` may go ahead of the interview."""

    interview: InterviewDetail
    latest: ScoreCardTemplate | None
    questions: Sequence[Question]
    new_replica: Replica | None = None
    parts: list[Part] = field(default_factory=list)


def copy_interview(
    records: Records, team: TeamScope, request: CopyInterview, interview_id: str, *, now: datetime
) -> InterviewDetail:
    """Create a copy of an interview of `team` and return it.

    Three round trips, a fourth for an AI interview in another team, and one more for each hundred questions
    and each transaction that goes ahead. Raises NotFound, and Conflict when the other team has no room for
    a replica.
    """
    original, latest, versions = get_with_all_scorecards(records.table, team.team_id, interview_id)
    target = team.of_team(request.target_team_id) if request.target_team_id else team
    group_type = group_type_of(original.interview_type)
    default_group = DEFAULT_MESSAGE_GROUP.key(target.team_id, group_type)
    asked = asked_questions(original)
    found = read_references(
        records.table,
        _references(request, team, target),
        also=[default_group, *(question_key(original.team_id, each) for each in asked)],
    )
    group_id = request.message_group_id or default_group_among(found, target.team_id, group_type)
    copy = new_interview_copy(original, request, target, now, group_id)
    plan = _Plan(copy, latest, questions_among(found, original.team_id, asked))
    if original.team_id != target.team_id:
        plan = _with_content_of_its_own(records.table, plan, target, now)
    plan = _with_scorecards(plan, versions, now)
    save_with_parts(records, plan.parts, lambda unit: _save_interview(unit, plan, now))
    return plan.interview


def _references(request: CopyInterview, team: TeamScope, target: TeamScope) -> list[Reference]:
    references = []
    if target.team_id != team.team_id:
        key = team_key(target.organization_id, target.team_id)
        references.append(Reference("team", plain_id(target.team_id), "targetTeamId", key))
    if request.message_group_id is not None:
        references.append(
            Reference.to(MESSAGE_GROUP, target.team_id, request.message_group_id, "messageGroupId")
        )
    return references


def _with_content_of_its_own(table: Table, plan: _Plan, target: TeamScope, now: datetime) -> _Plan:
    """The plan with questions and a replica of the target team."""
    batch_id = new_id()
    questions = []
    parts = list(plan.parts)
    for question in plan.questions:
        duplicate = duplicate_question(question.content, target, now)
        questions.append(Question(question.asked.changed(id=duplicate.id), duplicate))
        parts.append(_question_part(duplicate, batch_id, now))
    duplicates = {
        question.id: duplicate.id for question, duplicate in zip(plan.questions, questions, strict=True)
    }
    replica, is_new = _replica(table, plan.interview, target, now)
    return replace(
        plan,
        interview=use_duplicates(plan.interview, duplicates, replica),
        questions=questions,
        parts=parts,
        new_replica=replica if is_new else None,
    )


def _replica(
    table: Table, interview: InterviewDetail, target: TeamScope, now: datetime
) -> tuple[Replica | None, bool]:
    """The target team's replica in place of the interview's, and whether it is new."""
    configuration = interview.ai_configuration
    if configuration is None or configuration.replica is None:
        return None, False
    asked = configuration.replica
    for replica in team_sets.read_all(table, REPLICA, target.team_id):
        if replica.archived_at is None and (replica.name, replica.photo_url, replica.replica_id) == (
            asked.name,
            asked.photo_url,
            asked.replica_id,
        ):
            return replica, False
    own = Replica(
        **common_fields(target, now),
        name=asked.name,
        photo_url=asked.photo_url,
        replica_id=asked.replica_id,
    )
    return own, True


def _question_part(question: QuestionContent, batch_id: str, now: datetime) -> Part:
    kind = _kind_of(question)

    def save(unit: UnitOfWork) -> None:
        unit.create(kind, question)
        if waits_for_speech(question):
            question_service.send_to_speech(unit, question, batch_id, now)

    def delete(records: Records) -> None:
        stored = records.find(kind, question.team_id, question.id)
        if stored is not None:
            unit = records.unit_of_work()
            unit.delete(stored)
            unit.commit_ahead()

    return Part(save, 1 + waits_for_speech(question), _size(record_attributes(kind, question)), delete)


def _kind_of(question: QuestionContent) -> Kind[Any]:
    match question:
        case AudioQuestionRecord():
            return AUDIO_QUESTION
        case SurveyQuestion():
            return SURVEY_QUESTION
        case AiTextQuestion():
            return AI_TEXT_QUESTION


def _with_scorecards(plan: _Plan, versions: Sequence[ScoreCardTemplate], now: datetime) -> _Plan:
    """The plan with all scorecard templates: the latest goes with the interview, the history may go ahead."""
    latest = plan.latest
    originals = [*versions, *([latest] if latest else [])]
    ids = {template_id: new_id() for template_id in sorted({template.id for template in originals})}
    interview = plan.interview
    history = [
        _version_part(interview.team_id, copy_template(each, ids, interview.id, now)) for each in versions
    ]
    return replace(
        plan,
        latest=copy_template(latest, ids, interview.id, now) if latest else None,
        parts=[*history, *plan.parts],
    )


def _version_part(team_id: str, template: ScoreCardTemplate) -> Part:
    """A version of a scorecard. Nobody sees it without its interview, so nobody has to delete it."""

    def save(unit: UnitOfWork) -> None:
        save_version(unit, team_id, template)

    return Part(save, 1, _size(template.model_dump()))


def _size(item: object) -> int:
    return len(to_json(item))


def _save_interview(unit: UnitOfWork, plan: _Plan, now: datetime) -> None:
    if plan.new_replica is not None:
        team_sets.save_new(unit, REPLICA, plan.new_replica, MOST_REPLICAS, _too_many_replicas())
    spoken = {asked.id for asked in spoken_questions(plan.interview)}
    questions = [question for question in plan.questions if question.id in spoken]
    interview_service.save_new(unit, plan.interview, now, scorecard=plan.latest, questions=questions)


def _too_many_replicas() -> Exception:
    return Conflict(f"The team has {MOST_REPLICAS} replicas and no room for the interview's.")

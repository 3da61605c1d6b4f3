"""Content of a team, straight in the table."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from gather.content.ai_text_questions.models import AiTextQuestion
from gather.content.ai_text_questions.storage import AI_TEXT_QUESTION
from gather.content.audio_questions.models import AudioQuestionRecord
from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.content.interviews.models import InterviewDetail, InterviewType
from gather.content.interviews.storage import INTERVIEW
from gather.content.knowledge.models import Article, KnowledgeBase
from gather.content.knowledge.storage import KNOWLEDGE_BASE, save_articles
from gather.content.message_groups.models import Message, MessageGroup, MessageGroupStatus, MessageGroupType
from gather.content.message_groups.storage import DEFAULT_MESSAGE_GROUP, MESSAGE_GROUP
from gather.content.survey_questions.models import SurveyQuestion, SurveyType
from gather.content.survey_questions.storage import SURVEY_QUESTION
from gather.core.caller import TeamScope
from gather.core.identifiers import new_id
from gather.core.record import archived, common_fields
from gather.table.records import Records
from gather.workflow.jobs.models import JobRecord, JobStatus, JobType
from gather.workflow.jobs.storage import JOB
from tests.builders.service import Tenant

MADE_AT = datetime(2026, 1, 1, tzinfo=UTC)
ARTICLES = {
    "Working hours": "Shifts begin at 6:00 and 14:00. Weekends are free.",
    "Benefits": "You have 28 days of vacation, and we pay your health insurance.",
    "Pay": "Salaries are paid on the last day of the month.",
}
"""The knowledge of a chatbot."""


def scope_of(tenant: Tenant) -> TeamScope:
    """The tenant's first team, worked in by its user."""
    return TeamScope(tenant.organization_id, tenant.team_id, tenant.user_id)


def make_interview(records: Records, tenant: Tenant, **fields: Any) -> InterviewDetail:
    """A standard interview of the tenant's first team; `fields` by their Python names."""
    content = {
        "title": "Warehouse associate",
        "display_name": "Warehouse associate",
        "interview_type": InterviewType.STANDARD,
        **fields,
    }
    interview = InterviewDetail(**{**common_fields(scope_of(tenant), MADE_AT), **content})
    unit = records.unit_of_work()
    unit.create(INTERVIEW, interview)
    unit.commit()
    return interview


def make_audio_question(
    records: Records, tenant: Tenant, *, is_archived: bool = False, **fields: Any
) -> AudioQuestionRecord:
    """A recorded question of the tenant's first team."""
    content = {"title": "Why coffee?", "audio_url": "https://files.example/1.mp3", **fields}
    question = AudioQuestionRecord(**{**common_fields(scope_of(tenant), MADE_AT), **content})
    unit = records.unit_of_work()
    unit.create(AUDIO_QUESTION, archived(question, question.created_at) if is_archived else question)
    unit.commit()
    return question


def make_ai_text_question(
    records: Records, tenant: Tenant, *, is_archived: bool = False, **fields: Any
) -> AiTextQuestion:
    """A question that an AI interviewer asks, of the tenant's first team."""
    content = {"title": "Guests", "question_text": "How did you calm an angry guest?", **fields}
    question = AiTextQuestion(**{**common_fields(scope_of(tenant), MADE_AT), **content})
    unit = records.unit_of_work()
    unit.create(AI_TEXT_QUESTION, archived(question, question.created_at) if is_archived else question)
    unit.commit()
    return question


def make_survey_question(records: Records, tenant: Tenant, **fields: Any) -> SurveyQuestion:
    """A yes-or-no question of the tenant's first team, or what `fields` make of it."""
    content = {"type": SurveyType.YES_NO, "title": "Can you start at six?", **fields}
    question = SurveyQuestion(**{**common_fields(scope_of(tenant), MADE_AT), **content})
    unit = records.unit_of_work()
    unit.create(SURVEY_QUESTION, question)
    unit.commit()
    return question


def make_message_group(
    records: Records, tenant: Tenant, *messages: dict[str, Any], **fields: Any
) -> MessageGroup:
    """A published group for standard interviews; each message is given by its Python names."""
    common = common_fields(scope_of(tenant), MADE_AT)
    moments = {"created_at": common["created_at"], "updated_at": common["updated_at"]}
    content = {
        "title": "Friendly",
        "status": MessageGroupStatus.PUBLISHED,
        "type": MessageGroupType.STANDARD,
        "messages": tuple(Message(id=new_id(), **moments, **message) for message in messages),
        **fields,
    }
    group = MessageGroup(**{**common, **content})
    unit = records.unit_of_work()
    unit.create(MESSAGE_GROUP, group)
    unit.commit()
    if group.default:
        records.table.write(DEFAULT_MESSAGE_GROUP.at(group.team_id, group.type).put(messageGroupId=group.id))
    return group


def make_job(records: Records, tenant: Tenant, *, is_archived: bool = False, **fields: Any) -> JobRecord:
    """An active job of the tenant's first team."""
    content = {"title": "Barista", "type": JobType.REQUISITION, "status": JobStatus.ACTIVE, **fields}
    job = JobRecord(**{**common_fields(scope_of(tenant), MADE_AT), **content})
    unit = records.unit_of_work()
    unit.create(JOB, archived(job, job.created_at) if is_archived else job)
    unit.commit()
    return job


def make_knowledge_base(
    records: Records,
    tenant: Tenant,
    articles: Mapping[str, str] | None = None,
    *,
    is_archived: bool = False,
    **fields: Any,
) -> KnowledgeBase:
    """A knowledge base of the tenant's first team, with articles by their titles."""
    base = KnowledgeBase(**{**common_fields(scope_of(tenant), MADE_AT), "title": "Benefits", **fields})
    told = [Article(id=new_id(), title=title, text=text) for title, text in (articles or {}).items()]
    unit = records.unit_of_work()
    base = save_articles(unit, base, told)
    unit.create(KNOWLEDGE_BASE, archived(base, base.created_at) if is_archived else base)
    unit.commit()
    return base

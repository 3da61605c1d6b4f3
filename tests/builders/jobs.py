"""Jobs that no route makes as they are here, and what jobs refer to, straight in the table."""

from typing import Any

from gather.content.interview import InterviewStatus, InterviewType
from gather.content.knowledge_base_storage import KNOWLEDGE_BASE
from gather.core.record import archived, common_fields
from gather.table.kind import Kind
from gather.table.records import Records
from gather.workflow.job import JobDetail, JobType
from gather.workflow.job_family import JobFamily
from gather.workflow.job_family_storage import JOB_FAMILY
from gather.workflow.job_storage import JOB
from gather.workflow.meeting_storage import MEETING
from tests.builders.content import MADE_AT, make_interview, scope_of
from tests.builders.service import Tenant

TITLED: dict[str, Kind[Any]] = {
    "meeting": MEETING,
    "knowledge base": KNOWLEDGE_BASE,
}


def make_titled(records: Records, tenant: Tenant, resource: str, *, is_archived: bool = False) -> str:
    """The id of a meeting, a knowledge base or a screening questionnaire of the tenant's first team."""
    if resource == "screening questionnaire":
        return _make_questionnaire(records, tenant, is_archived)
    kind = TITLED[resource]
    record = kind.model(**common_fields(scope_of(tenant), MADE_AT), title="A title")
    unit = records.unit_of_work()
    unit.create(kind, archived(record, record.created_at) if is_archived else record)
    unit.commit()
    made: str = record.id
    return made


def _make_questionnaire(records: Records, tenant: Tenant, is_archived: bool) -> str:
    state = {"status": InterviewStatus.ARCHIVED, "archived_at": "2026-01-02T00:00:00.000Z"}
    return make_interview(
        records,
        tenant,
        interview_type=InterviewType.QUESTIONNAIRE,
        **(state if is_archived else {}),
    ).id


def make_job_family(records: Records, tenant: Tenant, **fields: Any) -> JobFamily:
    """A job family of the tenant's first team."""
    content = {"display_name": "Operations", **fields}
    family = JobFamily(**{**common_fields(scope_of(tenant), MADE_AT), **content})
    unit = records.unit_of_work()
    unit.create(JOB_FAMILY, family)
    unit.commit()
    return family


def make_job(records: Records, tenant: Tenant, **fields: Any) -> JobDetail:
    """A job of the tenant's first team, as its import or the dashboard leaves it; in no family."""
    content = {"title": "Warehouse associate", "type": JobType.REQUISITION, **fields}
    job = JobDetail(**{**common_fields(scope_of(tenant), MADE_AT), **content})
    unit = records.unit_of_work()
    unit.create(JOB, job)
    unit.commit()
    return job

"""Jobs over the interface, jobs in states that no route creates directly, and the records that jobs name."""

from typing import Any

from gather.content.interviews.models import InterviewStatus, InterviewType
from gather.content.knowledge.storage import KNOWLEDGE_BASE
from gather.core.record import archived, common_fields
from gather.table.kind import Kind
from gather.table.records import Records
from gather.workflow.job_families.models import JobFamily
from gather.workflow.job_families.storage import JOB_FAMILY
from gather.workflow.meetings.storage import MEETING
from tests.builders.content import MADE_AT, make_interview, scope_of
from tests.builders.service import Service, Tenant

LISTS_OF_IDS = ("knowledgeBaseIds", "jobFamilyIds")
"""Members that only the single GET of a job returns."""
TITLED: dict[str, Kind[Any]] = {
    "meeting": MEETING,
    "knowledge base": KNOWLEDGE_BASE,
}


def make_titled(records: Records, tenant: Tenant, resource: str, *, is_archived: bool = False) -> str:
    """Creates a record of the tenant's first team, of a kind of TITLED, and returns its id."""
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
    """Creates a job family of the tenant's first team."""
    content = {"display_name": "Operations", **fields}
    family = JobFamily(**{**common_fields(scope_of(tenant), MADE_AT), **content})
    unit = records.unit_of_work()
    unit.create(JOB_FAMILY, family)
    unit.commit()
    return family


def listed_jobs(service: Service, **query: object) -> list[str]:
    """Returns the titles of the jobs in the list."""
    return [job["title"] for job in service.get("/jobs", **query).data["jobs"]]


def everything_of(records: Records, tenant: Tenant) -> dict[str, Any]:
    """Returns a body with every member of a job."""
    return {
        "title": "Warehouse associate",
        "type": "pipeline",
        "department": "Logistics",
        "location": ["Berlin", "Hamburg"],
        "workModel": "onsite",
        "description": "You load and unload.",
        "shortDescription": "Loading",
        "descriptionJson": {"blocks": [{"text": "You load", "weight": 1.5, "big": 10**30, "none": None}]},
        "requirements": "A strong back",
        "requirementsJson": {"": {}},
        "status": "active",
        "tags": ["night shift"],
        "applyAction": "chat_to_apply",
        "interviewId": make_interview(records, tenant).id,
        "meetingId": make_titled(records, tenant, "meeting"),
        "screeningQuestionnaireId": make_titled(records, tenant, "screening questionnaire"),
        "knowledgeBaseIds": [make_titled(records, tenant, "knowledge base")],
        "jobFamilyIds": [make_job_family(records, tenant).id],
        "assignedRecruiterId": tenant.user_id,
    }


def without_lists(job: dict[str, Any]) -> dict[str, Any]:
    """Returns a job without the members that only the single GET has."""
    return {name: value for name, value in job.items() if name not in LISTS_OF_IDS}

"""The records that the body of a job names: content of its team, families, a recruiter.

For example:

    references.check(records.table, request.supplied(), team)
"""

from collections.abc import Mapping
from typing import Any

from gather.content.interviews.models import InterviewType
from gather.content.interviews.storage import INTERVIEW
from gather.content.knowledge.storage import KNOWLEDGE_BASE
from gather.core.caller import TeamScope
from gather.table import keys
from gather.table.references import Reference, read_references
from gather.table.store import Table
from gather.tenancy.organizations.storage import user_key
from gather.workflow.job_families.storage import JOB_FAMILY
from gather.workflow.jobs.models import JobRecord
from gather.workflow.meetings.storage import MEETING

_SINGLE = (
    ("interview_id", "interviewId", INTERVIEW),
    ("meeting_id", "meetingId", MEETING),
)
_LISTS = (
    ("knowledge_base_ids", "knowledgeBaseIds", KNOWLEDGE_BASE),
    ("job_family_ids", "jobFamilyIds", JOB_FAMILY),
)


def check(table: Table, named: Mapping[str, Any], team: TeamScope, job: JobRecord | None = None) -> None:
    """Check what the members `named` of a body name and the `job`, if there is one, did not name before.

    One round trip for each hundred records, none when nothing new is named. Raises NotFound.
    """
    known = {_same(reference) for reference in _references(dict(job), team)} if job else set()
    new = [reference for reference in _references(named, team) if _same(reference) not in known]
    if new:
        read_references(table, new)


def _same(reference: Reference) -> tuple[str, keys.Key]:
    """The resource and the key, which references to the same record as the same thing share."""
    return reference.resource, reference.key


def _references(named: Mapping[str, Any], team: TeamScope) -> list[Reference]:
    references = [
        Reference.to(kind, team.team_id, named[name], field)
        for name, field, kind in _SINGLE
        if named.get(name) is not None
    ]
    references += [
        Reference.to(kind, team.team_id, record_id, f"{field}[{position}]")
        for name, field, kind in _LISTS
        for position, record_id in enumerate(named.get(name, ()))
    ]
    questionnaire_id = named.get("screening_questionnaire_id")
    if questionnaire_id is not None:
        references.append(_questionnaire(questionnaire_id, team))
    recruiter_id = named.get("assigned_recruiter_id")
    if recruiter_id is not None:
        key = user_key(team.organization_id, recruiter_id)
        references.append(Reference("user", recruiter_id, "assignedRecruiterId", key))
    return references


def _questionnaire(interview_id: str, team: TeamScope) -> Reference:
    """A screening questionnaire is an interview of a type of its own."""
    return Reference(
        "screening questionnaire",
        interview_id,
        "screeningQuestionnaireId",
        INTERVIEW.key(team.team_id, interview_id),
        having={"interviewType": InterviewType.QUESTIONNAIRE},
    )

"""What the body of a job names: content of its team, families, a recruiter."""

from collections.abc import Mapping
from typing import Any

from gather import wiring
from gather.domain.caller import TeamScope
from gather.domain.job import JobDetail
from gather.table import keys
from gather.table.kinds import INTERVIEW, JOB_FAMILY, KNOWLEDGE_BASE, MEETING, SCREENING_QUESTIONNAIRE
from gather.table.references import Reference, read_references

_SINGLE = (
    ("interview_id", "interviewId", INTERVIEW),
    ("meeting_id", "meetingId", MEETING),
    ("screening_questionnaire_id", "screeningQuestionnaireId", SCREENING_QUESTIONNAIRE),
)
_LISTS = (
    ("knowledge_base_ids", "knowledgeBaseIds", KNOWLEDGE_BASE),
    ("job_family_ids", "jobFamilyIds", JOB_FAMILY),
)


def check(named: Mapping[str, Any], team: TeamScope, job: JobDetail | None = None) -> None:
    """Check what the members `named` of a body name and the `job`, if there is one, did not name before.

    One round trip for each hundred records, none when nothing new is named. Raises NotFound.
    """
    known = {reference.key for reference in _references(dict(job), team)} if job else set()
    new = [reference for reference in _references(named, team) if reference.key not in known]
    if new:
        read_references(wiring.table(), new)


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
    recruiter_id = named.get("assigned_recruiter_id")
    if recruiter_id is not None:
        key = keys.user(team.organization_id, recruiter_id)
        references.append(Reference("user", recruiter_id, "assignedRecruiterId", key))
    return references

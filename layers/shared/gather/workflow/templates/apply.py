"""Applying a template to jobs and job families."""

from collections.abc import Sequence
from datetime import datetime

from gather.core.caller import TeamScope
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.workflow.assignments.models import (
    AssignmentSource,
    TargetType,
    WorkflowAssignment,
    new_assignment,
)
from gather.workflow.assignments.storage import MOST_TOGETHER, save_assignments
from gather.workflow.job_families.storage import JOB_FAMILY
from gather.workflow.jobs.storage import JOB


def check_targets(
    records: Records, team: TeamScope, job_ids: Sequence[str], job_family_ids: Sequence[str]
) -> None:
    """Raises NotFound for the first target that is absent, or an archived job. One round trip a hundred."""
    targets = [
        Reference.to(JOB, team.team_id, job_id, f"jobIds[{position}]")
        for position, job_id in enumerate(job_ids)
    ]
    targets += [
        Reference.to(JOB_FAMILY, team.team_id, family_id, f"jobFamilyIds[{position}]")
        for position, family_id in enumerate(job_family_ids)
    ]
    read_references(records.table, targets)


def assignments_for(
    template_id: str,
    job_ids: Sequence[str],
    job_family_ids: Sequence[str],
    threshold: int | float | None,
    team: TeamScope,
    now: datetime,
) -> list[WorkflowAssignment]:
    """An assignment for each target, each once."""
    jobs = [(TargetType.JOB, job_id) for job_id in dict.fromkeys(job_ids)]
    families = [(TargetType.JOB_FAMILY, family_id) for family_id in dict.fromkeys(job_family_ids)]
    sources = {
        TargetType.JOB: AssignmentSource.JOB_TEMPLATE,
        TargetType.JOB_FAMILY: AssignmentSource.JOB_FAMILY,
    }
    return [
        new_assignment(template_id, target, sources[target[0]], threshold, team, now)
        for target in (*jobs, *families)
    ]


def save(records: Records, assignments: Sequence[WorkflowAssignment]) -> list[WorkflowAssignment]:
    """Store assignments, each in place of what its target had: the stored ones.

    All of up to MOST_TOGETHER happen together; applying again after a failure ends with the same.
    """
    stored: list[WorkflowAssignment] = []
    for start in range(0, len(assignments), MOST_TOGETHER):
        stored += save_assignments(records, assignments[start : start + MOST_TOGETHER])
    return stored

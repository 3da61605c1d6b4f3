"""The use cases of workflow assignments: the workflow that governs a job, and its override.

For example:

    assignment = service.override(records, team, request, job_id, now=now)
    effective = service.get_effective(records, team, job_id)
"""

from datetime import datetime

from gather.core.caller import TeamScope
from gather.core.errors import Conflict
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.workflow.assignments import storage as assignment_storage
from gather.workflow.assignments.models import (
    AssignmentSource,
    EffectiveWorkflow,
    OverrideWorkflow,
    TargetType,
    WorkflowAssignment,
    new_assignment,
)
from gather.workflow.jobs.storage import JOB
from gather.workflow.templates.storage import WORKFLOW_TEMPLATE


def get_effective(records: Records, team: TeamScope, job_id: str) -> EffectiveWorkflow:
    """Tell which workflow governs a job, and by which rule. Three round trips at most. Raises NotFound."""
    job = records.get(JOB, team.team_id, job_id).record
    return assignment_storage.get_effective_workflow(records, job)[0]


def override(
    records: Records, team: TeamScope, request: OverrideWorkflow, job_id: str, *, now: datetime
) -> WorkflowAssignment:
    """Have a template govern a job, whatever was applied to it or to its families.

    The same template again keeps the assignment and takes the new threshold. Raises NotFound for the job and
    the template, and Conflict for an archived job.
    """
    job = records.get(JOB, team.team_id, job_id).record
    if job.archived_at is not None:
        raise Conflict("The job is archived.")
    template = Reference.to(WORKFLOW_TEMPLATE, team.team_id, request.template_id, "templateId")
    read_references(records.table, [template])
    assignment = new_assignment(
        template.id,
        (TargetType.JOB, job.id),
        AssignmentSource.JOB_OVERRIDE,
        request.initial_score_threshold,
        team,
        now,
    )
    [saved] = assignment_storage.save(records, [assignment])
    return saved


def clear_override(records: Records, team: TeamScope, job_id: str) -> EffectiveWorkflow:
    """Clear a job's override, if it has one. Returns what governs the job then. Raises NotFound."""
    job = records.get(JOB, team.team_id, job_id).record
    assignment_storage.delete_override(records, job.team_id, job.id)
    return assignment_storage.get_effective_workflow(records, job)[0]

"""The use cases of workflow templates.

For example:

    template = service.create(records, team, request, now=now)
    assignments = service.apply(records, team, request, template.id, now=now)
"""

from collections.abc import Sequence
from datetime import datetime

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.precondition import Precondition
from gather.table import team_sets
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.assignments import storage as assignment_storage
from gather.workflow.assignments.models import (
    ApplyTemplate,
    AssignmentSource,
    TargetType,
    WorkflowAssignment,
    WorkflowTemplateDetail,
    new_assignment,
)
from gather.workflow.job_families.storage import JOB_FAMILY
from gather.workflow.jobs.storage import JOB
from gather.workflow.templates import references
from gather.workflow.templates.models import (
    MOST_TEMPLATES,
    ChangeWorkflowTemplate,
    CreateWorkflowTemplate,
    WorkflowTemplate,
    new_template,
)
from gather.workflow.templates.storage import WORKFLOW_TEMPLATE


def create(
    records: Records, team: TeamScope, request: CreateWorkflowTemplate, *, now: datetime
) -> WorkflowTemplate:
    """Create the template that the request asks for.

    Raises NotFound and ValidationFailed for what its steps name, and Conflict when the team has too many.
    """
    default_group_id = references.check(records.table, request.steps, request.message_group_id, team)
    template = new_template(request, team, now, default_group_id)
    unit = records.unit_of_work()
    team_sets.save_new(unit, WORKFLOW_TEMPLATE, template, MOST_TEMPLATES, _too_many())
    unit.commit()
    return template


def _too_many() -> Exception:
    return Conflict(f"A team may have {MOST_TEMPLATES} active workflow templates. Archive one.")


def list_active(records: Records, team: TeamScope) -> list[WorkflowTemplate]:
    """The team's active templates, newest first."""
    listing = WORKFLOW_TEMPLATE.team_listing(team.team_id)
    return records.page(WORKFLOW_TEMPLATE, listing, Selection.ACTIVE, offset=0, size=MOST_TEMPLATES).records


def get(records: Records, team: TeamScope, template_id: str) -> tuple[WorkflowTemplateDetail, int]:
    """A template with its assignments, and its version. Both are read at once. Raises NotFound."""
    table, team_id = records.table, team.team_id
    reading = table.start(lambda: tuple(assignment_storage.list_of_template(table, team_id, template_id)))
    stored = records.get(WORKFLOW_TEMPLATE, team_id, template_id)
    return WorkflowTemplateDetail(**dict(stored.record), assignments=reading.result()), stored.version


def update(
    records: Records,
    team: TeamScope,
    request: ChangeWorkflowTemplate,
    template_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[WorkflowTemplate]:
    """Change the members of a template that are supplied; `steps` replaces all of them.

    Enrollments that run keep the steps that they began with. Raises NotFound, also of what the request names,
    ValidationFailed, PreconditionFailed and Conflict.
    """

    def changed(stored: Stored[WorkflowTemplate], unit: UnitOfWork) -> WorkflowTemplate:
        precondition.check(stored.version)
        if request.supplied().keys() & {"steps", "message_group_id"}:
            references.check(unit.table, request.steps or (), request.message_group_id, team)
        return stored.record.update(request, timestamp(now))

    return records.change(WORKFLOW_TEMPLATE, team.team_id, template_id, changed)


def free_place(template: WorkflowTemplate, unit: UnitOfWork) -> None:
    """Count a template no longer that is archived, as part of `unit`, so that the team may create another."""
    team_sets.count_out(unit, WORKFLOW_TEMPLATE, template)


def apply(
    records: Records, team: TeamScope, request: ApplyTemplate, template_id: str, *, now: datetime
) -> list[WorkflowAssignment]:
    """Apply a template to jobs and job families, in place of what was applied to them before.

    A target that has the template already keeps its assignment, with the new threshold. All of up to
    MOST_TOGETHER targets happen together; applying again after a failure ends with the same. Raises NotFound,
    also for the first target that is absent or an archived job, and Conflict for an archived template.
    """
    template = records.get(WORKFLOW_TEMPLATE, team.team_id, template_id).record
    if template.archived_at is not None:
        raise Conflict("The workflow template is archived.")
    _check_targets(records, team, request)
    assignments = _new_assignments(request, template.id, team, now)
    saved: list[WorkflowAssignment] = []
    for start in range(0, len(assignments), assignment_storage.MOST_TOGETHER):
        part = assignments[start : start + assignment_storage.MOST_TOGETHER]
        saved += assignment_storage.save(records, part)
    return saved


def _check_targets(records: Records, team: TeamScope, request: ApplyTemplate) -> None:
    """Raises NotFound for the first target that is absent, or an archived job. One round trip a hundred."""
    targets = [
        Reference.to(JOB, team.team_id, job_id, f"jobIds[{position}]")
        for position, job_id in enumerate(request.job_ids)
    ]
    targets += [
        Reference.to(JOB_FAMILY, team.team_id, family_id, f"jobFamilyIds[{position}]")
        for position, family_id in enumerate(request.job_family_ids)
    ]
    read_references(records.table, targets)


def _new_assignments(
    request: ApplyTemplate, template_id: str, team: TeamScope, now: datetime
) -> Sequence[WorkflowAssignment]:
    """An assignment for each target, each once."""
    jobs = [(TargetType.JOB, job_id) for job_id in dict.fromkeys(request.job_ids)]
    families = [(TargetType.JOB_FAMILY, family_id) for family_id in dict.fromkeys(request.job_family_ids)]
    sources = {
        TargetType.JOB: AssignmentSource.JOB_TEMPLATE,
        TargetType.JOB_FAMILY: AssignmentSource.JOB_FAMILY,
    }
    threshold = request.initial_score_threshold
    return [
        new_assignment(template_id, target, sources[target[0]], threshold, team, now)
        for target in (*jobs, *families)
    ]

"""Workflow assignments and the workflow that governs a job, read and written.

An assignment is stored at its target, which has one of each source, and beside its template, so that either
reads its own with one query; a pointer finds it by its id.

For example:

    [saved] = storage.save(records, [assignment])
    effective, assignment = storage.get_effective_workflow(records, job)
"""

from collections.abc import Sequence

from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys
from gather.table.conditions import absent, equal
from gather.table.item_kind import ItemKind, Place
from gather.table.readable import readable
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.workflow.assignments.models import (
    AssignmentSource,
    EffectiveWorkflow,
    TargetType,
    WorkflowAssignment,
    WorkflowSource,
)
from gather.workflow.assignments.rules import choose_assignment
from gather.workflow.job_families.storage import JOB_FAMILY
from gather.workflow.jobs.models import JobRecord
from gather.workflow.jobs.storage import JOB
from gather.workflow.templates.storage import WORKFLOW_TEMPLATE

RESOURCE = "workflow template assignment"
MOST_TOGETHER = 20
"""Of the hundred writes that a transaction takes, an assignment needs up to five."""

_ON_JOBS = (AssignmentSource.JOB_OVERRIDE, AssignmentSource.JOB_TEMPLATE)


def job_workflow_key(team_id: str, job_id: str, source: str) -> keys.Key:
    """The one assignment of a source that a job has."""
    return JOB.part(team_id, job_id, "WORKFLOW", source)


def job_family_workflow_key(team_id: str, job_family_id: str) -> keys.Key:
    """The one assignment that a job family has."""
    return JOB_FAMILY.part(team_id, job_family_id, "WORKFLOW", "job_family")


def template_assignment_key(team_id: str, template_id: str, assignment_id: str) -> keys.Key:
    """An assignment beside its workflow template; one query reads a template with all of them."""
    return WORKFLOW_TEMPLATE.part(team_id, template_id, "ASSIGNMENT", assignment_id)


def assignment_by_id_key(team_id: str, assignment_id: str) -> keys.Key:
    """From an assignment's id to its template and its target."""
    return keys.pointer(f"TEAM#{team_id}#WORKFLOW_ASSIGNMENT", assignment_id)


JOB_WORKFLOW = ItemKind("WORKFLOW_ASSIGNMENT", job_workflow_key)
JOB_FAMILY_WORKFLOW = ItemKind("WORKFLOW_ASSIGNMENT", job_family_workflow_key)
TEMPLATE_ASSIGNMENT = ItemKind("WORKFLOW_ASSIGNMENT", template_assignment_key)
ASSIGNMENT_BY_ID = ItemKind("WORKFLOW_ASSIGNMENT_POINTER", assignment_by_id_key)


def slot_of(assignment: WorkflowAssignment) -> Place:
    """The one place that a target has for an assignment of its source."""
    if assignment.target_type is TargetType.JOB_FAMILY:
        return JOB_FAMILY_WORKFLOW.at(assignment.team_id, assignment.target_id)
    return JOB_WORKFLOW.at(assignment.team_id, assignment.target_id, assignment.source)


def save(records: Records, assignments: Sequence[WorkflowAssignment]) -> list[WorkflowAssignment]:
    """Save up to MOST_TOGETHER new assignments, each in place of the one in its slot. Returns those.

    A target that has the template already keeps its assignment, with the threshold of the new one. Two round
    trips, again from the beginning when another request was faster. Raises Conflict after several lost races.
    """

    def replace(unit: UnitOfWork) -> list[WorkflowAssignment]:
        present = find_in_slots(unit.table, assignments)
        stored = []
        for assignment in assignments:
            replaced = present.get(slot_of(assignment).key)
            stored.append(replaced.replace_with(assignment) if replaced is not None else assignment)
            _save(unit, stored[-1], replaced)
        return stored

    return records.run(replace)


def delete_override(records: Records, team_id: str, job_id: str) -> None:
    """Delete the override of a job's workflow, if there is one. Two round trips, one without an override."""
    slot = JOB_WORKFLOW.key(team_id, job_id, AssignmentSource.JOB_OVERRIDE)

    def clear(unit: UnitOfWork) -> None:
        item = unit.table.get(slot)
        if item is not None:
            _delete(unit, WorkflowAssignment.model_validate(item))

    records.run(clear)


def delete(records: Records, team_id: str, assignment_id: str) -> WorkflowAssignment:
    """Delete an assignment and return it. Three round trips. Raises NotFound."""

    def delete_found(unit: UnitOfWork) -> WorkflowAssignment:
        assignment = get(unit.table, team_id, assignment_id)
        _delete(unit, assignment)
        return assignment

    return records.run(delete_found)


def delete_of_job(unit: UnitOfWork, team_id: str, job_id: str) -> None:
    """Delete all assignments of a job, as part of the `unit` that takes it out of its team.

    That is refused when something else is assigned to it by then. One round trip.
    """
    slots = [JOB_WORKFLOW.key(team_id, job_id, source) for source in _ON_JOBS]
    found = unit.table.get_many(slots)
    for slot in slots:
        if slot in found:
            _delete(unit, WorkflowAssignment.model_validate(found[slot]))
        else:
            unit.require(slot, absent(), LostRace())


def find_in_slots(
    table: Table, assignments: Sequence[WorkflowAssignment]
) -> dict[keys.Key, WorkflowAssignment]:
    """The assignments that have the slots of new ones, by their keys. One round trip for each hundred."""
    found = table.get_many(slot_of(assignment).key for assignment in assignments)
    return {key: WorkflowAssignment.model_validate(item) for key, item in found.items()}


def _save(unit: UnitOfWork, assignment: WorkflowAssignment, replaced: WorkflowAssignment | None) -> None:
    """Save an assignment in place of the one that its target had, if that is still so at the commit."""
    if replaced is not None and replaced.id != assignment.id:
        _delete_beside(unit, replaced)
    unchanged = absent() if replaced is None else equal("id", replaced.id)
    attributes = assignment.model_dump(by_alias=True)
    unit.write(slot_of(assignment).replace(unchanged, **attributes))
    beside = TEMPLATE_ASSIGNMENT.at(assignment.team_id, assignment.template_id, assignment.id)
    unit.write(beside.put(**attributes))
    by_id = ASSIGNMENT_BY_ID.at(assignment.team_id, assignment.id)
    unit.write(by_id.put(templateId=assignment.template_id))


def _delete(unit: UnitOfWork, assignment: WorkflowAssignment) -> None:
    """Delete an assignment; the commit raises LostRace when its target has another one by now."""
    unit.write(slot_of(assignment).delete(equal("id", assignment.id)))
    _delete_beside(unit, assignment)


def _delete_beside(unit: UnitOfWork, assignment: WorkflowAssignment) -> None:
    beside = TEMPLATE_ASSIGNMENT.at(assignment.team_id, assignment.template_id, assignment.id)
    unit.write(beside.delete())
    unit.write(ASSIGNMENT_BY_ID.at(assignment.team_id, assignment.id).delete())


def get(table: Table, team_id: str, assignment_id: str) -> WorkflowAssignment:
    """Read an assignment by its id. Two round trips. Raises NotFound."""
    pointer = table.get(ASSIGNMENT_BY_ID.key(team_id, assignment_id)) if is_id(assignment_id) else None
    item = pointer and table.get(TEMPLATE_ASSIGNMENT.key(team_id, pointer["templateId"], assignment_id))
    if not item:
        raise NotFound(RESOURCE, assignment_id)
    return WorkflowAssignment.model_validate(item)


def list_of_template(table: Table, team_id: str, template_id: str) -> list[WorkflowAssignment]:
    """The assignments of a template, oldest first. One round trip for each megabyte."""
    first = TEMPLATE_ASSIGNMENT.key(team_id, template_id, "")
    items = table.query_all(KeyRange(first.pk, begins_with=first.sk), consistent=True)
    return [*readable(WorkflowAssignment, items)]


def get_effective_workflow(
    records: Records, job: JobRecord
) -> tuple[EffectiveWorkflow, WorkflowAssignment | None]:
    """The workflow that governs a job, with its assignment. Two round trips, one when none reaches the job.

    An assignment whose template is archived counts for nothing, and the next rule is looked at.
    """
    slots = [JOB_WORKFLOW.key(job.team_id, job.id, source) for source in _ON_JOBS]
    slots += [JOB_FAMILY_WORKFLOW.key(job.team_id, family_id) for family_id in job.job_family_ids]
    reaching = [WorkflowAssignment.model_validate(item) for item in records.table.get_many(slots).values()]
    template_ids = dict.fromkeys(assignment.template_id for assignment in reaching)
    templates = {
        template_id: template
        for template_id, template in records.get_many(WORKFLOW_TEMPLATE, job.team_id, template_ids).items()
        if template.archived_at is None
    }
    source, assignment = choose_assignment([each for each in reaching if each.template_id in templates])
    if assignment is None:
        return EffectiveWorkflow(source=WorkflowSource.NONE), None
    template = templates[assignment.template_id]
    return EffectiveWorkflow(source=source, template=template, assignment_id=assignment.id), assignment

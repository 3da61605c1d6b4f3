"""Workflow assignments and the workflow that governs a job, read and written.

An assignment is kept at its target, which has one of each source, and beside its template, so that either
reads its own with one query; a pointer finds it by its id.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.records import CHANGE_ATTEMPTS, LostRace, Records, Transaction, lost_race
from gather.table.store import KeyRange, Table
from gather.workflow.job import JobDetail
from gather.workflow.workflow_assignment import (
    AssignmentSource,
    EffectiveWorkflow,
    TargetType,
    WorkflowAssignment,
    WorkflowSource,
    renewed,
    winning,
)
from gather.workflow.workflow_template_storage import WORKFLOW_TEMPLATE

ENTITY = "WORKFLOW_ASSIGNMENT"
RESOURCE = "workflow template assignment"
MOST_TOGETHER = 20
"""Of the hundred writes that a transaction takes, an assignment needs up to five."""

Done = TypeVar("Done")
_ON_JOBS = (AssignmentSource.JOB_OVERRIDE, AssignmentSource.JOB_TEMPLATE)


def slot_of(assignment: WorkflowAssignment) -> keys.Key:
    """The one place that a target has for an assignment of its source."""
    if assignment.target_type is TargetType.JOB_FAMILY:
        return keys.job_family_workflow(assignment.team_id, assignment.target_id)
    return keys.job_workflow(assignment.team_id, assignment.target_id, assignment.source)


def store_assignments(
    records: Records, assignments: Sequence[WorkflowAssignment]
) -> list[WorkflowAssignment]:
    """Store up to MOST_TOGETHER new assignments, each in place of what its slot had: the stored ones.

    A target that has the template already keeps its assignment, with the threshold of the new one. Two round
    trips, again from the beginning when somebody was faster. Raises Conflict after several lost races.
    """

    def replace(transaction: Transaction) -> list[WorkflowAssignment]:
        present = read_slots(records.table, assignments)
        stored = []
        for assignment in assignments:
            replaced = present.get(slot_of(assignment))
            stored.append(renewed(replaced, assignment) if replaced is not None else assignment)
            _put(transaction, stored[-1], replaced)
        return stored

    return _commit(records, replace)


def clear_override(records: Records, team_id: str, job_id: str) -> None:
    """Take away what overrides a job's workflow, if anything does. Two round trips, one when nothing does."""

    slot = keys.job_workflow(team_id, job_id, AssignmentSource.JOB_OVERRIDE)

    def clear(transaction: Transaction) -> bool:
        item = records.table.get(slot)
        if item is not None:
            _remove(transaction, WorkflowAssignment.model_validate(item))
        return item is not None

    _commit(records, clear)


def remove_assignment(records: Records, team_id: str, assignment_id: str) -> WorkflowAssignment:
    """Take an assignment away; answers it. Three round trips. Raises NotFound."""

    def remove(transaction: Transaction) -> WorkflowAssignment:
        assignment = find_assignment(records.table, team_id, assignment_id)
        _remove(transaction, assignment)
        return assignment

    return _commit(records, remove)


def leave(transaction: Transaction, table: Table, team_id: str, job_id: str) -> None:
    """Take away all that was assigned to a job, as part of the `transaction` that takes it out of its team.

    That is refused when something else is assigned to it by then. One round trip.
    """
    slots = [keys.job_workflow(team_id, job_id, source) for source in _ON_JOBS]
    found = table.get_many(slots)
    for slot in slots:
        if slot in found:
            _remove(transaction, WorkflowAssignment.model_validate(found[slot]))
        else:
            transaction.require(slot, "attribute_not_exists(pk)", lost_race)


def _commit(records: Records, fill: Callable[[Transaction], Done]) -> Done:
    """Commit what `fill` reads and plans, unless that is nothing; again when somebody was faster."""
    for attempt in range(1, CHANGE_ATTEMPTS + 1):
        transaction = records.transaction()
        done = fill(transaction)
        try:
            if done:
                transaction.commit()
            return done
        except LostRace:
            if attempt == CHANGE_ATTEMPTS:
                raise
    raise AssertionError("the last attempt returns or raises")


def read_slots(table: Table, assignments: Sequence[WorkflowAssignment]) -> dict[keys.Key, WorkflowAssignment]:
    """What stands in the slots that new assignments are to take. One round trip for each hundred."""
    found = table.get_many(slot_of(assignment) for assignment in assignments)
    return {key: WorkflowAssignment.model_validate(item) for key, item in found.items()}


def _put(
    transaction: Transaction, assignment: WorkflowAssignment, replaced: WorkflowAssignment | None
) -> None:
    """Store an assignment in place of the one that its target had, if that is still so at the commit."""
    if replaced is not None and replaced.id != assignment.id:
        _forget(transaction, replaced)
    unchanged, values = "attribute_not_exists(pk)", {}
    if replaced is not None:
        unchanged, values = "id = :replaced", {"replaced": replaced.id}
    body = {"entity": ENTITY, **assignment.model_dump(by_alias=True)}
    transaction.write(store.put({**_place(slot_of(assignment)), **body}, unchanged, **values))
    beside = keys.template_assignment(assignment.team_id, assignment.template_id, assignment.id)
    transaction.write(store.put({**_place(beside), **body}))
    pointer = {"entity": "WORKFLOW_ASSIGNMENT_POINTER", "templateId": assignment.template_id}
    by_id = keys.workflow_assignment(assignment.team_id, assignment.id)
    transaction.write(store.put({**_place(by_id), **pointer}))


def _remove(transaction: Transaction, assignment: WorkflowAssignment) -> None:
    """Take an assignment away; the commit raises LostRace when its target has another one by now."""
    transaction.write(store.delete(slot_of(assignment), "id = :id", id=assignment.id))
    _forget(transaction, assignment)


def _forget(transaction: Transaction, assignment: WorkflowAssignment) -> None:
    beside = keys.template_assignment(assignment.team_id, assignment.template_id, assignment.id)
    transaction.write(store.delete(beside))
    transaction.write(store.delete(keys.workflow_assignment(assignment.team_id, assignment.id)))


def find_assignment(table: Table, team_id: str, assignment_id: str) -> WorkflowAssignment:
    """An assignment by its id. Two round trips. Raises NotFound."""
    pointer = table.get(keys.workflow_assignment(team_id, assignment_id)) if is_id(assignment_id) else None
    item = pointer and table.get(keys.template_assignment(team_id, pointer["templateId"], assignment_id))
    if not item:
        raise NotFound(RESOURCE, assignment_id)
    return WorkflowAssignment.model_validate(item)


def assignments_of(table: Table, team_id: str, template_id: str) -> list[WorkflowAssignment]:
    """The assignments of a template, oldest first. One round trip for each megabyte."""
    first = keys.template_assignment(team_id, template_id, "")
    items = table.query_all(KeyRange(first.pk, begins_with=first.sk), consistent=True)
    return [WorkflowAssignment.model_validate(item) for item in items]


def effective_workflow(
    records: Records, job: JobDetail
) -> tuple[EffectiveWorkflow, WorkflowAssignment | None]:
    """What governs a job, with the assignment by which it does. Two round trips, one when nothing reaches it.

    An assignment whose template is archived counts for nothing, and the next rule is looked at.
    """
    slots = [keys.job_workflow(job.team_id, job.id, source) for source in _ON_JOBS]
    slots += [keys.job_family_workflow(job.team_id, family_id) for family_id in job.job_family_ids]
    reaching = [WorkflowAssignment.model_validate(item) for item in records.table.get_many(slots).values()]
    template_ids = dict.fromkeys(assignment.template_id for assignment in reaching)
    templates = {
        template_id: template
        for template_id, template in records.get_many(WORKFLOW_TEMPLATE, job.team_id, template_ids).items()
        if template.archived_at is None
    }
    source, assignment = winning([each for each in reaching if each.template_id in templates])
    if assignment is None:
        return EffectiveWorkflow(source=WorkflowSource.NONE), None
    template = templates[assignment.template_id]
    return EffectiveWorkflow(source=source, template=template, assignment_id=assignment.id), assignment


def _place(key: keys.Key) -> Item:
    return {"pk": key.pk, "sk": key.sk}

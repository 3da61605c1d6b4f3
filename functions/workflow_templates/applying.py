"""Applying a template to jobs and job families."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from gather.clock import timestamp
from gather.domain.caller import TeamScope
from gather.domain.workflow_assignment import (
    AssignmentSource,
    TargetType,
    WorkflowAssignment,
    new_assignment,
)
from gather.table import keys
from gather.table.kinds import JOB, JOB_FAMILY
from gather.table.records import CHANGE_ATTEMPTS, LostRace, Records
from gather.table.references import Reference, read_references
from gather.table.workflows import put_assignment, read_slots, slot_of

# Of the hundred writes that a transaction takes, an assignment needs up to five.
TARGETS_AT_ONCE = 20


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


def store(
    records: Records, assignments: Sequence[WorkflowAssignment], now: datetime
) -> list[WorkflowAssignment]:
    """Store assignments, each in place of what its target had: the stored ones.

    A target that has the template already keeps its assignment, with the threshold of the new one. All of up
    to TARGETS_AT_ONCE happen together; applying again after a failure ends with the same.
    """
    stored: list[WorkflowAssignment] = []
    for start in range(0, len(assignments), TARGETS_AT_ONCE):
        stored += _store_together(records, assignments[start : start + TARGETS_AT_ONCE], now)
    return stored


def _store_together(
    records: Records, assignments: Sequence[WorkflowAssignment], now: datetime
) -> list[WorkflowAssignment]:
    for attempt in range(1, CHANGE_ATTEMPTS + 1):
        present = read_slots(records.table, assignments)
        stored = [*_kept(assignments, present, now)]
        transaction = records.transaction()
        for assignment in stored:
            put_assignment(transaction, assignment, present.get(slot_of(assignment)))
        try:
            transaction.commit()
            return stored
        except LostRace:
            if attempt == CHANGE_ATTEMPTS:
                raise
    raise AssertionError("the last attempt returns or raises")


def _kept(
    assignments: Sequence[WorkflowAssignment], present: Mapping[keys.Key, WorkflowAssignment], now: datetime
) -> Iterator[WorkflowAssignment]:
    for assignment in assignments:
        before = present.get(slot_of(assignment))
        if before is None or before.template_id != assignment.template_id:
            yield assignment
        else:
            yield before.changed(
                initial_score_threshold=assignment.initial_score_threshold, updated_at=timestamp(now)
            )

"""The events of an enrollment's moves, in the transaction that stores them.

Interface: Events, rules 1, 6 and 7.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.identifiers import new_id
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.enrollments.gate import Observation
from gather.workflow.enrollments.lifecycle import enroll, move
from gather.workflow.enrollments.models import EnrollmentRecord, new_enrollment
from gather.workflow.enrollments.status import EnrollmentStatus
from gather.workflow.enrollments.storage import ENROLLMENT
from gather.workflow.templates.models import StepType, WorkflowStep, WorkflowTemplate
from tests.builders.outbox import events_of

pytestmark = pytest.mark.in_process

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
MOMENT = timestamp(NOW)
THRESHOLD = 60
IDS = {
    "jobId": "job",
    "candidateId": "candidate",
    "templateId": "template",
    "assignmentId": "assignment",
}

Move = Callable[[EnrollmentRecord], EnrollmentRecord]


def enrolled(
    records: Records, *thresholds: float | None, candidate_id: str = "candidate"
) -> EnrollmentRecord:
    """Creates an enrollment whose first step is invited, after the event of its creation."""
    steps = tuple(
        WorkflowStep(
            id=f"step-{position}",
            position=position,
            step_type=StepType.STANDARD_INTERVIEW,
            artifact_id="interview",
            score_threshold=threshold,
            created_at=MOMENT,
            updated_at=MOMENT,
        )
        for position, threshold in enumerate(thresholds, start=1)
    )
    common = {"organization_id": "o", "team_id": "t", "created_at": MOMENT, "updated_at": MOMENT}
    template = WorkflowTemplate(id="template", name="Warehouse", steps=steps, **common)
    scope = TeamScope("o", "t", None)
    record = new_enrollment(new_id(), template, "job", candidate_id, "assignment", scope, NOW)
    unit = records.unit_of_work()
    record = enroll(unit, record.invite(NOW, candidate_interview_id="mine"), NOW)
    unit.commit()
    return record


def live(records: Records, record: EnrollmentRecord, *moves: Move) -> list[tuple[str, dict[str, Any]]]:
    """Store the moves one after another and return their events."""
    before = len(events_of(records.table))
    for change in moves:

        def work(unit: UnitOfWork, change: Move = change) -> None:
            stored = unit.get(ENROLLMENT, "t", record.id)
            move(unit, stored, change(stored.record), NOW)

        records.run(work)
    return events_of(records.table)[before:]


def sees(**observation: Any) -> Move:
    return lambda record: record.observe(record.current.id, Observation(**observation), NOW)


def goes_on(record: EnrollmentRecord) -> EnrollmentRecord:
    return record.proceed(NOW)[0]


def step_ids(record: EnrollmentRecord, place: int = 0) -> dict[str, Any]:
    step = record.steps[place]
    return {
        "enrollmentId": record.id,
        **IDS,
        "enrollmentStepId": step.id,
        "stepId": step.step_id,
        "artifactId": "interview",
        "candidateInterviewId": "mine",
    }


def test_a_passed_step_tells_its_score_and_that_another_follows(records: Records) -> None:
    record = enrolled(records, THRESHOLD, None)

    told = live(records, record, sees(completed=True, evaluated=True, score=71), goes_on)

    assert told == [
        (
            "workflow.step.completed",
            {
                **step_ids(record),
                "status": "passed",
                "hasNextStep": True,
                "score": 71,
                "scoreThreshold": THRESHOLD,
                "completedAt": MOMENT,
            },
        )
    ]


def test_an_ungated_final_step_tells_no_score_and_the_enrollments_end(records: Records) -> None:
    record = enrolled(records, None)

    told = live(records, record, sees(completed=True), goes_on)

    assert told == [
        (
            "workflow.step.completed",
            {**step_ids(record), "status": "completed", "hasNextStep": False, "completedAt": MOMENT},
        ),
        (
            "workflow.enrollment.completed",
            {"enrollmentId": record.id, **IDS, "status": "completed", "completedAt": MOMENT},
        ),
    ]


def test_a_failed_step_tells_of_itself_and_then_of_the_enrollment(records: Records) -> None:
    record = enrolled(records, THRESHOLD, None)

    told = live(records, record, sees(completed=True, evaluated=True, score=59), goes_on)

    assert told == [
        ("workflow.step.failed", {**step_ids(record), "status": "failed", "failedAt": MOMENT}),
        (
            "workflow.enrollment.failed",
            {
                "enrollmentId": record.id,
                **IDS,
                "status": "failed",
                "enrollmentStepId": record.steps[0].id,
                "stepId": "step-1",
                "failedAt": MOMENT,
            },
        ),
    ]


def test_a_gate_that_cannot_be_decided_yet_is_reported_once(records: Records) -> None:
    record = enrolled(records, THRESHOLD)

    told = live(records, record, sees(begun=True), sees(completed=True), sees(completed=True))

    assert told == [
        (
            "workflow.step.waiting_for_evaluation",
            {**step_ids(record), "status": "waiting_for_evaluation", "updatedAt": MOMENT},
        )
    ]


def test_neither_a_stop_nor_a_late_score_nor_a_beginning_is_an_event(records: Records) -> None:
    begun, done, stopped = (enrolled(records, None, candidate_id=name) for name in ("one", "two", "three"))

    assert live(records, begun, sees(begun=True)) == []
    live(records, done, sees(completed=True), goes_on)
    assert live(records, done, sees(completed=True, evaluated=True, score=80)) == []
    assert live(records, stopped, lambda record: record.end(EnrollmentStatus.STOPPED, NOW)) == []


@pytest.mark.parametrize("status", [EnrollmentStatus.STOPPED, EnrollmentStatus.FAILED, "completed"])
def test_every_end_lets_go_of_the_candidate(records: Records, status: str) -> None:
    record = enrolled(records, None)
    with pytest.raises(Conflict):
        enrolled(records, None)

    live(records, record, lambda each: each.end(EnrollmentStatus(status), NOW))

    assert enrolled(records, None).is_active

"""The moves of an enrollment and its steps (interface: Enrollments, rules 5 and 6)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.core.caller import TeamScope
from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import Conflict
from gather.workflow.enrollments.gate import Observation
from gather.workflow.enrollments.models import (
    Action,
    ActionName,
    EnrollmentRecord,
    execution_name,
    new_enrollment,
)
from gather.workflow.enrollments.recovery import (
    LIVENESS,
    MACHINE_GRACE,
    MOST_GRACES,
    EnrollmentRecovery,
    choose_recovery,
    next_attention_at,
    restart,
)
from gather.workflow.enrollments.status import OVER, TRANSITIONS, UNDER_WAY, EnrollmentStatus, StepStatus
from gather.workflow.templates.models import GateMode, StepType, WorkflowStep, WorkflowTemplate

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
MOMENT = timestamp(NOW)
DONE = Observation(completed=True)
PASSING = 60

Shape = tuple[float | None, float]
"""A step's threshold and delay."""


def enrolled(*shapes: Shape) -> EnrollmentRecord:
    """Creates an enrollment by its steps' thresholds and delays, by default an ungated and a gated step."""
    steps = tuple(
        WorkflowStep(
            id=f"step-{position}",
            position=position,
            step_type=StepType.STANDARD_INTERVIEW,
            artifact_id="interview",
            score_threshold=threshold,
            send_delay_minutes=delay,
            created_at=MOMENT,
            updated_at=MOMENT,
        )
        for position, (threshold, delay) in enumerate(shapes or ((None, 0), (PASSING, 0)), start=1)
    )
    common = {"organization_id": "o", "team_id": "t", "created_at": MOMENT, "updated_at": MOMENT}
    template = WorkflowTemplate(id="template", name="Warehouse", steps=steps, **common)
    return new_enrollment(
        "0190a0b0-c0d0-7123-8456-789abcdef012",
        template,
        "job",
        "candidate",
        "assignment",
        TeamScope("o", "t", None),
        NOW,
    )


def with_status(status: StepStatus, threshold: float | None = PASSING) -> EnrollmentRecord:
    """Creates an enrollment of one step with this status."""
    record = enrolled((threshold, 0))
    return record.with_step(record.current.changed(status=status))


def seen(record: EnrollmentRecord, observation: Observation, later: float = 0) -> EnrollmentRecord:
    return record.observe(record.current.id, observation, NOW + timedelta(minutes=later))


def statuses(record: EnrollmentRecord) -> list[str]:
    return [step.status.value for step in record.steps]


ALLOWED = {
    "pending": {"invited"},
    "invited": {"in_progress", "waiting_for_evaluation", "passed", "failed", "completed"},
    "in_progress": {"waiting_for_evaluation", "passed", "failed", "completed"},
    "waiting_for_evaluation": {"passed", "failed", "completed"},
    "passed": set(),
    "failed": set(),
    "completed": set(),
}


def test_the_transition_table_is_the_one_that_is_promised() -> None:
    assert TRANSITIONS == ALLOWED
    assert set(TRANSITIONS) == set(StepStatus)
    assert {status for status in StepStatus if not TRANSITIONS[status]} == OVER
    assert {*OVER, *UNDER_WAY, StepStatus.PENDING} == set(StepStatus)


def scored(score: float | None) -> Observation:
    return Observation(begun=True, completed=True, evaluated=True, score=score)


@pytest.mark.parametrize(
    ("threshold", "observation", "status"),
    [
        (PASSING, Observation(), "invited"),
        (PASSING, Observation(begun=True), "in_progress"),
        (PASSING, DONE, "waiting_for_evaluation"),
        (PASSING, scored(60), "passed"),
        (PASSING, scored(59.9), "failed"),
        (PASSING, scored(100), "passed"),
        (0, scored(0), "passed"),
        (100, scored(99), "failed"),
        (PASSING, scored(None), "completed"),
        (None, DONE, "completed"),
        (None, scored(12), "completed"),
        (None, Observation(begun=True), "in_progress"),
    ],
)
def test_what_a_candidate_does_decides_the_step(
    threshold: float | None, observation: Observation, status: str
) -> None:
    record = seen(with_status(StepStatus.INVITED, threshold), observation)

    assert statuses(record) == [status]
    assert record.current.score == observation.score
    assert record.current.completed_at == (MOMENT if record.current.is_over else None)


@pytest.mark.parametrize("status", list(StepStatus))
@pytest.mark.parametrize("observation", [DONE, scored(0), scored(100), Observation(begun=True)])
def test_a_step_never_leaves_the_table(status: StepStatus, observation: Observation) -> None:
    after = seen(with_status(status), observation).current.status

    assert after is status or after in ALLOWED[status]


def confirmed_by_a_person(score: float | None = None) -> EnrollmentRecord:
    """An enrollment whose gate waits for a person, by a score below the threshold."""
    record = with_status(StepStatus.INVITED)
    record = record.with_step(record.current.changed(gate_mode=GateMode.CONFIRM))
    return seen(record, scored(59 if score is None else score))


def test_a_score_below_the_threshold_waits_for_a_person_where_people_confirm() -> None:
    record = confirmed_by_a_person()

    assert statuses(record) == ["waiting_for_evaluation"]
    assert record.current.score == 59
    assert statuses(seen(record, scored(40))) == ["waiting_for_evaluation"]
    assert seen(record, scored(40)).current.score == 40
    assert statuses(seen(record, scored(60))) == ["passed"]


def test_at_the_threshold_a_gate_that_people_confirm_passes_by_itself() -> None:
    assert statuses(confirmed_by_a_person(60)) == ["passed"]


def test_nobody_fails_by_a_score_in_which_recordings_have_no_part() -> None:
    partial = replace(scored(59), partial=True)

    waiting = seen(with_status(StepStatus.INVITED), partial)

    assert statuses(waiting) == ["waiting_for_evaluation"]
    assert waiting.current.waits_for_person
    assert statuses(seen(waiting, replace(scored(60), partial=True))) == ["passed"]
    assert statuses(seen(waiting, scored(59))) == ["failed"]


def test_a_person_passes_a_gate_that_waits() -> None:
    record = confirmed_by_a_person()

    passed = record.advance(record.current.id, NOW)

    assert statuses(passed) == ["passed"]
    assert (passed.current.score, passed.current.completed_at) == (59, MOMENT)
    assert passed.proceed(NOW)[0].status is EnrollmentStatus.COMPLETED
    assert passed.advance(record.current.id, NOW) is passed


def test_a_person_reopens_a_gate_that_failed() -> None:
    failed, _ = seen(with_status(StepStatus.INVITED), scored(10)).proceed(NOW)
    assert failed.status is EnrollmentStatus.FAILED

    reopened = failed.advance(failed.current.id, NOW)

    assert (reopened.status, reopened.completed_at) == (EnrollmentStatus.ACTIVE, None)
    assert statuses(reopened) == ["passed"]


def test_a_person_rejects_at_a_step_and_after_it() -> None:
    waiting = confirmed_by_a_person()
    rejected = waiting.reject(waiting.current.id, NOW)
    assert (rejected.status, statuses(rejected)) == (EnrollmentStatus.FAILED, ["failed"])
    assert rejected.reject(waiting.current.id, NOW) is rejected

    later, _ = seen(enrolled((PASSING, 0), (None, 0)).invite(NOW), scored(90)).proceed(NOW)
    ended = later.reject(later.steps[0].id, NOW)
    assert (ended.status, statuses(ended)) == (EnrollmentStatus.FAILED, ["passed", "pending"])
    assert ended.advance(later.steps[0].id, NOW).status is EnrollmentStatus.ACTIVE


@pytest.mark.parametrize("status", [EnrollmentStatus.COMPLETED, EnrollmentStatus.STOPPED])
def test_no_decision_moves_an_enrollment_that_is_over(status: EnrollmentStatus) -> None:
    with pytest.raises(Conflict):
        enrolled().end(status, NOW).check_decidable()


def test_a_score_that_comes_after_the_end_of_an_ungated_step_is_noted_and_moves_nothing() -> None:
    record, _ = seen(with_status(StepStatus.INVITED, None), DONE).proceed(NOW)
    assert record.status is EnrollmentStatus.COMPLETED

    noted = seen(record, scored(81), later=5)

    assert noted.current.score == 81
    assert noted.current.changed(score=None) == record.current
    assert noted.status is EnrollmentStatus.COMPLETED


@pytest.mark.parametrize("status", [EnrollmentStatus.STOPPED, EnrollmentStatus.FAILED])
def test_a_step_under_way_does_not_move_after_the_enrollments_end(status: EnrollmentStatus) -> None:
    record = with_status(StepStatus.IN_PROGRESS).end(status, NOW)

    assert seen(record, scored(100)) == record


def test_what_is_seen_of_a_step_that_is_not_its_own_changes_nothing() -> None:
    record = enrolled()

    assert record.observe("another", DONE, NOW) == record


def test_an_enrollment_begins_at_its_first_step_after_the_steps_delay() -> None:
    record = enrolled((None, 30), (PASSING, 5))

    assert record.current == record.steps[0]
    assert record.current.send_at == timestamp(NOW + timedelta(minutes=30))
    assert [step.send_at for step in record.steps[1:]] == [None]
    assert [step.step_id for step in record.steps] == ["step-1", "step-2"]
    assert len({step.id for step in record.steps}) == 2
    assert enrolled() == enrolled()


def test_a_delay_is_waited_for_once() -> None:
    record = enrolled((None, 30))
    until = timestamp(NOW + timedelta(minutes=30))

    assert record.proceed(NOW) == (record, Action(ActionName.WAIT, until))
    assert record.proceed(NOW + timedelta(minutes=30)) == (record, Action(ActionName.INVITE))
    # The execution's clock may be ahead of this machine's.
    assert record.proceed(NOW, waited_until=until) == (record, Action(ActionName.INVITE))
    assert record.proceed(NOW, waited_until=MOMENT) == (record, Action(ActionName.WAIT, until))


def test_the_next_steps_delay_counts_from_the_end_of_the_one_before() -> None:
    record = seen(enrolled((None, 0), (None, 10)).invite(NOW), DONE)
    later = NOW + timedelta(hours=2)

    after, action = record.proceed(later)

    assert after.current == after.steps[1]
    assert action == Action(ActionName.WAIT, timestamp(later + timedelta(minutes=10)))


def test_an_enrollment_is_completed_with_its_final_step() -> None:
    record = enrolled()
    record = seen(record.invite(NOW, candidate_interview_id="first"), DONE)
    record, action = record.proceed(NOW)
    assert action == Action(ActionName.INVITE)
    record = seen(record.invite(NOW, candidate_interview_id="second"), scored(60), later=5)

    record, action = record.proceed(NOW + timedelta(minutes=6))

    assert action == Action(ActionName.END)
    assert record.status is EnrollmentStatus.COMPLETED
    assert statuses(record) == ["completed", "passed"]
    assert [step.candidate_interview_id for step in record.steps] == ["first", "second"]
    assert record.completed_at == timestamp(NOW + timedelta(minutes=6))


def test_an_enrollment_fails_with_a_gated_step_and_goes_no_further() -> None:
    record = seen(enrolled((PASSING, 0), (None, 0)).invite(NOW), scored(59))

    record, action = record.proceed(NOW)

    assert (record.status, action.name) == (EnrollmentStatus.FAILED, ActionName.END)
    assert statuses(record) == ["failed", "pending"]
    assert record.current == record.steps[0]


def test_an_invite_again_leaves_the_step_where_it_is() -> None:
    record = seen(enrolled().invite(NOW, candidate_interview_id="mine"), Observation(begun=True))

    again = record.invite(NOW + timedelta(days=1))

    assert again.current.status is StepStatus.IN_PROGRESS
    assert again.current.invite_sent_at == timestamp(NOW + timedelta(days=1))
    assert again.current.candidate_interview_id == "mine"


Move = tuple[str, Observation]

OBSERVATIONS = st.builds(
    Observation,
    begun=st.booleans(),
    completed=st.booleans(),
    evaluated=st.booleans(),
    score=st.none() | st.integers(0, 100),
)
SHAPES = st.lists(
    st.tuples(st.none() | st.integers(0, 100), st.sampled_from([0, 15])), min_size=1, max_size=4
)
MOVES = st.lists(
    st.tuples(st.sampled_from(["next", "0", "1", "2", "3", "stop", "restart"]), OBSERVATIONS), max_size=25
)


def moved(record: EnrollmentRecord, move: Move, now: datetime) -> EnrollmentRecord:
    """Applies a move of the worker or of the execution, which come in any order."""
    name, observation = move
    if name == "next":
        after, action = record.proceed(now)
        return after.invite(now, candidate_interview_id="x") if action.name is ActionName.INVITE else after
    if name == "stop":
        return record.end(EnrollmentStatus.STOPPED, now) if record.is_active else record
    if name == "restart":
        return restart(record, now) if record.is_active else record
    place = int(name)
    if place >= len(record.steps):
        return record
    return record.observe(record.steps[place].id, observation, now)


@given(SHAPES, MOVES)
def test_no_order_of_observations_moves_an_enrollment_back(
    shapes: Sequence[Shape], moves: Sequence[Move]
) -> None:
    record = enrolled(*shapes)
    for minute, move in enumerate(moves):
        before, now = record, NOW + timedelta(minutes=10 * minute)

        record = moved(before, move, now)

        for was, step in zip(before.steps, record.steps, strict=True):
            assert step.status is was.status or step.status in ALLOWED[was.status]
            if was.is_over:
                assert step.changed(score=was.score) == was
                assert step.score == was.score or was.score is None
            if step.status is StepStatus.PASSED:
                assert step.score is not None
                assert step.score_threshold is not None
                assert step.score >= step.score_threshold
        assert sum(step.status in UNDER_WAY for step in record.steps) <= 1
        check_places(record)
        if not before.is_active:
            assert (record.status, record.completed_at) == (before.status, before.completed_at)


def check_places(record: EnrollmentRecord) -> None:
    """Check the steps before and after the current one, and all steps of an enrollment that has ended."""
    place = record.steps.index(record.current)
    assert all(step.is_over and step.status != "failed" for step in record.steps[:place])
    assert all(step.status is StepStatus.PENDING for step in record.steps[place + 1 :])
    if record.status is EnrollmentStatus.COMPLETED:
        assert all(step.status in {"passed", "completed"} for step in record.steps)
    if record.status is EnrollmentStatus.FAILED:
        assert record.current.status is StepStatus.FAILED


@given(SHAPES, MOVES, st.integers(0, 600))
def test_asking_again_for_the_next_action_returns_the_same(
    shapes: Sequence[Shape], moves: Sequence[Move], minutes: int
) -> None:
    record = enrolled(*shapes)
    for minute, move in enumerate(moves):
        record = moved(record, move, NOW + timedelta(minutes=10 * minute))
    now = NOW + timedelta(minutes=minutes)

    once = record.proceed(now)

    assert once[0].proceed(now) == once


@given(SHAPES, MOVES, OBSERVATIONS)
def test_seen_twice_is_seen_once(
    shapes: Sequence[Shape], moves: Sequence[Move], observation: Observation
) -> None:
    record = enrolled(*shapes)
    for minute, move in enumerate(moves):
        record = moved(record, move, NOW + timedelta(minutes=10 * minute))
    once = seen(record, observation, later=1)

    assert seen(once, observation, later=2) == once


@pytest.mark.parametrize("status", list(StepStatus))
def test_an_enrollment_is_checked_when_it_should_have_moved(status: StepStatus) -> None:
    expected = LIVENESS if status in UNDER_WAY else MACHINE_GRACE

    assert next_attention_at(with_status(status), NOW) == timestamp(NOW + expected)


def test_a_delayed_step_is_not_looked_after_before_its_invite_is_due() -> None:
    record = enrolled((None, 600))

    assert next_attention_at(record, NOW) == timestamp(NOW + timedelta(minutes=600) + MACHINE_GRACE)
    assert next_attention_at(record, NOW + timedelta(days=1)) == timestamp(
        NOW + timedelta(days=1) + MACHINE_GRACE
    )


@pytest.mark.parametrize("status", [EnrollmentStatus.COMPLETED, EnrollmentStatus.FAILED, "stopped"])
def test_an_enrollment_that_has_ended_is_not_checked(status: str) -> None:
    record = enrolled().end(EnrollmentStatus(status), NOW)

    assert next_attention_at(record, NOW) is None
    late = record.changed(attention_at=MOMENT)
    assert choose_recovery(late, NOW + timedelta(days=9), executions_lost=True) is None


@pytest.mark.parametrize(
    ("status", "late", "lost", "wanted"),
    [
        (StepStatus.PENDING, True, False, EnrollmentRecovery.RESTART),
        (StepStatus.PASSED, True, False, EnrollmentRecovery.RESTART),
        (StepStatus.INVITED, True, False, EnrollmentRecovery.CHECK),
        (StepStatus.WAITING_FOR_EVALUATION, True, False, EnrollmentRecovery.CHECK),
        (StepStatus.PENDING, False, False, None),
        (StepStatus.INVITED, False, False, None),
        (StepStatus.INVITED, False, True, EnrollmentRecovery.RESTART),
        (StepStatus.PENDING, False, True, EnrollmentRecovery.RESTART),
    ],
)
def test_what_recovery_does_for_an_enrollment(
    status: StepStatus, late: bool, lost: bool, wanted: EnrollmentRecovery | None
) -> None:
    record = with_status(status)
    record = record.changed(attention_at=next_attention_at(record, NOW))
    assert record.attention_at is not None
    due = from_timestamp(record.attention_at)

    assert (
        choose_recovery(record, due if late else due - timedelta(seconds=1), executions_lost=lost) is wanted
    )


def test_another_execution_goes_on_where_the_record_stands() -> None:
    record = with_status(StepStatus.INVITED).changed(task_token="token")

    again = restart(record, NOW + timedelta(hours=1))

    assert (again.run, again.task_token, again.steps) == (2, None, record.steps)
    assert choose_recovery(again, NOW + timedelta(hours=1), executions_lost=True) is None


def test_executions_that_fail_are_restarted_with_growing_pauses_up_to_a_limit() -> None:
    record, waits = enrolled(), []
    for _ in range(2 * MOST_GRACES):
        record = restart(record, NOW)
        assert record.attention_at is not None
        waits.append(from_timestamp(record.attention_at) - NOW)

    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (MACHINE_GRACE, MACHINE_GRACE * MOST_GRACES)


def test_executions_that_were_lost_with_all_others_do_not_make_the_next_one_late() -> None:
    record = enrolled()
    for _ in range(2 * MOST_GRACES):
        record = restart(record, NOW, executions_lost=True)

    assert record.attention_at == timestamp(NOW + MACHINE_GRACE)


def test_an_execution_that_waits_for_a_delayed_step_is_not_late_before_it() -> None:
    record = restart(enrolled((None, 600)), NOW)

    assert record.attention_at == timestamp(NOW + timedelta(minutes=600) + MACHINE_GRACE)


def test_the_first_execution_has_the_name_of_the_enrollment() -> None:
    assert [execution_name("e", run) for run in (1, 2)] == ["e", "e-2"]

"""The steps of workflow templates (interface: Workflow templates, rules 1 and 4)."""

from typing import Any

import pytest

from gather.workflow.templates.models import (
    UNGATED_STEPS,
    StepRequest,
    StepType,
    WorkflowStep,
    build_steps,
    step_faults,
)

MADE = "2026-03-02T09:30:00.000Z"
LATER = "2026-03-03T09:30:00.000Z"


def asked(name: str, **members: Any) -> StepRequest:
    return StepRequest(step_type=StepType.STANDARD_INTERVIEW, artifact_id=name, **members)


def made(*requests: StepRequest) -> tuple[WorkflowStep, ...]:
    return build_steps(requests, (), MADE)


def test_steps_take_their_places_in_the_array() -> None:
    steps = made(asked("first"), asked("second"))

    assert [(step.position, step.artifact_id) for step in steps] == [(1, "first"), (2, "second")]
    assert steps[0].id != steps[1].id


def test_steps_with_positions_stand_in_their_order() -> None:
    steps = made(asked("second", position=20), asked("first", position=10))

    assert [(step.position, step.artifact_id) for step in steps] == [(10, "first"), (20, "second")]


def test_a_step_that_is_sent_back_is_the_same_step() -> None:
    steps = made(asked("first", score_threshold=60), asked("second", send_delay_minutes=5))
    as_read = [
        StepRequest.model_validate_json(step.model_dump_json(by_alias=True, exclude={"created_at"}))
        for step in steps
    ]

    assert build_steps(as_read, steps, LATER) == steps


def test_a_step_that_moves_or_changes_keeps_its_id_and_the_time_of_its_making() -> None:
    first, second = made(asked("first"), asked("second"))

    changed = build_steps(
        [asked("second", id=second.id), asked("other", id=first.id), asked("third")], (first, second), LATER
    )

    assert [step.id for step in changed[:2]] == [second.id, first.id]
    assert [step.position for step in changed] == [1, 2, 3]
    assert [(step.created_at, step.updated_at) for step in changed] == [
        (MADE, LATER),
        (MADE, LATER),
        (LATER, LATER),
    ]


def test_an_id_that_no_step_has_is_that_of_a_new_step() -> None:
    (step,) = build_steps([asked("first", id="foreign")], made(asked("first")), LATER)

    assert step.id != "foreign"
    assert step.created_at == LATER


@pytest.mark.parametrize("step_type", list(StepType))
def test_a_threshold_is_ignored_where_no_score_is_given(step_type: StepType) -> None:
    (step,) = made(StepRequest(step_type=step_type, artifact_id="any", score_threshold=60))

    assert step.score_threshold == (None if step_type in UNGATED_STEPS else 60)
    assert {"ai_practice_interviewer", "ai_career_coach", "meeting"} == UNGATED_STEPS


@pytest.mark.parametrize(
    ("steps", "fields"),
    [
        ([{"id": "a"}, {"id": "b"}, {"id": "a"}], ["steps[2].id"]),
        ([{"position": 1}, {"position": 1}], ["steps[1].position"]),
        ([{"position": 2}, {}], ["steps[1].position"]),
        ([{}, {}, {"id": "a", "position": 1}], ["steps[2].position"]),
        ([{"position": 2}, {"position": 1}], []),
        (["none", {"position": "1"}, {"id": 7}], []),
        ("none", []),
    ],
)
def test_ids_and_positions_stand_in_a_list_once(steps: object, fields: list[str]) -> None:
    assert [fault.field for fault in step_faults({"steps": steps})] == fields

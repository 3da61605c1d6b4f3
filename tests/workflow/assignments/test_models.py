"""The workflow that governs a job (interface: Workflow assignments, rule 4)."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.workflow.assignments.models import (
    AssignmentSource,
    TargetType,
    WorkflowAssignment,
    WorkflowSource,
)
from gather.workflow.assignments.rules import choose_assignment

OVERRIDE, DIRECT, FAMILY = (
    AssignmentSource.JOB_OVERRIDE,
    AssignmentSource.JOB_TEMPLATE,
    AssignmentSource.JOB_FAMILY,
)


def assignment(source: AssignmentSource, day: int = 1, template: str = "t") -> WorkflowAssignment:
    moment = f"2026-03-{day:02}T09:30:00.000Z"
    return WorkflowAssignment(
        id=f"{source}-{day}",
        template_id=template,
        target_type=TargetType.JOB_FAMILY if source is FAMILY else TargetType.JOB,
        target_id="target",
        source=source,
        organization_id="o",
        team_id="t",
        created_at=moment,
        updated_at=moment,
    )


@pytest.mark.parametrize(
    ("reaching", "winner"),
    [
        ([OVERRIDE, DIRECT, FAMILY], OVERRIDE),
        ([OVERRIDE, FAMILY], OVERRIDE),
        ([OVERRIDE, DIRECT], OVERRIDE),
        ([DIRECT, FAMILY], DIRECT),
        ([FAMILY], FAMILY),
    ],
)
def test_an_override_wins_then_the_jobs_own_then_a_familys(
    reaching: list[AssignmentSource], winner: AssignmentSource
) -> None:
    for order in permutations(reaching):
        # The later an assignment, the weaker its rule: only the rule counts.
        found = [assignment(source, day) for day, source in enumerate(order, start=1)]

        rule, won = choose_assignment(found)

        assert won is not None
        assert (rule.value, won.source) == (winner.value, winner)


def test_nothing_governs_a_job_that_no_assignment_reaches() -> None:
    assert choose_assignment([]) == (WorkflowSource.NONE, None)


@given(st.lists(st.integers(1, 28), min_size=1, max_size=6, unique=True))
def test_the_latest_assignment_of_several_families_wins(days: list[int]) -> None:
    rule, won = choose_assignment([assignment(FAMILY, day) for day in days])

    assert rule is WorkflowSource.JOB_FAMILY
    assert won == assignment(FAMILY, max(days))


def test_the_same_template_again_is_the_same_assignment_with_the_new_threshold() -> None:
    before = assignment(DIRECT)

    after = before.replace_with(assignment(DIRECT, day=2).changed(initial_score_threshold=40))

    assert (after.id, after.created_at, after.initial_score_threshold) == (before.id, before.created_at, 40)
    assert after.updated_at > before.updated_at


def test_another_template_is_another_assignment() -> None:
    wanted = assignment(DIRECT, day=2, template="other")

    assert assignment(DIRECT).replace_with(wanted) == wanted

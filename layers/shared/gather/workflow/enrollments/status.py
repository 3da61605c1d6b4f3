"""The statuses of enrollments and of their steps, and which may follow which."""

from collections.abc import Mapping
from enum import StrEnum


class EnrollmentStatus(StrEnum):
    """How an enrollment stands; clients tolerate further values.

    Interface: Enrollments, rule 4; Versioning, rule 2.
    """

    ACTIVE = "active"
    COMPLETED = "completed"
    FAILED = "failed"
    STOPPED = "stopped"


class StepStatus(StrEnum):
    """How a step stands (interface: Enrollments, rule 5)."""

    PENDING = "pending"
    INVITED = "invited"
    IN_PROGRESS = "in_progress"
    WAITING_FOR_EVALUATION = "waiting_for_evaluation"
    PASSED = "passed"
    FAILED = "failed"
    COMPLETED = "completed"


_ENDS = (StepStatus.PASSED, StepStatus.FAILED, StepStatus.COMPLETED)

TRANSITIONS: Mapping[StepStatus, frozenset[StepStatus]] = {
    StepStatus.PENDING: frozenset({StepStatus.INVITED}),
    StepStatus.INVITED: frozenset({StepStatus.IN_PROGRESS, StepStatus.WAITING_FOR_EVALUATION, *_ENDS}),
    StepStatus.IN_PROGRESS: frozenset({StepStatus.WAITING_FOR_EVALUATION, *_ENDS}),
    StepStatus.WAITING_FOR_EVALUATION: frozenset(_ENDS),
    StepStatus.PASSED: frozenset(),
    StepStatus.FAILED: frozenset(),
    StepStatus.COMPLETED: frozenset(),
}
"""Which status may follow which. Steps that nobody noticed are skipped, none is gone back. Only a
person's decision reopens a gate that failed (`EnrollmentRecord.advance`)."""

OVER = frozenset(_ENDS)
PASSED_ENDS = frozenset({StepStatus.PASSED, StepStatus.COMPLETED})
"""The candidate goes on."""

UNDER_WAY = frozenset({StepStatus.INVITED, StepStatus.IN_PROGRESS, StepStatus.WAITING_FOR_EVALUATION})
"""The candidate has the invite, and the step's end is still to come."""

RESENDABLE = frozenset({StepStatus.INVITED, StepStatus.IN_PROGRESS})
"""The candidate has the invite, and is not done."""

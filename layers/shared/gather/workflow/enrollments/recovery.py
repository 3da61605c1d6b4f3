"""When the recovery worker looks at an enrollment, and what it does for one whose execution may be lost.

Interface: Enrollments, rule 4.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from gather.core.clock import from_timestamp, timestamp
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.status import UNDER_WAY

MACHINE_GRACE = timedelta(minutes=5)
"""How long the execution may take to do what it is to do next."""


LIVENESS = timedelta(days=1)
"""How often the recovery worker checks that the execution that waits for a candidate still exists.

Nothing is late meanwhile: who wakes an execution that is gone has another one started at once.
"""


MOST_GRACES = 12
"""The longest time between two checks of an enrollment whose executions come to nothing, in graces."""


def next_attention_at(record: EnrollmentRecord, now: datetime) -> str | None:
    """Tell when recovery checks the enrollment next, counted from `now`; None once it has ended."""
    if not record.is_active:
        return None
    if record.current.status in UNDER_WAY:
        return timestamp(now + LIVENESS)
    return _execution_overdue_at(record, now)


def _execution_overdue_at(record: EnrollmentRecord, now: datetime) -> str:
    """When the execution should have acted, which may be delayed with the current step."""
    due = from_timestamp(record.current.send_at) if record.current.send_at else now
    graces = min(max(record.fruitless_runs, 1), MOST_GRACES)
    return timestamp(max(now, due) + MACHINE_GRACE * graces)


class EnrollmentRecovery(StrEnum):
    """The ways to recover an enrollment whose execution should have acted, or may be lost."""

    RESTART = "restart"
    CHECK = "check"


def choose_recovery(
    record: EnrollmentRecord, now: datetime, *, executions_lost: bool
) -> EnrollmentRecovery | None:
    """Decide how to recover an enrollment. None when it is not due for attention, or has ended.

    An enrollment whose execution should have acted gets another execution. Where the candidate is to act,
    recovery checks that the execution still exists, unless all executions of before `now` are known to be
    lost.
    """
    if not record.is_active or record.attention_at is None:
        return None
    if executions_lost:
        return EnrollmentRecovery.RESTART if record.run_at < timestamp(now) else None
    if record.attention_at > timestamp(now):
        return None
    return EnrollmentRecovery.CHECK if record.current.status in UNDER_WAY else EnrollmentRecovery.RESTART


def restart(record: EnrollmentRecord, now: datetime, *, executions_lost: bool = False) -> EnrollmentRecord:
    """Prepare the enrollment for a new execution, which goes on where the record stands.

    Where one execution after another comes to nothing, the next is asked for ever later. With
    `executions_lost` it was not this one's fault.
    """
    moment = timestamp(now)
    again = record.changed(
        run=record.run + 1,
        run_at=moment,
        fruitless_runs=record.fruitless_runs + (0 if executions_lost else 1),
        task_token=None,
        updated_at=moment,
    )
    return again.changed(attention_at=_execution_overdue_at(again, now))

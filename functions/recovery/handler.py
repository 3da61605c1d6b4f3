"""The recovery worker, on a schedule: restarts lost deliveries, tasks, deletions and enrollments."""

from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.deliveries import recovery as delivery_recovery
from gather.deliveries import webhook_deletion
from gather.deliveries.storage import DELETIONS_SCHEDULE, DELIVERIES_SCHEDULE
from gather.table.outbox import OUTBOX_SCHEDULE
from gather.wiring import Adapters, Entry
from gather.workers import outbox_recovery
from gather.workers.recovery import run_recovery
from gather.workflow.enrollments import lifecycle as enrollment_lifecycle
from gather.workflow.enrollments.storage import ENROLLMENTS_SCHEDULE

SCHEDULES = {
    DELIVERIES_SCHEDULE: delivery_recovery.recover,
    OUTBOX_SCHEDULE: outbox_recovery.recover,
    DELETIONS_SCHEDULE: webhook_deletion.recover,
    ENROLLMENTS_SCHEDULE: enrollment_lifecycle.recover,
}
"""The schedules of the due index, in the order of recovery, and what restarts an item of each."""


def _recover(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> dict[str, Any]:
    """Restart overdue work: `{"time"}` in, `{"done", "failed", "more"}` out (gather.workers.recovery)."""
    return run_recovery(adapters, SCHEDULES, event, context)


handler = Entry(_recover)

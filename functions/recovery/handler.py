"""The recovery worker, on a schedule: restarts lost deliveries, tasks, deletions and enrollments."""

from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.deliveries import recovery as delivery_recovery
from gather.deliveries import webhook_deletion
from gather.deliveries.storage import DELETIONS_SCHEDULE, DELIVERIES_SCHEDULE
from gather.table.conversion import Item
from gather.table.outbox import OUTBOX_SCHEDULE
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters, Entry
from gather.workers import outbox_recovery
from gather.workers.recovery import RecoveryRun, run_recovery
from gather.workflow.enrollments import lifecycle as enrollment_lifecycle
from gather.workflow.enrollments.storage import ENROLLMENT, ENROLLMENTS_SCHEDULE


def _recover_deletion(run: RecoveryRun, place: Item) -> bool:
    return webhook_deletion.resume(run.records, place["teamId"], place["id"], run.has_time)


def _recover_enrollment(run: RecoveryRun, place: Item) -> bool:
    def reconcile(unit: UnitOfWork) -> bool:
        stored = unit.get(ENROLLMENT, place["teamId"], place["id"])
        return enrollment_lifecycle.reconcile(unit, stored, run.now, executions_lost=run.queues_lost)

    return run.records.run(reconcile)


SCHEDULES = {
    DELIVERIES_SCHEDULE: delivery_recovery.recover,
    OUTBOX_SCHEDULE: outbox_recovery.recover,
    DELETIONS_SCHEDULE: _recover_deletion,
    ENROLLMENTS_SCHEDULE: _recover_enrollment,
}


def _recover(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> dict[str, Any]:
    """Restart overdue work: `{"time"}` in, `{"done", "failed", "more"}` out (gather.workers.recovery)."""
    return run_recovery(adapters, SCHEDULES, event, context)


handler = Entry(_recover)

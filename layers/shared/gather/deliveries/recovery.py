"""The recovery of a delivery that its queue, execution or worker has lost.

plan = plan_recovery(delivery, now)  # None while it is not overdue
plan.record, plan.attempt, plan.wait_seconds
"""

from dataclasses import dataclass
from datetime import datetime

from gather.core.clock import timestamp
from gather.core.observability import count
from gather.deliveries.models import DeliveryRecord, DeliveryStatus, has_passed
from gather.deliveries.schedule import MOST_ATTEMPTS, seconds_until
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.outgoing.result import AttemptError, AttemptResult
from gather.table.conversion import Item
from gather.table.failures import FailedWork, GivenUpWork, set_aside
from gather.table.unit_of_work import LostRace
from gather.workers.recovery import RecoveryRun


@dataclass(frozen=True, slots=True)
class DeliveryRecovery:
    """A plan of recovery: write `record`, then queue `attempt`, to be made in `wait_seconds`.

    `attempt` is None when the delivery is over.
    """

    record: DeliveryRecord
    attempt: int | None
    wait_seconds: int = 0

    @property
    def is_given_up(self) -> bool:
        """Whether the delivery fails because a worker was lost with its last attempt."""
        return self.record.status is DeliveryStatus.FAILED


def plan_recovery(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery | None:
    """Plan the recovery of `delivery` at `now`; None when it is not overdue.

    An attempt whose lease has passed counts as made: the next one is due at once, and after the last
    one the delivery has failed. An awaited attempt is taken over after a grace. Either way the next
    moment moves on, so that a recovery run that comes soon after finds nothing to do.
    """
    if delivery.overdue_at is None or not has_passed(delivery.overdue_at, now):
        return None
    return _recover_lost(delivery, now) if delivery.lease_expires_at else _requeue(delivery, now)


def plan_resumption(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery | None:
    """Plan the recovery of `delivery` when all queues, executions and workers of before `now` are lost.

    An awaited attempt is queued for its own time, one that was in flight counts as made. None when the
    delivery is over or a worker has changed it since.
    """
    if delivery.overdue_at is None or not has_passed(delivery.updated_at, now):
        return None
    if delivery.next_attempt_at is None:
        return _recover_lost(delivery, now)
    return DeliveryRecovery(delivery, delivery.attempts + 1, seconds_until(delivery.next_attempt_at, now))


def _recover_lost(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery:
    if delivery.attempts >= MOST_ATTEMPTS:
        lost = AttemptResult(error=AttemptError.WORKER_LOST)
        return DeliveryRecovery(delivery.settle(lost, now).record, None)
    return _requeue(delivery, now)


def _requeue(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery:
    return DeliveryRecovery(delivery.requeue(now), delivery.attempts + 1)


def recover(run: RecoveryRun, place: Item) -> bool:
    """Restart the attempts of an overdue delivery, or give it up after a lost last attempt.

    False when there is nothing to restart, or another worker was faster.
    """
    stored = run.records.find(WEBHOOK_DELIVERY, place["teamId"], place["id"])
    if stored is None:
        return False
    found = (plan_resumption if run.queues_lost else plan_recovery)(stored.record, run.now)
    if found is None:
        return False
    if found.record != stored.record:
        unit = run.records.unit_of_work()
        unit.replace(stored, found.record)
        if found.is_given_up:
            unit.write(set_aside(_lost_delivery(found.record, run.now)))
        try:
            unit.commit()
        except LostRace:
            return False
    if found.is_given_up:
        count("DeliveriesGivenUp")
    if found.attempt is not None:
        run.queues.send_attempts([(found.record, found.attempt)], found.wait_seconds)
    return True


def _lost_delivery(delivery: DeliveryRecord, now: datetime) -> GivenUpWork:
    """A delivery of which nobody knows whether its last attempt was made."""
    return GivenUpWork(
        id=delivery.id,
        work=FailedWork.DELIVERY,
        name=delivery.event_type,
        organization_id=delivery.organization_id,
        team_id=delivery.team_id,
        payload={"deliveryId": delivery.id, "webhookConfigurationId": delivery.webhook_configuration_id},
        created_at=delivery.created_at,
        attempts=delivery.attempts,
        reason="worker_lost",
        given_up_at=timestamp(now),
    )

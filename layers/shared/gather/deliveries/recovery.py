"""What the recovery worker does for a delivery that its queue, execution or worker has lost."""

from dataclasses import dataclass
from datetime import datetime

from gather.deliveries.models import DeliveryRecord, DeliveryStatus, due_again, has_passed, settle
from gather.deliveries.schedule import MOST_ATTEMPTS, seconds_until
from gather.outgoing.result import AttemptError, AttemptResult


@dataclass(frozen=True, slots=True)
class DeliveryRecovery:
    """What recovery does: write `record`, then queue `attempt`, to be made in `wait_seconds`.

    `attempt` is None when the delivery is over.
    """

    record: DeliveryRecord
    attempt: int | None
    wait_seconds: int = 0

    @property
    def is_given_up(self) -> bool:
        """Whether the delivery fails because a worker was lost with its last attempt."""
        return self.record.status is DeliveryStatus.FAILED


def delivery_recovery(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery | None:
    """What recovery has to do for `delivery` at `now`, or None when it is not overdue.

    An attempt whose lease has passed counts as made: the next one is due at once, and after the last
    one the delivery has failed. An awaited attempt is taken over after a grace. Either way the next
    moment moves on, so that a recovery run that comes soon after finds nothing to do.
    """
    if delivery.overdue_at is None or not has_passed(delivery.overdue_at, now):
        return None
    return _lost(delivery, now) if delivery.lease_expires_at else _requeued(delivery, now)


def resumption(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery | None:
    """What recovery has to do when all queues, executions and workers of before `now` are lost.

    An awaited attempt is queued for its own time, one that was in flight counts as made. None when the
    delivery is over or a worker has changed it since.
    """
    if delivery.overdue_at is None or not has_passed(delivery.updated_at, now):
        return None
    if delivery.next_attempt_at is None:
        return _lost(delivery, now)
    return DeliveryRecovery(delivery, delivery.attempts + 1, seconds_until(delivery.next_attempt_at, now))


def _lost(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery:
    if delivery.attempts >= MOST_ATTEMPTS:
        lost = AttemptResult(error=AttemptError.WORKER_LOST)
        return DeliveryRecovery(settle(delivery, lost, now).record, None)
    return _requeued(delivery, now)


def _requeued(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery:
    return DeliveryRecovery(due_again(delivery, now), delivery.attempts + 1)

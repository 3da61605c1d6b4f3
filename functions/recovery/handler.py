"""The recovery worker, on a schedule. The table is the source of truth; queues, executions and workers may be
lost.

The due index holds everything unfinished, under the time at which it is overdue. A run takes what is overdue,
in the order of these times. It moves each item's time on before it restarts the item's work, so a run may be
repeated, overlap with another run or stop anywhere.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.clock import from_timestamp, timestamp
from gather.core.observability import count, log_failure, logger
from gather.deliveries import webhook_deletion
from gather.deliveries.models import DeliveryRecord
from gather.deliveries.recovery import plan_recovery, plan_resumption
from gather.deliveries.storage import DELETIONS_SCHEDULE, DELIVERIES_SCHEDULE, WEBHOOK_DELIVERY
from gather.table import keys
from gather.table.conversion import Item
from gather.table.due import FAULTS, due_items
from gather.table.failures import FailedWork, GivenUpWork, failed_entry, set_aside
from gather.table.outbox import OUTBOX_SCHEDULE, finish_undispatched, is_undispatched, postpone
from gather.table.records import Records
from gather.table.store import Write
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.wiring import Adapters, Entry
from gather.workers.heartbeat import count_run, seconds_between
from gather.workers.queues import Queues
from gather.workers.unknown_work import UnknownWork, leave_to_recovery
from gather.workflow.enrollments import lifecycle as enrollment_lifecycle
from gather.workflow.enrollments.storage import ENROLLMENT, ENROLLMENTS_SCHEDULE

# What a run leaves of its time limit for the item that it is at.
MARGIN_MILLISECONDS = 20_000

RECOVERY = "recovery"
"""The name of this schedule among those that are watched."""


@dataclass
class _RecoveryRun:
    """A run as of `now`. With `queues_lost` everything that is older counts as overdue."""

    records: Records
    queues: Queues
    now: datetime
    queues_lost: bool
    has_time: Callable[[], bool]

    def due(self, schedule: str) -> Iterator[Item]:
        """What is overdue on a schedule, earliest first, as the index shows it (entity, teamId, id)."""
        last = "~" if self.queues_lost else timestamp(self.now)
        return due_items(self.records.table, schedule, last)

    def seconds_since(self, moment: str) -> int:
        return seconds_between(from_timestamp(moment), self.now)

    def is_over(self, moment: str) -> bool:
        return from_timestamp(moment) <= self.now


def _recover(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> dict[str, Any]:
    """Restart overdue work: `{"time"}` in, `{"done", "failed", "more"}` out. `done` is how many items were
    restarted, `failed` how many could not be, `more` whether time ran out before the end.

    `"queuesLost": true` says that all queues, executions and workers of before `time` are gone. Their work is
    restarted at once, delayed to the time it was meant for, and tasks that were claimed before are free
    again. It may be repeated with the same `time`, and has to be where something failed: no later run looks
    at what is lost before it is overdue. Each schedule has its share of the time.
    """
    queues = Queues(adapters.clients, adapters.settings)
    queues_lost = event.get("queuesLost") is True
    now = from_timestamp(event["time"])
    milliseconds = context.get_remaining_time_in_millis() - MARGIN_MILLISECONDS
    total = _Recovered()
    for position, (schedule, recover) in enumerate(_RECOVERIES.items(), start=1):
        left_to_others = MARGIN_MILLISECONDS + milliseconds * (len(_RECOVERIES) - position) / len(_RECOVERIES)
        has_time = _time_until(context, left_to_others)
        run = _RecoveryRun(adapters.records, queues, now, queues_lost, has_time)
        total += _recover_all(run, schedule, recover, context.aws_request_id)
    _tell(total)
    return {"done": total.done, "failed": total.failed, "more": total.more}


handler = Entry(_recover)


def _time_until(context: LambdaContext, milliseconds_left: float) -> Callable[[], bool]:
    return lambda: context.get_remaining_time_in_millis() > milliseconds_left


@dataclass(frozen=True, slots=True)
class _Recovered:
    """What came of overdue work, and how late the first of it was. It `is_read` unless a schedule could not
    be read to its end.
    """

    done: int = 0
    failed: int = 0
    more: bool = False
    seconds_behind: int = 0
    is_read: bool = True

    def __add__(self, other: "_Recovered") -> "_Recovered":
        return _Recovered(
            self.done + other.done,
            self.failed + other.failed,
            self.more or other.more,
            max(self.seconds_behind, other.seconds_behind),
            self.is_read and other.is_read,
        )


def _tell(total: _Recovered) -> None:
    """Count what an alarm watches. A run that could not look at what is overdue is none."""
    if total.failed:
        count("RecoveriesFailed", total.failed)
    if total.is_read:
        count_run(RECOVERY, total.seconds_behind)


def _recover_all(
    run: _RecoveryRun, schedule: str, recover: Callable[[_RecoveryRun, Item], bool], request_id: str
) -> _Recovered:
    """Restart what is overdue on a schedule. What fails, the reading of the schedule too, stops no other."""
    done, failed, more, behind, is_read = 0, 0, False, 0, True
    try:
        for place in run.due(schedule):
            # The first is the oldest.
            behind = behind or run.seconds_since(place["dueSk"])
            if not run.has_time():
                more = True
                break
            try:
                done += recover(run, place)
            except FAULTS as fault:
                log_failure(fault, request_id, f"recovery of {schedule}")
                failed += 1
    except FAULTS as fault:
        log_failure(fault, request_id, f"recovery of {schedule}")
        failed, is_read = failed + 1, False
    if done:
        count("Recovered", done, schedule=schedule)
    return _Recovered(done, failed, more, behind, is_read)


def _recover_delivery(run: _RecoveryRun, place: Item) -> bool:
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


def _recover_outbox_entry(run: _RecoveryRun, place: Item) -> bool:
    item = run.records.table.get(keys.Key.of(place))
    if item is None or not run.is_over(item["createdAt" if run.queues_lost else "dueSk"]):
        return False
    is_claimed = "claimedUntil" in item and not run.is_over(item["claimedUntil"])
    # A worker that claimed it since is alive. Releases before this one did not note when.
    if is_claimed and not (
        run.queues_lost and run.is_over(item["claimedAt" if "claimedAt" in item else "createdAt"])
    ):
        return False
    if is_undispatched(item, run.now):
        return _give_up(run, item)
    if not postpone(run.records.table, item, run.now, end_claim=is_claimed):
        return False
    try:
        run.queues.send_entry(item)
    except UnknownWork as unknown:
        leave_to_recovery(unknown, "recovery")
        return False
    return True


def _give_up(run: _RecoveryRun, entry: Item) -> bool:
    """Set an entry aside that nobody has dispatched in days."""
    failure = failed_entry(entry, "it was not dispatched in time", run.now)
    if not _is_committed(run, finish_undispatched(entry), set_aside(failure)):
        return False
    fields = {"taskId": failure.id, "task": failure.name, "teamId": failure.team_id, **failure.subject}
    logger.error("an entry of the outbox was given up", extra=fields)
    count("DispatchesGivenUp")
    return True


def _is_committed(run: _RecoveryRun, *writes: Write) -> bool:
    unit = run.records.unit_of_work()
    for write in writes:
        unit.write(write)
    try:
        unit.commit()
    except LostRace:
        return False
    return True


def _recover_deletion(run: _RecoveryRun, place: Item) -> bool:
    return webhook_deletion.resume(run.records, place["teamId"], place["id"], run.has_time)


def _recover_enrollment(run: _RecoveryRun, place: Item) -> bool:
    def reconcile(unit: UnitOfWork) -> bool:
        stored = unit.get(ENROLLMENT, place["teamId"], place["id"])
        return enrollment_lifecycle.reconcile(unit, stored, run.now, executions_lost=run.queues_lost)

    return run.records.run(reconcile)


_RECOVERIES = {
    DELIVERIES_SCHEDULE: _recover_delivery,
    OUTBOX_SCHEDULE: _recover_outbox_entry,
    DELETIONS_SCHEDULE: _recover_deletion,
    ENROLLMENTS_SCHEDULE: _recover_enrollment,
}

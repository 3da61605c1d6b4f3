"""The recovery of entries of the outbox that were not sent, or whose worker was lost."""

from gather.core.observability import count, logger
from gather.table import keys
from gather.table.conversion import Item
from gather.table.failures import failed_entry, set_aside
from gather.table.outbox import finish_undispatched, is_undispatched, postpone
from gather.table.store import Write
from gather.table.unit_of_work import LostRace
from gather.workers.recovery import RecoveryRun
from gather.workers.unknown_work import UnknownWork, leave_to_recovery


def recover(run: RecoveryRun, place: Item) -> bool:
    """Send an entry again, unless its worker is alive; give one up that nobody has dispatched in days."""
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


def _give_up(run: RecoveryRun, entry: Item) -> bool:
    """Set an entry aside that nobody has dispatched in days."""
    failure = failed_entry(entry, "it was not dispatched in time", run.now)
    if not _commit(run, finish_undispatched(entry), set_aside(failure)):
        return False
    fields = {"taskId": failure.id, "task": failure.name, "teamId": failure.team_id, **failure.subject}
    logger.error("an entry of the outbox was given up", extra=fields)
    count("DispatchesGivenUp")
    return True


def _commit(run: RecoveryRun, *writes: Write) -> bool:
    unit = run.records.unit_of_work()
    for write in writes:
        unit.write(write)
    try:
        unit.commit()
    except LostRace:
        return False
    return True

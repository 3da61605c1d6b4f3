"""The expiry of exports.

It is decided on the record as it is in the transaction that ends it, as that of candidate interviews is.
"""

from gather.core.clock import timestamp
from gather.rights.export import service
from gather.rights.export.storage import EXPORT
from gather.table.conversion import Item
from gather.table.unit_of_work import UnitOfWork
from gather.workers.schedule import ScheduledRun


def expire(run: ScheduledRun, item: Item) -> bool:
    """End the export, if that is due. Returns whether it was."""

    def end(unit: UnitOfWork) -> bool:
        stored = unit.get(EXPORT, item["teamId"], item["id"])
        if stored.record.is_ending or stored.record.ends_at > timestamp(run.until):
            return False
        service.expire(unit, stored, now=run.now)
        return True

    return run.records.run(end)

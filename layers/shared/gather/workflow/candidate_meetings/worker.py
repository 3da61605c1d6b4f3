"""The expiry of invites to meetings.

It is decided on the record as it is in the transaction that ends it, as that of candidate interviews is.
"""

from gather.core.clock import timestamp
from gather.table.conversion import Item
from gather.table.unit_of_work import UnitOfWork
from gather.workers.schedule import ScheduledRun
from gather.workflow.candidate_meetings import lifecycle
from gather.workflow.candidate_meetings.models import CandidateMeetingStatus
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING


def expire(run: ScheduledRun, item: Item) -> bool:
    """End the invite of a meeting that was not confirmed, if that is due. Returns whether it was."""

    def end(unit: UnitOfWork) -> bool:
        stored = unit.get(CANDIDATE_MEETING, item["teamId"], item["id"])
        meeting = stored.record
        is_unconfirmed = meeting.status is CandidateMeetingStatus.INVITE_SENT
        if not is_unconfirmed or meeting.expiry > timestamp(run.until):
            return False
        lifecycle.expire(unit, stored, run.now)
        return True

    return run.records.run(end)

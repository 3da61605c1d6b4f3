"""What follows by itself on the schedule of expiries: an invite to a meeting expires, a booked slot ends.

It is decided on the record as it is in the transaction that ends it, as that of candidate interviews is.
"""

from gather.core.clock import timestamp
from gather.table.conversion import Item
from gather.table.unit_of_work import UnitOfWork
from gather.workers.schedule import ScheduledRun
from gather.workflow.candidate_meetings import lifecycle
from gather.workflow.candidate_meetings.models import CandidateMeetingStatus
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.meetings.storage import MEETING


def expire(run: ScheduledRun, item: Item) -> bool:
    """End the invite of a meeting that was not confirmed, or complete a booking whose time is over.

    Returns whether that was due.

    A booking whose slot was changed or removed is left to the worker that asks its candidate anew.
    """

    def end(unit: UnitOfWork) -> bool:
        stored = unit.get(CANDIDATE_MEETING, item["teamId"], item["id"])
        invite = stored.record
        if invite.due_at is None or invite.due_at > timestamp(run.until):
            return False
        meeting = unit.get(MEETING, invite.team_id, invite.meeting_id).record
        if invite.status is CandidateMeetingStatus.INVITE_SENT:
            lifecycle.expire(unit, stored, run.now, awaits_booking=bool(meeting.slots))
            return True
        if invite.find_slot(meeting) is None:
            return False
        lifecycle.hold(unit, stored, run.now)
        return True

    return run.records.run(end)

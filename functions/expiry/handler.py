"""The expiry schedule: candidate interviews, meetings of workflows, and links to results.

Interface: Candidate interviews, rule 6; Share links, rule 3.

Whether a candidate interview expires is decided on the record as it is in the transaction that ends
it: one that was completed, or invited again, since the index was read stays as it is, and of two runs
at once one does it.
"""

from gather.core.clock import timestamp
from gather.rights.export import service as export_service
from gather.rights.export.storage import EXPORT
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.status import OPEN
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, EXPIRY_SCHEDULE
from gather.table.conversion import Item
from gather.table.unit_of_work import UnitOfWork
from gather.workers.schedule import ScheduledRun, scheduled
from gather.workflow.candidate_meetings import lifecycle as meeting_lifecycle
from gather.workflow.candidate_meetings.models import CandidateMeetingStatus
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING


def _expire_interview(run: ScheduledRun, item: Item) -> bool:
    def expire(unit: UnitOfWork) -> bool:
        stored = unit.get(CANDIDATE_INTERVIEW, item["teamId"], item["id"])
        record = stored.record
        if record.status in OPEN and record.expiry <= timestamp(run.until):
            lifecycle.expire(unit, stored, run.now)
            return True
        if record.share_token is not None and record.open_share_token(run.until) is None:
            lifecycle.end_share_link(unit, stored, run.now)
            return True
        return False

    return run.records.run(expire)


def _expire_meeting(run: ScheduledRun, item: Item) -> bool:
    def expire(unit: UnitOfWork) -> bool:
        stored = unit.get(CANDIDATE_MEETING, item["teamId"], item["id"])
        meeting = stored.record
        is_open = meeting.status is CandidateMeetingStatus.INVITE_SENT
        if not is_open or meeting.expiry > timestamp(run.until):
            return False
        meeting_lifecycle.expire(unit, stored, run.now)
        return True

    return run.records.run(expire)


def _expire_export(run: ScheduledRun, item: Item) -> bool:
    def expire(unit: UnitOfWork) -> bool:
        stored = unit.get(EXPORT, item["teamId"], item["id"])
        if stored.record.is_ending or stored.record.ends_at > timestamp(run.until):
            return False
        export_service.expire(unit, stored, run.now)
        return True

    return run.records.run(expire)


_WORK = {
    CANDIDATE_INTERVIEW.name: _expire_interview,
    CANDIDATE_MEETING.name: _expire_meeting,
    EXPORT.name: _expire_export,
}


def _expire(run: ScheduledRun, item: Item) -> bool:
    return _WORK[item["entity"]](run, item)


handler = scheduled(EXPIRY_SCHEDULE, "CandidateInterviewsExpired", _expire)

"""The expiry schedule (interface: Candidate interview status, expiry passes), for meetings of workflows too.

Whether a candidate interview expires is decided on the record as it is in the transaction that ends
it: one that was completed, or invited again, since the index was read stays as it is, and of two runs
at once one does it.
"""

from gather.core.clock import timestamp
from gather.events import enrollment_tasks
from gather.events.catalogue import CandidateInterviewExpired
from gather.events.sending import event_of
from gather.screening.candidate_interview import OPEN, CandidateInterviewRecord, expired
from gather.screening.candidate_interview_operations import ids_of, send_status_changed
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW, EXPIRY_SCHEDULE
from gather.table.conversion import Item
from gather.table.records import Stored, Transaction
from gather.workers.schedule import Occasion, scheduled
from gather.workflow.candidate_meeting import CandidateMeeting, CandidateMeetingStatus, expired_meeting
from gather.workflow.candidate_meeting_storage import CANDIDATE_MEETING


def _expire_interview(occasion: Occasion, item: Item) -> bool:
    now, moved = occasion.now, False

    def change(
        stored: Stored[CandidateInterviewRecord], transaction: Transaction
    ) -> CandidateInterviewRecord:
        nonlocal moved
        record = stored.record
        moved = record.status in OPEN and record.expiry <= timestamp(occasion.until)
        if not moved:
            return record
        after = expired(record, now)
        told = CandidateInterviewExpired(
            **ids_of(after), status=after.status or "", expired_at=timestamp(now)
        )
        transaction.send(event_of(told, after.organization_id, after.team_id, now))
        send_status_changed(transaction, record, after, now)
        return after

    occasion.records.change(CANDIDATE_INTERVIEW, item["teamId"], item["id"], change)
    return moved


def _expire_meeting(occasion: Occasion, item: Item) -> bool:
    now, moved = occasion.now, False

    def change(stored: Stored[CandidateMeeting], transaction: Transaction) -> CandidateMeeting:
        nonlocal moved
        meeting = stored.record
        is_open = meeting.status is CandidateMeetingStatus.INVITE_SENT
        moved = is_open and meeting.expiry <= timestamp(occasion.until)
        if not moved:
            return meeting
        link = meeting.enrollment_id, meeting.enrollment_step_id
        transaction.send(enrollment_tasks.advance(meeting, *link, now))
        return expired_meeting(meeting, now)

    occasion.records.change(CANDIDATE_MEETING, item["teamId"], item["id"], change)
    return moved


_WORK = {CANDIDATE_INTERVIEW.name: _expire_interview, CANDIDATE_MEETING.name: _expire_meeting}


def _expire(occasion: Occasion, item: Item) -> bool:
    return _WORK[item["entity"]](occasion, item)


handler = scheduled(EXPIRY_SCHEDULE, "CandidateInterviewsExpired", _expire)

"""What a task is about: the message that it sends, and what is told once the message went out."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from gather import wiring
from gather.core.clock import timestamp
from gather.events.catalogue import CandidateInterviewInvited
from gather.events.sending import event_of
from gather.events.task import TaskName
from gather.screening.candidate_interview import CandidateInterviewRecord
from gather.screening.candidate_interview_operations import ids_of
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table.outbox import ClaimedTask
from gather.table.records import Transaction
from gather.workflow.candidate_meeting_storage import CANDIDATE_MEETING
from gather.workflow.enrollment_operations import tell_of_invite
from gather.workflow.enrollment_storage import ENROLLMENT
from notifications.mailing import Mailing, read_mailing
from notifications.meetings import read_meeting_mailing

Tell = Callable[[Transaction, datetime], None]


@dataclass(frozen=True, slots=True)
class Occasion:
    """`mailing` is None when the task is out of date; `tell` adds the event of an invite that was sent."""

    mailing: Mailing | None
    tell: Tell


def occasion_of(task: ClaimedTask, now: datetime) -> Occasion:
    """What a task is about. Three round trips."""
    if TaskName(task.name) is TaskName.SEND_MEETING_INVITE:
        return _meeting_invite(task, now)
    stored = wiring.records().find(CANDIDATE_INTERVIEW, task.team_id, task.payload["candidateInterviewId"])
    if stored is None:
        return Occasion(None, _nothing)
    record = stored.record
    mailing = read_mailing(task, record, now)
    if TaskName(task.name) is not TaskName.SEND_INVITE or mailing is None:
        return Occasion(mailing, _nothing)
    if record.enrollment is None:
        return Occasion(mailing, lambda transaction, at: _tell_of_invite(transaction, record, at))
    link = record.enrollment
    return Occasion(mailing, _step_told(task, link.enrollment_id, link.step_id, mailing.link))


def _meeting_invite(task: ClaimedTask, now: datetime) -> Occasion:
    stored = wiring.records().find(CANDIDATE_MEETING, task.team_id, task.payload["candidateMeetingId"])
    mailing = read_meeting_mailing(task, stored.record, now) if stored else None
    if stored is None or mailing is None:
        return Occasion(None, _nothing)
    meeting = stored.record
    return Occasion(
        mailing, _step_told(task, meeting.enrollment_id, meeting.enrollment_step_id, mailing.link)
    )


def _step_told(task: ClaimedTask, enrollment_id: str, step_id: str, link: str) -> Tell:
    """The invite of a workflow's step is told of as the step's alone (interface: Events)."""

    def tell(transaction: Transaction, now: datetime) -> None:
        record = wiring.records().get(ENROLLMENT, task.team_id, enrollment_id).record
        tell_of_invite(transaction, record, step_id, link, now)

    return tell


def _tell_of_invite(transaction: Transaction, record: CandidateInterviewRecord, now: datetime) -> None:
    told = CandidateInterviewInvited(**ids_of(record), status=record.status or "", invited_at=timestamp(now))
    transaction.send(event_of(told, record.organization_id, record.team_id, now))


def _nothing(_transaction: Transaction, _now: datetime) -> None:
    """Reminders and confirmations have no event."""

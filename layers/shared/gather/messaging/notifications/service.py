"""The notification of a task: the message to send, and the event that follows once it was sent.

notification = read_notification(adapters, task)
if notification.mailing is not None:
    notification.mailing.email().subject
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from gather.events.task import TaskName
from gather.messaging.notifications.mailings import Mailing, read_mailing
from gather.messaging.notifications.meeting_invites import read_booking_mailing, read_meeting_mailing
from gather.messaging.notifications.request_messages import read_request_mailing
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.outbox import ClaimedTask
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.enrollments import lifecycle as enrollment_lifecycle
from gather.workflow.enrollments.storage import ENROLLED, ENROLLMENT

Tell = Callable[[UnitOfWork, datetime], None]


@dataclass(frozen=True, slots=True)
class Notification:
    """`mailing` is None when the task is out of date; `tell` adds the event of an invite that was sent.

    An invite `is_handed_over` when it is told of although no message may go out: the candidate does not want
    any, or the organization does not text to the number. Whoever runs the workflow has to hand the link over.
    """

    mailing: Mailing | None
    tell: Tell
    is_handed_over: bool = False


def read_notification(adapters: Adapters, task: ClaimedTask) -> Notification:
    """The notification that a task asks for. Three round trips."""
    now = adapters.clock.now()
    if TaskName(task.name) is TaskName.SEND_MEETING_INVITE:
        return _meeting_invite(adapters, task, now)
    if TaskName(task.name) is TaskName.SEND_MEETING_BOOKING:
        return _meeting_booking(adapters, task, now)
    stored = adapters.records.find(CANDIDATE_INTERVIEW, task.team_id, task.payload["candidateInterviewId"])
    if stored is None:
        return Notification(None, _nothing)
    record = stored.record
    if TaskName(task.name) is TaskName.SEND_REJECTION and not _is_still_rejected(adapters, task):
        return Notification(None, _nothing)
    if TaskName(task.name) in (TaskName.SEND_REQUEST_REPLY, TaskName.SEND_WITHDRAWAL):
        return Notification(read_request_mailing(adapters, task, record, now), _nothing)
    mailing = read_mailing(adapters, task, record, now)
    if TaskName(task.name) is not TaskName.SEND_INVITE or mailing is None:
        return Notification(mailing, _nothing)
    if record.enrollment is None:
        return Notification(mailing, lambda unit, at: lifecycle.send_invite_event(unit, record, at))
    link = record.enrollment
    tell = _tell_of_step(task, link.enrollment_id, link.step_id, mailing.link)
    return Notification(mailing, tell, is_handed_over=True)


def _is_still_rejected(adapters: Adapters, task: ClaimedTask) -> bool:
    """Whether the candidate has not been enrolled in the job again meanwhile. Two round trips."""
    stored = adapters.records.find(ENROLLMENT, task.team_id, task.payload["enrollmentId"])
    if stored is None:
        return False
    record = stored.record
    again = ENROLLED.key(record.team_id, record.job_id, record.candidate_id)
    return record.is_rejection and adapters.records.table.get(again) is None


def _meeting_invite(adapters: Adapters, task: ClaimedTask, now: datetime) -> Notification:
    stored = adapters.records.find(CANDIDATE_MEETING, task.team_id, task.payload["candidateMeetingId"])
    mailing = read_meeting_mailing(adapters, task, stored.record, now) if stored else None
    if stored is None or mailing is None:
        return Notification(None, _nothing)
    if task.payload.get("isMoved"):
        return Notification(mailing, _nothing)
    meeting = stored.record
    tell = _tell_of_step(task, meeting.enrollment_id, meeting.enrollment_step_id, mailing.link)
    return Notification(mailing, tell, is_handed_over=True)


def _meeting_booking(adapters: Adapters, task: ClaimedTask, now: datetime) -> Notification:
    stored = adapters.records.find(CANDIDATE_MEETING, task.team_id, task.payload["candidateMeetingId"])
    mailing = read_booking_mailing(adapters, task, stored.record, now) if stored else None
    return Notification(mailing, _nothing)


def _tell_of_step(task: ClaimedTask, enrollment_id: str, step_id: str, link: str) -> Tell:
    """The invite of a workflow's step is told of as the step's alone (interface: Events, rule 5)."""

    def tell(unit: UnitOfWork, now: datetime) -> None:
        record = unit.get(ENROLLMENT, task.team_id, enrollment_id).record
        enrollment_lifecycle.send_invite_event(unit, record, step_id, link, now)

    return tell


def _nothing(_unit: UnitOfWork, _now: datetime) -> None:
    """Reminders, confirmations, bookings and meetings that were moved have no event."""

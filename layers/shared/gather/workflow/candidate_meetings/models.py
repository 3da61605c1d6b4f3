"""Candidate meetings: a candidate is asked to a meeting by a workflow, and confirms it."""

from datetime import datetime, timedelta
from enum import StrEnum

from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.identifiers import derived_id, new_token
from gather.core.record import Identified
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.meetings.models import MeetingRecord


class CandidateMeetingStatus(StrEnum):
    """How an invite to a meeting stands."""

    INVITE_SENT = "invite_sent"
    CONFIRMED = "confirmed"
    EXPIRED = "expired"


class MeetingAnswer(StrEnum):
    """What a candidate answers who does not confirm."""

    DECLINED = "declined"
    ANOTHER_TIME = "another_time"


class CandidateMeeting(Identified):
    """An invite to a meeting; `token` is the unguessable end of its address.

    A candidate who has answered that the meeting does not suit may still confirm until the expiry. `asked_at`
    is when the candidate was asked last, if not once alone.
    """

    organization_id: str
    team_id: str
    candidate_id: str
    meeting_id: str
    enrollment_id: str
    enrollment_step_id: str
    status: CandidateMeetingStatus = CandidateMeetingStatus.INVITE_SENT
    token: str
    expiry: str
    invites: int = 1
    confirmed_at: str | None = None
    answer: MeetingAnswer | None = None
    answered_at: str | None = None
    asked_at: str | None = None

    def knows(self, meeting: MeetingRecord) -> bool:
        """Whether the candidate was asked after the meeting's time, length or place changed."""
        return meeting.arranged_at is None or (self.asked_at or self.created_at) >= meeting.arranged_at

    @property
    def is_open(self) -> bool:
        """Whether the candidate comes, or may still say so."""
        return self.status is not CandidateMeetingStatus.EXPIRED


def new_candidate_meeting(record: EnrollmentRecord, expiry_days: int, now: datetime) -> CandidateMeeting:
    """The invite to the meeting of an enrollment's current step; a repeated step arrives at the same id."""
    step = record.current
    moment = timestamp(now)
    return CandidateMeeting(
        id=derived_id(record.id, "meeting", step.id),
        organization_id=record.organization_id,
        team_id=record.team_id,
        candidate_id=record.candidate_id,
        meeting_id=step.artifact_id,
        enrollment_id=record.id,
        enrollment_step_id=step.id,
        token=new_token(),
        expiry=timestamp(now + timedelta(days=expiry_days)),
        created_at=moment,
        updated_at=moment,
    )


def confirmed(meeting: CandidateMeeting, now: datetime) -> CandidateMeeting:
    """The meeting confirmed by its candidate, or as it is when it was confirmed before."""
    if meeting.status is CandidateMeetingStatus.CONFIRMED:
        return meeting
    moment = timestamp(now)
    return meeting.changed(status=CandidateMeetingStatus.CONFIRMED, confirmed_at=moment, updated_at=moment)


def answered(meeting: CandidateMeeting, answer: MeetingAnswer, now: datetime) -> CandidateMeeting:
    """The meeting with what its candidate answered, or as it is when that was said before.

    Raises Conflict for one that is confirmed.
    """
    if meeting.status is CandidateMeetingStatus.CONFIRMED:
        raise Conflict("The meeting is confirmed.")
    if meeting.answer is answer:
        return meeting
    moment = timestamp(now)
    return meeting.changed(answer=answer, answered_at=moment, updated_at=moment)


def expired_meeting(meeting: CandidateMeeting, now: datetime) -> CandidateMeeting:
    """The meeting whose invite ended before it was confirmed."""
    return meeting.changed(status=CandidateMeetingStatus.EXPIRED, updated_at=timestamp(now))


def invited_again(meeting: CandidateMeeting, expiry_days: int, now: datetime) -> CandidateMeeting:
    """The meeting with its invite sent again and its whole time before it.

    Raises Conflict for one that is confirmed or has expired.
    """
    if meeting.status is not CandidateMeetingStatus.INVITE_SENT:
        raise Conflict("The meeting is confirmed, or its time has passed.")
    return meeting.changed(
        invites=meeting.invites + 1,
        expiry=timestamp(now + timedelta(days=expiry_days)),
        asked_at=timestamp(now),
        updated_at=timestamp(now),
    )


def asked_anew(meeting: CandidateMeeting, expiry_days: int, now: datetime) -> CandidateMeeting:
    """The invite to a meeting that was moved, with its whole time before it. What its candidate answered was
    about another meeting, so to say, and does not count any more."""
    moment = timestamp(now)
    return meeting.changed(
        status=CandidateMeetingStatus.INVITE_SENT,
        invites=meeting.invites + 1,
        expiry=timestamp(now + timedelta(days=expiry_days)),
        confirmed_at=None,
        answer=None,
        answered_at=None,
        asked_at=moment,
        updated_at=moment,
    )


def meeting_link(base_url: str, token: str) -> str:
    """The address at which a candidate confirms a meeting."""
    return f"{base_url}/m/{token}"

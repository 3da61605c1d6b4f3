"""Candidate meetings: a candidate is asked to a meeting by a workflow, and confirms it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from gather.core.clock import timestamp
from gather.core.errors import Conflict, Gone
from gather.core.identifiers import derived_id, new_token
from gather.core.record import Identified
from gather.tenancy.teams.models import Branding
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.meetings.models import MeetingRecord


class CandidateMeetingStatus(StrEnum):
    """How an invite to a meeting stands."""

    INVITE_SENT = "invite_sent"
    CONFIRMED = "confirmed"
    EXPIRED = "expired"


class MeetingAnswer(StrEnum):
    """The answers of a candidate who does not confirm."""

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

    def check_open(self, moment: str) -> None:
        """Raises Gone when the time to confirm had passed by `moment`, a stored timestamp."""
        if self.status is CandidateMeetingStatus.CONFIRMED:
            return
        if not self.is_open or self.expiry <= moment:
            raise Gone("The time to confirm this meeting has passed.")

    def confirm(self, now: datetime) -> "CandidateMeeting":
        """Confirm the meeting for its candidate. Returns the same record when it was confirmed before."""
        if self.status is CandidateMeetingStatus.CONFIRMED:
            return self
        moment = timestamp(now)
        return self.changed(status=CandidateMeetingStatus.CONFIRMED, confirmed_at=moment, updated_at=moment)

    def give_answer(self, answer: MeetingAnswer, now: datetime) -> "CandidateMeeting":
        """Record that the meeting does not suit the candidate; the same answer again does nothing.

        Raises Conflict for a meeting that is confirmed.
        """
        if self.status is CandidateMeetingStatus.CONFIRMED:
            raise Conflict("The meeting is confirmed.")
        if self.answer is answer:
            return self
        moment = timestamp(now)
        return self.changed(answer=answer, answered_at=moment, updated_at=moment)

    def expire(self, now: datetime) -> "CandidateMeeting":
        """End the invite of a meeting that was not confirmed in its time."""
        return self.changed(status=CandidateMeetingStatus.EXPIRED, updated_at=timestamp(now))

    def invite_again(self, expiry_days: int, now: datetime) -> "CandidateMeeting":
        """Count another invite, and give the candidate `expiry_days` days from now to confirm.

        Raises Conflict for a meeting that is confirmed or has expired.
        """
        if self.status is not CandidateMeetingStatus.INVITE_SENT:
            raise Conflict("The meeting is confirmed, or its time has passed.")
        return self.changed(
            invites=self.invites + 1,
            expiry=timestamp(now + timedelta(days=expiry_days)),
            asked_at=timestamp(now),
            updated_at=timestamp(now),
        )

    def invite_after_move(self, expiry_days: int, now: datetime) -> "CandidateMeeting":
        """Ask the candidate again, because the meeting was moved; they have `expiry_days` days to confirm.

        The earlier answer was to another time or place, and does not count any more.
        """
        moment = timestamp(now)
        return self.changed(
            status=CandidateMeetingStatus.INVITE_SENT,
            invites=self.invites + 1,
            expiry=timestamp(now + timedelta(days=expiry_days)),
            confirmed_at=None,
            answer=None,
            answered_at=None,
            asked_at=moment,
            updated_at=moment,
        )


@dataclass(frozen=True, slots=True)
class OpenedInvite:
    """An invite with its meeting, the team that invites, and the candidate's time zone, an IANA name."""

    invite: CandidateMeeting
    meeting: MeetingRecord
    branding: Branding
    zone: str | None

    @property
    def is_confirmed(self) -> bool:
        """Whether the candidate has confirmed the meeting as it is now."""
        return self.invite.status is CandidateMeetingStatus.CONFIRMED and self.invite.knows(self.meeting)


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


def meeting_link(base_url: str, token: str) -> str:
    """The address at which a candidate confirms a meeting."""
    return f"{base_url}/m/{token}"

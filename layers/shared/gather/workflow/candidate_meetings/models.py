"""Candidate meetings: a candidate is asked to a meeting by a workflow, and confirms it or books one of its
slots (interface: Meetings, rules 5 to 10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import Conflict, Gone
from gather.core.identifiers import derived_id, new_token
from gather.core.model import Model
from gather.core.record import Identified
from gather.tenancy.teams.models import Branding
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.meetings.calendar import CalendarEvent, EventStatus, describe_event, times_of
from gather.workflow.meetings.models import MeetingRecord, SlotRecord


class CandidateMeetingStatus(StrEnum):
    """How an invite to a meeting stands."""

    INVITE_SENT = "invite_sent"
    CONFIRMED = "confirmed"
    EXPIRED = "expired"


class MeetingAnswer(StrEnum):
    """The answers of a candidate who does not confirm."""

    DECLINED = "declined"
    ANOTHER_TIME = "another_time"


class BookingChange(StrEnum):
    """The changes of a booking of which its candidate is told."""

    BOOKED = "booked"
    MOVED = "moved"
    CHANGED = "changed"
    """The meeting takes place elsewhere."""
    CANCELLED = "cancelled"


class BookedSlot(Model):
    """The slot that a candidate has booked, of its `version` at that time. `told` is the meeting's `sequence`
    as the candidate was told of it last."""

    slot_id: str
    version: int
    starts_at: str
    ends_at: str
    told: int

    @property
    def times(self) -> tuple[datetime, datetime]:
        """When it begins and ends."""
        return from_timestamp(self.starts_at), from_timestamp(self.ends_at)

    def has_begun(self, now: datetime) -> bool:
        """Whether its time has come."""
        return self.starts_at <= timestamp(now)


class CandidateMeeting(Identified):
    """An invite to a meeting; `token` is the unguessable end of its address.

    A candidate who has answered that the meeting does not suit may still confirm until the expiry. `asked_at`
    is when the candidate was asked last, if not once alone.

    `booking` is the booked slot of a meeting that has slots, and `held_at` is set once it has ended.
    `sequence` counts the bookings and their changes. An expired invite that `awaits_booking` does not end its
    step. `closed_at` is set while the invite is closed because its enrollment has ended.
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
    answer_text: str | None = None
    answered_at: str | None = None
    asked_at: str | None = None
    booking: BookedSlot | None = None
    held_at: str | None = None
    sequence: int = 0
    awaits_booking: bool = False
    closed_at: str | None = None
    job_id: str | None = None
    """The job of the enrollment; null for an invite of an earlier release."""
    is_settled: bool = False
    """Whether nobody has to see to the answer any more, because the enrollment has ended."""

    @property
    def awaits_arrangement(self) -> bool:
        """Whether the team has to see to it that the meeting does not suit the candidate."""
        is_over = self.status is CandidateMeetingStatus.CONFIRMED or self.closed_at is not None
        return self.answer is not None and not is_over and not self.is_settled

    def settle(self) -> "CandidateMeeting":
        """Record that the enrollment has ended, so that nobody has to see to the answer."""
        return self.changed(is_settled=True)

    def knows(self, meeting: MeetingRecord) -> bool:
        """Whether the candidate was asked after the meeting's time, length or place changed."""
        return meeting.arranged_at is None or (self.asked_at or self.created_at) >= meeting.arranged_at

    @property
    def is_open(self) -> bool:
        """Whether the candidate comes, or may still say so."""
        return self.status is not CandidateMeetingStatus.EXPIRED

    @property
    def ends_step(self) -> bool:
        """Whether the step is over: nobody is judged by a meeting. A booked slot ends it by its own end."""
        if self.status is CandidateMeetingStatus.CONFIRMED:
            return self.booking is None or self.held_at is not None
        is_expired = self.status is CandidateMeetingStatus.EXPIRED
        return is_expired and self.closed_at is None and not self.awaits_booking

    @property
    def due_at(self) -> str | None:
        """When something follows by itself: the expiry, or the end of the booked slot; a stored timestamp."""
        if self.status is CandidateMeetingStatus.INVITE_SENT:
            return self.expiry
        return self.booking.ends_at if self.booking is not None and self.held_at is None else None

    def find_slot(self, meeting: MeetingRecord) -> SlotRecord | None:
        """The booked slot as long as the meeting has it unchanged; else None."""
        return meeting.find_slot(self.booking.slot_id, self.booking.version) if self.booking else None

    def calendar_sequence(self, meeting: MeetingRecord) -> int:
        """The SEQUENCE of the candidate's calendar file: it grows with each change of either."""
        return meeting.sequence + self.sequence

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

    def give_answer(self, answer: MeetingAnswer, text: str | None, now: datetime) -> "CandidateMeeting":
        """Record that the meeting does not suit the candidate; the same answer again does nothing.

        Raises Conflict for a meeting that is confirmed.
        """
        if self.status is CandidateMeetingStatus.CONFIRMED:
            raise Conflict("The meeting is confirmed.")
        said = text or (self.answer_text if self.answer is answer else None)
        if self.answer is answer and self.answer_text == said:
            return self
        moment = timestamp(now)
        return self.changed(answer=answer, answer_text=said, answered_at=moment, updated_at=moment)

    def book(self, slot: SlotRecord, meeting: MeetingRecord, now: datetime) -> "CandidateMeeting":
        """Book a slot in the place of the one that was booked before, if any. It answers the invite."""
        moment = timestamp(now)
        ends_at = slot.ends_at(meeting.minutes)
        booking = BookedSlot(
            slot_id=slot.id,
            version=slot.version,
            starts_at=slot.starts_at,
            ends_at=ends_at,
            told=meeting.sequence,
        )
        return self.changed(
            status=CandidateMeetingStatus.CONFIRMED,
            booking=booking,
            sequence=self.sequence + 1,
            confirmed_at=moment,
            answer=None,
            answer_text=None,
            answered_at=None,
            held_at=None,
            updated_at=moment,
        )

    def cancel_booking(self, now: datetime) -> "CandidateMeeting":
        """Take the booking back. The candidate may book again, in as much time as the invite had at first."""
        asked_at = from_timestamp(self.asked_at or self.created_at)
        expiry = timestamp(now + (from_timestamp(self.expiry) - asked_at))
        return self.changed(
            status=CandidateMeetingStatus.INVITE_SENT,
            booking=None,
            sequence=self.sequence + 1,
            confirmed_at=None,
            expiry=max(self.expiry, expiry),
            asked_at=timestamp(now),
            updated_at=timestamp(now),
        )

    def tell(self, meeting: MeetingRecord, now: datetime) -> "CandidateMeeting":
        """Record that the candidate is told how the meeting is now whose slot they have booked."""
        booking = self.booking.changed(told=meeting.sequence) if self.booking else None
        return self.changed(booking=booking, updated_at=timestamp(now))

    def hold(self, now: datetime) -> "CandidateMeeting":
        """Record that the time of the booked slot is over."""
        return self.changed(held_at=timestamp(now), updated_at=timestamp(now))

    def expire(self, now: datetime, *, awaits_booking: bool = False) -> "CandidateMeeting":
        """End the invite of a meeting that was not confirmed in its time."""
        return self.changed(
            status=CandidateMeetingStatus.EXPIRED, awaits_booking=awaits_booking, updated_at=timestamp(now)
        )

    def close(self, now: datetime) -> "CandidateMeeting":
        """Close the invite, because its enrollment has ended. The booking, if any, is cancelled.

        Returns the same record when it has expired, is closed, or has ended its step.
        """
        if not self.is_open or self.ends_step:
            return self
        moment = timestamp(now)
        return self.changed(
            status=CandidateMeetingStatus.EXPIRED,
            booking=None,
            sequence=self.sequence + (self.booking is not None),
            confirmed_at=None,
            closed_at=moment,
            updated_at=moment,
        )

    def open_again(self, now: datetime) -> "CandidateMeeting":
        """Open an invite that was closed, for what is left of its time. Returns the same record when it is
        not closed."""
        if self.closed_at is None:
            return self
        return self.changed(
            status=CandidateMeetingStatus.INVITE_SENT, closed_at=None, updated_at=timestamp(now)
        )

    def invite_again(self, expiry_days: int, now: datetime) -> "CandidateMeeting":
        """Count another invite, and give the candidate `expiry_days` days from now to confirm.

        Raises Conflict for a meeting that is confirmed or has expired.
        """
        if self.status is not CandidateMeetingStatus.INVITE_SENT and not self.awaits_booking:
            raise Conflict("The meeting is confirmed, or its time has passed.")
        return self.changed(
            status=CandidateMeetingStatus.INVITE_SENT,
            awaits_booking=False,
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
            answer_text=None,
            answered_at=None,
            asked_at=moment,
            booking=None,
            sequence=self.sequence + (self.booking is not None),
            updated_at=moment,
        )


class OpenSlot(Model):
    """A slot as a candidate sees it."""

    id: str
    """The slot."""
    starts_at: str
    """When the slot begins: ISO 8601 in UTC."""
    ends_at: str
    """When the slot ends: ISO 8601 in UTC."""
    free: int
    """How many places are left; 0 for a slot that is full, closed or past."""


def open_slots(meeting: MeetingRecord, booked: Mapping[str, int], now: datetime) -> list[OpenSlot]:
    """The slots of a meeting, earliest first; `booked` says how many places of each are taken, by its id."""
    return [
        OpenSlot(
            id=slot.id,
            starts_at=slot.starts_at,
            ends_at=slot.ends_at(meeting.minutes),
            free=max(0, slot.capacity - booked.get(slot.id, 0)) if meeting.is_open(slot, now) else 0,
        )
        for slot in sorted(meeting.slots, key=lambda slot: (slot.starts_at, slot.number))
    ]


@dataclass(frozen=True, slots=True)
class OpenedInvite:
    """An invite with its meeting and the slots of that, the team that invites, and the candidate's time zone,
    an IANA name."""

    invite: CandidateMeeting
    meeting: MeetingRecord
    branding: Branding
    zone: str | None
    slots: tuple[OpenSlot, ...] = ()

    @property
    def is_confirmed(self) -> bool:
        """Whether the candidate has confirmed the meeting as it is now."""
        is_confirmed = self.invite.status is CandidateMeetingStatus.CONFIRMED
        return is_confirmed and self.invite.knows(self.meeting) and self._is_slot_there

    @property
    def booking(self) -> BookedSlot | None:
        """The booked slot as long as the meeting has it unchanged."""
        return self.invite.booking if self._is_slot_there else None

    @property
    def _is_slot_there(self) -> bool:
        has_ended = self.invite.held_at is not None
        return self.invite.booking is None or has_ended or self.invite.find_slot(self.meeting) is not None

    def event(self) -> CalendarEvent | None:
        """The event of a calendar file; None while no time is set, or no slot is booked."""
        times = self.booking.times if self.booking else times_of(self.meeting)
        if times is None or (self.meeting.slots and self.booking is None):
            return None
        changed_at = max(self.meeting.updated_at, self.invite.updated_at if self.booking else "")
        return describe_event(
            self.meeting,
            self.branding.display_name,
            uid=self.invite.id,
            sequence=self.invite.calendar_sequence(self.meeting),
            changed_at=changed_at,
            status=EventStatus.CONFIRMED if self.is_confirmed else EventStatus.TENTATIVE,
            times=times,
        )


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
        job_id=record.job_id,
        token=new_token(),
        expiry=timestamp(now + timedelta(days=expiry_days)),
        created_at=moment,
        updated_at=moment,
    )


def meeting_link(base_url: str, token: str) -> str:
    """The address at which a candidate confirms a meeting."""
    return f"{base_url}/m/{token}"

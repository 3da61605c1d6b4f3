"""The life of a candidate meeting, change by change.

Each operation adds to a unit of work everything that belongs together: the record, its pointer and its tasks.
It returns the record as it is then; nothing is written before the commit.

For example:

    lifecycle.create(unit, meeting, now, invite_by=channels, is_asked_for=True)
    stored = lifecycle.confirm(unit, stored, now)
    stored = lifecycle.book(unit, stored, meeting, slot, now)
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from gather.core.errors import Conflict, InternalError
from gather.events import enrollment_tasks
from gather.events.task import TaskName
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table.conversion import Item
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.workflow.candidate_meetings import storage as candidate_meeting_storage
from gather.workflow.candidate_meetings.models import (
    BookedSlot,
    BookingChange,
    CandidateMeeting,
    MeetingAnswer,
)
from gather.workflow.meetings.models import MeetingRecord, SlotRecord
from gather.workflow.meetings.storage import MEETING_BOOKING, has_slots, move_seat


def create(
    unit: UnitOfWork,
    meeting: CandidateMeeting,
    now: datetime,
    *,
    invite_by: Sequence[DeliveryType],
    is_asked_for: bool,
) -> CandidateMeeting:
    """Save a new candidate meeting with the way that leads to it from its token.

    The invite goes out by the channels of `invite_by`. Without any no message goes out, and the link is the
    caller's to hand over. An invite that nobody asks for just now may wait for the morning.
    """
    candidate_meeting_storage.create(unit, meeting)
    if invite_by:
        unit.send(_invite_task(meeting, invite_by, now, is_asked_for=is_asked_for))
    return meeting


def invite_again(
    unit: UnitOfWork,
    stored: Stored[CandidateMeeting],
    expiry_days: int,
    now: datetime,
    *,
    invite_by: Sequence[DeliveryType],
) -> Stored[CandidateMeeting]:
    """Give an unconfirmed meeting its whole time again; `invite_by` is as for `create`.

    Raises Conflict for one that is confirmed or has expired.
    """
    again = stored.record.invite_again(expiry_days, now)
    if invite_by:
        unit.send(_invite_task(again, invite_by, now, is_asked_for=True))
    return unit.replace(stored, again)


def invite_after_move(
    unit: UnitOfWork,
    stored: Stored[CandidateMeeting],
    expiry_days: int,
    now: datetime,
    *,
    invite_by: Sequence[DeliveryType],
) -> Stored[CandidateMeeting]:
    """Ask a candidate again whose meeting was moved; `invite_by` is as for `create`.

    The step of the enrollment stays as it is: who had confirmed has gone on.
    """
    again = stored.record.invite_after_move(expiry_days, now)
    if invite_by:
        unit.send(_invite_task(again, invite_by, now, is_asked_for=True, is_moved=True))
    return unit.replace(stored, again)


def confirm(unit: UnitOfWork, stored: Stored[CandidateMeeting], now: datetime) -> Stored[CandidateMeeting]:
    """Confirm a meeting for its candidate; nothing when it was confirmed before."""
    after = stored.record.confirm(now)
    if after == stored.record:
        return stored
    _advance_enrollment(unit, after, now)
    return unit.replace(stored, after)


def answer(
    unit: UnitOfWork,
    stored: Stored[CandidateMeeting],
    given: MeetingAnswer,
    now: datetime,
    *,
    text: str | None = None,
) -> Stored[CandidateMeeting]:
    """Record that the meeting does not suit its candidate, and have the team told; nothing when it was said.

    Raises Conflict for a meeting that is confirmed.
    """
    after = stored.record.give_answer(given, text, now)
    if after == stored.record:
        return stored
    unit.send(_task(TaskName.SEND_MEETING_ANSWER, after, now, answer=given.value))
    return unit.replace(stored, after)


def book(
    unit: UnitOfWork,
    stored: Stored[CandidateMeeting],
    meeting: MeetingRecord,
    slot: SlotRecord,
    now: datetime,
) -> Stored[CandidateMeeting]:
    """Book a slot for its candidate, in the place of the one that was booked before, and confirm by e-mail.

    All of it happens together, or what was booked before stays. The commit raises Conflict when the slot has
    no free place, and is a lost race when one of the slots was changed.
    """
    before, former = stored.record, stored.record.find_slot(meeting)
    after = before.book(slot, meeting, now)
    _delete_booking(unit, before)
    unit.write(move_seat(meeting, slot, former), _booking_refusal(slot, former))
    place = MEETING_BOOKING.at(after.team_id, after.meeting_id, slot.id, after.id)
    unit.write(place.put(candidateMeetingId=after.id))
    change = BookingChange.BOOKED if former is None else BookingChange.MOVED
    unit.send(_booking_task(after, change, meeting, now))
    return unit.replace(stored, after)


def cancel_booking(
    unit: UnitOfWork, stored: Stored[CandidateMeeting], meeting: MeetingRecord, now: datetime
) -> Stored[CandidateMeeting]:
    """Take a candidate's booking back and confirm that by e-mail. Raises Conflict where there is none, or its
    time has come."""
    before = stored.record
    if before.booking is None or before.find_slot(meeting) is None:
        raise Conflict("No time is booked.")
    if before.held_at is not None or before.booking.has_begun(now):
        raise Conflict("The time that was booked has come.")
    after = before.cancel_booking(now)
    _free_seat(unit, before, meeting)
    unit.send(_booking_task(after, BookingChange.CANCELLED, meeting, now, of=before.booking))
    return unit.replace(stored, after)


def release(
    unit: UnitOfWork,
    stored: Stored[CandidateMeeting],
    meeting: MeetingRecord,
    expiry_days: int,
    now: datetime,
    *,
    invite_by: Sequence[DeliveryType],
) -> Stored[CandidateMeeting]:
    """Ask a candidate anew whose booked slot was changed or removed; `invite_by` is as for `create`."""
    before = stored.record
    again = before.invite_after_move(expiry_days, now)
    _delete_booking(unit, before)
    if invite_by:
        sequence = again.calendar_sequence(meeting)
        lost = None if before.booking is None else _payload_of(before.booking, sequence)
        unit.send(_invite_task(again, invite_by, now, is_asked_for=True, is_moved=True, released=lost))
    return unit.replace(stored, again)


def tell_of_change(
    unit: UnitOfWork, stored: Stored[CandidateMeeting], meeting: MeetingRecord, now: datetime
) -> Stored[CandidateMeeting]:
    """Tell a candidate who has booked a slot where the meeting takes place now."""
    after = stored.record.tell(meeting, now)
    unit.send(_booking_task(after, BookingChange.CHANGED, meeting, now))
    return unit.replace(stored, after)


def hold(unit: UnitOfWork, stored: Stored[CandidateMeeting], now: datetime) -> Stored[CandidateMeeting]:
    """Record that the time of the booked slot is over, which completes the step of the enrollment."""
    after = stored.record.hold(now)
    _advance_enrollment(unit, after, now)
    return unit.replace(stored, after)


def close(
    unit: UnitOfWork, stored: Stored[CandidateMeeting], meeting: MeetingRecord, now: datetime
) -> Stored[CandidateMeeting]:
    """Close the open invite of an enrollment that has ended, and cancel its booking, which the candidate is
    told of."""
    before, after = stored.record, stored.record.close(now)
    if after == before:
        return stored
    if before.booking is not None:
        _free_seat(unit, before, meeting)
        unit.send(_booking_task(after, BookingChange.CANCELLED, meeting, now, of=before.booking))
    return unit.replace(stored, after)


def open_again(unit: UnitOfWork, stored: Stored[CandidateMeeting], now: datetime) -> None:
    """Open an invite that was closed, for what is left of its time."""
    after = stored.record.open_again(now)
    if after != stored.record:
        unit.replace(stored, after)


def delete(unit: UnitOfWork, stored: Stored[CandidateMeeting], meeting: MeetingRecord | None) -> None:
    """Delete a candidate meeting with its booking, whose place is free then. Nobody is told."""
    if meeting is not None:
        _free_seat(unit, stored.record, meeting)
    else:
        _delete_booking(unit, stored.record)
    unit.delete(stored)


def expire(
    unit: UnitOfWork, stored: Stored[CandidateMeeting], now: datetime, *, awaits_booking: bool = False
) -> Stored[CandidateMeeting]:
    """End a meeting's invite that was not confirmed in its time. One of a meeting with slots, which
    `awaits_booking`, leaves its step open."""
    after = stored.record.expire(now, awaits_booking=awaits_booking)
    if not awaits_booking:
        _advance_enrollment(unit, after, now)
    return unit.replace(stored, after)


def _free_seat(unit: UnitOfWork, record: CandidateMeeting, meeting: MeetingRecord) -> None:
    """Delete the booking and free its place, unless its slot was changed: then nobody counts it any more."""
    slot = record.find_slot(meeting)
    if slot is not None:
        unit.write(move_seat(meeting, release=slot), LostRace())
    _delete_booking(unit, record)


def _delete_booking(unit: UnitOfWork, record: CandidateMeeting) -> None:
    if record.booking is not None:
        place = MEETING_BOOKING.at(record.team_id, record.meeting_id, record.booking.slot_id, record.id)
        unit.write(place.delete())


def _booking_refusal(slot: SlotRecord, former: SlotRecord | None) -> Callable[[Item | None], Exception]:
    def refusal(seats: Item | None) -> Exception:
        return Conflict("This time is full.") if has_slots(seats, slot, former) else LostRace()

    return refusal


def _advance_enrollment(unit: UnitOfWork, meeting: CandidateMeeting, now: datetime) -> None:
    """Have what became of the meeting noted in the enrollment that it is for."""
    unit.send(enrollment_tasks.advance(meeting, meeting.enrollment_id, meeting.enrollment_step_id, now))


def _invite_task(
    meeting: CandidateMeeting,
    invite_by: Sequence[DeliveryType],
    now: datetime,
    *,
    is_asked_for: bool,
    is_moved: bool = False,
    released: Mapping[str, object] | None = None,
) -> Task:
    """The task to send the meeting's latest invite."""
    return _task(
        TaskName.SEND_MEETING_INVITE,
        meeting,
        now,
        invite=meeting.invites,
        deliveryTypes=[channel.value for channel in invite_by],
        isAskedFor=is_asked_for,
        isMoved=is_moved,
        **({} if released is None else {"released": dict(released)}),
    )


def _booking_task(
    meeting_invite: CandidateMeeting,
    change: BookingChange,
    meeting: MeetingRecord,
    now: datetime,
    *,
    of: BookedSlot | None = None,
) -> Task:
    """The task to tell the candidate of the booking `of`, or of the one that there is now."""
    booking = of or meeting_invite.booking
    if booking is None:
        raise InternalError("The candidate is to be told of a booking that there is not.")
    payload = _payload_of(booking, meeting_invite.calendar_sequence(meeting))
    return _task(TaskName.SEND_MEETING_BOOKING, meeting_invite, now, change=change.value, **payload)


def _payload_of(booking: BookedSlot, sequence: int) -> dict[str, object]:
    return {"startsAt": booking.starts_at, "endsAt": booking.ends_at, "sequence": sequence}


def _task(name: TaskName, meeting: CandidateMeeting, now: datetime, **payload: object) -> Task:
    return Task(
        name=name,
        organization_id=meeting.organization_id,
        team_id=meeting.team_id,
        payload={"candidateMeetingId": meeting.id, **payload},
        at=now,
    )

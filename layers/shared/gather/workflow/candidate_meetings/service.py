"""The use cases of a candidate meeting, under the token of its invite.

    opened = service.open_invite(records, token, now=now)
    meeting = service.confirm(records, token, now=now)
    booking = service.book(records, token, slot_id, now=now)

The changes themselves, with the tasks that follow from them, are in `lifecycle`.
"""

from collections.abc import Callable
from datetime import datetime

from gather.core.clock import timestamp
from gather.core.errors import Conflict, Gone, InternalError, NotFound
from gather.screening.candidate_interviews.erasure_mark_storage import is_erased_link
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.kind import Stored
from gather.table.record_reader import RecordReader
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.storage import team_key
from gather.tenancy.teams.models import Branding, Team
from gather.workflow.candidate_meetings import lifecycle
from gather.workflow.candidate_meetings.models import (
    BookedSlot,
    CandidateMeeting,
    CandidateMeetingStatus,
    MeetingAnswer,
    OpenedInvite,
    OpenSlot,
    open_slots,
)
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING, get_by_token
from gather.workflow.meetings.models import MeetingRecord
from gather.workflow.meetings.storage import MEETING, MEETING_SEATS, booked_places, count_booked

_Change = Callable[[UnitOfWork, Stored[CandidateMeeting]], Stored[CandidateMeeting]]


def open_invite(records: Records, token: str, *, now: datetime) -> OpenedInvite:
    """Open the invite of a token. Three round trips. Raises NotFound and Gone."""
    invite = _get(records, token)
    invite.check_open(timestamp(now))
    meeting_key = MEETING.key(invite.team_id, invite.meeting_id)
    branding_key = team_key(invite.organization_id, invite.team_id)
    candidate_key = CANDIDATE.key(invite.team_id, invite.candidate_id)
    seats_key = MEETING_SEATS.key(invite.team_id, invite.meeting_id)
    found = records.table.get_many([meeting_key, branding_key, candidate_key, seats_key])
    meeting = MeetingRecord.model_validate(found[meeting_key])
    booked = count_booked(meeting, found.get(seats_key))
    return OpenedInvite(
        invite=invite,
        meeting=meeting,
        branding=Branding.of(Team.model_validate(found[branding_key])),
        zone=Candidate.model_validate(found[candidate_key]).timezone,
        slots=tuple(open_slots(meeting, booked, now)),
    )


def confirm(records: Records, token: str, *, now: datetime) -> CandidateMeeting:
    """Confirm the meeting for its candidate; again it does nothing.

    Raises NotFound, Gone, and Conflict for a meeting with slots, of which the candidate books one.
    """

    def carry_out(unit: UnitOfWork, stored: Stored[CandidateMeeting]) -> Stored[CandidateMeeting]:
        if stored.record.status is CandidateMeetingStatus.CONFIRMED:
            return stored
        if _meeting_of(unit, stored.record).slots:
            raise Conflict("This meeting is confirmed by booking one of its times.")
        return lifecycle.confirm(unit, stored, now)

    return _change(records, token, carry_out, now)


def answer(
    records: Records, token: str, given: MeetingAnswer, text: str | None = None, *, now: datetime
) -> CandidateMeeting:
    """Record that the meeting does not suit its candidate, and have the team told; again it does nothing.

    Raises NotFound, Gone, and Conflict for a meeting that is confirmed.
    """
    return _change(
        records, token, lambda unit, stored: lifecycle.answer(unit, stored, given, now, text=text), now
    )


def list_slots(records: Records, token: str, *, now: datetime) -> list[OpenSlot]:
    """The slots of a meeting as its candidate sees them, earliest first. Four round trips.

    Raises NotFound and Gone.
    """
    invite = _get(records, token)
    invite.check_open(timestamp(now))
    meeting = _meeting_of(records, invite)
    return open_slots(meeting, booked_places(records.table, [meeting]).get(meeting.id, {}), now)


def book(records: Records, token: str, slot_id: str, *, now: datetime) -> BookedSlot:
    """Book a slot for the candidate, or move the booking that there is. The same slot again does nothing.

    Raises NotFound, also for an unknown slot, Gone, and Conflict for a slot that is full, past or closed, and
    when the time that was booked before has come. A move that is refused keeps the booking that there was.
    """

    def carry_out(unit: UnitOfWork, stored: Stored[CandidateMeeting]) -> Stored[CandidateMeeting]:
        invite, meeting = stored.record, _meeting_of(unit, stored.record)
        slot, former = meeting.find_slot(slot_id), invite.find_slot(meeting)
        if slot is not None and slot == former:
            return stored
        if invite.booking is not None and invite.booking.has_begun(now):
            raise Conflict("The time that was booked has come.")
        if invite.ends_step:
            raise Conflict("The meeting is confirmed.")
        return lifecycle.book(unit, stored, meeting, meeting.bookable_slot(slot_id, now), now)

    booking = _change(records, token, carry_out, now).booking
    if booking is None:
        raise InternalError("A slot was booked, and there is no booking.")
    return booking


def cancel_booking(records: Records, token: str, *, now: datetime) -> CandidateMeeting:
    """Take the candidate's booking back. Raises NotFound, Gone, and Conflict where there is none."""

    def carry_out(unit: UnitOfWork, stored: Stored[CandidateMeeting]) -> Stored[CandidateMeeting]:
        return lifecycle.cancel_booking(unit, stored, _meeting_of(unit, stored.record), now)

    return _change(records, token, carry_out, now)


def close_of_step(unit: UnitOfWork, team_id: str, candidate_meeting_id: str | None, now: datetime) -> None:
    """Close the invite of an enrollment's step, as part of `unit`; nothing for a step without a meeting, or
    one that is over."""
    stored = _find(unit, team_id, candidate_meeting_id)
    if stored is not None and stored.record.is_open and not stored.record.ends_step:
        lifecycle.close(unit, stored, _meeting_of(unit, stored.record), now)


def settle_answer(unit: UnitOfWork, team_id: str, candidate_meeting_id: str | None) -> None:
    """Record that an enrollment has ended, as part of `unit`, for an expired invite of it whose answer nobody
    has seen to. An open one is closed by itself."""
    stored = _find(unit, team_id, candidate_meeting_id)
    if stored is not None and stored.record.awaits_arrangement and not stored.record.is_open:
        unit.replace(stored, stored.record.settle())


def open_step_again(unit: UnitOfWork, team_id: str, candidate_meeting_id: str | None, now: datetime) -> None:
    """Open the invite of a step again that was closed, as part of `unit`."""
    stored = _find(unit, team_id, candidate_meeting_id)
    if stored is not None:
        lifecycle.open_again(unit, stored, now)


def _find(
    unit: UnitOfWork, team_id: str, candidate_meeting_id: str | None
) -> Stored[CandidateMeeting] | None:
    return unit.find(CANDIDATE_MEETING, team_id, candidate_meeting_id) if candidate_meeting_id else None


def _meeting_of(reader: RecordReader, invite: CandidateMeeting) -> MeetingRecord:
    return reader.get(MEETING, invite.team_id, invite.meeting_id).record


def _change(records: Records, token: str, change: _Change, now: datetime) -> CandidateMeeting:
    invite = _get(records, token)

    def carry_out(unit: UnitOfWork) -> Stored[CandidateMeeting]:
        stored = unit.get(CANDIDATE_MEETING, invite.team_id, invite.id)
        stored.record.check_open(timestamp(now))
        return change(unit, stored)

    return records.run(carry_out).record


def _get(records: Records, token: str) -> CandidateMeeting:
    """Raises NotFound, and Gone where the candidate was erased."""
    try:
        return get_by_token(records, token)
    except NotFound:
        if is_erased_link(records.table, token):
            raise Gone("This invite has ended.") from None
        raise

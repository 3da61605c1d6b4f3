"""Tells the candidates of a meeting whose slots or place were changed (interface: Meetings, rules 10 and 11).

Who has booked a slot that was changed or removed is asked anew. Who has booked another one is told where the
meeting takes place now.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from gather.core.errors import NotFound, ServiceUnavailable
from gather.core.observability import log_failure
from gather.screening.candidates.storage import require_candidate
from gather.table.due import FAULTS
from gather.table.kind import Stored
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.wiring import Adapters
from gather.workflow.candidate_meetings import lifecycle as meeting_lifecycle
from gather.workflow.candidate_meetings.models import CandidateMeeting
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.enrollments.step_invites import get_invitee
from gather.workflow.enrollments.storage import ENROLLMENT
from gather.workflow.meetings.models import MeetingRecord
from gather.workflow.meetings.storage import MEETING, list_bookings


def update_bookings(
    adapters: Adapters, team_id: str, payload: dict[str, Any], has_time: Callable[[], bool]
) -> bool:
    """Tell everybody who has booked a slot of a meeting that was changed; False when time ran out.

    Repeated, it passes over those who were told since. One that fails keeps no other from its turn. Raises
    ServiceUnavailable after all the others.
    """
    meeting_id, failed = payload["meetingId"], 0
    for invite_id in _affected(adapters, team_id, payload):
        if not has_time():
            return False
        try:
            _tell(adapters, team_id, meeting_id, invite_id, payload)
        except NotFound:
            continue  # its candidate is being erased
        except FAULTS as fault:
            log_failure(fault, invite_id, "updating of bookings")
            failed += 1
    if failed:
        raise ServiceUnavailable(f"{failed} candidates could not be told.")
    return True


def _affected(adapters: Adapters, team_id: str, payload: dict[str, Any]) -> Iterator[str]:
    table, meeting_id = adapters.records.table, payload["meetingId"]
    if payload["isElsewhere"]:
        yield from list_bookings(table, team_id, meeting_id)
        return
    for slot_id in payload["released"]:
        yield from list_bookings(table, team_id, meeting_id, slot_id)


def _tell(adapters: Adapters, team_id: str, meeting_id: str, invite_id: str, payload: dict[str, Any]) -> None:
    now = adapters.clock.now()

    def tell(unit: UnitOfWork) -> None:
        stored = unit.get(CANDIDATE_MEETING, team_id, invite_id)
        booking = stored.record.booking
        if booking is None or stored.record.held_at is not None:
            return
        meeting = unit.get(MEETING, team_id, meeting_id).record
        has_ended = booking.ends_at <= payload["changedAt"]
        if stored.record.find_slot(meeting) is not None:
            if payload["isElsewhere"] and booking.told < meeting.sequence and not has_ended:
                meeting_lifecycle.tell_of_change(unit, stored, meeting, now)
        elif booking.version > payload["released"].get(booking.slot_id, 0):
            return  # a later change of the slot has a task of its own
        elif has_ended:
            meeting_lifecycle.hold(unit, stored, now)
        else:
            _ask_anew(unit, stored, meeting, now)

    adapters.records.run(tell)


def _ask_anew(
    unit: UnitOfWork, stored: Stored[CandidateMeeting], meeting: MeetingRecord, now: datetime
) -> None:
    enrollment = unit.get(ENROLLMENT, meeting.team_id, stored.record.enrollment_id).record
    invitee = get_invitee(unit, enrollment)
    require_candidate(unit, meeting.team_id, enrollment.candidate_id, LostRace())
    channels = invitee.channels if invitee.goes_on else ()
    meeting_lifecycle.release(unit, stored, meeting, invitee.expiry_days, now, invite_by=channels)

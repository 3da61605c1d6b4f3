"""Invites the candidates of a meeting again that was moved (interface: Meetings, rule 14)."""

from collections.abc import Callable
from typing import Any

from gather.core.errors import NotFound, ServiceUnavailable
from gather.core.observability import log_failure
from gather.screening.candidates.storage import require_candidate
from gather.table.due import FAULTS
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.wiring import Adapters
from gather.workflow.candidate_meetings import lifecycle as meeting_lifecycle
from gather.workflow.candidate_meetings.models import CandidateMeeting, CandidateMeetingStatus
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.enrollments.step_invites import get_invitee
from gather.workflow.enrollments.storage import ENROLLMENT
from gather.workflow.meetings.models import MeetingRecord
from gather.workflow.meetings.service import list_invites
from gather.workflow.meetings.storage import MEETING


def invite_all_after_move(
    adapters: Adapters, team_id: str, payload: dict[str, Any], has_time: Callable[[], bool]
) -> bool:
    """Invite everybody again who was invited to a meeting before it was moved; False when time ran out.

    Repeated, it passes over those who were invited since. One that fails keeps no other from its turn. Raises
    ServiceUnavailable after all the others.
    """
    records, failed = adapters.records, 0
    stored = records.find(MEETING, team_id, payload["meetingId"])
    if stored is None:
        return True
    for enrollment_id, invite_id in list_invites(records.table, team_id, stored.record.id):
        if not has_time():
            return False
        try:
            _ask(adapters, stored.record, enrollment_id, invite_id, was_held=payload["wasHeld"])
        except NotFound:
            continue  # its candidate is being erased
        except FAULTS as fault:
            log_failure(fault, invite_id, "asking anew")
            failed += 1
    if failed:
        raise ServiceUnavailable(f"{failed} candidates could not be asked.")
    return True


def _ask(
    adapters: Adapters, meeting: MeetingRecord, enrollment_id: str, invite_id: str, *, was_held: bool
) -> None:
    now = adapters.clock.now()

    def ask(unit: UnitOfWork) -> None:
        stored = unit.get(CANDIDATE_MEETING, meeting.team_id, invite_id)
        if not _is_to_be_asked(stored.record, meeting, was_held=was_held):
            return
        enrollment = unit.get(ENROLLMENT, meeting.team_id, enrollment_id).record
        invitee = get_invitee(unit, enrollment)
        if invitee.candidate.archived_at is not None:
            return
        require_candidate(unit, meeting.team_id, enrollment.candidate_id, LostRace())
        meeting_lifecycle.invite_after_move(
            unit, stored, invitee.expiry_days, now, invite_by=invitee.channels
        )

    adapters.records.run(ask)


def _is_to_be_asked(invite: CandidateMeeting, meeting: MeetingRecord, *, was_held: bool) -> bool:
    has_been_there = was_held and invite.status is CandidateMeetingStatus.CONFIRMED
    return invite.is_open and not invite.knows(meeting) and not has_been_there

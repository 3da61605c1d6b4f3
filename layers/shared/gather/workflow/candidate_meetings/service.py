"""The use cases of a candidate meeting, under the token of its invite.

    opened = service.open_invite(records, token, now=now)
    meeting = service.confirm(records, token, now=now)

The changes themselves, with the tasks that follow from them, are in `lifecycle`.
"""

from collections.abc import Callable
from datetime import datetime

from gather.core.clock import timestamp
from gather.core.errors import Gone, NotFound
from gather.screening.candidate_interviews.erasure_mark_storage import is_erased_link
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.storage import team_key
from gather.tenancy.teams.models import Branding, Team
from gather.workflow.candidate_meetings import lifecycle
from gather.workflow.candidate_meetings.models import CandidateMeeting, MeetingAnswer, OpenedInvite
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING, get_by_token
from gather.workflow.meetings.models import MeetingRecord
from gather.workflow.meetings.storage import MEETING

_Change = Callable[[UnitOfWork, Stored[CandidateMeeting]], Stored[CandidateMeeting]]


def open_invite(records: Records, token: str, *, now: datetime) -> OpenedInvite:
    """Open the invite of a token. Three round trips. Raises NotFound and Gone."""
    invite = _get(records, token)
    invite.check_open(timestamp(now))
    meeting_key = MEETING.key(invite.team_id, invite.meeting_id)
    branding_key = team_key(invite.organization_id, invite.team_id)
    candidate_key = CANDIDATE.key(invite.team_id, invite.candidate_id)
    found = records.table.get_many([meeting_key, branding_key, candidate_key])
    return OpenedInvite(
        invite=invite,
        meeting=MeetingRecord.model_validate(found[meeting_key]),
        branding=Branding.of(Team.model_validate(found[branding_key])),
        zone=Candidate.model_validate(found[candidate_key]).timezone,
    )


def confirm(records: Records, token: str, *, now: datetime) -> CandidateMeeting:
    """Confirm the meeting for its candidate; again it does nothing. Raises NotFound and Gone."""
    return _change(records, token, lambda unit, stored: lifecycle.confirm(unit, stored, now), now)


def answer(records: Records, token: str, given: MeetingAnswer, *, now: datetime) -> CandidateMeeting:
    """Record that the meeting does not suit its candidate, and have the team told; again it does nothing.

    Raises NotFound, Gone, and Conflict for a meeting that is confirmed.
    """
    return _change(records, token, lambda unit, stored: lifecycle.answer(unit, stored, given, now), now)


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

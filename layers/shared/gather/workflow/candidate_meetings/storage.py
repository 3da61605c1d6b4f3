"""Candidate meetings in the table, and the way to them from the tokens of their invites.

For example:

    storage.create(unit, meeting)
    meeting = storage.get_by_token(records, token)
"""

from gather.core.errors import NotFound
from gather.core.identifiers import is_token
from gather.core.review_kind import ReviewKind
from gather.screening.candidate_interviews.storage import EXPIRY_SCHEDULE
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.records import Records
from gather.table.review import ReviewPlace
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.candidate_meetings.models import CandidateMeeting


def _due(meeting: CandidateMeeting) -> tuple[str, str] | None:
    return (EXPIRY_SCHEDULE, meeting.due_at) if meeting.due_at is not None else None


def _review(meeting: CandidateMeeting) -> ReviewPlace | None:
    """The arrangement that a candidate waits for whom the meeting does not suit."""
    if not meeting.awaits_arrangement or meeting.answered_at is None:
        return None
    return ReviewPlace(ReviewKind.MEETING, meeting.answered_at, meeting.job_id)


CANDIDATE_MEETING = Kind(
    resource="meeting invite",
    name="CANDIDATE_MEETING",
    model=CandidateMeeting,
    team_of=team_of,
    listings=lambda record: [],
    due=_due,
    review=_review,
    person_of=lambda record: record.candidate_id,
)


def meeting_invite_key(token: str) -> keys.Key:
    """From the token of a meeting's invite to the candidate's meeting."""
    return keys.pointer("MEETINGINVITE", token)


MEETING_INVITE = ItemKind("MEETING_INVITE", meeting_invite_key)


def create(unit: UnitOfWork, meeting: CandidateMeeting) -> None:
    """Save a new candidate meeting, and the way to it from the token of its invite."""
    unit.create(CANDIDATE_MEETING, meeting)
    pointer = MEETING_INVITE.at(meeting.token)
    unit.write(pointer.new(teamId=meeting.team_id, candidateMeetingId=meeting.id))


def get_by_token(records: Records, token: str) -> CandidateMeeting:
    """Read the candidate's meeting that a token opens. Two round trips. Raises NotFound."""
    pointer = records.table.get(MEETING_INVITE.key(token)) if is_token(token) else None
    if pointer is None:
        raise NotFound(CANDIDATE_MEETING.resource, "")
    return records.get(CANDIDATE_MEETING, pointer["teamId"], pointer["candidateMeetingId"]).record

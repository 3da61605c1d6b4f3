"""Where the records of candidate meetings live in the table."""

from gather.screening.candidate_interview_storage import EXPIRY_SCHEDULE
from gather.table.ownership import team_of
from gather.table.records import Kind
from gather.workflow.candidate_meeting import CandidateMeeting, CandidateMeetingStatus


def _expiry(meeting: CandidateMeeting) -> tuple[str, str] | None:
    open_ = meeting.status is CandidateMeetingStatus.INVITE_SENT
    return (EXPIRY_SCHEDULE, meeting.expiry) if open_ else None


CANDIDATE_MEETING = Kind(
    resource="meeting invite",
    name="CANDIDATE_MEETING",
    model=CandidateMeeting,
    team_of=team_of,
    listings=lambda record: [],
    due=_expiry,
)

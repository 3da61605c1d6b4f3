"""Where the records of candidate interviews live in the table."""

from gather.screening.candidate_interview import CandidateInterviewRecord, CandidateInterviewStatus
from gather.table import keys
from gather.table.ownership import team_of
from gather.table.records import Kind

EXPIRY_SCHEDULE = "expiry"

_EXPIRING = {CandidateInterviewStatus.INVITE_SENT, CandidateInterviewStatus.PARTIALLY_COMPLETED}


def _expiry_due(record: CandidateInterviewRecord) -> tuple[str, str] | None:
    return (EXPIRY_SCHEDULE, record.expiry) if record.status in _EXPIRING else None


CANDIDATE_INTERVIEW = Kind(
    resource="candidate interview",
    name="CANDIDATE_INTERVIEW",
    model=CandidateInterviewRecord,
    team_of=team_of,
    listings=lambda record: [
        keys.listing(record.team_id, "CANDIDATE_INTERVIEW"),
        keys.sublisting(record.team_id, "CANDIDATE_INTERVIEW", "CANDIDATE", record.candidate_id),
        keys.sublisting(record.team_id, "CANDIDATE_INTERVIEW", "INTERVIEW", record.interview_id),
    ],
    search_text=lambda record: record.external_id or "",
    due=_expiry_due,
)

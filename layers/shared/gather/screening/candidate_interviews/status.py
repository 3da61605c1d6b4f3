"""How far a candidate is with an interview."""

from enum import StrEnum


class CandidateInterviewStatus(StrEnum):
    """How far a candidate is; only the service sets `expired`.

    Interface: Candidate interviews, rules 2 and 3.
    """

    INVITE_SENT = "invite_sent"
    NEW_RESPONSE = "new_response"
    HAS_REVIEWED = "has_reviewed"
    PARTIALLY_COMPLETED = "partially_completed"
    HIRED = "hired"
    ARCHIVED = "archived"
    EXPIRED = "expired"


OPEN = frozenset({CandidateInterviewStatus.INVITE_SENT, CandidateInterviewStatus.PARTIALLY_COMPLETED})
"""The candidate has been invited and is not done."""

DONE = frozenset(
    {
        CandidateInterviewStatus.NEW_RESPONSE,
        CandidateInterviewStatus.HAS_REVIEWED,
        CandidateInterviewStatus.HIRED,
    }
)
"""The candidate has finished, or a user has said so."""

BEGINS_FROM = frozenset({None, CandidateInterviewStatus.INVITE_SENT})
"""The status from which a first answer makes the interview partially completed."""

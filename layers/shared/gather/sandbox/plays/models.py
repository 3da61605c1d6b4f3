"""Plays: a candidate of the sandbox who is played by the service (interface: Sandbox, rules 7 to 9)."""

from datetime import datetime
from enum import StrEnum

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.model import RequestModel
from gather.core.record import Identified, common_fields
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import CandidateInterviewStatus


class PlayedPersona(StrEnum):
    """The character of a played candidate."""

    STRONG = "strong"
    WEAK = "weak"
    SILENT = "silent"
    GIVES_UP = "gives_up"


class PlayStatus(StrEnum):
    """How a play stands."""

    RUNNING = "running"
    COMPLETE = "complete"
    FAILED = "failed"


class Play(Identified):
    """A play of one candidate interview."""

    candidate_interview_id: str
    """The candidate interview that is played."""
    persona: PlayedPersona
    """The character of the candidate."""
    status: PlayStatus = PlayStatus.RUNNING
    """How the play stands: `complete` when the candidate has done all that the persona does, `failed` when
    the play was given up."""


class PlayRecord(Play):
    """The stored play, with what is never shown."""

    organization_id: str
    team_id: str
    created_by_id: str | None = None

    def end(self, status: PlayStatus, now: datetime) -> "PlayRecord":
        """The play once it has ended with `status`."""
        return self.changed(status=status, updated_at=timestamp(now))


class PlayCandidate(RequestModel):
    """Body of POST /sandbox/candidate-interviews/{candidateInterviewId}/play."""

    persona: PlayedPersona
    """The candidate's character: `strong` answers in the words of the questions and the scorecard, `weak`
    knows nothing, `silent` says nothing and writes the least that a question takes, `gives_up` answers half
    and stops."""


def new_play(
    record: CandidateInterviewRecord, persona: PlayedPersona, scope: TeamScope, now: datetime
) -> PlayRecord:
    """A play that begins now. Raises Conflict where the candidate can no longer answer."""
    if record.completed_at is not None:
        raise Conflict("The candidate has completed this interview.")
    if record.status is CandidateInterviewStatus.ARCHIVED:
        raise Conflict("The candidate interview is archived.")
    if record.is_over(now):
        raise Conflict("The candidate interview has expired.")
    return PlayRecord(**common_fields(scope, now), candidate_interview_id=record.id, persona=persona)

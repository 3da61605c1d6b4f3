"""The use case of time that passes in a sandbox.

service.advance(records, team, AdvanceTime(days=3), candidate_interview_id, now=now)
"""

from datetime import datetime

from gather.core.caller import TeamScope
from gather.sandbox.passing_time.requests import AdvanceTime
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def advance(
    records: Records, team: TeamScope, request: AdvanceTime, candidate_interview_id: str, *, now: datetime
) -> Stored[CandidateInterviewRecord]:
    """Let time pass for one candidate interview: its reminder and its expiry come so much earlier.

    Raises NotFound, and what `lifecycle.let_time_pass` raises.
    """

    def let_pass(unit: UnitOfWork) -> Stored[CandidateInterviewRecord]:
        stored = unit.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id)
        return lifecycle.let_time_pass(unit, stored, request.duration, now)

    return records.run(let_pass)

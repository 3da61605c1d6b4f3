"""The use cases of a team's plays.

request = PlayCandidate(persona=PlayedPersona.STRONG)
play = service.create(records, team, request, candidate_interview_id, now=now)
"""

from datetime import datetime

from gather.core.caller import TeamScope
from gather.events.task import TaskName
from gather.sandbox.plays import storage as play_storage
from gather.sandbox.plays.models import PlayCandidate, PlayRecord, new_play
from gather.screening.candidate_interviews import storage as candidate_interview_storage
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.outbox import Task
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def create(
    records: Records, team: TeamScope, request: PlayCandidate, candidate_interview_id: str, *, now: datetime
) -> PlayRecord:
    """Have a candidate interview played by a worker. Two round trips.

    Raises NotFound, and Conflict where the candidate can no longer answer or is being played already.
    """

    def begin(unit: UnitOfWork) -> PlayRecord:
        record = unit.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id).record
        play = new_play(record, request.persona, team, now)
        candidate_interview_storage.require_unfinished(unit, record)
        play_storage.begin(unit, play)
        unit.send(
            Task(
                name=TaskName.PLAY_CANDIDATE,
                organization_id=play.organization_id,
                team_id=play.team_id,
                payload={"playId": play.id},
                at=now,
            )
        )
        return play

    return records.run(begin)

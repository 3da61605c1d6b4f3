"""The use cases of a team that sees to the requests of its candidates.

    requests = service.list_requests(records, team, candidate_interview_id)
    request = service.answer(records, team, candidate_interview_id, request_id, body, now=now)

A candidate's own side is in `gather.workflow.candidate_requests`, because a withdrawal stops an enrollment.
"""

from datetime import datetime

from gather.core.caller import TeamScope
from gather.events.task import TaskName
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_requests import storage
from gather.screening.candidate_requests.models import AnswerCandidateRequest, CandidateRequest
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def list_requests(records: Records, team: TeamScope, candidate_interview_id: str) -> list[CandidateRequest]:
    """The requests of a candidate, oldest first. Two round trips. Raises NotFound."""
    record = records.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id).record
    return [*storage.list_requests(records.table, record.team_id, record.id)]


def answer(
    records: Records,
    team: TeamScope,
    candidate_interview_id: str,
    request_id: str,
    request: AnswerCandidateRequest,
    *,
    now: datetime,
) -> CandidateRequest:
    """Close a request, and send the candidate the reply, if there is one. Three round trips.

    Raises NotFound, and Conflict for another reply than the candidate has got.
    """

    def save(unit: UnitOfWork) -> CandidateRequest:
        record = unit.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id).record
        before = storage.get(unit.table, record.team_id, record.id, request_id)
        after = before.answer(request.reply, now)
        if after != before:
            storage.replace(unit, before, after)
        if after.reply != before.reply:
            name = TaskName.SEND_REQUEST_REPLY
            unit.send(lifecycle.task_of(name, record, now, requestId=after.id, deliveryTypes=None))
        return after

    return records.run(save)

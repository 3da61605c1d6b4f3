"""What becomes of an interview that a vendor has ordered."""

from datetime import datetime
from typing import Any

from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.evaluations.storage import EVALUATION
from gather.table.records import Records
from gather.table.store import Table
from gather.table.unit_of_work import UnitOfWork
from tests.builders.service import Service


def answer_link(service: Service, link: str, *, complete: bool = True) -> None:
    """Open the link as the candidate and answer; complete unless told otherwise."""
    screening = f"/screening/{link.rpartition('/')[2]}"
    candidate = service.public()
    [question] = candidate.get(screening).data["screening"]["questions"]
    answer = candidate.put(f"{screening}/answers/{question['id']}", {"value": True})
    assert answer.status == 200, answer.body
    if complete:
        assert candidate.post(f"{screening}/complete").status == 200


def judge(
    table: Table, team_id: str, candidate_interview_id: str, score: int | None = 81, **members: Any
) -> None:
    """Store the outcome of an evaluation; `members` are more of it, as they are stored."""
    key = EVALUATION.key(team_id, candidate_interview_id)
    item = table.get(key)
    assert item is not None
    table.put({**item, "summaryStatus": "complete", "score": score, "summary": "A good start.", **members})


def archive(service: Service, candidate_interview_id: str) -> None:
    """Archive the candidate interview, as a recruiter does who does not want it any more."""
    path = f"/candidate-interviews/{candidate_interview_id}/status"
    reply = service.patch(path, {"status": "archived"})
    assert reply.status == 200, reply.body


def expire(records: Records, team_id: str, candidate_interview_id: str, now: datetime) -> None:
    """Let the time to answer pass."""

    def end(unit: UnitOfWork) -> None:
        lifecycle.expire(unit, unit.get(CANDIDATE_INTERVIEW, team_id, candidate_interview_id), now)

    records.run(end)

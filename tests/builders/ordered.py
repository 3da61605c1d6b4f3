"""What becomes of an interview that a vendor has ordered."""

from gather.screening.evaluations.storage import EVALUATION
from gather.table.store import Table
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


def judge(table: Table, team_id: str, candidate_interview_id: str, score: int | None = 81) -> None:
    """Store the outcome of an evaluation."""
    key = EVALUATION.key(team_id, candidate_interview_id)
    item = table.get(key)
    assert item is not None
    table.put({**item, "summaryStatus": "complete", "score": score, "summary": "A good start."})


def archive(service: Service, candidate_interview_id: str) -> None:
    """Archive the candidate interview, as a recruiter does who does not want it any more."""
    path = f"/candidate-interviews/{candidate_interview_id}/status"
    reply = service.patch(path, {"status": "archived"})
    assert reply.status == 200, reply.body

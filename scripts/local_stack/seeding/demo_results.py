"""A candidate of the demo who has answered, so that there are results to look at.

Made through the stack's own API, as a candidate's page does it.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from local_stack.seeding.demo_content import GatherApi

CANDIDATE = {
    "firstName": "Grace",
    "lastName": "Example",
    "email": "grace@example.com",
    "phone": "+14155550124",
}
ANSWERS = (
    (
        "A customer called because her order had not arrived for the second time. She was angry, so I "
        "listened first and stayed calm. I found the parcel at the depot, had it sent to her the same day "
        "and called her in the evening. She thanked me and has been a customer ever since."
    ),
    (
        "On the last Friday before Christmas two colleagues were ill. I made a list of what had to leave "
        "that day, shared the work with the rest of the team and told everyone each hour how far we were. We "
        "finished in time, and I thanked them with cake."
    ),
)


class CandidateSide(Protocol):
    """The routes of a candidate, without a key: a path in, the response's data out."""

    def get(self, path: str) -> Any: ...

    def put(self, path: str, body: dict[str, Any]) -> Any: ...

    def post(self, path: str, body: dict[str, Any]) -> Any: ...


def add_demo_results(api: GatherApi, page: CandidateSide, interview_id: str) -> dict[str, str]:
    """Has a candidate answer the interview and complete it; returns what the ready file says of it.

    The answers are scored by the workers in their own time.
    """
    candidate = api.post("/candidates", CANDIDATE)
    invited = api.post(
        "/candidate-interviews",
        {"candidateId": candidate["id"], "interviewId": interview_id, "sendInvite": False},
    )
    at = f"/screening/{invited['inviteToken']}"
    consent = page.get(at)["screening"]["consent"]
    page.put(f"{at}/consent", {"version": consent["version"], "accepted": True})
    texts = iter(ANSWERS)
    for question in page.get(at)["screening"]["questions"]:
        page.put(f"{at}/answers/{question['id']}", _answer(question, texts))
    page.post(f"{at}/complete", {})
    results = api.get(f"/candidate-interviews/{invited['id']}/results")
    return {"resultsUrl": results["shareLink"]}


def _answer(question: dict[str, Any], texts: Iterator[str]) -> dict[str, Any]:
    """A fitting answer: the first option, yes, or the next text."""
    if question["kind"] != "survey":
        return {"text": next(texts)}
    options = question["options"]
    return {"optionIds": [options[0]["id"]]} if options else {"value": True}

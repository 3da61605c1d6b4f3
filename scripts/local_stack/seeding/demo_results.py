"""A candidate of the demo who has answered, so that there are results to look at.

Made through the stack's own API, as a candidate's page does it.
"""

from local_stack.seeding.demo_candidate import CandidatePage, CandidateRoutes
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


def add_demo_results(api: GatherApi, page: CandidateRoutes, interview_id: str) -> dict[str, str]:
    """Has a candidate answer the interview and complete it; returns what the ready file says of it.

    The answers are scored by the workers in their own time.
    """
    candidate = api.post("/candidates", CANDIDATE)
    invited = api.post(
        "/candidate-interviews",
        {"candidateId": candidate["id"], "interviewId": interview_id, "sendInvite": False},
    )
    candidate_page = CandidatePage(page, invited["inviteToken"])
    candidate_page.agree()
    candidate_page.answer(*ANSWERS)
    candidate_page.complete()
    results = api.get(f"/candidate-interviews/{invited['id']}/results")
    return {"resultsUrl": results["shareLink"]}

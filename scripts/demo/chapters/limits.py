"""What must not happen: a second completion, a stranger's look, a late answer."""

from demo.deviation import expect
from demo.scene import EVENTS_PATH, Scene


def try_them(scene: Scene) -> None:
    """Repeat and refuse."""
    token = scene.made["candidateInterview"]["inviteToken"]
    before = scene.receiver.received(EVENTS_PATH, "candidate_interview.completed")
    again = scene.candidate.call(
        "A second completion returns the same status and changes nothing.",
        "POST",
        f"/screening/{token}/complete",
        show=("data.screening.status",),
    ).data["screening"]
    expect("the status after a second completion", again["status"], "new_response")

    question = scene.made["questions"]["Teamwork"]
    scene.candidate.call(
        "The service refuses an answer after the completion.",
        "PUT",
        f"/screening/{token}/answers/{question['id']}",
        {"text": "One more thing"},
        status=409,
        show=("error",),
    )
    scene.stranger.call(
        "The service refuses an unknown key.", "GET", "/candidates", status=401, show=("error",)
    )
    candidate_id = scene.made["candidateInterview"]["candidateId"]
    listed = scene.customer.call(
        "The customer lists the candidate's interviews by status.",
        "GET",
        f"/candidate-interviews?candidateId={candidate_id}&status=new_response",
        show=("data[].id", "data[].status", "meta.pagination"),
    )
    completed = [scene.made["conversationInterviewId"], scene.made["candidateInterview"]["id"]]
    expect("candidate interviews", [each["id"] for each in listed.data], completed)
    expect("their number", listed.body["meta"]["pagination"]["total"], 2)
    after = scene.receiver.received(EVENTS_PATH, "candidate_interview.completed")
    expect("attempts at candidate_interview.completed", len(after), len(before))
    scene.page.fact("the second completion sent no webhook")

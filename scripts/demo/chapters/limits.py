"""The service refuses or ignores misuse: a second completion, a stranger's key, a late answer."""

from demo.deviation import expect
from demo.scene import EVENTS_PATH, Scene
from talent_screening import Conflict, Unauthorized
from talent_screening.models import AnswerRequest


def try_them(scene: Scene) -> None:
    """Complete a second time, answer late, and send an unknown key."""
    made = scene.made.candidate_interview
    before = scene.receiver.received(EVENTS_PATH, "candidate_interview.completed")
    step = scene.candidate.step(
        "A second completion returns the same status and changes nothing.", show=("data.screening.status",)
    )
    again = step.complete_screening(made.invite_token).screening
    expect("the status after a second completion", again.status, "new_response")

    question_id = scene.made.questions["Teamwork"].id
    late = AnswerRequest(text="One more thing")
    scene.candidate.refused(
        "The service refuses an answer after the completion.",
        Conflict,
        lambda candidate: candidate.give_answer(made.invite_token, question_id, late),
    )
    scene.stranger.refused(
        "The service refuses an unknown key.", Unauthorized, lambda stranger: stranger.list_candidates()
    )
    listed = scene.customer.step(
        "The customer lists the candidate's interviews by status.",
        show=("data[].id", "data[].status", "meta.pagination"),
    ).list_candidate_interviews(candidate_id=made.candidate_id, status="new_response")
    completed = [scene.made.conversation_interview_id, made.id]
    expect("candidate interviews", [each.id for each in listed], completed)
    expect("their number", scene.customer.last_meta["pagination"]["total"], 2)
    after = scene.receiver.received(EVENTS_PATH, "candidate_interview.completed")
    expect("attempts at candidate_interview.completed", len(after), len(before))
    scene.page.fact("the second completion sent no webhook")

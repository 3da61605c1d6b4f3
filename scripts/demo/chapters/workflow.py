"""A workflow: an interview with a gate, then a meeting; one candidate gets through, one does not."""

from collections.abc import Callable, Sequence
from typing import Any

from demo.deviation import expect, require
from demo.receiver import Received
from demo.scene import Scene
from talent_screening.models import (
    AnswerRequest,
    ApplyTemplate,
    CreateInterview,
    CreateJob,
    CreateSurveyQuestion,
    CreateWebhook,
    CreateWorkflowTemplate,
    InterviewSurveyQuestionInput,
    InviteCandidate,
    InvitedCandidate,
    StepRequest,
)

PATH = "/hiring"
GATE = 60
EVENTS = [
    "workflow.enrollment.created",
    "workflow.step.invited",
    "workflow.step.completed",
    "workflow.step.failed",
    "workflow.enrollment.completed",
    "workflow.enrollment.failed",
]


def hire(scene: Scene) -> None:
    """A job gets a workflow, two candidates go through it, and the customer follows them by webhooks."""
    question_id, interview_id = _make_interview(scene)
    job_id = _make_job(scene, interview_id)
    ada = _invite(scene, job_id, "Ada")
    _answer(scene, ada, question_id, value=True)
    bob = _invite(scene, job_id, "Bob")
    _answer(scene, bob, question_id, value=False)
    _follow(scene, ada, bob)
    _look(scene, job_id, ada)


def _make_interview(scene: Scene) -> tuple[str, str]:
    """The ids of the question that decides, and of an interview that asks it."""
    step = scene.customer.step(
        "The team writes the question that decides.",
        status=201,
        show=("data.surveyQuestion.id", "data.surveyQuestion.title"),
    )
    question = step.create_survey_question(
        CreateSurveyQuestion(
            type="YES_NO", title="Can you work at night?", include_scoring=True, preferred_option=True
        )
    ).survey_question
    step = scene.customer.step(
        "An interview asks that question.",
        status=201,
        show=("data.interview.id", "data.interview.title"),
    )
    interview = step.create_interview(
        CreateInterview(
            title="Nights",
            display_name="Working at night",
            interview_type="standard",
            survey_questions=[InterviewSurveyQuestionInput(id=question.id)],
        )
    ).interview
    return question.id, interview.id


def _make_job(scene: Scene, interview_id: str) -> str:
    user_id = scene.ready["userId"]
    step = scene.customer.step(
        f"A workflow has two steps: the interview with a gate at {GATE}, and a meeting a minute later.",
        status=201,
        show=("data.workflowTemplate.id", "data.workflowTemplate.steps[].stepType"),
    )
    interview = StepRequest(step_type="standard_interview", artifact_id=interview_id, score_threshold=GATE)
    meeting = StepRequest(step_type="meeting", artifact_id=scene.ready["meetingId"], send_delay_minutes=1)
    template = step.create_workflow_template(
        CreateWorkflowTemplate(name="Night shift", steps=[interview, meeting], user_id=user_id)
    ).workflow_template
    step = scene.customer.step("The team opens a job.", status=201, show=("data.job.id", "data.job.title"))
    job = step.create_job(CreateJob(title="Night porter", type="requisition", status="active")).job
    step = scene.customer.step(
        "The team applies the workflow to the job.", status=201, show=("data.assignments[].source",)
    )
    step.apply_workflow_template(template.id, ApplyTemplate(job_ids=[job.id], user_id=user_id))
    scene.customer.step(
        "The customer subscribes to the events of workflows.",
        status=201,
        mask={"data.webhook.secret": "whsec_"},
        show=("data.webhook.id", "data.webhook.secret"),
    ).create_webhook(CreateWebhook(urls=[scene.receiver.url(PATH)], events=EVENTS))
    return job.id


def _invite(scene: Scene, job_id: str, name: str) -> InvitedCandidate:
    step = scene.customer.step(
        f"One request creates {name} as a candidate, enrolls {name} and sends the first invite.",
        status=201,
        mask={"data.firstInviteUrl": f"{scene.base_url}/i/"},
        show=("data.enrollment.status", "data.enrollment.steps[].status", "data.firstInviteUrl"),
    )
    email = f"{name.lower()}.night@example.com"
    return step.invite_candidate(job_id, InviteCandidate(first_name=name, last_name="Example", email=email))


def _answer(scene: Scene, invited: InvitedCandidate, question_id: str, *, value: bool) -> None:
    name, token = invited.candidate.first_name, str(invited.first_invite_url).rpartition("/")[2]
    scene.page.mask(token)
    scene.candidate.step(
        f"{name} says {'yes' if value else 'no'}.", show=("data.answer.answeredAt",)
    ).give_answer(token, question_id, AnswerRequest(value=value))
    scene.candidate.step(
        f"{name} completes the interview.", show=("data.screening.status",)
    ).complete_screening(token)


def _of(invited: InvitedCandidate) -> Callable[[Sequence[Received]], bool]:
    """Whether one of the events is this candidate's."""
    return lambda come: any(each.payload["enrollmentId"] == invited.enrollment.id for each in come)


def _told(scene: Scene, event: str, invited: InvitedCandidate) -> dict[str, Any]:
    come = scene.receiver.wait(event, PATH, _of(invited))
    payload: dict[str, Any] = next(each.payload for each in come if _of(invited)([each]))
    scene.page.fact(f"webhook {event}: {invited.candidate.first_name}")
    return payload


def _follow(scene: Scene, ada: InvitedCandidate, bob: InvitedCandidate) -> None:
    scene.page.step("The service scores the answers and reports each step by webhook.")
    passed = _told(scene, "workflow.step.completed", ada)
    expect("Ada's score against the gate", (passed["score"], passed["scoreThreshold"]), (100, GATE))
    expect("whether a step follows", passed["hasNextStep"], True)
    _told(scene, "workflow.step.failed", bob)
    _told(scene, "workflow.enrollment.failed", bob)
    come = scene.receiver.wait("workflow.step.invited", PATH, _has_meeting)
    meeting = next(each.payload for each in come if "candidateMeetingId" in each.payload)
    token = meeting["inviteUrl"].rpartition("/")[2]
    scene.page.mask(token)
    expect("who is asked to the meeting", meeting["enrollmentId"], ada.enrollment.id)
    scene.page.fact("webhook workflow.step.invited: Ada, to the meeting, after its delay")
    scene.browser.open_page("The meeting's page asks Ada to confirm.", f"{scene.base_url}/m/{token}")
    scene.candidate.step("Ada confirms.", show=("data.meeting.title", "data.meeting.status")).confirm_meeting(
        token
    )
    _told(scene, "workflow.enrollment.completed", ada)


def _has_meeting(come: Sequence[Received]) -> bool:
    return any("candidateMeetingId" in each.payload for each in come)


def _look(scene: Scene, job_id: str, ada: InvitedCandidate) -> None:
    step = scene.customer.step(
        "The customer reads how far each candidate is.",
        show=("data.enrollments[].status", "data.enrollments[].steps[].status", "data.pagination.total"),
    )
    found = step.list_workflow_progress(job_id).enrollments
    stand = {each.id: (each.status, [step.status for step in each.steps]) for each in found}
    expect("Ada's progress", stand[ada.enrollment.id], ("completed", ["passed", "completed"]))
    expect("how many are enrolled", len(stand), 2)
    require("Bob's progress", ("failed", ["failed", "pending"]) in stand.values(), "a failed gate", stand)
    scene.browser.open_page(
        "The local stack draws the path of an enrollment.",
        f"{scene.base_url}/_local/enrollments/{ada.enrollment.id}",
    )

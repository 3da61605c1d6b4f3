"""A workflow: an interview with a gate, then a meeting; one candidate gets through, one does not."""

from collections.abc import Callable, Sequence
from typing import Any

from demo.deviation import expect, require
from demo.receiver import Received
from demo.scene import Scene

PATH = "/hiring"
GATE = 60
EVENTS = (
    "workflow.enrollment.created",
    "workflow.step.invited",
    "workflow.step.completed",
    "workflow.step.failed",
    "workflow.enrollment.completed",
    "workflow.enrollment.failed",
)


def hire(scene: Scene) -> None:
    """A job gets a workflow, two candidates go through it, and the customer follows them by webhooks."""
    question = _make(
        scene, "The team writes the question that decides.", "/survey-questions", "surveyQuestion", QUESTION
    )
    interview = _make(
        scene,
        "An interview asks that question.",
        "/interviews",
        "interview",
        {
            "title": "Nights",
            "displayName": "Working at night",
            "interviewType": "standard",
            "surveyQuestions": [{"id": question["id"]}],
        },
    )
    job_id = _make_job(scene, interview["id"])
    ada = _invite(scene, job_id, "Ada")
    _answer(scene, ada, question["id"], value=True)
    bob = _invite(scene, job_id, "Bob")
    _answer(scene, bob, question["id"], value=False)
    _follow(scene, ada, bob)
    _look(scene, job_id, ada)


QUESTION = {
    "type": "YES_NO",
    "title": "Can you work at night?",
    "includeScoring": True,
    "preferredOption": True,
}


def _make(scene: Scene, what: str, path: str, name: str, body: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = scene.customer.call(
        what, "POST", path, body, status=201, show=(f"data.{name}.id", f"data.{name}.title")
    ).data[name]
    return made


def _make_job(scene: Scene, interview_id: str) -> str:
    user = {"userId": scene.made["userId"]}
    steps = [
        {"stepType": "standard_interview", "artifactId": interview_id, "scoreThreshold": GATE},
        {"stepType": "meeting", "artifactId": scene.made["meetingId"], "sendDelayMinutes": 1},
    ]
    template = scene.customer.call(
        f"A workflow has two steps: the interview with a gate at {GATE}, and a meeting a minute later.",
        "POST",
        "/workflow-templates",
        {"name": "Night shift", "steps": steps, **user},
        status=201,
        show=("data.workflowTemplate.id", "data.workflowTemplate.steps[].stepType"),
    ).data["workflowTemplate"]
    job = _make(
        scene,
        "The team opens a job.",
        "/jobs",
        "job",
        {"title": "Night porter", "type": "requisition", "status": "active"},
    )
    scene.customer.call(
        "The team applies the workflow to the job.",
        "POST",
        f"/workflow-templates/{template['id']}/apply",
        {"jobIds": [job["id"]], **user},
        status=201,
        show=("data.assignments[].source",),
    )
    scene.customer.call(
        "The customer subscribes to the events of workflows.",
        "POST",
        "/webhooks",
        {"urls": [scene.receiver.url(PATH)], "events": EVENTS},
        status=201,
        mask={"data.webhook.secret": "whsec_"},
        show=("data.webhook.id", "data.webhook.secret"),
    )
    job_id: str = job["id"]
    return job_id


def _invite(scene: Scene, job_id: str, name: str) -> dict[str, Any]:
    invited: dict[str, Any] = scene.customer.call(
        f"One request creates {name} as a candidate, enrolls {name} and sends the first invite.",
        "POST",
        f"/jobs/{job_id}/invite-candidate",
        {"firstName": name, "lastName": "Example", "email": f"{name.lower()}.night@example.com"},
        status=201,
        mask={"data.firstInviteUrl": f"{scene.base_url}/i/"},
        show=("data.enrollment.status", "data.enrollment.steps[].status", "data.firstInviteUrl"),
    ).data
    return invited


def _answer(scene: Scene, invited: dict[str, Any], question_id: str, *, value: bool) -> None:
    name, token = invited["candidate"]["firstName"], invited["firstInviteUrl"].rpartition("/")[2]
    scene.page.mask(token)
    scene.candidate.call(
        f"{name} says {'yes' if value else 'no'}.",
        "PUT",
        f"/screening/{token}/answers/{question_id}",
        {"value": value},
        show=("data.answer.answeredAt",),
    )
    scene.candidate.call(
        f"{name} completes the interview.",
        "POST",
        f"/screening/{token}/complete",
        show=("data.screening.status",),
    )


def _of(invited: dict[str, Any]) -> Callable[[Sequence[Received]], bool]:
    """Whether one of the events is this candidate's."""
    enrollment_id = invited["enrollment"]["id"]
    return lambda come: any(each.payload["enrollmentId"] == enrollment_id for each in come)


def _told(scene: Scene, event: str, invited: dict[str, Any]) -> dict[str, Any]:
    come = scene.receiver.wait(event, PATH, _of(invited))
    payload: dict[str, Any] = next(each.payload for each in come if _of(invited)([each]))
    scene.page.fact(f"webhook {event}: {invited['candidate']['firstName']}")
    return payload


def _follow(scene: Scene, ada: dict[str, Any], bob: dict[str, Any]) -> None:
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
    expect("who is asked to the meeting", meeting["enrollmentId"], ada["enrollment"]["id"])
    scene.page.fact("webhook workflow.step.invited: Ada, to the meeting, after its delay")
    scene.candidate.open_page("The meeting's page asks Ada to confirm.", f"{scene.base_url}/m/{token}")
    scene.candidate.call(
        "Ada confirms.", "POST", f"/m/{token}/confirm", show=("data.meeting.title", "data.meeting.status")
    )
    _told(scene, "workflow.enrollment.completed", ada)


def _has_meeting(come: Sequence[Received]) -> bool:
    return any("candidateMeetingId" in each.payload for each in come)


def _look(scene: Scene, job_id: str, ada: dict[str, Any]) -> None:
    found = scene.customer.call(
        "The customer reads how far each candidate is.",
        "GET",
        f"/jobs/{job_id}/workflow-progress",
        show=("data.enrollments[].status", "data.enrollments[].steps[].status", "data.pagination.total"),
    ).data["enrollments"]
    stand = {each["id"]: (each["status"], [step["status"] for step in each["steps"]]) for each in found}
    expect("Ada's progress", stand[ada["enrollment"]["id"]], ("completed", ["passed", "completed"]))
    expect("how many are enrolled", len(stand), 2)
    require("Bob's progress", ("failed", ["failed", "pending"]) in stand.values(), "a failed gate", stand)
    scene.candidate.open_page(
        "The local stack draws the path of an enrollment.",
        f"{scene.base_url}/_local/enrollments/{ada['enrollment']['id']}",
    )

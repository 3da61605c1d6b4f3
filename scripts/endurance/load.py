"""The load of customers and candidates: creating interviews, and passing a workflow of two steps."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from endurance.client import PatientClient
from endurance.receiver import CountingReceiver
from endurance.verdict import Expected

ADDRESSES = ("/first", "/second", "/third", "/fourth")
ENROLLMENTS = "/enrollments"
CREATED = "interview.created"
WAY = {
    "workflow.enrollment.created": 1,
    "workflow.step.invited": 2,
    "workflow.step.completed": 2,
    "workflow.enrollment.completed": 1,
}
"""The events of a candidate who passes both steps, and how often each is sent."""

_CLIENTS = 6
_KEYS = 12
_PATIENCE_SECONDS = 900
_THRESHOLD = 10
_ANSWER = "I planned the week with the team, and every Friday we looked at what we could do better next time."


class Load:
    """The work of a team. `expected` lists the events of the finished work that its receiver must get."""

    def __init__(self, ready: dict[str, Any], receiver: CountingReceiver) -> None:
        base_url = ready["baseUrl"]
        self._receiver = receiver
        self._client = PatientClient(base_url, _make_keys(ready))
        self._lock = threading.Lock()
        self._number = 0
        self.expected: list[Expected] = []
        self.on_step: Callable[[], None] = _nothing
        """Called after each piece of work, by the thread that did it."""

        call = self._client.call
        call("POST", "/webhooks", {"urls": [receiver.url(path) for path in ADDRESSES], "events": [CREATED]})
        call("POST", "/webhooks", {"urls": [receiver.url(ENROLLMENTS)], "events": list(WAY)})
        self._job_id = self._make_job(ready)

    def work(self, interviews: int, enrollments: int) -> None:
        """Create this many interviews and let this many candidates pass the workflow, several at a time.

        Raises the first error of a piece of work.
        """
        with ThreadPoolExecutor(_CLIENTS) as threads:
            pieces = [threads.submit(self._enroll) for _ in range(enrollments)]
            pieces += [threads.submit(self._make_interview) for _ in range(interviews)]
            for piece in pieces:
                piece.result()

    def _make_interview(self) -> None:
        title = f"Interview {self._next_number()}"
        interview = self._client.call("POST", "/interviews", _plain_interview(title))["interview"]
        with self._lock:
            self.expected += [Expected(path, CREATED, interview["id"]) for path in ADDRESSES]
        self.on_step()

    def _enroll(self) -> None:
        """Invite a candidate, who answers, is scored and confirms a meeting."""
        number = self._next_number()
        person = {"firstName": "Ada", "lastName": str(number), "email": f"ada{number}@example.com"}
        invited = self._client.call("POST", f"/jobs/{self._job_id}/invite-candidate", person)
        enrollment_id = invited["enrollment"]["id"]
        with self._lock:
            self.expected += [
                Expected(ENROLLMENTS, event, enrollment_id, times) for event, times in WAY.items()
            ]
        self.on_step()
        try:
            self._go(enrollment_id)
        except TimeoutError as missing:
            # The verdict tells what of the candidate's way is lost; the others go on.
            print(missing, flush=True)

    def _go(self, enrollment_id: str) -> None:
        """Complete each step of the workflow. Raises TimeoutError when an invite does not arrive."""
        path = f"/screening/{self._token(enrollment_id, 0)}"
        self._client.call_public("PUT", f"{path}/answers/{self._question_id}", {"text": _ANSWER})
        self._client.call_public("POST", f"{path}/complete", {})
        self.on_step()
        self._client.call_public("POST", f"/m/{self._token(enrollment_id, 1)}/confirm", {})
        self.on_step()

    def _token(self, enrollment_id: str, number: int) -> str:
        url = self._receiver.await_invite(enrollment_id, number, _PATIENCE_SECONDS)
        return urlsplit(url).path.rpartition("/")[2]

    def _make_job(self, ready: dict[str, Any]) -> str:
        """Create a job whose workflow is a scored interview with a gate, then a meeting."""
        call, user = self._client.call, {"userId": ready["userId"]}
        replica = call("POST", "/replicas", {"name": "Robin", "photoUrl": "https://files.example/r.jpg"})
        question = {"title": "Week", "questionText": "How do you plan a week with your team?"}
        made = call("POST", "/ai-text-questions", question)
        self._question_id = made["aiTextQuestion"]["id"]
        interview = {
            "title": "Planning",
            "displayName": "Planning",
            "interviewType": "ai_interviewer",
            "aiConfiguration": {"replicaId": replica["replica"]["id"]},
            "aiTextQuestionIds": [self._question_id],
            "scoreCardTopics": [{"topic": "Planning", "weight": 100}],
        }
        interview_id = call("POST", "/interviews", interview)["interview"]["id"]
        with self._lock:
            self.expected += [Expected(path, CREATED, interview_id) for path in ADDRESSES]
        steps = [
            {"stepType": "ai_interviewer", "artifactId": interview_id, "scoreThreshold": _THRESHOLD},
            {"stepType": "meeting", "artifactId": ready["meetingId"]},
        ]
        template = call("POST", "/workflow-templates", {"name": "Hiring", "steps": steps, **user})
        job = call("POST", "/jobs", {"title": "Porter", "type": "requisition", "status": "active"})["job"]
        apply = f"/workflow-templates/{template['workflowTemplate']['id']}/apply"
        call("POST", apply, {"jobIds": [job["id"]], **user})
        job_id: str = job["id"]
        return job_id

    def _next_number(self) -> int:
        with self._lock:
            self._number += 1
            return self._number


def _make_keys(ready: dict[str, Any]) -> list[str]:
    """Create keys of the team, because each has a thousand requests an hour."""
    administration = PatientClient(ready["baseUrl"], [ready["adminKey"]])
    body = {
        "organizationId": ready["organizationId"],
        "teamId": ready["teamId"],
        "permissions": ["read", "write"],
    }
    return [
        administration.call("POST", "/credentials", {**body, "name": f"Client {number}"})["apiKey"]
        for number in range(_KEYS)
    ]


def _plain_interview(title: str) -> dict[str, object]:
    return {"title": title, "displayName": title, "interviewType": "standard"}


def _nothing() -> None:
    """Do nothing, until a caller sets `on_step`."""

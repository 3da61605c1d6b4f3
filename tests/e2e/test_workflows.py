"""Workflows on the running local stack: candidates on their way, watched through signed webhooks."""

import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from gather.core.clock import timestamp
from gather.webhooks.signing import verify
from local_stack.clients import local_client
from talent_screening import TalentScreening
from talent_screening.models import (
    AnswerRequest,
    ApplyTemplate,
    CreateAudioQuestion,
    CreateInterview,
    CreateJob,
    CreateSurveyQuestion,
    CreateWebhook,
    CreateWorkflowTemplate,
    Enrollment,
    EnrollmentStep,
    InterviewSurveyQuestionInput,
    InviteCandidate,
    RecordingRequest,
    StepRequest,
)
from tests.doubles.over_http import running_stack
from tests.doubles.python_clients import candidate_of, client_of
from tests.doubles.receiver import PATIENCE_SECONDS, Receiver, receiving
from tests.support.waiting import wait_until

SCALE = 60
SECRET = "sixteen letters!"
EVENTS = (
    "workflow.enrollment.created",
    "workflow.enrollment.completed",
    "workflow.enrollment.failed",
    "workflow.step.invited",
    "workflow.step.completed",
    "workflow.step.failed",
    "workflow.step.waiting_for_evaluation",
)
CREATED, COMPLETED, FAILED, INVITED, STEP_COMPLETED, STEP_FAILED, WAITING = EVENTS
WHOLE_WAY = (
    *(CREATED, INVITED, STEP_COMPLETED),
    *(INVITED, STEP_COMPLETED),
    *(INVITED, STEP_COMPLETED, COMPLETED),
)
GATE = 60
DELAY_MINUTES = 2

pytestmark = [pytest.mark.slow, pytest.mark.in_process]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@dataclass
class Hiring:
    """A job under a workflow of a gated interview, a delayed meeting and an interview."""

    ready: Mapping[str, Any]
    receiver: Receiver
    customer: TalentScreening
    candidate: TalentScreening
    job_id: str = ""
    questions: dict[str, tuple[str, str]] = field(default_factory=dict)

    def begin(self) -> None:
        """Subscribe, and create the job with its workflow."""
        self.customer.create_webhook(
            CreateWebhook(urls=[self.receiver.url("/in")], events=[*EVENTS], secret=SECRET)
        )
        first, last = self._interview("First"), self._interview("Last")
        meeting_id, user_id = self.ready["meetingId"], self.ready["userId"]
        steps = [
            StepRequest(step_type="standard_interview", artifact_id=first, score_threshold=GATE),
            StepRequest(step_type="meeting", artifact_id=meeting_id, send_delay_minutes=DELAY_MINUTES),
            StepRequest(step_type="standard_interview", artifact_id=last),
        ]
        template = self.customer.create_workflow_template(
            CreateWorkflowTemplate(name="Hiring", steps=steps, user_id=user_id)
        ).workflow_template
        body = CreateJob(title="Porter", type="requisition", status="active")
        self.job_id = self.customer.create_job(body).job.id
        self.customer.apply_workflow_template(
            template.id, ApplyTemplate(user_id=user_id, job_ids=[self.job_id])
        )

    def _interview(self, title: str) -> str:
        spoken = self.customer.create_question(
            CreateAudioQuestion(title="Your work", audio_url="https://cdn.example.com/1.mp3")
        ).question
        nights = self.customer.create_survey_question(
            CreateSurveyQuestion(type="YES_NO", title="Nights?", include_scoring=True, preferred_option=True)
        ).survey_question
        interview = self.customer.create_interview(
            CreateInterview(
                title=title,
                display_name=title,
                interview_type="standard",
                question_ids=[spoken.id],
                survey_questions=[InterviewSurveyQuestionInput(id=nights.id)],
            )
        ).interview
        self.questions[interview.id] = spoken.id, nights.id
        return interview.id

    def invite(self, name: str) -> "Invited":
        """Invites a new candidate into the workflow."""
        body = InviteCandidate(first_name=name, last_name="Example", email=f"{name.lower()}@example.com")
        invited = self.customer.invite_candidate(self.job_id, body)
        assert "taskToken" not in invited.model_dump_json(by_alias=True)
        return Invited(self, invited.enrollment.id)

    def progress(self, enrollment_id: str) -> Enrollment:
        found = self.customer.iterate_workflow_progress(self.job_id)
        return next(each for each in found if each.id == enrollment_id)

    def look(self, path: str, accept: str = "text/html") -> httpx.Response:
        """Returns one of the local stack's own pages."""
        headers = {"accept": accept}
        return httpx.get(f"{self.ready['baseUrl']}/_local{path}", headers=headers, timeout=PATIENCE_SECONDS)

    def inbox(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.look("/inbox", "application/json").json()["messages"]
        return messages

    def check_invites(self) -> None:
        """Check that nobody was invited to a step twice: no link was sent twice, from whatever port."""
        links = Counter(
            urlsplit(word).path
            for message in self.inbox()
            for word in message["body"].split()
            # The other messages lead to the help of the same page.
            if ("/i/" in word or "/m/" in word) and not urlsplit(word).fragment
        )
        assert [link for link, times in links.items() if times > 1] == []

    def check_signatures(self) -> None:
        for request in self.receiver.requests:
            signature = request.headers["x-service-signature-v2"]
            assert verify(request.body, signature, SECRET, now=int(request.at))

    def recover(self, after: timedelta) -> None:
        """Run the recovery at a later time."""
        url = f"{self.ready['baseUrl']}/_local/schedules/recovery"
        moment = timestamp(datetime.now(UTC) + after)
        assert httpx.post(url, json={"time": moment}, timeout=PATIENCE_SECONDS).is_success

    def executions(self) -> Any:
        return local_client("stepfunctions", self.ready["endpoints"]["AWS_ENDPOINT_URL"])

    def machine(self) -> str:
        machines = self.executions().list_state_machines()["stateMachines"]
        arns = [str(each["stateMachineArn"]) for each in machines]
        return next(arn for arn in arns if "EnrollmentState" in arn)


@dataclass
class Invited:
    """A candidate in the workflow."""

    hiring: Hiring
    id: str

    def on(self, hiring: Hiring) -> "Invited":
        """Returns the same candidate on the stack's next start."""
        return Invited(hiring, self.id)

    def step(self) -> EnrollmentStep:
        progress = self.hiring.progress(self.id)
        return next(step for step in progress.steps if step.id == progress.current_step_id)

    def await_event(self, name: str, **fields: str | bool | float) -> dict[str, Any]:
        return self.hiring.receiver.await_event(name, {"enrollmentId": self.id, **fields}).payload

    def token(self, step: EnrollmentStep) -> str:
        told = self.await_event(INVITED, enrollmentStepId=step.id)
        return str(told["inviteUrl"]).rpartition("/")[2]

    def take(self, *, well: bool = True, recording: bytes | None = None) -> None:
        """Answer and complete the current interview, by the recording if there is one, else in writing."""
        step, page = self.step(), self.hiring.candidate
        token = self.token(step)
        spoken, nights = self.hiring.questions[step.artifact_id]
        said = AnswerRequest(text="I carry suitcases with care.")
        if recording is not None:
            said = AnswerRequest(media_id=self._upload(token, recording))
        page.give_answer(token, spoken, said)
        page.give_answer(token, nights, AnswerRequest(value=well))
        page.complete_screening(token)

    def _upload(self, token: str, recording: bytes) -> str:
        request = RecordingRequest(content_type="audio/wav", size=len(recording))
        upload = self.hiring.candidate.announce_recording(token, request)
        put = httpx.put(
            upload.upload_url, content=recording, headers=upload.headers, timeout=PATIENCE_SECONDS
        )
        assert put.is_success
        return upload.media_id

    def confirm(self) -> None:
        self.hiring.candidate.confirm_meeting(self.token(self.step()))

    def await_told(self, *expected: str) -> None:
        """Wait until the events of this enrollment are these, in the order of their creation, each once.

        Deliveries have no order. A step waits for its evaluation only sometimes, so that WAITING counts where
        it is expected alone.
        """

        def told() -> list[str]:
            return [name for name in self._told() if name != WAITING or WAITING in expected]

        wait_until(lambda: told() == [*expected], shown=told)

    def _told(self) -> list[str]:
        mine = {
            request.headers["x-service-id"]: request.event
            for request in self.hiring.receiver.requests
            if request.payload["enrollmentId"] == self.id
        }
        return [mine[event_id] for event_id in sorted(mine)]


@contextmanager
def hiring_on(
    state: Path, receiver: Receiver, before: Hiring | None = None, **options: Any
) -> Iterator[Hiring]:
    """Runs the stack on `state`, with a new job or the one of an earlier start."""
    with (
        running_stack(state, GATHER_TIME_SCALE=str(SCALE), **options) as ready,
        client_of(ready) as customer,
        candidate_of(ready) as candidate,
    ):
        hiring = Hiring(ready, receiver, customer, candidate)
        if before is None:
            hiring.begin()
        else:
            hiring.job_id, hiring.questions = before.job_id, before.questions
        yield hiring


def test_one_passes_one_fails_the_gate_and_one_waits_for_the_evaluation(
    tmp_path: Path, receiver: Receiver
) -> None:
    with hiring_on(tmp_path, receiver) as hiring:
        ada, bob, cleo = (hiring.invite(name) for name in ("Ada", "Bob", "Cleo"))
        for candidate in (ada, bob, cleo):
            candidate.await_event(CREATED, status="active")
        ada.take()
        bob.take(well=False)
        # Nothing can be heard in it, so that its score decides nothing and the evaluation may be run again.
        cleo.take(recording=b"RIFF but no sound")

        passed = ada.await_event(STEP_COMPLETED, hasNextStep=True, scoreThreshold=GATE)
        failed = bob.await_event(FAILED)
        waiting = cleo.await_event(WAITING)
        ada.await_event(INVITED, status="invited", artifactId=hiring.ready["meetingId"])
        ada.confirm()
        ada.await_event(STEP_COMPLETED, artifactId=hiring.ready["meetingId"])
        wait_until(lambda: ada.step().step_type == "standard_interview")
        ada.take(well=False)
        done = ada.await_event(COMPLETED)

        assert passed["score"] >= GATE
        assert (failed["status"], failed["jobId"]) == ("failed", hiring.job_id)
        assert waiting["status"] == "waiting_for_evaluation"
        assert done["status"] == "completed"
        meeting = receiver.await_event(INVITED, {"artifactId": hiring.ready["meetingId"]}).payload
        assert meeting["candidateMeetingId"]
        assert "candidateInterviewId" not in meeting
        ada.await_told(*WHOLE_WAY)
        bob.await_told(CREATED, INVITED, STEP_FAILED, FAILED)
        cleo.await_told(CREATED, INVITED, WAITING)
        assert [step.status for step in hiring.progress(bob.id).steps][1:] == ["pending", "pending"]
        assert hiring.progress(cleo.id).status == "active"
        hiring.check_invites()
        hiring.check_signatures()
        _check_pictures(hiring, ada)


def _check_pictures(hiring: Hiring, ada: Invited) -> None:
    """Check that the operator sees the enrollments, and the execution by its name."""
    assert ada.id in hiring.look("/enrollments").text
    page = hiring.look(f"/enrollments/{ada.id}").text
    for expected in (
        "Ada Example",
        "Porter",
        "Answers scored",
        "Candidate confirmed",
        "Enrollment completed",
    ):
        assert expected in page
    assert hiring.look("/enrollments/unknown").status_code == 404
    machine = hiring.machine()
    names = [
        each["name"] for each in hiring.executions().list_executions(stateMachineArn=machine)["executions"]
    ]
    assert ada.id in names


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL], ids=lambda end: end.name)
def test_a_stop_in_the_middle_loses_nothing_and_repeats_no_invite(
    tmp_path: Path, receiver: Receiver, end: signal.Signals
) -> None:
    """One candidate waits, one has a delay, and one has just answered when the stack ends."""
    with hiring_on(tmp_path, receiver, ended_by=end) as before:
        ada, bob, cleo = (before.invite(name) for name in ("Ada", "Bob", "Cleo"))
        ada.take()
        ada.await_event(INVITED, artifactId=before.ready["meetingId"])
        for candidate in (bob, cleo):
            candidate.await_event(INVITED)
        bob.take()
        bob.await_event(STEP_COMPLETED)
        cleo.take()
    with hiring_on(tmp_path, receiver, before) as after:
        ada, bob, cleo = (each.on(after) for each in (ada, bob, cleo))
        for candidate in (bob, cleo):
            candidate.await_event(INVITED, artifactId=after.ready["meetingId"])
        for candidate in (ada, bob, cleo):
            candidate.confirm()
            candidate.await_event(STEP_COMPLETED, artifactId=after.ready["meetingId"])
            wait_until(lambda: candidate.step().step_type == "standard_interview")  # noqa: B023  # awaited here
            candidate.take()
            candidate.await_event(COMPLETED)
        for candidate in (ada, bob, cleo):
            candidate.await_told(*WHOLE_WAY)
        after.check_invites()
        after.check_signatures()


def test_an_aborted_execution_is_taken_up_at_the_same_step(tmp_path: Path, receiver: Receiver) -> None:
    with hiring_on(tmp_path, receiver) as hiring:
        ada, bob = hiring.invite("Ada"), hiring.invite("Bob")
        execution = hiring.machine().replace(":stateMachine:", ":execution:")
        client = hiring.executions()

        def status(name: str) -> str:
            described: str = client.describe_execution(executionArn=f"{execution}:{name}")["status"]
            return described

        for candidate in (ada, bob):
            candidate.await_event(INVITED)
            wait_until(lambda: candidate.id in _running(hiring))  # noqa: B023  # awaited here
            client.stop_execution(executionArn=f"{execution}:{candidate.id}")
            wait_until(lambda: status(candidate.id) == "ABORTED")  # noqa: B023  # awaited here
        # One whose execution should have acted is noticed within minutes, one that waits within a day.
        ada.take()
        ada.await_event(STEP_COMPLETED)
        hiring.recover(timedelta(minutes=6))
        ada.await_event(INVITED, artifactId=hiring.ready["meetingId"])
        hiring.recover(timedelta(hours=25))
        wait_until(lambda: f"{bob.id}-2" in _running(hiring))
        bob.take()
        bob.await_event(INVITED, artifactId=hiring.ready["meetingId"])

        hiring.check_invites()


def _running(hiring: Hiring) -> list[str]:
    found = hiring.executions().list_executions(stateMachineArn=hiring.machine(), statusFilter="RUNNING")
    return [each["name"] for each in found["executions"]]

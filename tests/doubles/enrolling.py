"""Enrollments on their way through a workflow, with queues, executions and time that the test controls.

The routes and functions are the real ones.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError

from enrollments.handler import handler as worker
from enrollments.task import handler as machine_task
from evaluation import task as evaluation
from gather.core.clock import timestamp
from gather.core.errors import GatherError
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table import keys
from gather.table.due import due_items
from gather.table.outbox import LONGEST_RETRY, OUTBOX_SCHEDULE
from gather.table.records import Records
from gather.table.store import KeyRange
from gather.wiring import Adapters
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.storage import ENROLLMENT
from notifications.handler import handler as notifications
from recovery.handler import handler as recovery
from tests.builders.jobs import make_titled
from tests.builders.outbox import outbox, queue_event
from tests.builders.service import Service, Tenant
from tests.builders.workflows import add_governed_job
from tests.doubles.aws_services import Call, FakeService, ServiceResponse
from tests.doubles.clock import HandClock
from tests.doubles.delivering import QUEUES, Died, Faults
from tests.doubles.engines import ScriptedEngines
from tests.doubles.enrollment_machine import STATE_MACHINE, Machine
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import run as run_schedule
from tests.support.records import add_candidate, add_interview, add_survey_question, step

ENROLLMENT_TASKS = (
    "start_enrollment",
    "check_enrollment",
    "advance_enrollment",
    "stop_enrollments",
    "wake_enrollment",
    "update_bookings",
)
MESSAGE_TASKS = (
    "send_invite",
    "send_meeting_invite",
    "send_meeting_booking",
    "send_completion",
    "send_reminder",
    "send_decision",
    "send_results_notice",
    "send_request_notice",
    "send_meeting_answer",
    "send_digest",
)
PASSING = 60


PASSED_ALL = ("completed", ["passed", "completed", "completed"])
"""The outcome of an enrollment that passed every step."""

WHOLE_WAY = [
    "workflow.enrollment.created",
    "workflow.step.completed",
    "workflow.step.completed",
    "workflow.step.completed",
    "workflow.enrollment.completed",
]
"""The events of such an enrollment besides those of its invites."""


@dataclass
class Enrolling:
    """One team with a job and its workflow: a gated interview, a meeting, an interview.

    With a `state_machine` the executions are those of Step Functions' stand-in, and run by themselves.
    """

    adapters: Adapters
    service: Service
    tenant: Tenant
    clock: HandClock
    engines: ScriptedEngines
    patch: pytest.MonkeyPatch
    state_machine: str | None = None
    faults: Faults = field(default_factory=Faults)
    job_id: str = ""
    questions: dict[str, str] = field(default_factory=dict)
    noted: dict[str, dict[str, Any]] = field(default_factory=dict)
    is_inside: bool = False

    def __post_init__(self) -> None:
        self.adapters.settings = replace(
            self.adapters.settings,
            **QUEUES,
            enrollment_state_machine_arn=self.state_machine or STATE_MACHINE,
        )
        self.machine = Machine(self.clock)
        if self.state_machine is None:
            FakeService(self.machine.answer).attach(self.adapters.clients.client("stepfunctions"))
        FakeService(_taken).attach(self.adapters.clients.client("sqs"))
        self._watch(self.adapters.clients.client("stepfunctions"), "stepfunctions")
        self._watch(self.adapters.clients.dynamodb, "dynamodb")

    @property
    def records(self) -> Records:
        """The records of the service."""
        return self.adapters.records

    def _watch(self, client: Any, service: str) -> None:
        def before(event_name: str, **_: object) -> None:
            if self.is_inside:
                self.faults.before(event_name.rpartition(".")[2])

        def after(event_name: str, **_: object) -> None:
            if self.is_inside:
                self.faults.after(event_name.rpartition(".")[2])

        client.meta.events.register(f"before-call.{service}", before)
        client.meta.events.register(f"after-call.{service}", after)

    @contextmanager
    def _inside(self) -> Iterator[None]:
        self.is_inside = True
        try:
            yield
        finally:
            self.is_inside = False

    # The customer and the candidates

    def make_interview(self, **members: Any) -> str:
        """Create an interview with one question, which scores 100 or nothing."""
        scored = {"title": "Nights?", "includeScoring": True, "preferredOption": True}
        question_id = add_survey_question(self.service, **scored)
        interview_id = add_interview(
            self.service,
            title="Nights",
            displayName="Nights",
            surveyQuestions=[{"id": question_id}],
            **members,
        )
        self.questions[interview_id] = question_id
        return interview_id

    def invite_alone(self, name: str = "Ada", **members: Any) -> dict[str, Any]:
        """Invite a new candidate to an interview without a workflow."""
        body = {
            "candidateId": add_candidate(self.service, firstName=name, lastName="Example"),
            "interviewId": self.make_interview(),
            "sendInvite": True,
            **members,
        }
        reply = self.service.post("/candidate-interviews", body)
        assert reply.status == 201, reply.body
        return dict(reply.data)

    def complete_alone(self, name: str = "Ada", **members: Any) -> str:
        """A new candidate completes an interview without a workflow, which is not scored yet. Returns the
        candidate interview's id."""
        interview = self.invite_alone(name, **members)
        path = f"/screening/{interview['inviteToken']}"
        question = self.questions[interview["interviewId"]]
        assert self.service.public().put(f"{path}/answers/{question}", {"value": True}).status == 200
        assert self.service.public().post(f"{path}/complete").status == 200
        return str(interview["id"])

    def apply(self, *steps: dict[str, Any]) -> None:
        """Create a job with a workflow of `steps`, by default a gated interview, a meeting, an interview."""
        chosen = steps or (
            step("standard_interview", self.make_interview(), scoreThreshold=PASSING),
            step("meeting", make_titled(self.records, self.tenant, "meeting")),
            step("standard_interview", self.make_interview()),
        )
        self.job_id = add_governed_job(self.service, self.tenant, *chosen)

    def invite(self, name: str = "Ada") -> str:
        """Enroll a new candidate."""
        body = {"firstName": name, "lastName": "Example", "email": f"{name.lower()}@example.com"}
        reply = self.service.post(f"/jobs/{self.job_id}/invite-candidate", body)
        assert reply.status == 201, reply.body
        enrollment: str = reply.data["enrollment"]["id"]
        return enrollment

    def record(self, enrollment_id: str) -> EnrollmentRecord:
        """Returns the stored enrollment."""
        return self.records.get(ENROLLMENT, self.tenant.team_id, enrollment_id).record

    def outcome(self, enrollment_id: str) -> tuple[str, list[str]]:
        """Returns the status of an enrollment and of its steps."""
        record = self.record(enrollment_id)
        return record.status.value, [step.status.value for step in record.steps]

    def candidate_interview(self, enrollment_id: str) -> Any:
        """Returns the stored candidate interview of the current step."""
        found = self.record(enrollment_id).current.candidate_interview_id
        assert found is not None
        return self.records.get(CANDIDATE_INTERVIEW, self.tenant.team_id, found).record

    def at_second_step(self) -> str:
        """Enroll a candidate who passes the first step and is invited to the meeting."""
        enrollment = self.invite()
        self.settle()
        self.evaluate(self.take(enrollment))
        self.settle()
        assert self.outcome(enrollment) == ("active", ["passed", "invited", "pending"])
        return enrollment

    def answer(self, enrollment_id: str, *, well: bool = True) -> None:
        """Answer the question of the current step."""
        interview = self.candidate_interview(enrollment_id)
        path = f"/screening/{interview.invite_token}"
        question = self.questions[interview.interview_id]
        reply = self.service.public().put(f"{path}/answers/{question}", {"value": well})
        assert reply.status == 200, reply.body

    def take(self, enrollment_id: str, *, well: bool = True) -> str:
        """Answer and complete the interview of the current step. Returns its id."""
        interview = self.candidate_interview(enrollment_id)
        self.answer(enrollment_id, well=well)
        assert self.service.public().post(f"/screening/{interview.invite_token}/complete").status == 200
        taken: str = interview.id
        return taken

    def confirm(self, enrollment_id: str) -> None:
        """Confirm the meeting of the current step."""
        token = self.meeting_token(enrollment_id)
        assert self.service.public().post(f"/m/{token}/confirm").status == 200

    def meeting_token(self, enrollment_id: str) -> str:
        """Returns the token of the current step's meeting."""
        found = self.record(enrollment_id).current.candidate_meeting_id
        item = self.records.table.get(keys.record(self.tenant.team_id, "CANDIDATE_MEETING", found or "none"))
        assert item is not None
        token: str = item["token"]
        return token

    def end_job(self) -> None:
        """Close the job."""
        assert self.service.patch(f"/jobs/{self.job_id}", {"status": "closed"}).status == 200

    # The service

    def tasks(self, *names: str) -> list[dict[str, Any]]:
        """Returns unfinished tasks of the outbox."""
        wanted = names or ENROLLMENT_TASKS
        return [entry for entry in self._send_events() if entry["name"] in wanted]

    def deliver(self, *tasks: Any, context: Context | None = None) -> list[str]:
        """Hand tasks to the worker, by default all that it has. Returns those whose messages come back."""
        batch = tasks or self.tasks()
        if not batch:
            return []
        with self._inside():
            answer = worker.run(queue_event(batch), context or Context(), self.adapters)
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def turn(self) -> bool:
        """Run every execution as far as possible. Returns whether one proceeded."""
        went_on = False
        for execution in self.machine.running():
            while execution.status == "RUNNING" and self.machine.turn(execution, self._invoke):
                went_on = True
        return went_on

    def _invoke(self, payload: dict[str, Any]) -> Any:
        with self._inside():
            return json.loads(json.dumps(machine_task.run(payload, Context(), self.adapters)))

    def settle(self) -> None:
        """Let the worker and the executions do everything that they can do now."""
        for _ in range(30):
            tasks = self.tasks()
            if tasks:
                assert self.deliver(*tasks) == []
            if not self.turn() and not self.tasks():
                return
        raise AssertionError("it never comes to rest")

    def evaluate(self, candidate_interview_id: str, run: int = 1, *actions: str) -> None:
        """Score a completed interview, or take `actions` of its evaluation."""
        for action in actions or ("start_transcriptions", "check_transcriptions", "evaluate"):
            event = {
                "action": action,
                "teamId": self.tenant.team_id,
                "candidateInterviewId": candidate_interview_id,
                "run": run,
                "attempt": 1,
                "error": "EngineFailed",
            }
            evaluation.handler.run(event, Context(), self.adapters)

    def recover(self, *, queues_lost: bool = False) -> dict[str, Any]:
        """Run the recovery worker at the present time."""
        self._send_events()
        event = {"time": timestamp(self.clock.now()), **({"queuesLost": True} if queues_lost else {})}
        with self._inside():
            return recovery.run(event, Context(), self.adapters)

    def expire(self) -> None:
        """Run the expiry schedule at the present time."""
        from expiry.handler import handler as expiry

        run_schedule(expiry, self.adapters, self.clock.now())

    def send_messages(self) -> None:
        """Send every waiting message."""
        tasks = self.tasks(*MESSAGE_TASKS)
        if tasks:
            answer = notifications.run(queue_event(tasks), Context(), self.adapters)
            assert answer["batchItemFailures"] == []

    def live_through(self, enrollment_id: str) -> None:
        """Run the enrollment to its end, although something fails once on the way.

        The candidate acts as soon as a step asks for it; time passes only when nothing else happens.
        """
        for _ in range(60):
            with _survived():
                self._deliver_what_is_free()
            with _survived():
                self.turn()
            record = self.record(enrollment_id)
            if not record.is_active and not self.tasks():
                return
            if not self._act(record):
                self.clock.advance(minutes=1)
                with _survived():
                    self.recover()
        raise AssertionError("it never comes to an end")

    def _deliver_what_is_free(self) -> None:
        """Deliver as the queue does: a message of a dead worker comes again once its claim has ended."""
        now = timestamp(self.clock.now())
        for task in self.tasks():
            if task.get("claimedUntil", "") <= now:
                self.deliver(task)

    def _act(self, record: EnrollmentRecord) -> bool:
        step = record.current
        if not record.is_active or step.is_over:
            return False
        if step.candidate_meeting_id is not None:
            key = keys.record(self.tenant.team_id, "CANDIDATE_MEETING", step.candidate_meeting_id)
            meeting = self.records.table.get(key)
            if meeting is None or meeting["status"] != "invite_sent":
                return False
            self.confirm(record.id)
            return True
        if step.candidate_interview_id is None or self.candidate_interview(record.id).completed_at:
            return False
        taken = self.take(record.id)
        self.evaluate(taken)
        return True

    def let_claims_end(self) -> None:
        """Let the claims of all workers expire."""
        self.clock.advance(seconds=LONGEST_RETRY.total_seconds())

    def due(self) -> list[str]:
        """Returns the entities that the outbox still holds."""
        return [item["entity"] for item in due_items(self.records.table, OUTBOX_SCHEDULE, "~")]

    # The results

    def events(self) -> list[str]:
        """Returns the workflow's events, in their order."""
        return [name for name, _ in self.payloads()]

    def told(self) -> list[str]:
        """Returns the workflow's events besides those of invites."""
        return [name for name in self.events() if name != "workflow.step.invited"]

    def payloads(self) -> list[tuple[str, dict[str, Any]]]:
        """Returns the workflow's events with their payloads, in their order."""
        self._send_events()
        told = (self.noted[event_id] for event_id in sorted(self.noted))
        return [(event["name"], event["payload"]) for event in told if event["name"].startswith("workflow.")]

    def _send_events(self) -> list[dict[str, Any]]:
        """Take the events out of the outbox, as the dispatcher does. Returns the remaining tasks."""
        entries = outbox(self.records.table)
        for event in entries:
            if event["entity"] == "EVENT":
                self.noted[event["id"]] = event
                self.records.table.delete(keys.outbox(event["id"]))
        return [entry for entry in entries if entry["entity"] == "TASK"]

    def check_nobody_was_invited_twice(self) -> None:
        """Check that each step has one candidate interview or meeting, invited once by one message."""
        self.let_claims_end()
        self.send_messages()
        self.send_messages()
        links = Counter(
            line.strip()
            for message in self.engines.the_email.messages
            if not message.attachments  # one about a booking leads to its page again
            for line in message.text.split()
            if ("/i/" in line or "/m/" in line) and not line.endswith("#help")
        )
        assert [link for link, count in links.items() if count > 1] == []
        team = keys.listing(self.tenant.team_id, "CANDIDATE_INTERVIEW")
        made = [*self.records.table.query_all(KeyRange(team, "listing1"))]
        steps = Counter(item["enrollment"]["stepId"] for item in made if "enrollment" in item)
        assert [step for step, count in steps.items() if count > 1] == []
        assert [item["id"] for item in made if item["invites"] > 1] == []


@contextmanager
def _survived() -> Iterator[None]:
    """Catches a fault, which ends the work under way and nothing else."""
    try:
        yield
    except (Died, GatherError, ReadTimeoutError):
        return


def _taken(call: Call) -> ServiceResponse:
    entries = call.body["Entries"]
    done = [{"Id": entry["Id"], "MessageId": "1", "MD5OfMessageBody": ""} for entry in entries]
    return ServiceResponse({"Successful": done})

"""Runs the evaluation's deployed definition in virtual time, with its functions and Transcribe's events."""

import heapq
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from evaluation.handler import handler as worker
from evaluation.task import handler as task
from gather.wiring import Adapters
from simulation.machines.execution import Ended, Execution, Pause, TaskCall, WaitedFor
from tests.doubles.aws_services import Call, FakeService, ServiceResponse, refusal
from tests.doubles.clock import HandClock
from tests.doubles.lambda_context import Context

WAITING: Final = frozenset(
    {
        "AreTranscriptionsDone",
        "AwaitTranscriptions",
        "CheckTranscriptions",
        "CountAwait",
        "CountWait",
        "WaitForTranscriptions",
    }
)
"""The states in which an execution waits for transcriptions."""
CALL_SECONDS: Final = 0.2
"""How long a call of a function takes."""

Delays = Callable[[str], Sequence[float]]
"""After how many seconds the event of a job is delivered, once for each; not at all where there are none."""


def job_event(job_name: str, status: str = "COMPLETED") -> dict[str, Any]:
    """The event of a job, as EventBridge puts it on the queue."""
    return {
        "version": "0",
        "id": "1de9a55a-39aa-d889-84eb-22d245492319",
        "detail-type": "Transcribe Job State Change",
        "source": "aws.transcribe",
        "account": "111122223333",
        "time": "2026-03-02T09:31:00Z",
        "region": "us-east-1",
        "resources": [],
        "detail": {"TranscriptionJobName": job_name, "TranscriptionJobStatus": status},
    }


@dataclass
class EvaluationMachine:
    """Step Functions, EventBridge and the queue of the evaluation worker.

    An event of a job that ends is delivered after each of its `delays`. `meanwhile` is called before each
    call of the task function, with its action. `woken` are the tokens that were used in time, `refused` the
    others.
    """

    adapters: Adapters
    clock: HandClock
    definition: str
    delays: Delays = field(default=lambda job_id: (0.5,))
    meanwhile: Callable[[str], None] = field(default=lambda action: None)
    woken: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    events: list[tuple[datetime, str]] = field(default_factory=list)
    execution: Execution | None = None
    _token: str | None = None

    def __post_init__(self) -> None:
        FakeService(self._answer).attach(self.adapters.clients.client("stepfunctions"))

    def schedule(self, job_name: str, ends_at: datetime) -> None:
        """A job has been started: its events come in their time."""
        for delay in self.delays(job_name):
            heapq.heappush(self.events, (ends_at + timedelta(seconds=delay), job_name))

    def deliver(self, job_name: str) -> None:
        """Deliver the event of a job to the worker."""
        message = {
            "messageId": "1",
            "body": json.dumps(job_event(job_name)),
            "eventSource": "aws:sqs",
        }
        assert worker.run({"Records": [message]}, Context(), self.adapters) == {"batchItemFailures": []}

    def run(self, execution_input: dict[str, Any]) -> Execution:
        """Run an execution to its end."""
        definition = json.loads(self.definition)
        execution = Execution(definition, execution_input, name="evaluation", jitter=lambda: 0.5)
        self.execution = execution
        waited_for = execution.begin(self.clock.now())
        while not isinstance(waited_for, Ended):
            self._deliver_until(self.clock.now())
            waited_for = self._follow(execution, waited_for)
        assert waited_for.status == "SUCCEEDED", waited_for
        return execution

    def transitions_of_waiting(self) -> int:
        """The charged transitions of the wait, but for the question whether there is one."""
        assert self.execution is not None
        entered = [state for state in self.execution.entered if state in WAITING]
        return len(entered) - 1

    def _follow(self, execution: Execution, waited_for: WaitedFor) -> WaitedFor:
        if isinstance(waited_for, Pause):
            self._deliver_until(waited_for.until)
            self.clock.moment = max(self.clock.moment, waited_for.until)
            return execution.wake(self.clock.now())
        assert isinstance(waited_for, TaskCall)
        self._token = waited_for.token
        payload = json.loads(json.dumps(waited_for.parameters["Payload"]))
        self.meanwhile(payload["action"])
        try:
            result = json.loads(json.dumps(task.run(payload, Context(), self.adapters)))
        except Exception as failure:  # noqa: BLE001  # Lambda tells any of them by its name
            return execution.fail(type(failure).__name__, "", self.clock.now())
        self.clock.advance(seconds=CALL_SECONDS)
        if waited_for.token is None:
            return execution.succeed({"Payload": result}, self.clock.now())
        return self._await(execution, waited_for)

    def _await(self, execution: Execution, call: TaskCall) -> WaitedFor:
        assert call.deadline is not None
        while self._token is not None:
            if not self.events or self.events[0][0] > call.deadline:
                self._token = None
                self.clock.moment = max(self.clock.moment, call.deadline)
                return execution.expire(self.clock.now())
            self._deliver_until(self.events[0][0])
        return execution.succeed({}, self.clock.now())

    def _deliver_until(self, moment: datetime) -> None:
        while self.events and self.events[0][0] <= moment:
            at, job_name = heapq.heappop(self.events)
            self.clock.moment = max(self.clock.moment, at)
            self.deliver(job_name)

    def _answer(self, call: Call) -> ServiceResponse:
        assert call.operation == "SendTaskSuccess"
        token = call.body["taskToken"]
        if token != self._token:
            self.refused.append(token)
            return refusal("TaskTimedOut")
        self._token = None
        self.woken.append(token)
        return ServiceResponse()

"""An enrollment's execution: the deployed definition, by itself and with the functions that it calls."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import boto3
import pytest
from moto.stepfunctions.parser.asl.component.state.exec.state_task.service import (
    state_task_service_callback,
)
from moto.stepfunctions.parser.utils import TMP_THREADS

from enrollments.task import handler
from gather.table.store import Table
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from gather.workflow.enrollments.recovery import LIVENESS
from gather.workflow.templates.models import MOST_STEPS
from tests.builders.jobs import make_titled
from tests.builders.service import Service, Tenant, make_tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.enrolling import Enrolling
from tests.doubles.gateway import InProcess
from tests.doubles.lambda_context import Context
from tests.state_machines.conftest import REGION, LambdaRefused, MotoInterpreter, Payload, TaskFailed

DEFINITION = "enrollments/assets/enrollment.asl.json"
BEGUN = {"teamId": "team", "enrollmentId": "enrollment", "run": 1, "next": {"action": "start", "until": None}}
AWAIT: Payload = {"action": "await", "until": None}
END: Payload = {"action": "end", "until": None}
StateTaskServiceCallback = state_task_service_callback.StateTaskServiceCallback
LATER = "2126-01-01T00:00:00.000Z"
LATER_STILL = "2126-02-01T00:00:00.000Z"

MOST_EVENTS = 25_000
"""Step Functions ends an execution whose history has more (its quota)."""
LARGEST_STATE = 262_144
"""Step Functions' quota for what goes from state to state, in bytes."""
RENEWALS_IN_A_YEAR = 13
"""An execution lasts a year at most, and a token thirty days."""


def answering(*answers: Payload) -> Callable[[Payload], object]:
    """A stand-in for the tasks: `next` is answered one by one, and who is awaited is done at once."""
    left = iter(answers)

    def task(payload: Payload) -> object:
        if payload["action"] == "next":
            return next(left)
        boto3.client("stepfunctions", region_name=REGION).send_task_success(
            taskToken=payload["token"], output="{}"
        )
        return {}

    return task


def actions(payloads: list[Payload]) -> list[str]:
    return [payload["action"] for payload in payloads]


def test_the_table_is_asked_before_and_after_each_step(moto_interpreter: MotoInterpreter) -> None:
    run = moto_interpreter.run(DEFINITION, BEGUN, answering(AWAIT, AWAIT, END))

    assert actions(run.payloads) == ["next", "await", "next", "await", "next"]
    assert all(
        {"teamId": "team", "enrollmentId": "enrollment", "run": 1}.items() <= payload.items()
        for payload in run.payloads
    )
    assert run.status == "SUCCEEDED"


def test_each_step_has_a_token_of_its_own(moto_interpreter: MotoInterpreter) -> None:
    run = moto_interpreter.run(DEFINITION, BEGUN, answering(AWAIT, AWAIT, END))

    tokens = [payload["token"] for payload in run.payloads if payload["action"] == "await"]
    assert len(set(tokens)) == 2


def test_a_delay_is_waited_for_once_and_the_table_told_which(moto_interpreter: MotoInterpreter) -> None:
    waits: tuple[Payload, ...] = (
        {"action": "wait", "until": LATER},
        AWAIT,
        {"action": "wait", "until": LATER_STILL},
        AWAIT,
        END,
    )
    run = moto_interpreter.run(DEFINITION, BEGUN, answering(*waits))

    asked = [payload["waitedUntil"] for payload in run.payloads if payload["action"] == "next"]
    assert asked == [None, LATER, None, LATER_STILL, None]
    assert len(run.waits) == 2
    assert run.waits[1] - run.waits[0] == pytest.approx(31 * 86400, abs=60)


@pytest.mark.parametrize(
    "fault", [TaskFailed("ServiceUnavailable"), LambdaRefused("TooManyRequestsException")]
)
@pytest.mark.parametrize("action", ["next", "await"])
def test_a_task_that_fails_is_tried_again(
    moto_interpreter: MotoInterpreter, action: str, fault: Exception
) -> None:
    done, faults = answering(AWAIT, END), [fault] * 5

    def task(payload: Payload) -> object:
        if payload["action"] == action and faults:
            raise faults.pop()
        return done(payload)

    run = moto_interpreter.run(DEFINITION, BEGUN, task)

    assert len(run.pauses) == 5
    assert max(run.pauses) <= 300
    assert run.status == "SUCCEEDED"


def test_a_task_that_never_succeeds_ends_the_execution_which_the_alarm_sees(
    moto_interpreter: MotoInterpreter,
) -> None:
    def broken(_payload: Payload) -> object:
        raise TaskFailed("KeyError")

    run = moto_interpreter.run(DEFINITION, BEGUN, broken)

    assert len(run.payloads) == 11
    assert run.status == "FAILED"


@pytest.fixture
def lose_tokens(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let the time of the next tokens pass without anybody waking the execution."""

    def lose(number: int) -> None:
        real, left = StateTaskServiceCallback._wait_for_task_token_timeout, [None] * number

        def wait(self: StateTaskServiceCallback, timeout_seconds: int, callback_endpoint: Any) -> Any:
            assert timeout_seconds == 30 * 86400
            if left:
                left.pop()
                return None
            return real(self, timeout_seconds, callback_endpoint)

        monkeypatch.setattr(StateTaskServiceCallback, "_wait_for_task_token_timeout", wait)

    return lose


def test_a_token_that_was_lost_is_replaced_by_asking_the_table_again(
    moto_interpreter: MotoInterpreter, lose_tokens: Callable[[int], None]
) -> None:
    lose_tokens(1)
    run = moto_interpreter.run(DEFINITION, BEGUN, answering(AWAIT, AWAIT, END))

    assert actions(run.payloads) == ["next", "await", "next", "await", "next"]
    assert run.status == "SUCCEEDED"


def test_the_longest_life_of_an_execution_is_far_from_its_quotas(
    moto_interpreter: MotoInterpreter, lose_tokens: Callable[[int], None]
) -> None:
    """A year of the longest workflow: each step delayed, the tokens of a step renewed for the whole year."""
    lose_tokens(RENEWALS_IN_A_YEAR)
    steps = ({"action": "wait", "until": LATER}, AWAIT) * MOST_STEPS
    run = moto_interpreter.run(DEFINITION, BEGUN, answering(*[AWAIT] * RENEWALS_IN_A_YEAR, *steps, END))

    assert run.status == "SUCCEEDED"
    assert len(run.history) < MOST_EVENTS / 20
    assert max(len(json.dumps(event, default=str)) for event in run.history) < LARGEST_STATE / 100


def test_an_enrollment_costs_three_states_a_step_and_three_besides(moto_interpreter: MotoInterpreter) -> None:
    """docs/performance.md says so; a delay costs three more."""
    delayed: tuple[Payload, ...] = (AWAIT, {"action": "wait", "until": LATER}, AWAIT, AWAIT, END)
    plain = moto_interpreter.run(DEFINITION, BEGUN, answering(AWAIT, AWAIT, AWAIT, END))
    with_delay = moto_interpreter.run(DEFINITION, BEGUN, answering(*delayed))

    assert len(plain.entered) == 3 * 3 + 3
    assert len(with_delay.entered) == len(plain.entered) + 3


# With the real functions and the table


@pytest.fixture
def tenant(table: Table) -> Tenant:
    return make_tenant(table, features=(JOB_WORKFLOW,))


@pytest.fixture
def walking(
    adapters: Adapters,
    tenant: Tenant,
    clock: HandClock,
    engines: ScriptedEngines,
    moto_interpreter: MotoInterpreter,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Enrolling]:
    """Enrollments that the deployed definition moves, over the service's own clients."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)
    moto_interpreter.task = lambda payload: handler.run(payload, Context(), adapters)
    service = Service(InProcess(adapters), tenant.key)
    machine = moto_interpreter.create(DEFINITION)
    made = Enrolling(adapters, service, tenant, clock, engines, monkeypatch, state_machine=machine)
    yield made
    made.check_nobody_was_invited_twice()


def describe(walking: Enrolling, name: str) -> Any:
    assert walking.state_machine is not None
    arn = walking.state_machine.replace(":stateMachine:", ":execution:")
    return boto3.client("stepfunctions", region_name=REGION).describe_execution(executionArn=f"{arn}:{name}")


def test_the_deployed_definition_takes_a_candidate_through_all_steps(
    walking: Enrolling, moto_interpreter: MotoInterpreter
) -> None:
    meeting = make_titled(walking.records, walking.tenant, "meeting")
    first, last = walking.make_interview(), walking.make_interview()
    walking.apply(
        {"stepType": "standard_interview", "artifactId": first, "scoreThreshold": 60},
        {"stepType": "meeting", "artifactId": meeting, "sendDelayMinutes": 30},
        {"stepType": "standard_interview", "artifactId": last},
    )
    threads = len(TMP_THREADS)
    enrollment = walking.invite()
    walking.deliver()
    moto_interpreter.await_call(action="await")
    assert walking.record(enrollment).task_token is not None

    walking.evaluate(walking.take(enrollment))
    walking.deliver()
    moto_interpreter.await_call(action="await")
    assert walking.outcome(enrollment) == ("active", ["passed", "invited", "pending"])
    assert len(moto_interpreter.waits) == 1

    walking.confirm(enrollment)
    walking.deliver()
    moto_interpreter.await_call(action="await")
    walking.take(enrollment)
    walking.deliver()
    TMP_THREADS[threads].join(60)

    assert walking.outcome(enrollment) == ("completed", ["passed", "completed", "completed"])
    assert describe(walking, enrollment)["status"] == "SUCCEEDED"
    assert walking.events()[-2:] == ["workflow.step.completed", "workflow.enrollment.completed"]


def test_a_candidate_who_is_faster_than_the_execution_is_not_waited_for(
    walking: Enrolling, moto_interpreter: MotoInterpreter
) -> None:
    """The step is over before its token is stored: the task that would keep it has the execution go on."""
    walking.apply()
    enrollment = walking.invite()
    (start,) = walking.tasks()
    walking.evaluate(walking.take(enrollment))
    walking.deliver(*[task for task in walking.tasks() if task["id"] != start["id"]])
    walking.deliver(start)
    moto_interpreter.await_call(action="await")

    assert walking.outcome(enrollment) == ("active", ["passed", "invited", "pending"])


def test_an_enrollment_that_is_stopped_ends_its_execution(
    walking: Enrolling, moto_interpreter: MotoInterpreter
) -> None:
    walking.apply()
    threads = len(TMP_THREADS)
    enrollment = walking.invite()
    walking.deliver()
    moto_interpreter.await_call(action="await")
    walking.end_job()
    walking.deliver()
    TMP_THREADS[threads].join(60)

    assert walking.outcome(enrollment)[0] == "stopped"
    assert describe(walking, enrollment)["status"] == "SUCCEEDED"


def test_an_aborted_execution_is_taken_up_by_another_at_the_same_step(
    walking: Enrolling, moto_interpreter: MotoInterpreter
) -> None:
    walking.apply()
    threads = len(TMP_THREADS)
    enrollment = walking.invite()
    walking.deliver()
    moto_interpreter.await_call(action="await")
    client = boto3.client("stepfunctions", region_name=REGION)
    client.stop_execution(executionArn=describe(walking, enrollment)["executionArn"])
    # The stand-in notices the end of an execution only when its state is over.
    client.send_task_success(taskToken=walking.record(enrollment).task_token or "", output="{}")
    TMP_THREADS[threads].join(60)
    assert describe(walking, enrollment)["status"] == "ABORTED"
    walking.clock.advance(seconds=LIVENESS.total_seconds())
    walking.recover()
    walking.deliver()
    walking.deliver()
    moto_interpreter.await_call(action="await", run=2)

    assert describe(walking, f"{enrollment}-2")["status"] == "RUNNING"
    walking.evaluate(walking.take(enrollment))
    walking.deliver()
    moto_interpreter.await_call(action="await", run=2)
    assert walking.outcome(enrollment) == ("active", ["passed", "invited", "pending"])

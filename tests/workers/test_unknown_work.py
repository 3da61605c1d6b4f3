"""Work of another release is logged, counted and left to recovery, and nothing waits for it."""

from dataclasses import replace
from typing import Any

import pytest

from data_rights_jobs.handler import handler as data_rights_jobs
from enrollments.handler import handler as enrollments
from enrollments.task import handler as enrollment_task
from evaluation.task import handler as evaluation_task
from fan_out.handler import handler as fan_out
from gather.core.identifiers import new_id
from gather.events.task import TaskName
from gather.table import keys
from gather.table.outbox import DISPATCHED_WITHIN, Task
from gather.wiring import Adapters
from gather.workers.unknown_work import UnknownWork
from notifications.handler import handler as notifications
from speech.handler import handler as speech
from tests.builders.failures import given_up, retry_all
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock
from tests.doubles.delivering import FAN_OUT, Delivering, Message
from tests.doubles.lambda_context import Context

UNKNOWN = "of_another_release"


@pytest.fixture
def delivering(
    adapters: Adapters, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Delivering:
    return Delivering(adapters, tenant, clock, monkeypatch)


def unknown_task(delivering: Delivering) -> Task:
    """A task in the outbox whose name this release does not have."""
    task = Task(
        name=UNKNOWN,
        organization_id=delivering.tenant.organization_id,
        team_id=delivering.tenant.team_id,
        payload={"candidateId": "theirs"},
        at=delivering.clock.now(),
    )
    delivering.send(task)
    return task


def message_of(task: Task, queue_url: str = FAN_OUT) -> Message:
    body = {**task.payload, "taskId": task.id, "teamId": task.team_id, "name": task.name}
    return Message(queue_url, body, task.at)


@pytest.mark.produces("UnknownWork")
def test_recovery_leaves_it_goes_on_with_the_rest_and_sets_it_aside_after_two_days(
    delivering: Delivering,
) -> None:
    unknown, event = unknown_task(delivering), delivering.publish()
    delivering.clock.advance(seconds=200)

    assert delivering.recover() == {"done": 1, "failed": 0, "more": False}
    [turn] = delivering.messages
    assert turn.body["eventId"] == event.id
    delivering.deliver(fan_out, turn)

    delivering.clock.advance(seconds=DISPATCHED_WITHIN.total_seconds())
    delivering.recover()
    assert [failure.id for failure in given_up(delivering.records)] == [unknown.id]
    assert retry_all(delivering.records, delivering.clock.now()) == [True]


@pytest.mark.parametrize("worker", [notifications, speech, enrollments, data_rights_jobs])
@pytest.mark.produces("UnknownWork")
def test_a_worker_does_not_take_it_for_its_own_and_uses_up_no_attempt(
    delivering: Delivering, worker: Any
) -> None:
    task = unknown_task(delivering)

    assert delivering.deliver(worker, message_of(task)) == []

    entry = delivering.records.table.get(keys.outbox(task.id))
    assert entry is not None
    assert "attempts" not in entry


@pytest.mark.parametrize("name", [UNKNOWN, TaskName.SEND_INVITE])
@pytest.mark.produces("UnknownWork")
def test_the_fan_out_worker_leaves_what_is_no_task_of_its_own(delivering: Delivering, name: str) -> None:
    task = replace(unknown_task(delivering), name=name)

    assert delivering.deliver(fan_out, message_of(task)) == []

    assert delivering.records.table.get(keys.outbox(task.id)) is not None


@pytest.mark.parametrize(
    ("handler", "event"),
    [
        (enrollment_task, {"teamId": "team", "enrollmentId": new_id(), "run": 1, "token": "token"}),
        (evaluation_task, {"teamId": "team", "candidateInterviewId": new_id(), "run": 1}),
    ],
    ids=["enrollment", "evaluation"],
)
@pytest.mark.produces("UnknownWork")
def test_a_step_of_another_release_s_state_machine_is_no_other_step(
    adapters: Adapters, handler: Any, event: dict[str, Any]
) -> None:
    with pytest.raises(UnknownWork):
        handler.run({**event, "action": UNKNOWN}, Context(), adapters)

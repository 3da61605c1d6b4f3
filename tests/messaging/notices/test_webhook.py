"""The e-mails about webhooks that fail."""

from typing import Any

import pytest

from gather.events.task import TaskName
from gather.ports.failure import EngineFailed
from gather.table.outbox import LONGEST_RETRY, Task
from gather.wiring import Adapters
from notifications.handler import handler
from tests.builders.outbox import entries_of, queue_event
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.support.records import add_interview

OPENED_AT = "2026-03-02T09:30:00.000Z"


@pytest.fixture
def task(adapters: Adapters, tenant: Tenant, clock: HandClock) -> dict[str, Any]:
    """The task that the opening of a receiver has left."""
    unit = adapters.records.unit_of_work()
    unit.send(
        Task(
            name=TaskName.SEND_RECEIVER_NOTICE,
            organization_id=tenant.organization_id,
            team_id=tenant.team_id,
            payload={"host": "hooks.example.com", "openedAt": OPENED_AT},
            at=clock.now(),
        )
    )
    unit.commit()
    [entry] = [entry for entry in entries_of(adapters.records.table, "TASK") if "host" in entry["payload"]]
    return entry


def deliver(adapters: Adapters, task: dict[str, Any]) -> list[str]:
    answer = handler.run(queue_event([task]), Context(), adapters)
    return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]


def tasks_left(adapters: Adapters) -> list[str]:
    entries = entries_of(adapters.records.table, "TASK")
    return [entry["id"] for entry in entries if entry["name"] == TaskName.SEND_RECEIVER_NOTICE]


def test_whom_the_team_s_interviews_notify_is_told_once(
    adapters: Adapters, service: Service, tenant: Tenant, engines: ScriptedEngines, task: dict[str, Any]
) -> None:
    for _ in range(2):
        add_interview(service, notificationSubscribers=[tenant.user_id])

    assert deliver(adapters, task) == deliver(adapters, task) == []

    [message] = engines.the_email.messages
    assert "hooks.example.com" in message.subject
    for body in (message.text, message.html):
        assert "hooks.example.com" in body
        assert OPENED_AT in body
    assert tasks_left(adapters) == []


def test_a_configuration_that_was_switched_off_is_told_of(
    adapters: Adapters,
    service: Service,
    tenant: Tenant,
    clock: HandClock,
    engines: ScriptedEngines,
) -> None:
    add_interview(service, notificationSubscribers=[tenant.user_id])
    unit = adapters.records.unit_of_work()
    payload = {"webhookConfigurationId": "a1", "hosts": ["hooks.example.com"], "failingSince": OPENED_AT}
    unit.send(
        Task(
            name=TaskName.SEND_WEBHOOK_NOTICE,
            organization_id=tenant.organization_id,
            team_id=tenant.team_id,
            payload=payload,
            at=clock.now(),
        )
    )
    unit.commit()
    [entry] = [entry for entry in entries_of(adapters.records.table, "TASK") if "hosts" in entry["payload"]]

    assert deliver(adapters, entry) == []

    [message] = engines.the_email.messages
    assert "switched off" in message.subject
    for said in ("hooks.example.com", "a1", OPENED_AT):
        assert said in message.text


def test_a_team_whose_interviews_notify_nobody_gets_no_message(
    adapters: Adapters, service: Service, engines: ScriptedEngines, task: dict[str, Any]
) -> None:
    add_interview(service)

    assert deliver(adapters, task) == []

    assert (engines.the_email.messages, tasks_left(adapters)) == ([], [])


def test_an_engine_that_is_out_is_asked_again(
    adapters: Adapters,
    service: Service,
    tenant: Tenant,
    clock: HandClock,
    engines: ScriptedEngines,
    task: dict[str, Any],
) -> None:
    add_interview(service, notificationSubscribers=[tenant.user_id])
    engines.the_email.failures = [EngineFailed(retryable=True, reason="The engine answered Throttling")]

    assert deliver(adapters, task) == [task["id"]]
    clock.advance(seconds=LONGEST_RETRY.total_seconds())
    assert deliver(adapters, task) == []

    assert len(engines.the_email.messages) == 1
    assert tasks_left(adapters) == []


def test_an_address_that_is_refused_does_not_hold_up_the_task(
    adapters: Adapters, service: Service, tenant: Tenant, engines: ScriptedEngines, task: dict[str, Any]
) -> None:
    add_interview(service, notificationSubscribers=[tenant.user_id])
    engines.the_email.failures = [EngineFailed(retryable=False, reason="The engine answered Rejected")]

    assert deliver(adapters, task) == []

    assert (engines.the_email.messages, tasks_left(adapters)) == ([], [])

"""The receivers of an event, and the queue of a task (docs/architecture.md, the walk of an event)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from gather.core.identifiers import new_id
from gather.events.task import TaskName
from gather.table import keys
from gather.table.outbox import OutboxEntry, Task
from gather.table.records import Records
from gather.webhooks.storage import WEBHOOK
from gather.wiring import Adapters
from gather.workers.queues import LONGEST_REQUEST_SECONDS
from tests.builders.deliveries import make_webhook
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.delivering import QUEUES, Delivering
from tests.support.records import add_candidate, add_interview, post_candidate_interview

ONE, TWO, THREE = (f"https://{name}.example.com/in" for name in ("one", "two", "three"))


@pytest.fixture
def delivering(
    adapters: Adapters, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Delivering:
    return Delivering(adapters, tenant, clock, monkeypatch)


def urls(delivering: Delivering) -> list[str]:
    """Returns the addresses of the stored deliveries."""
    return sorted(delivery["url"] for delivery in delivering.deliveries())


def test_an_event_goes_to_the_active_subscriptions_of_its_team_alone(
    delivering: Delivering, other_tenant: Tenant
) -> None:
    records, tenant = delivering.records, delivering.tenant
    make_webhook(records, tenant, urls=[ONE, TWO])
    make_webhook(records, tenant, urls=[ONE], events=["interview.created", "interview.updated"])
    make_webhook(records, tenant, urls=[THREE], events=["interview.updated"])
    make_webhook(records, tenant, urls=[THREE], isActive=False)
    make_webhook(records, other_tenant, urls=[THREE])

    assert delivering.dispatch(delivering.publish()) == []

    assert urls(delivering) == [ONE, TWO]
    assert len({delivery["id"] for delivery in delivering.deliveries()}) == 2
    queued = {message.body["deliveryId"] for message in delivering.messages}
    assert queued == {delivery["id"] for delivery in delivering.deliveries()}
    assert {message.queue_url for message in delivering.messages} == {QUEUES["delivery_queue_url"]}
    assert {message.body["attempt"] for message in delivering.messages} == {1}
    assert {delivery["status"] for delivery in delivering.deliveries()} == {"pending"}


def test_an_event_without_subscribers_is_done(delivering: Delivering) -> None:
    event = delivering.publish()

    assert delivering.dispatch(event) == []

    assert (delivering.deliveries(), delivering.messages, delivering.due()) == ([], [], [])


def test_a_new_subscription_hears_of_the_next_event(delivering: Delivering) -> None:
    delivering.dispatch(delivering.publish())
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])

    delivering.dispatch(delivering.publish())

    assert urls(delivering) == [ONE]


def test_a_batch_that_comes_again_or_out_of_order_adds_nothing(delivering: Delivering) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE, TWO])
    events = [delivering.publish() for _ in range(3)]
    task = task_of(delivering, TaskName.EVALUATE)
    delivering.send(task)
    make_late = [*events[::-1], task]

    assert delivering.dispatch(*events, task) == []
    make_webhook(delivering.records, delivering.tenant, urls=[THREE])
    assert delivering.dispatch(*make_late) == []

    assert len(delivering.deliveries()) == delivering.counted() == 6
    first_attempts = [message for message in delivering.messages if "deliveryId" in message.body]
    assert len(first_attempts) == 6


@pytest.mark.produces("UnknownWork")
def test_an_event_of_another_release_is_left_to_recovery_and_holds_up_no_other(
    delivering: Delivering,
) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    unknown, known = delivering.publish("interview.exploded"), delivering.publish()

    assert delivering.dispatch(unknown, known) == []

    assert urls(delivering) == [ONE]
    assert [item["id"] for item in delivering.due() if item["entity"] == "EVENT"] == [unknown.id]


def test_a_configuration_deleted_meanwhile_gets_no_delivery(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook = make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    make_webhook(delivering.records, delivering.tenant, urls=[TWO])
    key = WEBHOOK.key(webhook.team_id, webhook.id)
    unit = Records.unit_of_work

    def delete_first(records: Records) -> Any:
        records.table.delete(key)
        return unit(records)

    event = delivering.publish()
    monkeypatch.setattr(Records, "unit_of_work", delete_first)

    assert delivering.dispatch(event) == []

    assert urls(delivering) == [TWO]
    assert delivering.counted() == 1
    assert len(delivering.messages) == 1


def test_the_stream_only_sends_one_message_for_each_entry(delivering: Delivering) -> None:
    """All teams share its lane, so it makes no deliveries in it, and a few calls for a whole batch."""
    make_webhook(delivering.records, delivering.tenant, urls=[ONE, TWO])
    events = [delivering.publish() for _ in range(12)]
    task = task_of(delivering, TaskName.EVALUATE)
    delivering.send(task)
    delivering.faults.calls = 0

    assert delivering.bring(*events, task) == []

    # One read, two calls for the events' queue and one for the task's.
    assert delivering.faults.calls == 4
    assert delivering.deliveries() == []
    assert len(delivering.messages) == 13
    assert {message.group for message in delivering.messages} == {delivering.tenant.team_id}


def test_entries_that_a_queue_did_not_take_are_reported_alone(delivering: Delivering) -> None:
    event, task = delivering.publish(), task_of(delivering, TaskName.EVALUATE)
    delivering.send(task)
    # The first call reads the entries, the second sends the event.
    delivering.faults.kind, delivering.faults.at, delivering.faults.calls = "fails", 2, 0

    assert delivering.bring(event, task) == [event.id]

    assert [message.body["taskId"] for message in delivering.messages] == [task.id]


@pytest.mark.produces("UnknownWork")
def test_a_task_of_another_release_holds_up_no_lane_and_is_left_to_recovery(
    delivering: Delivering,
) -> None:
    known = task_of(delivering, TaskName.EVALUATE)
    unknown = replace(known, id=new_id(), name="of_another_release")
    for entry in (unknown, known):
        delivering.send(entry)

    assert delivering.bring(unknown, known) == []

    assert [message.body["taskId"] for message in delivering.messages] == [known.id]
    assert unknown.id in {item["id"] for item in delivering.due()}


class _Order(OutboxEntry):
    """A kind of entry that a later release writes."""

    entity = "ORDER"


@pytest.mark.produces("UnknownWork")
def test_a_kind_of_entry_of_another_release_holds_up_no_lane(delivering: Delivering) -> None:
    known = task_of(delivering, TaskName.EVALUATE)
    members = {name: getattr(known, name) for name in ("name", "organization_id", "team_id", "payload", "at")}
    unknown = _Order(**members)
    for entry in (unknown, known):
        delivering.send(entry)

    assert delivering.bring(unknown, known) == []

    assert [message.body["taskId"] for message in delivering.messages] == [known.id]


class TestResultsUrl:
    """A candidate interview's own `webhookUrl` (interface: Webhooks, rule 6)."""

    def test_it_gets_the_completion_signed_with_its_own_secret(
        self, delivering: Delivering, service: Service
    ) -> None:
        created = service.post(
            "/candidate-interviews",
            {
                "candidateId": add_candidate(service),
                "interviewId": add_interview(service),
                "webhookUrl": THREE,
            },
        ).data
        delivering.receivers.secret = created["webhookSecret"]
        interview_id = created["id"]
        for name in ("candidate_interview.completed", "candidate_interview.status_changed"):
            delivering.publish(name, candidateInterviewId=interview_id)

        delivering.run()

        [delivery] = delivering.deliveries()
        assert (delivery["url"], delivery["status"]) == (THREE, "completed")
        assert delivery["candidateInterviewId"] == interview_id
        [request] = delivering.receivers.received
        assert request.headers["X-Service-Event"] == "candidate_interview.completed"
        shown = service.get("/webhook-deliveries", candidateInterviewId=interview_id).data
        assert [entry["webhookConfigurationId"] for entry in shown["webhookDeliveries"]] == [None]

    def test_it_gets_it_beside_the_team_s_subscriptions(
        self, delivering: Delivering, service: Service
    ) -> None:
        make_webhook(
            delivering.records, delivering.tenant, urls=[ONE], events=["candidate_interview.completed"]
        )
        interview_id = post_candidate_interview(service, webhookUrl=THREE)["id"]

        delivering.dispatch(
            delivering.publish("candidate_interview.completed", candidateInterviewId=interview_id)
        )

        assert urls(delivering) == [ONE, THREE]


def task_of(delivering: Delivering, name: TaskName) -> Task:
    return Task(
        name=name,
        organization_id=delivering.tenant.organization_id,
        team_id=delivering.tenant.team_id,
        payload={"candidateInterviewId": "theirs", "run": 1},
        at=delivering.clock.now(),
    )


@pytest.mark.parametrize(
    ("name", "queue"),
    [
        (TaskName.SEND_INVITE, "notification_queue_url"),
        (TaskName.SEND_REMINDER, "notification_queue_url"),
        (TaskName.SEND_COMPLETION, "notification_queue_url"),
        (TaskName.SPEAK_QUESTION, "speech_queue_url"),
        (TaskName.EVALUATE, "evaluation_queue_url"),
        (TaskName.CREATE_DASHBOARD_ACCOUNT, "dashboard_account_queue_url"),
        (TaskName.REFRESH_PERSONAS, "persona_queue_url"),
        (TaskName.SEND_MEETING_INVITE, "notification_queue_url"),
        (TaskName.PLAY_CANDIDATE, "play_queue_url"),
        (TaskName.PREVIEW_SCORECARD, "scorecard_preview_queue_url"),
        (TaskName.APPLY_PREVIEW, "scorecard_preview_queue_url"),
        (TaskName.START_ENROLLMENT, "enrollment_queue_url"),
        (TaskName.CHECK_ENROLLMENT, "enrollment_queue_url"),
        (TaskName.ADVANCE_ENROLLMENT, "enrollment_queue_url"),
        (TaskName.STOP_ENROLLMENTS, "enrollment_queue_url"),
    ],
)
def test_a_task_goes_to_the_queue_of_its_worker_who_alone_ends_it(
    delivering: Delivering, name: TaskName, queue: str
) -> None:
    task = task_of(delivering, name)
    delivering.send(task)

    assert delivering.dispatch(task) == []

    [message] = delivering.messages
    assert message.queue_url == QUEUES[queue]
    assert message.group == delivering.tenant.team_id
    assert message.body == {
        "candidateInterviewId": "theirs",
        "run": 1,
        "taskId": task.id,
        "teamId": delivering.tenant.team_id,
        "organizationId": delivering.tenant.organization_id,
        "name": name.value,
    }
    assert delivering.records.table.get(keys.outbox(task.id)) is not None


def test_what_is_of_no_team_shares_the_queue_as_its_organization(delivering: Delivering) -> None:
    task = replace(task_of(delivering, TaskName.CREATE_DASHBOARD_ACCOUNT), team_id="")
    delivering.send(task)

    delivering.dispatch(task)

    [message] = delivering.messages
    assert message.group == delivering.tenant.organization_id


def test_every_task_has_a_queue_that_is_fair_between_teams(delivering: Delivering) -> None:
    for name in TaskName:
        task = task_of(delivering, name)
        delivering.send(task)
        assert delivering.bring(task) == []
    assert len(delivering.messages) == len(TaskName)
    assert all(message.queue_url for message in delivering.messages)
    # Queues are fair between groups.
    assert {message.group for message in delivering.messages} == {delivering.tenant.team_id}


def test_interviewers_are_told_when_requests_that_were_under_way_are_over(delivering: Delivering) -> None:
    task = task_of(delivering, TaskName.REFRESH_PERSONAS)
    delivering.send(task)

    delivering.dispatch(task)

    [message] = delivering.messages
    assert message.at - delivering.clock.now() == timedelta(seconds=LONGEST_REQUEST_SECONDS)

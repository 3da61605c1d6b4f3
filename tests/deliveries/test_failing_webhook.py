"""A configuration whose deliveries fail for days is switched off (interface: Deliveries, rule 17)."""

from datetime import datetime, timedelta

import pytest

from gather.core.clock import timestamp
from gather.deliveries.failing_webhook import save_outcome
from gather.events.task import TaskName
from gather.table.kind import Stored
from gather.table.unit_of_work import UnitOfWork
from gather.webhooks.models import LONGEST_FAILING, WebhookRecord
from gather.webhooks.storage import WEBHOOK
from gather.wiring import Adapters
from tests.builders.deliveries import make_webhook
from tests.builders.outbox import tasks_of
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock
from tests.doubles.delivering import BUSY, Delivering

ONE, TWO = "https://one.example.com/in", "https://two.example.com/in"


@pytest.fixture
def delivering(
    adapters: Adapters, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Delivering:
    return Delivering(adapters, tenant, clock, monkeypatch)


@pytest.fixture
def webhook(delivering: Delivering) -> WebhookRecord:
    return make_webhook(delivering.records, delivering.tenant, urls=[ONE])


def fail_once(delivering: Delivering, url: str = ONE) -> datetime:
    """Let an event come whose three attempts at `url` fail; when the last of them did."""
    delivering.receivers.answers[url] = [BUSY] * 3
    delivering.publish()
    delivering.run(leaves_tasks=True)
    return delivering.clock.now()


def deliver_once(delivering: Delivering) -> None:
    delivering.receivers.answers.clear()
    delivering.publish()
    delivering.run(leaves_tasks=True)


def present(delivering: Delivering, webhook: WebhookRecord) -> WebhookRecord:
    return delivering.records.get(WEBHOOK, webhook.team_id, webhook.id).record


def notices(delivering: Delivering) -> list[dict[str, object]]:
    tasks = tasks_of(delivering.records.table)
    return [payload for name, payload in tasks if name == TaskName.SEND_WEBHOOK_NOTICE]


def test_five_days_of_failures_switch_it_off_and_the_team_is_told(
    delivering: Delivering, webhook: WebhookRecord
) -> None:
    first = fail_once(delivering)
    delivering.clock.advance(seconds=LONGEST_FAILING.total_seconds())

    fail_once(delivering)

    assert not present(delivering, webhook).is_active
    assert notices(delivering) == [
        {"webhookConfigurationId": webhook.id, "hosts": ["one.example.com"], "failingSince": timestamp(first)}
    ]


def test_less_than_five_days_leave_it_on(delivering: Delivering, webhook: WebhookRecord) -> None:
    first = fail_once(delivering)
    delivering.clock.advance(seconds=LONGEST_FAILING.total_seconds() - 3_600)

    fail_once(delivering)

    assert present(delivering, webhook).is_active
    assert present(delivering, webhook).failing_since == timestamp(first)


def test_one_delivery_that_arrives_ends_the_row(delivering: Delivering, webhook: WebhookRecord) -> None:
    fail_once(delivering)
    deliver_once(delivering)
    delivering.clock.advance(seconds=LONGEST_FAILING.total_seconds())

    fail_once(delivering)

    assert present(delivering, webhook).is_active
    assert notices(delivering) == []


def test_an_attempt_that_fails_and_is_repeated_with_success_is_no_failure(
    delivering: Delivering, webhook: WebhookRecord
) -> None:
    delivering.receivers.answers[ONE] = [BUSY] * 2
    delivering.publish()

    delivering.run(leaves_tasks=True)

    assert present(delivering, webhook).failing_since is None


def test_a_url_that_takes_events_keeps_the_configuration_on(delivering: Delivering) -> None:
    webhook = make_webhook(delivering.records, delivering.tenant, urls=[ONE, TWO])
    fail_once(delivering)
    delivering.clock.advance(seconds=LONGEST_FAILING.total_seconds())

    fail_once(delivering)

    assert present(delivering, webhook).is_active


def test_two_workers_at_once_switch_it_off_once(delivering: Delivering, webhook: WebhookRecord) -> None:
    first = fail_once(delivering)
    late = first + LONGEST_FAILING + timedelta(seconds=1)
    seen = present(delivering, webhook)

    told = [save_outcome(delivering.records, seen, delivered=False, now=late) for _ in range(2)]

    assert told == [True, False]
    assert len(notices(delivering)) == 1


def test_a_change_of_the_team_in_between_is_kept(
    delivering: Delivering, webhook: WebhookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = delivering.clock.now()
    others = [lambda: _describe(delivering, webhook, "Ours")]
    commit = UnitOfWork.commit

    def commit_after_another(unit: UnitOfWork) -> None:
        if others:
            others.pop()()
        commit(unit)

    monkeypatch.setattr(UnitOfWork, "commit", commit_after_another)

    save_outcome(delivering.records, webhook, delivered=False, now=now)

    stored = present(delivering, webhook)
    assert (stored.description, stored.failing_since) == ("Ours", timestamp(now))


def _describe(delivering: Delivering, webhook: WebhookRecord, description: str) -> None:
    def change(stored: Stored[WebhookRecord], _unit: UnitOfWork) -> WebhookRecord:
        return stored.record.changed(description=description)

    delivering.records.change(WEBHOOK, webhook.team_id, webhook.id, change)

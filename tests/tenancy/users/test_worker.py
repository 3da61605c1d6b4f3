"""The dashboard accounts worker: who is to sign in gets one account and one invitation, whatever fails."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from dashboard_accounts.handler import handler
from gather.core.clock import from_timestamp
from gather.ports.failure import EngineFailed
from gather.ports.identity import DashboardAccount
from gather.table.outbox import LONGEST_RETRY
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.failures import given_up, retry_all
from tests.builders.outbox import entries_of, queue_event, tasks_of
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.table_faults import fail, throttled

THROTTLED = EngineFailed(retryable=True, reason="The identity engine answered TooManyRequestsException")
REFUSED = EngineFailed(retryable=False, reason="The identity engine answered InvalidParameterException")


class Died(BaseException):
    """The end of the worker's process."""


@dataclass
class Office:
    """Users who are to sign in, and the worker that makes their accounts."""

    adapters: Adapters
    service: Service
    tenant: Tenant
    table: Table
    clock: HandClock
    engines: ScriptedEngines

    def add(self, email: str = "ada@example.com", first_name: str = "Ada") -> str:
        """A new user who is to sign in; answers their id."""
        user = {
            "firstName": first_name,
            "lastName": "Example",
            "email": email,
            "teamIds": [self.tenant.team_id],
            "createAuth0Account": True,
        }
        reply = self.service.post("/users", {"users": [user]})
        assert reply.status == 201, reply.body
        user_id: str = reply.data["users"][0]["id"]
        return user_id

    def task(self) -> dict[str, Any]:
        """The latest task that is not done."""
        return entries_of(self.table, "TASK")[-1]

    def deliver(self, *tasks: Mapping[str, Any]) -> list[str]:
        """Hand the messages of tasks to the worker; answers the tasks whose messages come back."""
        answer = handler.run(queue_event(tasks), Context(), self.adapters)
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def lose_claims(self) -> None:
        """Let the time pass after which nobody is believed to be working."""
        self.clock.advance(seconds=handler.policy.lease.total_seconds() + 1)

    @property
    def accounts(self) -> list[DashboardAccount]:
        return self.engines.the_identity.accounts


@pytest.fixture
def office(
    adapters: Adapters,
    service: Service,
    tenant: Tenant,
    table: Table,
    clock: HandClock,
    engines: ScriptedEngines,
) -> Office:
    return Office(adapters, service, tenant, table, clock, engines)


def _counted(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The metrics of accounts, in the order in which they were counted."""
    return [name for entry in caplog.records for name in vars(entry) if name.startswith("DashboardAccount")]


def test_the_account_is_the_user_s(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    office.add()

    assert office.deliver(office.task()) == []

    assert office.accounts == [DashboardAccount("ada@example.com", "Ada", "Example")]
    assert tasks_of(office.table) == []
    assert _counted(caplog) == ["DashboardAccounts"]


def test_a_message_that_comes_twice_asks_once(office: Office) -> None:
    office.add()
    task = office.task()
    office.deliver(task, task)
    office.engines.the_identity.accounts.clear()
    office.lose_claims()

    assert office.deliver(task) == []

    assert office.accounts == []


def _before_asking(_office: Office, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("gather.tenancy.users.service.DashboardAccount", _dying)


def _after_asking(office: Office, patch: pytest.MonkeyPatch) -> None:
    create = office.engines.the_identity.create_account

    def create_and_die(account: DashboardAccount) -> None:
        create(account)
        raise Died

    patch.setattr(office.engines.the_identity, "create_account", create_and_die)


def _after_ending(_office: Office, patch: pytest.MonkeyPatch) -> None:
    write = Table.write

    def write_and_die(table: Table, request: dict[str, Any]) -> None:
        write(table, request)
        raise Died

    patch.setattr(Table, "write", write_and_die)


def _dying(*_: object) -> None:
    raise Died


@pytest.mark.parametrize("moment", [_before_asking, _after_asking, _after_ending])
def test_a_worker_that_dies_between_two_steps_loses_and_repeats_nothing(
    office: Office, moment: Callable[[Office, pytest.MonkeyPatch], None]
) -> None:
    office.add()
    task = office.task()
    with pytest.MonkeyPatch.context() as patch:
        moment(office, patch)
        with pytest.raises(Died):
            office.deliver(task)

    assert office.deliver(task) == []
    office.lose_claims()
    assert office.deliver(task) == []

    assert len(office.accounts) == 1
    assert tasks_of(office.table) == []


def test_a_table_that_is_throttled_at_the_end_brings_the_message_back_and_repeats_no_invite(
    adapters: Adapters,
    office: Office,
) -> None:
    office.add()
    task = office.task()
    stop = fail(adapters, "DeleteItem", throttled("DeleteItem"))

    assert office.deliver(task) == [task["id"]]
    stop()
    office.lose_claims()
    assert office.deliver(task) == []

    assert len(office.accounts) == 1
    assert tasks_of(office.table) == []


@pytest.mark.produces("DashboardAccountRetries")
def test_an_engine_that_is_throttled_is_asked_again_after_a_pause(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    office.add()
    task = office.task()
    office.engines.the_identity.failures.append(THROTTLED)

    assert office.deliver(task) == [task["id"]]
    assert office.deliver(task) == []
    assert office.accounts == []
    office.clock.advance(minutes=1)
    assert office.deliver(task) == []

    assert len(office.accounts) == 1
    assert _counted(caplog) == ["DashboardAccountRetries", "DashboardAccounts"]


def test_pauses_grow_to_an_hour(office: Office) -> None:
    office.add()
    task = office.task()
    office.engines.the_identity.failures += [THROTTLED] * 10
    pauses = []
    for _ in range(10):
        office.deliver(task)
        pauses.append(from_timestamp(office.task()["dueSk"]) - office.clock.now())
        office.clock.advance(hours=1)

    assert timedelta(seconds=30) <= pauses[0] <= timedelta(minutes=1)
    assert timedelta(minutes=2) <= pauses[2] <= timedelta(minutes=4)
    assert LONGEST_RETRY / 2 <= pauses[-1] <= LONGEST_RETRY


@pytest.mark.produces("DashboardAccountsGivenUp")
def test_an_account_that_no_attempt_can_make_is_given_up_and_counted(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    user_id = office.add()
    task = office.task()
    most = handler.policy.most_attempts
    office.engines.the_identity.failures += [THROTTLED] * (most + 1)
    outcomes = []
    for _ in range(most):
        outcomes.append(office.deliver(task))
        office.clock.advance(hours=1)

    assert outcomes == [[task["id"]]] * (most - 1) + [[]]
    assert _counted(caplog)[-1] == "DashboardAccountsGivenUp"
    assert tasks_of(office.table) == []
    [user] = [user for user in office.service.get("/users").data["users"] if user["id"] == user_id]
    assert user["isApiUser"] is False


def test_an_account_that_the_engine_refuses_is_given_up_without_a_person_in_the_log(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    user_id = office.add("ada@example.com", first_name="Adalovelace")
    office.engines.the_identity.failures.append(REFUSED)

    assert office.deliver(office.task()) == []

    assert (office.accounts, tasks_of(office.table)) == ([], [])
    [line] = [entry for entry in caplog.records if entry.getMessage() == "a task was given up"]
    assert (vars(line)["userId"], vars(line)["reason"]) == (user_id, REFUSED.reason)
    assert _counted(caplog) == ["DashboardAccountsGivenUp"]
    logged = "".join(str(vars(entry)) for entry in caplog.records)
    assert "ada@example.com" not in logged
    assert "Adalovelace" not in logged


def test_an_account_that_was_given_up_is_made_when_the_operator_retries_it(office: Office) -> None:
    office.add("ada@example.com")
    office.engines.the_identity.failures.append(REFUSED)
    office.deliver(office.task())

    assert retry_all(office.adapters.records, office.clock.now()) == [True]
    assert office.deliver(office.task()) == []

    assert [account.email for account in office.accounts] == ["ada@example.com"]
    assert given_up(office.adapters.records) == []


def test_one_engine_failure_does_not_bring_the_others_back(office: Office) -> None:
    office.add("ada@example.com")
    office.add("bo@example.com")
    first, second = entries_of(office.table, "TASK")
    office.engines.the_identity.failures.append(THROTTLED)

    assert office.deliver(first, second) == [first["id"]]

    assert [account.email for account in office.accounts] == ["bo@example.com"]

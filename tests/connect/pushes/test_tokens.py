"""Access tokens of suites: got once, kept encrypted, renewed by one worker, replaced when refused."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qs

import pytest

from gather.connect.integrations.suite_storage import SUITE_TOKEN
from gather.connect.orders.models import Order
from gather.connect.pushes import tokens as tokens_module
from gather.connect.pushes.failure import CREDENTIALS_ENDED
from gather.core.errors import GatherError, ServiceUnavailable
from gather.ports.failure import EngineFailed
from gather.table.store import Table
from tests.builders.failures import given_up
from tests.builders.service import Service
from tests.builders.suites import ConnectedSuite, connect_suite
from tests.doubles.pushing import Pushing, PushReceiver, PushRequest, Said

pytestmark = [pytest.mark.routes, pytest.mark.in_process]


class OAuth:
    """The suite's side: each refresh token is good once, and a new one takes its place."""

    def __init__(self) -> None:
        self.issued = 0
        self.refresh = "refresh-0"
        self.good: set[str] = set()
        self.said: list[Said] = []
        self.forms: list[dict[str, str]] = []
        self.seconds: object = 3600
        self.length = 0

    def __call__(self, request: PushRequest) -> Said:
        if request.path == "/token":
            return self._issue({name: values[0] for name, values in parse_qs(request.body.decode()).items()})
        token = request.headers["authorization"].removeprefix("Bearer ")
        return Said() if token in self.good else Said(401)

    def _issue(self, form: dict[str, str]) -> Said:
        self.forms.append(form)
        if self.said:
            return self.said.pop(0)
        if form["refresh_token"] != self.refresh:
            return Said(400, body={"error": "invalid_grant"})
        self.issued += 1
        self.refresh = f"refresh-{self.issued}"
        token = f"access-{self.issued}".ljust(self.length, "x")
        self.good.add(token)
        return Said(body={"access_token": token, "refresh_token": self.refresh, "expires_in": self.seconds})


@pytest.fixture
def oauth(receiver: PushReceiver) -> OAuth:
    """The suite, which issues tokens."""
    receiver.answer = made = OAuth()
    return made


@pytest.fixture
def lever(
    customer: Service, pushing: Pushing, receiver: PushReceiver, interview_id: str, oauth: OAuth
) -> ConnectedSuite:
    """An integration with Lever by OAuth."""
    triggers = [{"stageId": "stage-1", "interviewId": interview_id}]
    return connect_suite(
        customer,
        "lever",
        apiUrl=receiver.url,
        apiKey=None,
        clientId="client",
        clientSecret="client-secret",
        refreshToken="refresh-0",
        tokenUrl=f"{receiver.url}/token",
        triggers=triggers,
    )


def pushes(lever: ConnectedSuite, order: Order) -> list[Any]:
    found: list[Any] = lever.general("GET", f"/orders/{order.id}/pushes").data["pushes"]
    return found


def two_tasks(pushing: Pushing, lever: ConnectedSuite, interview_id: str) -> list[Any]:
    """The tasks to tell of two orders, in their order."""
    placed = [pushing.place_with_lever(lever.id, interview_id, number) for number in (2, 3)]
    tasks = {task["payload"]["orderId"]: task for task in pushing.tasks()}
    return [tasks[order.id] for order in placed]


def do_before(monkeypatch: pytest.MonkeyPatch, method: str, work: Callable[[], object]) -> None:
    """Have something done before a step of the next renewal."""
    step, left = getattr(tokens_module.SuiteTokens, method), [work]

    def late(*arguments: Any) -> Any:
        if left:
            left.pop()()
        return step(*arguments)

    monkeypatch.setattr(tokens_module.SuiteTokens, method, late)


def stored(table: Table, lever: ConnectedSuite) -> Any:
    return table.get(SUITE_TOKEN.key(lever.id))


def test_a_token_is_got_once_and_kept_encrypted(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth, table: Table
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    pushing.work()
    issued = oauth.issued
    pushing.place_with_lever(lever.id, interview_id, 2)
    pushing.work()

    assert oauth.issued == issued == 1
    assert oauth.forms[0]["grant_type"] == "refresh_token"
    assert (oauth.forms[0]["client_id"], oauth.forms[0]["client_secret"]) == ("client", "client-secret")
    text = json.dumps(stored(table, lever), default=str)
    assert all(secret not in text for secret in ("access-1", "refresh-1", "client-secret"))
    assert pushing.tasks() == []


def test_a_token_is_renewed_a_minute_before_its_end_with_the_newest_refresh_token(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    pushing.work()
    pushing.clock.advance(seconds=3600 - 61)
    pushing.place_with_lever(lever.id, interview_id, 2)
    pushing.work()
    assert oauth.issued == 1
    pushing.clock.advance(seconds=2)
    pushing.place_with_lever(lever.id, interview_id, 3)
    pushing.work()

    assert oauth.issued == 2
    assert [form["refresh_token"] for form in oauth.forms] == ["refresh-0", "refresh-1"]


def test_a_401_of_a_kept_token_gets_a_new_one_and_one_more_try_at_once(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    pushing.work()
    oauth.good.clear()
    order = pushing.place_with_lever(lever.id, interview_id, 2)
    pushing.work()

    assert oauth.issued == 2
    told = [(push["event"], push["httpStatus"]) for push in pushes(lever, order)]
    assert told == [("invited", 401), ("invited", 200)]
    assert pushing.tasks() == []


def test_a_second_401_is_final(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth, receiver: PushReceiver
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    pushing.work()

    def refuse(request: PushRequest) -> Said:
        return oauth(request) if request.path == "/token" else Said(401)

    receiver.answer = refuse
    pushing.place_with_lever(lever.id, interview_id, 2)
    receiver.requests.clear()
    pushing.work()
    pushing.pass_time(hours=2)

    assert len(receiver.at("/addTags")) == 2
    assert [failure.reason for failure in given_up(pushing.adapters.records)] == ["HTTP 401"]


@pytest.mark.parametrize("said", [Said(400, body={"error": "invalid_grant"}), Said(401, body={})])
def test_credentials_that_have_ended_are_final_and_say_so(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth, said: Said
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    oauth.said = [said]
    pushing.work()
    pushing.pass_time(hours=2)

    assert len(oauth.forms) == 1
    assert [failure.reason for failure in given_up(pushing.adapters.records)] == [CREDENTIALS_ENDED]


@pytest.mark.parametrize("said", [Said(500), Said(429), Said(200, body={"no": "token"})])
def test_a_busy_token_endpoint_is_asked_again(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth, said: Said
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    oauth.said = [said]
    pushing.work()
    assert given_up(pushing.adapters.records) == []
    pushing.pass_time(minutes=2)

    assert len(oauth.forms) == 2
    assert pushing.tasks() == []


def test_a_worker_that_was_late_takes_the_token_that_another_has_just_renewed(
    lever: ConnectedSuite,
    interview_id: str,
    pushing: Pushing,
    oauth: OAuth,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = two_tasks(pushing, lever, interview_id)
    do_before(monkeypatch, "_claim", lambda: pushing.bring(second))
    pushing.bring(first)

    assert [form["refresh_token"] for form in oauth.forms] == ["refresh-0"]
    assert (pushing.tasks(), given_up(pushing.adapters.records)) == ([], [])


@pytest.mark.parametrize(
    "failure", [partial(ServiceUnavailable, "busy"), partial(EngineFailed, retryable=True, reason="busy")]
)
def test_a_new_refresh_token_is_stored_though_the_table_or_the_key_fails_at_first(
    lever: ConnectedSuite,
    interview_id: str,
    pushing: Pushing,
    oauth: OAuth,
    monkeypatch: pytest.MonkeyPatch,
    failure: Callable[[], GatherError],
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    save, failures = tokens_module.SuiteTokens._save, [failure] * (tokens_module.SAVES - 1)

    def save_late(*arguments: Any) -> None:
        if failures:
            raise failures.pop()()
        save(*arguments)

    monkeypatch.setattr(tokens_module.SuiteTokens, "_save", save_late)
    pushing.work()
    pushing.clock.advance(hours=2)
    pushing.place_with_lever(lever.id, interview_id, 2)
    pushing.work()

    assert [form["refresh_token"] for form in oauth.forms] == ["refresh-0", "refresh-1"]
    assert (pushing.tasks(), given_up(pushing.adapters.records)) == ([], [])


def test_while_one_renews_others_come_later(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth, receiver: PushReceiver
) -> None:
    first, second = two_tasks(pushing, lever, interview_id)

    def answer(request: PushRequest) -> Said:
        if request.path == "/token" and not oauth.forms:
            said = oauth(request)
            pushing.bring(second)
            return said
        return oauth(request)

    receiver.answer = answer
    pushing.bring(first)
    pushing.pass_time(minutes=3)

    assert len(oauth.forms) == 1
    assert pushing.tasks() == []


def test_a_worker_that_was_too_late_with_its_refresh_token_takes_the_token_of_who_took_over(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth, receiver: PushReceiver
) -> None:
    first, second = two_tasks(pushing, lever, interview_id)
    late = [second]

    def answer(request: PushRequest) -> Said:
        if request.path == "/token" and late:
            pushing.clock.advance(seconds=31)
            pushing.bring(late.pop())
        return oauth(request)

    receiver.answer = answer
    pushing.bring(first)
    assert [form["refresh_token"] for form in oauth.forms] == ["refresh-0", "refresh-0"]
    pushing.pass_time(minutes=3)

    assert len(oauth.forms) == 2, "the second one was refused, and nobody asked again"
    assert (pushing.tasks(), given_up(pushing.adapters.records)) == ([], [])


@pytest.mark.parametrize("renewals", [0, 1])
def test_a_save_that_comes_after_another_worker_took_over_loses_no_refresh_token(
    lever: ConnectedSuite,
    interview_id: str,
    pushing: Pushing,
    oauth: OAuth,
    monkeypatch: pytest.MonkeyPatch,
    renewals: int,
) -> None:
    for _ in range(renewals):
        pushing.place_with_lever(lever.id, interview_id)
        pushing.work()
        pushing.clock.advance(hours=2)
    first, second = two_tasks(pushing, lever, interview_id)

    def take_over() -> None:
        pushing.clock.advance(seconds=31)
        pushing.bring(second)

    do_before(monkeypatch, "_save", take_over)
    pushing.bring(first)
    assert [form["refresh_token"] for form in oauth.forms][-2:] == [f"refresh-{renewals}"] * 2
    pushing.pass_time(minutes=3)
    pushing.clock.advance(hours=2)
    pushing.place_with_lever(lever.id, interview_id, 4)
    pushing.work()

    assert oauth.forms[-1]["refresh_token"] == f"refresh-{renewals + 1}"
    assert (pushing.tasks(), given_up(pushing.adapters.records)) == ([], [])


def test_a_refresh_token_that_a_dead_worker_has_used_ends_the_credentials_at_the_second_refusal(
    lever: ConnectedSuite,
    interview_id: str,
    pushing: Pushing,
    oauth: OAuth,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    with monkeypatch.context() as killing:

        def die() -> None:
            raise KeyboardInterrupt

        do_before(killing, "_save", die)
        with pytest.raises(KeyboardInterrupt):
            pushing.work()
    pushing.clock.advance(minutes=3)
    pushing.work()
    assert given_up(pushing.adapters.records) == []
    pushing.pass_time(hours=1)

    assert [form["refresh_token"] for form in oauth.forms] == ["refresh-0"] * 3
    [failure] = given_up(pushing.adapters.records)
    assert "enter new ones" in failure.reason


def test_a_new_refresh_token_is_stored_before_the_token_is_used(
    lever: ConnectedSuite,
    interview_id: str,
    pushing: Pushing,
    oauth: OAuth,
    receiver: PushReceiver,
    table: Table,
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    known: list[bool] = []

    def answer(request: PushRequest) -> Said:
        if request.path != "/token":
            known.append("refreshToken" in stored(table, lever))
        return oauth(request)

    receiver.answer = answer
    pushing.work()

    assert known == [True]


def test_new_credentials_begin_anew(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    pushing.work()
    oauth.refresh = "refresh-new"
    changed = lever.customer.patch(
        f"/lever/integrations/{lever.id}", {"configuration": {"refreshToken": "refresh-new"}}
    )
    assert changed.status == 200, changed.body
    pushing.place_with_lever(lever.id, interview_id, 2)
    pushing.work()

    assert [form["refresh_token"] for form in oauth.forms] == ["refresh-0", "refresh-new"]
    assert pushing.tasks() == []


def test_another_member_of_the_configuration_leaves_the_newest_refresh_token(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    pushing.work()
    path = f"/lever/integrations/{lever.id}"
    changed = lever.customer.patch(path, {"configuration": {"performAs": "user-1"}})
    assert changed.status == 200, changed.body
    pushing.clock.advance(hours=2)
    pushing.place_with_lever(lever.id, interview_id, 2)
    pushing.work()

    assert [form["refresh_token"] for form in oauth.forms] == ["refresh-0", "refresh-1"]


def test_a_deleted_integration_leaves_no_token(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, table: Table
) -> None:
    pushing.place_with_lever(lever.id, interview_id)
    pushing.work()
    assert stored(table, lever) is not None
    assert lever.customer.delete(f"/lever/integrations/{lever.id}").status in (200, 204)

    assert stored(table, lever) is None


def test_an_integration_that_is_deleted_during_a_renewal_leaves_no_token(
    lever: ConnectedSuite,
    interview_id: str,
    pushing: Pushing,
    oauth: OAuth,
    receiver: PushReceiver,
    table: Table,
) -> None:
    pushing.place_with_lever(lever.id, interview_id)

    def answer(request: PushRequest) -> Said:
        if request.path == "/token":
            lever.customer.delete(f"/lever/integrations/{lever.id}")
        return oauth(request)

    receiver.answer = answer
    pushing.work()

    assert stored(table, lever) is None


@pytest.mark.parametrize("seconds", [None, "soon", -1, 0, True, 10**12])
def test_a_strange_time_limit_is_no_fault(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth, seconds: object
) -> None:
    oauth.seconds = seconds
    pushing.place_with_lever(lever.id, interview_id)
    pushing.work()

    assert (oauth.issued, pushing.tasks()) == (1, [])


def test_a_long_token_is_kept_too(
    lever: ConnectedSuite, interview_id: str, pushing: Pushing, oauth: OAuth
) -> None:
    oauth.length = 4_500
    for number in (1, 2):
        pushing.place_with_lever(lever.id, interview_id, number)
        pushing.work()

    assert (oauth.issued, pushing.tasks()) == (1, [])
    assert given_up(pushing.adapters.records) == []

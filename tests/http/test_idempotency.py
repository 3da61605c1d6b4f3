"""`Idempotency-Key` (interface: Repeated requests, rule 1)."""

from collections.abc import Mapping
from itertools import count
from typing import Any

import pytest

from gather.core.errors import ServiceUnavailable
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.service import Reply, Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.table_faults import during, fail, throttled

pytestmark = pytest.mark.routes

ADA = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com", "phone": "+14155550123"}


def send(service: Service, body: Mapping[str, object] = ADA, key: str = "import-7", **query: object) -> Reply:
    return service.request("POST", "/candidates", body, query, headers={"Idempotency-Key": key})


def made(service: Service) -> int:
    total: int = service.get("/candidates").data["pagination"]["total"]
    return total


def test_the_same_request_gets_the_first_response_again(service: Service, clock: HandClock) -> None:
    first = send(service)
    clock.advance(hours=23)

    again = send(service)

    assert (again.status, again.body) == (201, first.body)
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["content-type"] == first.headers["content-type"]
    assert "idempotent-replay" not in first.headers
    assert again.headers["idempotent-replay"] == "true"
    assert made(service) == 1


def test_another_key_is_another_request(service: Service) -> None:
    assert send(service, key="a").data["id"] != send(service, key="b").data["id"]


def test_two_callers_may_use_the_same_key(service: Service, other_tenant: Tenant) -> None:
    assert send(service).data["id"] != send(service.using(other_tenant.key)).data["id"]


def test_the_key_of_another_request_is_refused(service: Service, tenant: Tenant) -> None:
    send(service)

    other_body = send(service, {**ADA, "firstName": "Eve"})
    other_team = send(service, teamId=tenant.second_team_id)

    for reply in (other_body, other_team):
        assert (reply.status, reply.error["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")
    assert made(service) == 1


def test_a_key_is_free_again_after_a_day(service: Service, clock: HandClock) -> None:
    send(service)
    clock.advance(hours=24)

    assert send(service, {**ADA, "firstName": "Eve"}).status == 201


def test_a_refused_request_leaves_its_key_free(service: Service) -> None:
    assert send(service, {}).status == 400

    assert send(service).status == 201


@pytest.mark.in_process
def test_a_request_that_the_table_refused_may_be_sent_again(adapters: Adapters, service: Service) -> None:
    stop = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))
    assert send(service).status == 503
    stop()

    assert send(service).status == 201
    assert made(service) == 1


@pytest.mark.in_process
def test_a_response_that_cannot_be_stored_is_still_sent(
    adapters: Adapters, service: Service, clock: HandClock
) -> None:
    """The candidate is made: a table that fails only then must not say that nothing was."""
    passed = count()

    def fail_but_the_first(**_: object) -> None:
        if next(passed):
            raise throttled("TransactWriteItems")

    stop = during(adapters, "TransactWriteItems", fail_but_the_first)
    first = send(service)
    stop()

    again = send(service)
    assert (first.status, again.status, again.data) == (201, 201, first.data)
    assert made(service) == 1


@pytest.mark.in_process
def test_a_refusal_is_told_even_when_its_key_cannot_be_freed(adapters: Adapters, service: Service) -> None:
    stop = fail(adapters, "DeleteItem", throttled("DeleteItem"))
    reply = send(service, {})
    stop()

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")


def test_while_the_first_request_runs_the_second_waits_its_turn(
    adapters: Adapters, service: Service, clock: HandClock
) -> None:
    """A process that died leaves the same trace as one that still runs: a claim without an answer."""
    stop = fail(adapters, "TransactWriteItems", RuntimeError("died"))
    assert send(service).status == 500
    stop()

    running = send(service)
    assert (running.status, running.error["code"]) == (409, "CONFLICT")
    clock.advance(seconds=59)
    assert send(service).status == 409

    clock.advance(seconds=1)

    assert send(service).status == 201
    assert made(service) == 1


@pytest.mark.parametrize("key", ["", "k" * 256])
def test_an_unusable_key_is_refused(service: Service, key: str) -> None:
    reply = send(service, key=key)

    assert reply.status == 400
    assert reply.faulty_fields == {"Idempotency-Key"}
    assert made(service) == 0


def test_only_posts_are_kept(service: Service, table: Table) -> None:
    path = f"/candidates/{send(service).data['id']}"
    header = {"Idempotency-Key": "rename"}

    assert service.patch(path, {"firstName": "Eve"}, headers=header).data["firstName"] == "Eve"
    assert service.patch(path, {"firstName": "Ida"}, headers=header).data["firstName"] == "Ida"


def test_the_order_of_members_makes_no_other_body(service: Service) -> None:
    first = service.post("/candidates", ADA, headers={"Idempotency-Key": "order"})

    again = service.post("/candidates", dict(reversed(ADA.items())), headers={"Idempotency-Key": "order"})

    assert (again.status, again.data) == (201, first.data)


@pytest.mark.in_process
def test_a_request_whose_response_was_lost_is_never_carried_out_twice(
    service: Service, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    transact = Table.transact

    def lose_the_answer(self: Table, writes: Any) -> None:
        transact(self, writes)
        raise ServiceUnavailable("The service is busy. Try again in a moment.")

    with monkeypatch.context() as fault:
        fault.setattr(Table, "transact", lose_the_answer)
        assert send(service).status == 503
    for _ in range(2):
        again = send(service)
        assert (again.status, again.data["email"]) == (201, ADA["email"])
        clock.advance(minutes=2)

    assert service.get("/candidates").data["pagination"]["total"] == 1


@pytest.mark.in_process
def test_a_request_that_wrote_nothing_leaves_its_key_free(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_self: Table, _writes: Any) -> None:
        raise ServiceUnavailable("The service is busy. Try again in a moment.")

    with monkeypatch.context() as fault:
        fault.setattr(Table, "transact", refuse)
        assert send(service).status == 503

    assert send(service).status == 201
    assert service.get("/candidates").data["pagination"]["total"] == 1

"""The hourly allowance of a key (interface: Limits, rules 1 to 3)."""

import pytest

from gather.core.caller import Scope
from gather.core.clock import epoch_seconds
from gather.table.store import Table
from tests.builders.service import Reply, Service, Tenant, make_key
from tests.doubles.clock import HandClock

pytestmark = pytest.mark.routes

HOUR = 3600


@pytest.fixture
def spent(service: Service, table: Table, tenant: Tenant, clock: HandClock) -> Service:
    """The service, with a key that has used 998 of its 1000 requests and half of its hour."""
    ends = epoch_seconds(clock.now()) + HOUR // 2
    return service.using(
        make_key(table, tenant.organization_id, tenant.team_id, used=998, window_ends_at=ends)
    )


def quota(reply: Reply) -> tuple[int, int, int]:
    return (
        int(reply.headers["x-ratelimit-limit"]),
        int(reply.headers["x-ratelimit-remaining"]),
        int(reply.headers["x-ratelimit-reset"]),
    )


def test_the_first_request_opens_an_hour(service: Service, clock: HandClock) -> None:
    start = epoch_seconds(clock.now())
    first = service.get("/candidates")
    clock.advance(minutes=59, seconds=59)

    assert quota(first) == (1000, 999, start + HOUR)
    assert quota(service.get("/candidates")) == (1000, 998, start + HOUR)


@pytest.mark.in_process
def test_exactly_a_thousand_requests_pass_in_an_hour(spent: Service) -> None:
    statuses = [spent.get("/candidates").status for _ in range(4)]

    assert statuses == [200, 200, 429, 429]


def test_a_request_too_many_is_told_when_to_come_back(spent: Service, clock: HandClock) -> None:
    spent.get("/candidates")
    assert quota(spent.get("/candidates"))[1] == 0

    reply = spent.get("/candidates")

    assert (reply.status, reply.error["code"]) == (429, "RATE_LIMIT_EXCEEDED")
    assert reply.error["details"] == {"limit": 1000, "remaining": 0, "resetAt": "2026-03-02T10:00:00.000Z"}
    assert reply.headers["retry-after"] == "1800"
    assert quota(reply) == (1000, 0, epoch_seconds(clock.now()) + 1800)


def test_the_next_hour_opens_when_the_last_has_ended(spent: Service, clock: HandClock) -> None:
    for _ in range(3):
        spent.get("/candidates")
    clock.advance(minutes=30)

    reply = spent.get("/candidates")

    assert reply.status == 200
    assert quota(reply) == (1000, 999, epoch_seconds(clock.now()) + HOUR)


@pytest.mark.in_process
def test_one_keys_requests_do_not_count_for_another(spent: Service, tenant: Tenant) -> None:
    for _ in range(3):
        spent.get("/candidates")

    assert spent.using(tenant.organization_key).get("/candidates", teamId=tenant.team_id).status == 200


def test_refused_requests_count_and_say_so(
    service: Service, table: Table, tenant: Tenant, clock: HandClock
) -> None:
    other_scope = service.using(make_key(table, tenant.organization_id, tenant.team_id, scope=Scope.ACCOUNTS))

    replies = [
        service.post("/candidates", {}),
        service.get("/candidates", page="none"),
        service.get("/candidates/unknown"),
    ]

    assert [reply.status for reply in replies] == [400, 400, 404]
    assert [quota(reply)[1] for reply in replies] == [999, 998, 997]
    forbidden = other_scope.get("/candidates")
    assert (forbidden.status, quota(forbidden)[1]) == (403, 999)


def test_a_replayed_response_carries_the_quota_of_its_own_request(service: Service) -> None:
    ada = {"firstName": "Ada", "lastName": "L", "email": "a@example.com", "phone": "+14155550123"}
    header = {"Idempotency-Key": "once"}
    service.post("/candidates", ada, headers=header)

    assert quota(service.post("/candidates", ada, headers=header))[1] == 998

"""A client without a key may send a number of requests an hour from one address."""

import re
from dataclasses import replace

import pytest

from gather.http.route_declaration import Route
from gather.table import visitor_usage
from gather.wiring import Adapters
from openapi.declarations import declared_routes
from tests.builders.service import UNKNOWN_ID, Service

# Over HTTP the stack's clients are not limited, since all have one address.
pytestmark = [pytest.mark.routes, pytest.mark.in_process]

PUBLIC = [each.route for each in declared_routes() if not each.route.takes_key]


@pytest.fixture(autouse=True)
def limited(adapters: Adapters, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two requests an hour may be sent."""
    monkeypatch.setattr(visitor_usage, "REQUESTS_AN_HOUR", 2)
    monkeypatch.setattr(visitor_usage, "COUNTED_TOGETHER", 1)
    adapters.settings = replace(adapters.settings, limits_clients=True, client_requests_an_hour=2)


@pytest.mark.parametrize("route", PUBLIC, ids=lambda route: str(route.key))
def test_a_route_without_a_key_is_limited(route: Route, service: Service) -> None:
    path = re.sub(r"\{\w+\}", UNKNOWN_ID, route.path)

    replies = [service.public().request(route.method, path, {}) for _ in range(3)]

    assert [reply.status == 429 for reply in replies] == [False, False, True]
    if route.is_ours:
        assert replies[2].error["code"] == "RATE_LIMIT_EXCEEDED"
    assert 0 < int(replies[2].headers["retry-after"]) <= 3600


def test_a_key_has_a_quota_of_its_own(service: Service) -> None:
    assert [service.get("/candidates").status for _ in range(4)] == [200] * 4

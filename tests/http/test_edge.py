"""A deployment behind the edge: the requests that it accepts and the visitors that it counts
(docs/operations.md, The edge)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from gather.http.visitors import ADDRESS_HEADER, SECRET_HEADER
from gather.table import visitor_usage
from gather.wiring import Adapters
from tests.builders.service import UNKNOWN_ID, Reply, Service
from tests.doubles.gateway import InProcess

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

SECRET, OTHER = "s" * 40, "o" * 40
FORBIDDEN = 403


@pytest.fixture
def gateway(adapters: Adapters) -> InProcess:
    """The gateway of a deployment behind the edge."""
    adapters.settings = replace(
        adapters.settings, edge_secrets=(SECRET, OTHER), limits_clients=True, client_requests_an_hour=2
    )
    return InProcess(adapters)


@pytest.fixture(autouse=True)
def counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitor_usage, "COUNTED_TOGETHER", 1)


def asked(gateway: InProcess, headers: Mapping[str, str], path: str = f"/m/{UNKNOWN_ID}") -> Reply:
    return gateway.send("GET", path, headers, None)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {SECRET_HEADER: ""},
        {SECRET_HEADER: SECRET[:-1]},
        {SECRET_HEADER: f"{SECRET},{SECRET}"},
        {SECRET_HEADER: "ſ"},
    ],
)
@pytest.mark.parametrize(
    "path", [f"/m/{UNKNOWN_ID}", "/qsi/gather/candidates", "/none", "/docs", "/openapi.json"]
)
def test_a_request_that_did_not_come_by_the_edge_is_refused(
    gateway: InProcess, service: Service, path: str, headers: Mapping[str, str]
) -> None:
    reply = asked(gateway, {"x-api-key": service.key or "", **headers}, path)

    assert (reply.status, reply.error["code"]) == (FORBIDDEN, "FORBIDDEN")
    assert SECRET not in str(reply.body)


@pytest.mark.parametrize("secret", [SECRET, OTHER])
def test_either_secret_is_taken(gateway: InProcess, service: Service, secret: str) -> None:
    headers = {SECRET_HEADER: secret, "x-api-key": service.key or ""}

    assert asked(gateway, headers, "/qsi/gather/candidates").status == 200
    assert asked(gateway, headers, "/none").status == 404


def test_without_a_secret_every_way_is_taken(service: Service) -> None:
    assert service.request("GET", "/candidates", headers={SECRET_HEADER: "anything"}).status == 200


def statuses(gateway: InProcess, *requests: Mapping[str, str]) -> list[bool]:
    """Sends requests and returns for each whether the quota refused it."""
    return [asked(gateway, {SECRET_HEADER: SECRET, **headers}).status == 429 for headers in requests]


def test_clients_behind_the_edge_are_told_apart(gateway: InProcess) -> None:
    one, other = {ADDRESS_HEADER: "192.0.2.1"}, {ADDRESS_HEADER: "2001:db8::1"}

    assert statuses(gateway, one, one, one, other) == [False, False, True, False]


@pytest.mark.parametrize(
    "header", ["x-forwarded-for", "forwarded", "cloudfront-viewer-address", "x-real-ip", "true-client-ip"]
)
def test_a_client_does_not_choose_its_address(gateway: InProcess, header: str) -> None:
    requests = [{ADDRESS_HEADER: "192.0.2.1", header: f"198.51.100.{number}"} for number in range(3)]

    assert statuses(gateway, *requests) == [False, False, True]


@pytest.mark.parametrize("told", ["", "unknown", "198.51.100.1, 192.0.2.1"])
def test_where_the_edge_tells_no_address_its_own_is_counted(gateway: InProcess, told: str) -> None:
    requests = [{ADDRESS_HEADER: told}] * 3

    assert statuses(gateway, *requests) == [False, False, True]


def test_without_the_edge_the_gateway_tells_the_address(gateway: InProcess, adapters: Adapters) -> None:
    adapters.settings = replace(adapters.settings, edge_secrets=())
    requests = [{ADDRESS_HEADER: f"198.51.100.{number}"} for number in range(3)]

    assert statuses(gateway, *requests) == [False, False, True]


def test_no_secret_is_written_with_the_settings(adapters: Adapters, gateway: InProcess) -> None:
    assert SECRET not in repr(adapters.settings)


def test_no_log_has_a_secret(gateway: InProcess, capsys: pytest.CaptureFixture[str]) -> None:
    asked(gateway, {SECRET_HEADER: SECRET, ADDRESS_HEADER: "192.0.2.77"})
    asked(gateway, {SECRET_HEADER: SECRET[:-1]})

    written = capsys.readouterr()
    assert SECRET[:-1] not in written.out + written.err
    assert "192.0.2.77" not in written.out + written.err

"""The identity of a visitor, and the counting of requests in a process."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gather.core.errors import RateLimitExceeded
from gather.table.store import Table
from gather.table.visitor_usage import (
    CLIENT_USAGE,
    COUNTED_TOGETHER,
    MOST_CLIENTS_REMEMBERED,
    REQUESTS_AN_HOUR,
    Visitor,
    VisitorRequests,
    is_address,
    visitor_of,
)

NOW = datetime(2026, 2, 3, 4, 59, 30, tzinfo=UTC)
CLIENT = visitor_of("192.0.2.1", NOW)


def used(table: Table) -> Any:
    return (table.get(CLIENT_USAGE.key(CLIENT.id, "REQUESTS")) or {}).get("used")


def allowed(requests: VisitorRequests, table: Table, most: int) -> int:
    """Returns how many of `most` requests pass."""
    for number in range(most):
        try:
            requests.count(table, CLIENT, NOW)
        except RateLimitExceeded:
            return number
    return most


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff:2:3:4", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("2001:DB8:0:1::1", "2001:db8:0000:0001::2", True),
    ],
)
def test_an_address_or_an_ipv6_network_is_a_client(one: str, other: str, is_same: bool) -> None:
    assert (visitor_of(one, NOW) == visitor_of(other, NOW)) is is_same
    assert one not in visitor_of(one, NOW).id


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("192.0.2.1", "192.0.2.200"),
        ("2001:db8:0:1::1", "2001:db8:0:ffff::1"),
        ("192.0.2.1", "::ffff:192.0.2.9"),
    ],
)
def test_clients_of_one_network_are_neighbours(one: str, other: str) -> None:
    assert visitor_of(one, NOW).neighbours == visitor_of(other, NOW).neighbours


def test_networks_are_spread() -> None:
    addresses = [f"198.51.{number}.1" for number in range(100)]

    assert len({visitor_of(address, NOW).neighbours for address in addresses}) > 60


@pytest.mark.parametrize(
    "text", ["", "unknown", "192.0.2.1:80", "192.0.2.1, 192.0.2.2", "[::1]", "1.2", "\0"]
)
def test_what_is_no_address_is_told(text: str) -> None:
    assert not is_address(text)
    assert visitor_of(text, NOW) == visitor_of(text, NOW)


def test_a_deployment_may_let_a_client_ask_for_more(table: Table) -> None:
    most = 2 * REQUESTS_AN_HOUR
    client = visitor_of("192.0.2.1", NOW, most)
    table.put(CLIENT_USAGE.at(client.id, "REQUESTS").item(used=REQUESTS_AN_HOUR))
    requests = VisitorRequests()
    for _ in range(COUNTED_TOGETHER):
        requests.count(table, client, NOW)

    assert (client.share(100), CLIENT.share(100), visitor_of("a", NOW, 10).share(100)) == (200, 100, 1)


def test_a_client_is_another_one_in_the_next_hour() -> None:
    assert visitor_of("192.0.2.1", NOW) != visitor_of("192.0.2.1", NOW + timedelta(minutes=1))


def test_the_table_is_told_of_many_requests_at_once(table: Table) -> None:
    requests = VisitorRequests()

    allowed(requests, table, COUNTED_TOGETHER - 1)
    assert used(table) is None
    allowed(requests, table, COUNTED_TOGETHER + 1)
    assert used(table) == 2 * COUNTED_TOGETHER


def test_a_process_learns_of_the_others_requests(table: Table) -> None:
    for _ in range(REQUESTS_AN_HOUR // COUNTED_TOGETHER):
        assert allowed(VisitorRequests(), table, COUNTED_TOGETHER) == COUNTED_TOGETHER

    assert allowed(VisitorRequests(), table, 2 * COUNTED_TOGETHER) == COUNTED_TOGETHER - 1


def test_who_is_refused_costs_the_table_nothing_more(table: Table) -> None:
    table.put(CLIENT_USAGE.at(CLIENT.id, "REQUESTS").item(used=REQUESTS_AN_HOUR))
    requests = VisitorRequests()
    allowed(requests, table, COUNTED_TOGETHER)

    with pytest.raises(RateLimitExceeded) as refusal:
        requests.count(None, CLIENT, NOW)  # type: ignore[arg-type]  # no table
    assert refusal.value.retry_after_seconds == 30


def test_a_process_remembers_a_number_of_clients(table: Table) -> None:
    requests = VisitorRequests()
    for number in range(MOST_CLIENTS_REMEMBERED + 1):
        requests.count(table, Visitor(str(number), 0), NOW)

    assert len(requests) == 1

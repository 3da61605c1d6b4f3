"""The servers of simulated suites note what they do not understand, and refuse for good only in storms."""

from random import Random
from typing import Any, cast

import pytest

from simulation.functions import FaultGate
from simulation.suites import servers as servers_module
from simulation.suites.dialect import OWN_KEY
from simulation.suites.servers import ConnectedServer, PushReceipt, SuiteServers
from simulation.suites.workable import WorkableDialect
from simulation.unreliable_hosts import UnreliableHosts
from simulation.virtual_time import VirtualTime
from tests.scripts.simulation.suites.arrivals import START, request

HOST = "workable.suite.example"
EXPIRED = {"status": "expired"}


class Served:
    """A server of Workable, and what it was told."""

    def __init__(self, *, is_strict: bool) -> None:
        hosts = UnreliableHosts(
            VirtualTime(START), Random(1), cast("FaultGate", None), 0.0, lambda _text: None
        )
        self.servers = SuiteServers(hosts, Random(1), is_strict=is_strict)
        self.dialect = WorkableDialect(HOST)
        self.told: list[PushReceipt] = []
        self.servers.connect(HOST, ConnectedServer(self.dialect, self.told.append))

    def take(self, body: Any, authorization: str = f"Bearer {OWN_KEY}") -> int | None:
        url = f"https://{HOST}/api/assessments/order-0"
        return self.servers._take(HOST, request("PUT", url, body, authorization)).status


def test_a_push_is_taken_and_told() -> None:
    served = Served(is_strict=True)

    assert served.take(EXPIRED) == 200
    [receipt] = served.told
    assert (receipt.read.state, receipt.is_refused) == ("expired", False)


@pytest.mark.parametrize(
    ("body", "authorization"), [({"status": "invented"}, f"Bearer {OWN_KEY}"), (EXPIRED, "Bearer other")]
)
def test_what_is_not_understood_is_a_mistake_and_tells_nothing(body: Any, authorization: str) -> None:
    served = Served(is_strict=True)

    assert served.take(body, authorization) == 422
    assert len(served.dialect.mistakes) == 1
    assert (served.told, served.servers.receipts) == ([], [])


def test_a_suite_refuses_and_is_busy_only_while_things_go_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers_module, "_BUSY", 0.0)
    monkeypatch.setattr(servers_module, "_REFUSING", 1.0)
    moody, strict = Served(is_strict=False), Served(is_strict=True)

    assert moody.take(EXPIRED) == 404
    assert [each.is_refused for each in moody.servers.receipts] == [True]
    assert moody.told == []
    assert strict.take(EXPIRED) == 200

    moody.servers.hosts.is_quiet = True
    assert moody.take(EXPIRED) == 200

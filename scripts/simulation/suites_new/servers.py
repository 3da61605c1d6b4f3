"""The servers of recruiting suites: they take pushes, are down at times, busy, or refuse one for good.

servers.connect("ashby0.suite.example", dialect, "Basic …")
servers.receipts[0].read.state
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Final
from urllib.parse import urlsplit

from gather.connect.pushes.client import LIMITS
from gather.outgoing.address_policy import AddressPolicy
from gather.outgoing.result import AttemptResult
from simulation.suite_dialects import ReadPush, SuiteDialect
from simulation.unreliable_hosts import RequestArrival, UnreliableHosts

SUITE: Final = ".suite.example"
"""How the hosts of suites end."""
_BUSY: Final = 0.03
_REFUSING: Final = 0.02
"""How often a suite asks to wait, and how often it refuses a push for good, while things go wrong."""
_LONGEST_WAIT: Final = 1800


@dataclass(slots=True)
class PushReceipt:
    """A push that has reached a suite. `is_refused` says that it was refused for good.

    `status_afterwards` is what the suite was told when it asked for the order's status because of it.
    """

    host: str
    read: ReadPush
    text: str
    at: datetime
    arrival: RequestArrival
    is_refused: bool = False
    status_afterwards: str | None = None


@dataclass(slots=True)
class ConnectedServer:
    """The server of one integration. `on_push` is told of each push."""

    dialect: SuiteDialect
    authorization: str
    on_push: Callable[[PushReceipt], None]


@dataclass(slots=True)
class SuiteServers:
    """The servers of all suites, by their hosts. `mistakes` has the requests that no suite understands."""

    hosts: UnreliableHosts
    random: Random
    is_strict: bool = True
    """Whether nothing is refused without a reason."""
    receipts: list[PushReceipt] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)
    _servers: dict[str, ConnectedServer] = field(default_factory=dict)

    def connect(self, host: str, server: ConnectedServer) -> None:
        """Let there be a suite at `host`."""
        self._servers[host] = server

    def send(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        *,
        policy: AddressPolicy,
        method: str = "POST",
        **_: object,
    ) -> AttemptResult:
        """What `gather.outgoing.transport.send` returns."""
        host = urlsplit(url).netloc

        def take(arrival: RequestArrival) -> AttemptResult:
            return self._take(host, method, url, body, headers, arrival)

        return self.hosts.attempt(f"{method} {url}", host, take, LIMITS.seconds)

    def _take(
        self,
        host: str,
        method: str,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        arrival: RequestArrival,
    ) -> AttemptResult:
        server = self._servers[host]
        if headers["Authorization"] != server.authorization:
            self.mistakes.append(f"{method} {url} has the wrong credentials")
            return AttemptResult(status=401, status_text="Unauthorized")
        try:
            read = server.dialect.read_push(method, url, body)
        except (KeyError, ValueError) as fault:
            self.mistakes.append(f"{method} {url} {body!r} is not understood: {fault!r}")
            return AttemptResult(status=422, status_text="Unprocessable Entity")
        is_moody = not (self.is_strict or self.hosts.is_quiet)
        if is_moody and self.random.random() < _BUSY:
            seconds = self.random.randint(1, _LONGEST_WAIT)
            return AttemptResult(
                status=429, status_text="Too Many Requests", headers={"retry-after": str(seconds)}
            )
        receipt = PushReceipt(host, read, f"{url} {body.decode()}", self.hosts.time.now(), arrival)
        self.receipts.append(receipt)
        if is_moody and self.random.random() < _REFUSING:
            receipt.is_refused = True
            self.hosts.tell(f"{host} refuses that {read.order} is {read.state}")
            return AttemptResult(status=404, status_text="Not Found")
        self.hosts.tell(f"{host} is told that {read.order} is {read.state}")
        server.on_push(receipt)
        return AttemptResult(status=200, status_text="OK", data={"success": True})

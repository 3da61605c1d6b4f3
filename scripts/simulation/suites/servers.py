"""The servers of recruiting suites: they take pushes, are down at times, busy, or refuse one for good.

servers.connect("ashby0.suite.example", ConnectedServer(dialect, on_push))
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
from simulation.suites.credentials import PushRequest
from simulation.suites.dialect import ALONG, ReadPush, SuiteDialect
from simulation.unreliable_hosts import RequestArrival, UnreliableHosts

SUITE: Final = ".suite.example"
"""How the hosts of suites end."""
_BUSY: Final = 0.03
_REFUSING: Final = 0.02
_ENDING: Final = 0.05
"""How often a suite asks to wait, refuses a push for good, and ends its tokens, while things go wrong."""
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
    on_push: Callable[[PushReceipt], None]


@dataclass(slots=True)
class SuiteServers:
    """The servers of all suites, by their hosts."""

    hosts: UnreliableHosts
    random: Random
    is_strict: bool = True
    """Whether nothing is refused without a reason."""
    receipts: list[PushReceipt] = field(default_factory=list)
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
            authorization, at = headers.get("Authorization", ""), self.hosts.time.now()
            return self._take(host, PushRequest(method, url, body, authorization, arrival, at))

        return self.hosts.attempt(f"{method} {url}", host, take, LIMITS.seconds)

    def _take(self, host: str, request: PushRequest) -> AttemptResult:
        server = self._servers[host]
        if self._happens(_BUSY):
            seconds = self.random.randint(1, _LONGEST_WAIT)
            return AttemptResult(
                status=429, status_text="Too Many Requests", headers={"retry-after": str(seconds)}
            )
        if self._happens(_ENDING):
            self.hosts.tell(f"{host} ends its tokens")
            server.dialect.credentials.end_tokens(request.at)
        try:
            read = server.dialect.answer(request)
        except (KeyError, ValueError) as fault:
            server.dialect.mistakes.append(f"{request.method} {request.url} {request.body!r}: {fault!r}")
            return AttemptResult(status=422, status_text="Unprocessable Entity")
        return read if isinstance(read, AttemptResult) else self._receive(host, server, request, read)

    def _receive(
        self, host: str, server: ConnectedServer, request: PushRequest, read: ReadPush
    ) -> AttemptResult:
        receipt = PushReceipt(
            host, read, f"{request.url} {request.body.decode()}", request.at, request.arrival
        )
        self.receipts.append(receipt)
        if self._happens(_REFUSING):
            receipt.is_refused = True
            server.dialect.refuse(request)
            self.hosts.tell(f"{host} refuses that {read.order} is {read.state}")
            return AttemptResult(status=404, status_text="Not Found")
        self.hosts.tell(f"{host} is told that {read.order} is {read.state}")
        server.dialect.accept(request)
        if read.state != ALONG:
            server.on_push(receipt)
        return AttemptResult(status=200, status_text="OK", data={"success": True})

    def _happens(self, chance: float) -> bool:
        is_moody = not (self.is_strict or self.hosts.is_quiet)
        return is_moody and self.random.random() < chance

"""The quota of a client on routes that take no key: an hour's requests for each address.

`gather.http.visitors` finds the address of a request.

A process counts by itself and reports COUNTED_TOGETHER requests to the table at once, so that only one of
them costs a round trip. It refuses a flood from its memory, without the table. A new process lets up to
COUNTED_TOGETHER requests through before it learns of those of the others.

No address is stored: only a hash of it and the hour, until the hour after is over.
"""

import hashlib
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.core.clock import epoch_seconds, timestamp
from gather.core.errors import RateLimitExceeded
from gather.table.changes import Update
from gather.table.conditions import below, lacks
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.store import ConditionFailed, Table

HOUR = timedelta(hours=1)
REQUESTS_AN_HOUR = 3_000
"""The default of a deployment."""
COUNTED_TOGETHER = 25
MOST_CLIENTS_REMEMBERED = 10_000

_TOO_MANY = "There are too many requests from your network. Try again later."
_NETWORK_BYTES_OF_ONE_CLIENT = 8
_NEIGHBOURING_BYTES = {socket.AF_INET: 3, socket.AF_INET6: 6}
"""The bytes of an address that neighbours share: addresses of one host, company or provider's customer."""
_IPV4_MAPPED = bytes(10) + b"\xff\xff"


def client_usage_key(client: str, what: str) -> Key:
    """The key of a client's usage in an hour, by its id in that hour."""
    return Key(f"CLIENT#{client}", what)


CLIENT_USAGE = ItemKind(None, client_usage_key)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A client without a key in one hour. `most_requests` is its limit in the hour.

    `neighbours` is a number from 0 to 255 that clients of one network have in common, and other networks
    with a chance of 1 in 256.
    """

    id: str
    neighbours: int
    most_requests: int = REQUESTS_AN_HOUR

    def share(self, usual: int) -> int:
        """A limit that is `usual` for a client, in proportion to what the client may ask for."""
        return max(1, usual * self.most_requests // REQUESTS_AN_HOUR)


def is_address(text: str) -> bool:
    """Whether `text` is an IP address."""
    return _packed(text) is not None


def visitor_of(address: str, now: datetime, most_requests: int = REQUESTS_AN_HOUR) -> Visitor:
    """The client at an address in this hour.

    An IPv6 client has a whole network of 64 bits to choose addresses from, so the network stands for it.
    """
    family, packed = _packed(address) or (socket.AF_INET, b"")
    network = address
    if family is socket.AF_INET6:
        network = packed[:_NETWORK_BYTES_OF_ONE_CLIENT].hex()
    elif packed:
        network = socket.inet_ntop(family, packed)
    near = packed[: _NEIGHBOURING_BYTES[family]].hex()
    return Visitor(_hashed(now, network), int(_hashed(now, near)[:2], 16), most_requests)


def _packed(address: str) -> tuple[socket.AddressFamily, bytes] | None:
    """The family and the bytes of an address, of one in IPv4 also where IPv6 writes it."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        packed = socket.inet_pton(family, address)
    except (OSError, ValueError):
        return None
    if packed.startswith(_IPV4_MAPPED):
        return socket.AF_INET, packed[len(_IPV4_MAPPED) :]
    return family, packed


def _hashed(now: datetime, network: str) -> str:
    return hashlib.sha256(f"{timestamp(hour_of(now))}#{network}".encode()).hexdigest()


def count_use(table: Table, client: Visitor, what: str, limit: int, now: datetime, message: str) -> int:
    """Count one more use by a client in this hour, and return how many there are. One round trip.

    Raises RateLimitExceeded with `message` when there were `limit` already.
    """
    change = Update(
        set={"expiresAtEpoch": epoch_seconds(hour_of(now) + 2 * HOUR)},
        add={"used": 1},
        condition=lacks("used") | below("used", limit),
    )
    try:
        used: int = table.update(CLIENT_USAGE.key(client.id, what), change)["used"]
    except ConditionFailed:
        raise rate_limit_exceeded(limit, now, message) from None
    return used


def rate_limit_exceeded(limit: int, now: datetime, message: str) -> RateLimitExceeded:
    """The refusal of what goes beyond `limit` in this hour."""
    reset_at = hour_of(now) + HOUR
    seconds_left = max(1, epoch_seconds(reset_at) - epoch_seconds(now))
    return RateLimitExceeded(limit, timestamp(reset_at), seconds_left, epoch_seconds(reset_at), message)


@dataclass(slots=True)
class _Client:
    uncounted: int = 0
    is_refused: bool = False


class VisitorRequests:
    """The requests that a process has had from each client in this hour."""

    def __init__(self) -> None:
        self._clients: dict[str, _Client] = {}

    def __len__(self) -> int:
        return len(self._clients)

    def count(self, table: Table, client: Visitor, now: datetime) -> None:
        """Count a request. Raises RateLimitExceeded. One round trip for COUNTED_TOGETHER requests."""
        if client.id not in self._clients and len(self._clients) >= MOST_CLIENTS_REMEMBERED:
            self._clients.clear()
        known = self._clients.setdefault(client.id, _Client())
        if not known.is_refused:
            known.uncounted += 1
            if known.uncounted >= COUNTED_TOGETHER:
                known.is_refused = _told(table, client, known.uncounted, now) > client.most_requests
                known.uncounted = 0
        if known.is_refused:
            raise rate_limit_exceeded(client.most_requests, now, _TOO_MANY)


def _told(table: Table, client: Visitor, requests: int, now: datetime) -> int:
    """Returns the number of requests that all processes have reported to the table, including these."""
    change = Update(set={"expiresAtEpoch": epoch_seconds(hour_of(now) + 2 * HOUR)}, add={"used": requests})
    used: int = table.update(CLIENT_USAGE.key(client.id, "REQUESTS"), change)["used"]
    return used


def hour_of(now: datetime) -> datetime:
    """Returns the beginning of the hour of `now`."""
    return now.replace(minute=0, second=0, microsecond=0)

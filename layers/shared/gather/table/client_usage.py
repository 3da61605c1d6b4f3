"""How much one client may ask of routes that take no key: an hour's requests for each address.

A process counts by itself and tells the table of COUNTED_TOGETHER requests at once, so that of so many
requests one costs a round trip. It refuses a flood from its memory, without the table. A new process lets up
to COUNTED_TOGETHER requests through before it learns of those of the others.

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
COUNTED_TOGETHER = 25
MOST_CLIENTS_REMEMBERED = 10_000

_TOO_MANY = "There are too many requests from your network. Try again later."
_NETWORK_BYTES_OF_ONE_CLIENT = 8


def client_usage_key(client: str, what: str) -> Key:
    """How often a client did something in an hour, by what `client_of` returned in that hour."""
    return Key(f"CLIENT#{client}", what)


CLIENT_USAGE = ItemKind(None, client_usage_key)


def client_of(address: str, now: datetime) -> str:
    """What stands for the client at an address in this hour.

    An IPv6 client has a whole network of 64 bits to choose addresses from, so the network stands for it.
    """
    network = address
    if ":" in address:
        network = socket.inet_pton(socket.AF_INET6, address)[:_NETWORK_BYTES_OF_ONE_CLIENT].hex()
    return hashlib.sha256(f"{timestamp(hour_of(now))}#{network}".encode()).hexdigest()


def count_use(table: Table, client: str, what: str, limit: int, now: datetime, message: str) -> None:
    """Count one more use by a client in this hour. One round trip. Raises RateLimitExceeded with `message`
    when there were `limit` already."""
    change = Update(
        set={"expiresAtEpoch": epoch_seconds(hour_of(now) + 2 * HOUR)},
        add={"used": 1},
        condition=lacks("used") | below("used", limit),
    )
    try:
        table.update(CLIENT_USAGE.key(client, what), change)
    except ConditionFailed:
        raise exceeded(limit, now, message) from None


def exceeded(limit: int, now: datetime, message: str) -> RateLimitExceeded:
    """The refusal of what goes beyond `limit` in this hour."""
    reset_at = hour_of(now) + HOUR
    seconds_left = max(1, epoch_seconds(reset_at) - epoch_seconds(now))
    return RateLimitExceeded(limit, timestamp(reset_at), seconds_left, epoch_seconds(reset_at), message)


@dataclass(slots=True)
class _Client:
    uncounted: int = 0
    is_refused: bool = False


class ClientRequests:
    """The requests that a process has had from each client in this hour."""

    def __init__(self) -> None:
        self._clients: dict[str, _Client] = {}

    def __len__(self) -> int:
        return len(self._clients)

    def count(self, table: Table, client: str, now: datetime) -> None:
        """Count a request. Raises RateLimitExceeded. One round trip for COUNTED_TOGETHER requests."""
        if client not in self._clients and len(self._clients) >= MOST_CLIENTS_REMEMBERED:
            self._clients.clear()
        known = self._clients.setdefault(client, _Client())
        if not known.is_refused:
            known.uncounted += 1
            if known.uncounted >= COUNTED_TOGETHER:
                known.is_refused = _told(table, client, known.uncounted, now) > REQUESTS_AN_HOUR
                known.uncounted = 0
        if known.is_refused:
            raise exceeded(REQUESTS_AN_HOUR, now, _TOO_MANY)


def _told(table: Table, client: str, requests: int, now: datetime) -> int:
    """How many requests all processes have told the table of, these included."""
    change = Update(set={"expiresAtEpoch": epoch_seconds(hour_of(now) + 2 * HOUR)}, add={"used": requests})
    used: int = table.update(CLIENT_USAGE.key(client, "REQUESTS"), change)["used"]
    return used


def hour_of(now: datetime) -> datetime:
    """When the hour of `now` began."""
    return now.replace(minute=0, second=0, microsecond=0)

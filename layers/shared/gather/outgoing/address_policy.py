"""The addresses that the service sends requests to: no name may lead into somebody's private network.

A name is resolved once for each attempt, and the connection goes to the checked addresses, so that a name
gains nothing by a different second answer.
"""

import queue
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from gather.outgoing.address_ranges import Address, address_in, is_numeric_host, is_private, is_public

Resolver = Callable[[str], Sequence[str]]
"""Resolves a host name to its addresses as text. Raises OSError when there are none; may block."""

MOST_ADDRESSES = 4


class AddressRefused(Exception):
    """The host leads, or may lead, to an address that deliveries do not go to."""


class NameNotResolved(Exception):
    """The host name has no address."""


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """The rule of a deployment; `allow_private` is for the local stack alone.

    It lets loopback and private networks in. Everything else that is not globally routable is refused
    in any case.
    """

    resolver: Resolver
    allow_private: bool = False

    def addresses(self, host: str, seconds: float) -> tuple[Address, ...]:
        """The addresses to connect to, in this order, for `host` (ASCII name or address literal).

        Takes `seconds` at most. Raises AddressRefused when any address of the host is not allowed,
        NameNotResolved when it has none, TimeoutError when the resolver does not respond in time.
        """
        found = self._found(host, seconds)
        if not all(self.allows(address) for address in found):
            raise AddressRefused
        return tuple(sorted(found, key=lambda address: address.version)[:MOST_ADDRESSES])

    def allows(self, address: Address) -> bool:
        """Whether deliveries may go to `address`."""
        return is_public(address) or (self.allow_private and is_private(address))

    def _found(self, host: str, seconds: float) -> list[Address]:
        literal = address_in(host)
        if literal is not None:
            return [literal]
        if is_numeric_host(host):
            raise AddressRefused
        names = _within(seconds, lambda: self.resolver(host))
        if not names:
            raise NameNotResolved
        return [_address(name) for name in dict.fromkeys(names)]


def system_resolver(host: str) -> list[str]:
    """The addresses that the operating system has for `host`."""
    # Bytes, because Python would otherwise apply its own, older reading of international names.
    found = socket.getaddrinfo(host.encode("ascii"), None, type=socket.SOCK_STREAM)
    return [str(address[4][0]) for address in found]


def _address(text: str) -> Address:
    """An address as resolvers give it; one with a zone is link-local, and anything odd is refused."""
    try:
        return ip_address(text)
    except ValueError:
        raise AddressRefused from None


def _within(seconds: float, resolve: Callable[[], Sequence[str]]) -> Sequence[str]:
    """The result of `resolve`, unless it takes longer: no resolver call has a time limit of its own."""
    outcome: queue.SimpleQueue[Sequence[str] | OSError] = queue.SimpleQueue()

    def run() -> None:
        try:
            outcome.put(resolve())
        except OSError as failure:
            outcome.put(failure)

    threading.Thread(target=run, name="resolver", daemon=True).start()
    try:
        found = outcome.get(timeout=max(seconds, 0))
    except queue.Empty:
        raise TimeoutError("the name was not resolved in time") from None
    if isinstance(found, OSError):
        raise NameNotResolved from found
    return found

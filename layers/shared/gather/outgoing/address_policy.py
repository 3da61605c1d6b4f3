"""The addresses that the service sends requests to: no name may lead into somebody's private network.

A name is resolved once for each attempt, and the connection goes to the checked addresses, so that a name
gains nothing by a different second answer.
"""

import queue
import re
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Address = IPv4Address | IPv6Address

Resolver = Callable[[str], Sequence[str]]
"""Resolves a host name to its addresses as text. Raises OSError when there are none; may block."""

MOST_ADDRESSES = 4

_PRIVATE = tuple(
    ip_network(network)
    for network in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "100.64.0.0/10",
        "::1/128",
        "fc00::/7",
    )
)

# From the IANA registries of special-purpose addresses: documentation, benchmarks, protocol
# assignments, link-local (with the cloud's metadata service), multicast, reserved and broadcast.
_REFUSED_IPV4 = tuple(
    ip_network(network)
    for network in (
        "0.0.0.0/8",
        "169.254.0.0/16",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)

# Only this block of IPv6 is assigned for global use; mapped, compatible and NAT64 forms of IPv4
# addresses are outside of it.
_GLOBAL_IPV6 = ip_network("2000::/3")

# Teredo and other protocol assignments, documentation, and 6to4, which embeds IPv4 addresses.
_REFUSED_IPV6 = tuple(
    ip_network(network) for network in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)

# A host whose last label is a number is an IPv4 address to resolvers, in decimal, octal or hex.
_NUMERIC_HOST = re.compile(r"(.*\.)?(0x[0-9a-f]*|[0-9]+)\.?", re.IGNORECASE)


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
        if any(address in network for network in _PRIVATE):
            return self.allow_private
        return _is_global(address)

    def _found(self, host: str, seconds: float) -> list[Address]:
        literal = _literal(host)
        if literal is not None:
            return [literal]
        if _NUMERIC_HOST.fullmatch(host):
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


def _is_global(address: Address) -> bool:
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _REFUSED_IPV4)
    return address in _GLOBAL_IPV6 and not any(address in network for network in _REFUSED_IPV6)


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


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

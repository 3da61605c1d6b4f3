"""Which addresses are public, by the ranges that they are in, and which hosts are so by their text alone."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Address = IPv4Address | IPv6Address

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

# These lead to the machine itself (RFC 6761, 6.3).
_LOOPBACK_NAME = re.compile(r"(.*\.)?localhost\.?", re.IGNORECASE)


def address_in(host: str) -> Address | None:
    """The address that `host` is written as; None for a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_numeric_host(host: str) -> bool:
    """Whether `host` is an address to resolvers although it is not written as one."""
    return address_in(host) is None and _NUMERIC_HOST.fullmatch(host) is not None


def is_private(address: Address) -> bool:
    """Whether an address is of a private network, or of the machine itself."""
    return any(address in network for network in _PRIVATE)


def is_public(address: Address) -> bool:
    """Whether an address is globally routable, and no part of its range is for special purposes."""
    if is_private(address):
        return False
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _REFUSED_IPV4)
    return address in _GLOBAL_IPV6 and not any(address in network for network in _REFUSED_IPV6)


def may_be_public(host: str) -> bool:
    """Whether `host` is a public address, or a name that may lead to one. No name is resolved."""
    address = address_in(host)
    if address is not None:
        return is_public(address)
    return not is_numeric_host(host) and _LOOPBACK_NAME.fullmatch(host) is None

"""The addresses that deliveries may go to. A name cannot lead elsewhere."""

import threading
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.outgoing.address_policy import (
    AddressPolicy,
    AddressRefused,
    NameNotResolved,
    Resolver,
    system_resolver,
)

PUBLIC = "93.184.215.14"


def answering(*addresses: str) -> Resolver:
    return lambda host: addresses


def nobody(host: str) -> Sequence[str]:
    raise AssertionError("an address literal is not resolved")


PRIVATE = [
    "127.0.0.1",
    "127.255.255.254",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "100.127.255.255",
    "::1",
    "fd00:ec2::254",
    "fc00::1",
]
NEVER = [
    "0.0.0.0",
    "0.1.2.3",
    "169.254.169.254",
    "169.254.170.2",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    f"::ffff:{PUBLIC}",
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "5f00::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]
ALWAYS = [PUBLIC, "8.8.8.8", "172.32.0.1", "100.128.0.1", "223.255.255.255", "2606:4700::1111", "2a00::1"]


@pytest.mark.parametrize("address", PRIVATE + NEVER)
def test_an_address_that_is_not_globally_routable_is_refused(address: str) -> None:
    with pytest.raises(AddressRefused):
        AddressPolicy(answering(address)).addresses("hooks.example", 1)
    with pytest.raises(AddressRefused):
        AddressPolicy(nobody).addresses(address, 1)


@pytest.mark.parametrize("address", ALWAYS)
def test_a_public_address_is_the_one_to_connect_to(address: str) -> None:
    assert AddressPolicy(answering(address)).addresses("hooks.example", 1) == (ip_address(address),)
    assert AddressPolicy(nobody).addresses(address, 1) == (ip_address(address),)


@pytest.mark.parametrize("address", PRIVATE + ALWAYS)
def test_the_local_stack_reaches_private_networks_too(address: str) -> None:
    assert AddressPolicy(nobody, allow_private=True).addresses(address, 1) == (ip_address(address),)


@pytest.mark.parametrize("address", NEVER)
def test_even_the_local_stack_does_not_reach_metadata_or_special_addresses(address: str) -> None:
    with pytest.raises(AddressRefused):
        AddressPolicy(nobody, allow_private=True).addresses(address, 1)


@pytest.mark.parametrize("private", ["10.0.0.1", "::1", "fe80::1%eth0", "no address"])
def test_one_bad_address_spoils_the_name(private: str) -> None:
    for addresses in ((PUBLIC, private), (private, PUBLIC)):
        with pytest.raises(AddressRefused):
            AddressPolicy(answering(*addresses)).addresses("hooks.example", 1)


@pytest.mark.parametrize(
    "host",
    [
        "2130706433",
        "0x7f000001",
        "017700000001",
        "127.1",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "127.0.0.1.",
        "1.2.3.0x4",
    ],
)
def test_odd_spellings_of_addresses_are_refused_without_asking_anyone(host: str) -> None:
    with pytest.raises(AddressRefused):
        AddressPolicy(nobody, allow_private=True).addresses(host, 1)


def test_ipv4_comes_first_and_repeated_addresses_once() -> None:
    policy = AddressPolicy(answering("2a00::1", PUBLIC, "2a00::1", PUBLIC))
    assert policy.addresses("hooks.example", 1) == (ip_address(PUBLIC), ip_address("2a00::1"))


@pytest.mark.parametrize("resolver", [answering(), lambda host: system_resolver("no-such-name.invalid")])
def test_a_name_without_addresses_is_not_resolved(resolver: Resolver) -> None:
    with pytest.raises(NameNotResolved):
        AddressPolicy(resolver).addresses("hooks.example", 10)


def test_a_resolver_that_hangs_is_not_waited_for() -> None:
    released = threading.Event()

    def hanging(host: str) -> Sequence[str]:
        released.wait()
        return [PUBLIC]

    with pytest.raises(TimeoutError):
        AddressPolicy(hanging).addresses("hooks.example", 0.02)
    released.set()


def test_the_system_resolves_its_own_name_to_loopback() -> None:
    assert all(ip_address(address).is_loopback for address in system_resolver("localhost"))


@given(st.ip_addresses())
def test_what_is_allowed_is_global_by_the_standard_librarys_tables_too(
    address: IPv4Address | IPv6Address,
) -> None:
    if AddressPolicy(nobody).allows(address):
        assert address.is_global
        assert not any((address.is_multicast, address.is_reserved))


@given(st.ip_addresses(v=4))
def test_no_ipv4_address_gets_through_inside_an_ipv6_one(embedded: IPv4Address) -> None:
    number = int(embedded)
    disguises = (
        number,
        0xFFFF << 32 | number,
        0x0064_FF9B << 96 | number,
        0x2002 << 112 | number << 80 | 1,
        0x2001_0000 << 96 | number << 64 | number ^ 0xFFFFFFFF,
    )
    policy = AddressPolicy(nobody, allow_private=True)
    loopback = IPv6Address("::1")
    assert not [d for d in map(IPv6Address, disguises) if d != loopback and policy.allows(d)]

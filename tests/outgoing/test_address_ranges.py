"""Hosts that may be public, by their text alone."""

import pytest

from gather.outgoing.address_ranges import may_be_public


@pytest.mark.parametrize(
    "host", ["ats.example.com", "93.184.215.14", "2606:2800:21f:cb07::1", "localhost.example"]
)
def test_a_name_and_a_public_address_may_be_public(host: str) -> None:
    assert may_be_public(host)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "10.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "::1",
        "fd00:ec2::254",
        "::ffff:10.0.0.1",
        "localhost",
        "LOCALHOST.",
        "api.localhost",
        "2130706433",
        "0x7f.1",
    ],
)
def test_an_address_that_nobody_outside_has_is_not_public(host: str) -> None:
    assert not may_be_public(host)

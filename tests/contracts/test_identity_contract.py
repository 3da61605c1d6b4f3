"""The contract of every identity engine."""

from collections.abc import Callable

import pytest

from gather.ports.identity import DashboardAccount, Identity

Invitations = Callable[[], list[str]]

ADA = DashboardAccount("Ada@example.com", "Ada", "Example")


def test_each_account_is_invited(identity: Identity, invitations: Invitations) -> None:
    identity.create_account(ADA)
    identity.create_account(DashboardAccount("bo@example.com", "Bo", "Example"))

    assert invitations() == ["Ada@example.com", "bo@example.com"]


@pytest.mark.parametrize("email", ["Ada@example.com", "ada@EXAMPLE.com"])
def test_an_address_has_one_account_and_is_invited_once(
    identity: Identity, invitations: Invitations, email: str
) -> None:
    identity.create_account(ADA)
    identity.create_account(DashboardAccount(email, "Augusta", "Example"))

    assert invitations() == ["Ada@example.com"]

"""The engine that keeps the accounts of the dashboard."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class DashboardAccount:
    """A person who is to sign in to the dashboard, by their e-mail address."""

    email: str
    first_name: str
    last_name: str


class Identity(Protocol):
    """Keeps the accounts that people sign in to the dashboard with."""

    def create_account(self, account: DashboardAccount) -> None:
        """Make the account and send its invitation.

        An address has one account, whatever its case; one that has it already is left as it is, and
        nobody is invited again. So a call may be repeated.
        """
        ...

"""Accounts: the customers of a partner, who makes them with its master key (interface: Connect, rule 2).

An account is an organization of its own, with a team and a key of scope `integrations`.
"""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.formats import ShortText, Title
from gather.core.identifiers import new_id
from gather.core.model import UNSET, RequestModel
from gather.core.record import Identified


class AccountStatus(StrEnum):
    """Status of an account. A closed one stays readable, and its keys no longer work."""

    OPEN = "open"
    CLOSED = "closed"


class Account(Identified):
    """A partner's customer. `organization_id` and `team_id` are the customer's own."""

    name: str
    """The account's name."""
    external_id: str | None = None
    """The account's id in the partner's own system."""
    status: AccountStatus = AccountStatus.OPEN
    """Whether the account is open."""
    organization_id: str
    """The organization of the account."""
    team_id: str
    """The team of the account."""
    closed_at: str | None = None
    """When the account was closed; null while it is open."""


class AccountRecord(Account):
    """A stored account, with the organization of the partner that it belongs to."""

    partner_id: str

    def update(self, request: "ChangeAccount", moment: str) -> "AccountRecord":
        """Set the members that the request supplies; the same record when nothing is different.

        Raises Conflict for a closed account.
        """
        if self.status is AccountStatus.CLOSED:
            raise Conflict("The account is closed.")
        changed = self.changed(**request.supplied())
        return self if changed == self else changed.changed(updated_at=moment)

    def close(self, moment: str) -> "AccountRecord":
        """Close the account at `moment`; the same record when it is closed already."""
        if self.status is AccountStatus.CLOSED:
            return self
        return self.changed(status=AccountStatus.CLOSED, closed_at=moment, updated_at=moment)


class AccountWithKey(Account):
    """The response to a POST. Only this response shows the customer's key."""

    api_key: str = Field(repr=False)
    """The account's own API key. Told this once."""


class CreateAccount(RequestModel):
    """Body of POST /connect/accounts. `external_id` is the partner's own id of the customer; `display_name`
    is the name that candidates see, `name` when left out."""

    name: Title
    external_id: ShortText | None = None
    display_name: Title | None = None
    """The name that candidates of the account see; `name` unless sent."""


class ChangeAccount(RequestModel):
    """Body of PATCH /connect/accounts/{accountId}; null clears `externalId`."""

    name: Title = UNSET
    external_id: ShortText | None = None


def new_account(
    request: CreateAccount, partner_id: str, organization_id: str, team_id: str, now: datetime
) -> AccountRecord:
    """Make the account that a POST asks for."""
    moment = timestamp(now)
    return AccountRecord(
        id=new_id(),
        name=request.name,
        external_id=request.external_id,
        partner_id=partner_id,
        organization_id=organization_id,
        team_id=team_id,
        created_at=moment,
        updated_at=moment,
    )

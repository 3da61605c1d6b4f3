"""Accounts in the table: listed by the partner, each with the organization that it is."""

from datetime import datetime
from typing import Any

from gather.connect import integration_storage
from gather.connect.account import AccountRecord
from gather.core.clock import timestamp
from gather.table import keys, store
from gather.table.records import Kind, Records, Stored, Transaction
from gather.table.store import Update
from gather.tenancy import credential_storage, organization_storage
from gather.tenancy.credential import Credential
from gather.tenancy.organization import Organization
from gather.tenancy.team import Team

WRITES_AT_ONCE = 90
"""How many keys end in one transaction, which has room for a hundred writes."""


class _AccountKind(Kind[AccountRecord]):
    """Accounts: records of the partner's organization, which stands where others have their team."""

    def key(self, team_id: str, record_id: str) -> keys.Key:
        """The primary key of an account; `team_id` is the partner's."""
        return keys.account(team_id, record_id)

    def team_listing(self, team_id: str) -> str:
        """The partition that lists all accounts of a partner."""
        return keys.accounts(team_id)


ACCOUNT = _AccountKind(
    "account",
    "ACCOUNT",
    AccountRecord,
    lambda record: record.partner_id,
    lambda record: [keys.accounts(record.partner_id)],
    search_text=lambda record: record.name,
)


def create(
    records: Records,
    account: AccountRecord,
    organization: Organization,
    team: Team,
    credential: Credential,
    key_hash: str,
) -> None:
    """Store an account with the organization, the team and the key that it is made of. One round trip."""
    transaction = records.transaction()
    organization_storage.add_organization(transaction, organization, team)
    credential_storage.add(transaction, credential, key_hash)
    transaction.create(ACCOUNT, account)
    transaction.commit()


def rename_organization(transaction: Transaction, account: AccountRecord) -> None:
    """Call the account's organization as the account is called, as part of `transaction`."""
    rename = Update(
        "SET #name = :name, updatedAt = :now",
        {":name": account.name, ":now": account.updated_at},
        {"#name": "name"},
        condition="attribute_exists(pk)",
    )
    transaction.write(store.update(keys.organization(account.organization_id), rename))


def close_organization(transaction: Transaction, account: AccountRecord) -> None:
    """Let nobody make keys for the account's organization any more, as part of `transaction`."""
    close = Update("SET closedAt = :now", {":now": account.updated_at}, condition="attribute_exists(pk)")
    transaction.write(store.update(keys.organization(account.organization_id), close))


def end_credentials(records: Records, account: Stored[AccountRecord], now: datetime) -> None:
    """End all keys of the account's organization and the Basic credentials of its integrations.

    Once the organization is closed there are no new ones, so that after this none is left; repeating it does
    no harm. Two round trips for up to ninety.
    """
    organization_id = account.record.organization_id
    writes = credential_storage.revocations(records.table, organization_id, now)
    writes += [
        _login_revocation(record.vendor, record.user, now)
        for record in integration_storage.of_organization(records.table, organization_id)
    ]
    for start in range(0, len(writes), WRITES_AT_ONCE):
        records.table.transact(writes[start : start + WRITES_AT_ONCE])


def _login_revocation(vendor: str, user: str, now: datetime) -> dict[str, Any]:
    revoke = Update("SET revokedAt = if_not_exists(revokedAt, :now)", {":now": timestamp(now)})
    return store.update(keys.integration_user(vendor, user), revoke)

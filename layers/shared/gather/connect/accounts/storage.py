"""Accounts in the table: listed by the partner, each with the organization that it is."""

from datetime import datetime

from gather.connect.accounts.models import AccountRecord
from gather.connect.integrations import storage as integration_storage
from gather.core.caller import Actor
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, Stored
from gather.table.lookup import Lookup
from gather.table.records import Records
from gather.tenancy.api_keys import service as api_key_service
from gather.tenancy.api_keys import storage as api_key_storage
from gather.tenancy.api_keys.models import Credential
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.organizations.models import Organization
from gather.tenancy.teams.models import Team
from gather.tenancy.teams.storage import TEAM

WRITES_AT_ONCE = 90
"""How many Basic credentials end in one transaction, which has room for a hundred writes."""


def account_key(organization_id: str, account_id: str) -> keys.Key:
    """The key of an account, in the organization of its partner."""
    return keys.Key(f"ORGANIZATION#{organization_id}#ACCOUNT#{account_id}", keys.RECORD)


def partner_listing(organization_id: str) -> str:
    """The partition that lists all accounts of a partner."""
    return f"ORGANIZATION#{organization_id}#ACCOUNT"


def account_external_id_key(organization_id: str, external_id_hash: str, account_id: str) -> keys.Key:
    """The key from a partner's own id of a customer to an account."""
    return keys.Key(f"ORGANIZATION#{organization_id}#ACCOUNT#EXTERNALID#{external_id_hash}", account_id)


ACCOUNT_EXTERNAL_ID = ItemKind("ACCOUNT_EXTERNAL_ID", account_external_id_key)
BY_EXTERNAL_ID: Lookup[AccountRecord] = Lookup(ACCOUNT_EXTERNAL_ID, lambda account: account.external_id)

ACCOUNT = Kind(
    resource="account",
    name="ACCOUNT",
    model=AccountRecord,
    team_of=lambda record: record.partner_id,
    listings=lambda record: [partner_listing(record.partner_id)],
    search_text=lambda record: record.name,
    key_of=account_key,
    listing_of=partner_listing,
    lookups=(BY_EXTERNAL_ID,),
)


def create(
    records: Records,
    account: AccountRecord,
    organization: Organization,
    team: Team,
    credential: Credential,
    key_hash: str,
    actor: Actor,
) -> None:
    """Save an account with the organization, the team and the key that it is made of. One round trip."""
    unit = records.unit_of_work()
    organization_storage.save(unit, organization, teams=1)
    unit.create(TEAM, team)
    api_key_storage.save(unit, credential, key_hash, actor)
    unit.create(ACCOUNT, account)
    unit.commit()


def end_credentials(records: Records, account: Stored[AccountRecord], actor: Actor, now: datetime) -> None:
    """End all keys of the account's organization and the Basic credentials of its integrations.

    Once the organization is closed there are no new ones, so that after this none is left; repeating it does
    no harm. Five round trips for up to forty-five keys.
    """
    organization_id = account.record.organization_id
    api_key_service.revoke_all(records, organization_id, actor, now=now)
    writes = [
        integration_storage.login_revocation(record, now)
        for record in integration_storage.list_all(records.table, organization_id)
    ]
    for start in range(0, len(writes), WRITES_AT_ONCE):
        records.table.transact(writes[start : start + WRITES_AT_ONCE])

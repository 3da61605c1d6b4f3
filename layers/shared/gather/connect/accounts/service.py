"""The accounts of a partner: creating, listing, changing and closing them.

account, key = service.create(records, partner_id, request, actor, now=now)
service.close(records, partner_id, account.id, actor, now=now, precondition=Precondition())
"""

from datetime import datetime

from gather.connect.accounts import storage as account_storage
from gather.connect.accounts.models import AccountRecord, ChangeAccount, CreateAccount, new_account
from gather.connect.accounts.storage import ACCOUNT, BY_EXTERNAL_ID
from gather.core.caller import Actor, Permission, Scope
from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.core.precondition import Precondition
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.table.search import Search
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.api_keys.models import new_credential
from gather.tenancy.api_keys.secret import hash_of, new_key
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.organizations.models import Organization
from gather.tenancy.organizations.storage import organization_key
from gather.tenancy.teams.models import new_team

KEY_NAME = "Integrations"
COPIED_SETTINGS = ("features", "defaultExpiryDays", "country", "smsCountries", "engines")
"""The settings of the partner that a new organization gets, by the names of the stored attributes."""


def create(
    records: Records, partner_id: str, request: CreateAccount, actor: Actor, *, now: datetime
) -> tuple[AccountRecord, str]:
    """Create an account: an organization of the partner's customer, with a team and a key.

    Returns the account and the key, of which only a hash is stored.
    """
    organization = _new_organization(records, partner_id, request.name, timestamp(now))
    team = new_team(request.name, request.display_name or request.name, organization.id, now)
    account = new_account(request, partner_id, organization.id, team.id, now)
    credential = new_credential(
        organization.id, team.id, KEY_NAME, tuple(Permission), now, scope=Scope.INTEGRATIONS
    )
    key = new_key()
    account_storage.create(records, account, organization, team, credential, hash_of(key), actor)
    return account, key


def _new_organization(records: Records, partner_id: str, name: str, moment: str) -> Organization:
    """An organization with the features, the expiry of invites and the countries that the partner has."""
    partner = records.table.get(organization_key(partner_id)) or {}
    copied = {name: partner[name] for name in COPIED_SETTINGS if name in partner}
    fields = {"id": new_id(), "name": name, "createdAt": moment, "updatedAt": moment}
    return Organization.model_validate({**fields, **copied})


def list_accounts(
    records: Records,
    partner_id: str,
    *,
    external_id: str | None,
    search: str | None,
    offset: int,
    size: int,
) -> RecordPage[AccountRecord]:
    """List a page of the partner's accounts, newest first, the closed ones among them.

    `external_id` is the partner's own id of a customer; `search` is in the accounts' names.
    """
    if external_id is not None and organization_storage.has_supplement(
        records.table, partner_id, organization_storage.Supplement.LOOKUPS
    ):
        found = Search(search)
        return records.found_page(
            ACCOUNT, BY_EXTERNAL_ID, partner_id, external_id, Selection.ALL, offset, size, found
        )
    both = Search(search, equals={"externalId": external_id})
    return records.page(ACCOUNT, ACCOUNT.team_listing(partner_id), Selection.ALL, offset, size, both)


def update(
    records: Records,
    partner_id: str,
    account_id: str,
    request: ChangeAccount,
    actor: Actor,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[AccountRecord]:
    """Set the members of an account that the request supplies; its organization has the same name.

    Raises NotFound, PreconditionFailed, and Conflict for a closed account.
    """

    def change(stored: Stored[AccountRecord], unit: UnitOfWork) -> AccountRecord:
        precondition.check(stored.version)
        account = stored.record.update(request, timestamp(now))
        if account.name != stored.record.name:
            organization_storage.rename(unit, account.organization_id, account.name, account.updated_at)
            _log(unit, account, actor, now)
        return account

    return records.change(ACCOUNT, partner_id, account_id, change)


def close(
    records: Records,
    partner_id: str,
    account_id: str,
    actor: Actor,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[AccountRecord]:
    """Close an account with its organization, and end all credentials of that.

    It stays readable. Closing it again does no harm. Raises NotFound and PreconditionFailed.
    """

    def change(stored: Stored[AccountRecord], unit: UnitOfWork) -> AccountRecord:
        precondition.check(stored.version)
        account = stored.record.close(timestamp(now))
        if account != stored.record:
            organization_storage.close(unit, account.organization_id, account.updated_at)
            _log(unit, account, actor, now)
        return account

    stored = records.change(ACCOUNT, partner_id, account_id, change)
    account_storage.end_credentials(records, stored, actor, now)
    return stored


def _log(unit: UnitOfWork, account: AccountRecord, actor: Actor, now: datetime) -> None:
    """Save in the log of the account's organization that the partner has changed it."""
    organization_id, action = account.organization_id, AuditAction.ORGANIZATION_CHANGED
    audit_storage.save(unit, organization_id, actor, action, organization_id, now)

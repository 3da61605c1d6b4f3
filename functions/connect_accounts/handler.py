"""Accounts: the customers of a partner.

Interface: Connect, rules 1 and 2; Authentication, rule 2.
"""

from typing import Any

from gather.connect.accounts import storage as account_storage
from gather.connect.accounts.models import (
    Account,
    AccountRecord,
    AccountWithKey,
    ChangeAccount,
    CreateAccount,
    changed_account,
    closed_account,
    new_account,
)
from gather.connect.accounts.storage import ACCOUNT, BY_EXTERNAL_ID
from gather.core.caller import Basic, Permission, Scope
from gather.core.formats import ShortText
from gather.core.identifiers import new_id
from gather.core.model import Model, NoBody, QueryModel
from gather.http import paging
from gather.http.call import KeyCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.kind import Stored
from gather.table.listing import Selection
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

api = Api(
    "connect-accounts",
    prefix="/connect",
    scopes=frozenset({Scope.ACCOUNTS}),
    basic=Basic.REFUSED,
)
handler = api.handler

PATH = "/accounts/{accountId}"
KEY_NAME = "Integrations"
TAKEN_OVER = ("features", "defaultExpiryDays", "country", "smsCountries")
"""What a new organization has as the partner has it, by the names of the stored attributes."""


class AccountQuery(QueryModel):
    """Query of the routes of one account: none."""


class AccountListQuery(QueryModel):
    """Query of GET /connect/accounts; `externalId` is compared as it is written."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50
    search: ShortText | None = None
    """Keeps the accounts whose names hold this text, whatever the case."""
    external_id: ShortText | None = None
    """Keeps the accounts with this id of the partner's own system."""


class AccountList(Model):
    """Data of GET /connect/accounts."""

    accounts: list[Account]
    pagination: paging.TotalPages


class OneAccount(Model):
    """Data of the routes of one account."""

    account: Account


class OneAccountWithKey(Model):
    """Data of POST /connect/accounts."""

    account: AccountWithKey


@api.post("/accounts", response=OneAccountWithKey)
def create_account(call: KeyCall[CreateAccount, AccountQuery]) -> Result:
    """Make an account: an organization of the partner's customer, with a team and a key.

    `apiKey` is the customer's, of scope `integrations`, and is told this once.
    """
    organization = _organization(call)
    team = new_team(call.body.name, call.body.display_name or call.body.name, organization.id, call.now)
    account = new_account(call.body, call.organization_id, organization.id, team.id, call.now)
    credential = new_credential(
        organization.id, team.id, KEY_NAME, tuple(Permission), call.now, scope=Scope.INTEGRATIONS
    )
    key = new_key()
    account_storage.create(call.records, account, organization, team, credential, hash_of(key), call.actor)
    shown = AccountWithKey(**account.model_dump(exclude={"partner_id"}), api_key=key)
    return Result(OneAccountWithKey(account=shown), version=1)


def _organization(call: KeyCall[CreateAccount, AccountQuery]) -> Organization:
    """A new organization, with the features, the expiry of invites and the countries that the partner has."""
    partner = call.records.table.get(organization_key(call.organization_id)) or {}
    taken_over = {name: partner[name] for name in TAKEN_OVER if name in partner}
    fields = {"id": new_id(), "name": call.body.name, "createdAt": call.moment, "updatedAt": call.moment}
    return Organization.model_validate({**fields, **taken_over})


@api.get("/accounts", response=AccountList)
def list_accounts(call: KeyCall[NoBody, AccountListQuery]) -> AccountList:
    """List the partner's accounts, newest first, the closed ones among them."""
    query, partner_id = call.query, call.organization_id
    offset, size = (query.page - 1) * query.page_size, query.page_size
    external_id = query.external_id
    if external_id is not None and organization_storage.is_supplemented(call.records.table, partner_id):
        page = call.records.found_page(
            ACCOUNT,
            BY_EXTERNAL_ID,
            partner_id,
            external_id,
            Selection.ALL,
            offset,
            size,
            Search(query.search),
        )
    else:
        search = Search(query.search, equals={"externalId": external_id})
        listing = ACCOUNT.team_listing(partner_id)
        page = call.records.page(ACCOUNT, listing, Selection.ALL, offset, size, search)
    paging.require_whole(page)
    pagination = paging.total_pages(page.total, query.page, query.page_size)
    return AccountList(accounts=page.records, pagination=pagination)


@api.get(PATH, response=OneAccount)
def get_account(call: KeyCall[NoBody, AccountQuery]) -> Result:
    """Read an account of the partner."""
    return _result(call.records.get(ACCOUNT, call.organization_id, call.path["accountId"]))


@api.patch(PATH, response=OneAccount)
def change_account(call: KeyCall[ChangeAccount, AccountQuery]) -> Result:
    """Change the members of an account that are supplied; its organization is called as it is."""

    def changed(stored: Stored[AccountRecord], unit: UnitOfWork) -> AccountRecord:
        call.check_version(stored.version)
        account = changed_account(stored.record, call.body, call.moment)
        if account.name != stored.record.name:
            organization_storage.rename(unit, account.organization_id, account.name, account.updated_at)
            _note(unit, call, account.organization_id)
        return account

    return _result(call.records.change(ACCOUNT, call.organization_id, call.path["accountId"], changed))


@api.delete(PATH, response=OneAccount)
def close_account(call: KeyCall[NoBody, AccountQuery]) -> Result:
    """Close an account: all keys of its organization fail from now on, and it gets no new ones.

    It stays readable. Closing it again does no harm.
    """

    def closed(stored: Stored[AccountRecord], unit: UnitOfWork) -> AccountRecord:
        call.check_version(stored.version)
        account = closed_account(stored.record, call.moment)
        if account != stored.record:
            organization_storage.close(unit, account.organization_id, account.updated_at)
            _note(unit, call, account.organization_id)
        return account

    stored = call.records.change(ACCOUNT, call.organization_id, call.path["accountId"], closed)
    account_storage.end_credentials(call.records, stored, call.actor, call.now)
    return _result(stored)


def _note(unit: UnitOfWork, call: KeyCall[Any, Any], organization_id: str) -> None:
    """Note in the log of the account's organization that the partner has changed it."""
    action = AuditAction.ORGANIZATION_CHANGED
    audit_storage.save(unit, organization_id, call.actor, action, organization_id, call.now)


def _result(stored: Stored[AccountRecord]) -> Result:
    return Result(OneAccount(account=stored.record), version=stored.version)

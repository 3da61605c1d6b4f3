"""Routes of accounts (interface: Connect routes; Authentication; answers: Connect paths)."""

from gather.connect import account_storage
from gather.connect.account import (
    Account,
    AccountRecord,
    AccountWithKey,
    ChangeAccount,
    CreateAccount,
    changed_account,
    closed_account,
    new_account,
)
from gather.connect.account_storage import ACCOUNT
from gather.core.caller import Basic, Permission, Scope
from gather.core.identifiers import new_id
from gather.core.model import Model, NoBody, QueryModel, ShortText
from gather.http import paging
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.table import keys
from gather.table.listing import Selection
from gather.table.records import Stored, Transaction
from gather.table.search import Search
from gather.tenancy.credential import hash_of, new_credential, new_key
from gather.tenancy.organization import Organization
from gather.tenancy.team import new_team
from gather.wiring import records, table

api = Api(
    "connect-accounts",
    prefix="/connect",
    scopes=frozenset({Scope.ACCOUNTS}),
    works_in_team=False,
    basic=Basic.REFUSED,
)
handler = api.handler

PATH = "/accounts/{accountId}"
KEY_NAME = "Integrations"


class AccountQuery(QueryModel):
    """Query of the routes of one account: none."""


class AccountListQuery(QueryModel):
    """Query of GET /connect/accounts; `externalId` is compared as it is written."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50
    search: ShortText | None = None
    external_id: ShortText | None = None


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


@api.post("/accounts", answer=OneAccountWithKey, body=CreateAccount, query=AccountQuery)
def create_account(call: Call[CreateAccount, AccountQuery]) -> Answer:
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
    account_storage.create(records(), account, organization, team, credential, hash_of(key))
    shown = AccountWithKey(**account.model_dump(exclude={"partner_id"}), api_key=key)
    return Answer(OneAccountWithKey(account=shown), version=1)


def _organization(call: Call[CreateAccount, AccountQuery]) -> Organization:
    """A new organization, with the features and the expiry of invites that the partner has."""
    partner = table().get(keys.organization(call.organization_id)) or {}
    taken_over = {name: partner[name] for name in ("features", "defaultExpiryDays") if name in partner}
    fields = {"id": new_id(), "name": call.body.name, "createdAt": call.moment, "updatedAt": call.moment}
    return Organization.model_validate({**fields, **taken_over})


@api.get("/accounts", answer=AccountList, query=AccountListQuery)
def list_accounts(call: Call[NoBody, AccountListQuery]) -> AccountList:
    """List the partner's accounts, newest first, the closed ones among them."""
    query = call.query
    page = records().page(
        ACCOUNT,
        ACCOUNT.team_listing(call.organization_id),
        Selection.ALL,
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
        search=Search(query.search, equals={"externalId": query.external_id}),
    )
    pagination = paging.total_pages(page.total, query.page, query.page_size)
    return AccountList(accounts=page.records, pagination=pagination)


@api.get(PATH, answer=OneAccount, query=AccountQuery)
def get_account(call: Call[NoBody, AccountQuery]) -> Answer:
    """Read an account of the partner."""
    return _answer(records().get(ACCOUNT, call.organization_id, call.path["accountId"]))


@api.patch(PATH, answer=OneAccount, body=ChangeAccount, query=AccountQuery)
def change_account(call: Call[ChangeAccount, AccountQuery]) -> Answer:
    """Change the members of an account that are supplied; its organization is called as it is."""

    def changed(stored: Stored[AccountRecord], transaction: Transaction) -> AccountRecord:
        call.check_version(stored.version)
        account = changed_account(stored.record, call.body, call.moment)
        if account.name != stored.record.name:
            account_storage.rename_organization(transaction, account)
        return account

    return _answer(records().change(ACCOUNT, call.organization_id, call.path["accountId"], changed))


@api.delete(PATH, answer=OneAccount, query=AccountQuery)
def close_account(call: Call[NoBody, AccountQuery]) -> Answer:
    """Close an account: all keys of its organization fail from now on, and it gets no new ones.

    It stays readable. Closing it again does no harm.
    """

    def closed(stored: Stored[AccountRecord], transaction: Transaction) -> AccountRecord:
        call.check_version(stored.version)
        account = closed_account(stored.record, call.moment)
        if account != stored.record:
            account_storage.close_organization(transaction, account)
        return account

    stored = records().change(ACCOUNT, call.organization_id, call.path["accountId"], closed)
    account_storage.end_credentials(records(), stored, call.now)
    return _answer(stored)


def _answer(stored: Stored[AccountRecord]) -> Answer:
    return Answer(OneAccount(account=stored.record), version=stored.version)

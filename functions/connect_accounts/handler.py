"""Accounts: the customers of a partner.

Interface: Connect, rules 1 and 2; Authentication, rule 2.
"""

from gather.connect.accounts import service
from gather.connect.accounts.models import (
    Account,
    AccountRecord,
    AccountWithKey,
    ChangeAccount,
    CreateAccount,
)
from gather.connect.accounts.storage import ACCOUNT
from gather.core.caller import Basic, Scope
from gather.core.formats import ShortText
from gather.core.model import Model, NoBody, QueryModel
from gather.http import paging
from gather.http.call import KeyCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.kind import Stored

api = Api(
    "connect-accounts",
    prefix="/connect",
    scopes=frozenset({Scope.ACCOUNTS}),
    basic=Basic.REFUSED,
)
handler = api.handler

PATH = "/accounts/{accountId}"


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
    account, key = service.create(call.records, call.organization_id, call.body, call.actor, now=call.now)
    shown = AccountWithKey(**account.model_dump(exclude={"partner_id"}), api_key=key)
    return Result(OneAccountWithKey(account=shown), version=1)


@api.get("/accounts", response=AccountList)
def list_accounts(call: KeyCall[NoBody, AccountListQuery]) -> AccountList:
    """List the partner's accounts, newest first, the closed ones among them."""
    query = call.query
    page = service.list_accounts(
        call.records,
        call.organization_id,
        external_id=query.external_id,
        search=query.search,
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
    )
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
    stored = service.update(
        call.records,
        call.organization_id,
        call.path["accountId"],
        call.body,
        call.actor,
        now=call.now,
        precondition=call.precondition,
    )
    return _result(stored)


@api.delete(PATH, response=OneAccount)
def close_account(call: KeyCall[NoBody, AccountQuery]) -> Result:
    """Close an account: all keys of its organization fail from now on, and it gets no new ones.

    It stays readable. Closing it again does no harm.
    """
    stored = service.close(
        call.records,
        call.organization_id,
        call.path["accountId"],
        call.actor,
        now=call.now,
        precondition=call.precondition,
    )
    return _result(stored)


def _result(stored: Stored[AccountRecord]) -> Result:
    return Result(OneAccount(account=stored.record), version=stored.version)

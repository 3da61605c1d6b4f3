"""Accounts: the customers of a partner (interface: Connect, rule 2)."""

from typing import Any

import pytest

from gather.core.caller import Scope
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.connect import EXAMPLE, connect, integrate
from tests.builders.service import UNKNOWN_ID, Service, Tenant, make_key, make_tenant
from tests.doubles.table_faults import fail, once_before, throttled
from tests.doubles.vendor_service import VendorService

pytestmark = pytest.mark.routes

PATH = "/accounts"


@pytest.fixture
def partner(service: Service, table: Table, tenant: Tenant) -> Service:
    """The Connect routes, with a partner's master key."""
    return connect(service, make_key(table, tenant.organization_id, None, scope=Scope.ACCOUNTS))


def opened(partner: Service, name: str = "Bean Bar", **fields: Any) -> Any:
    reply = partner.post(PATH, {"name": name, **fields})
    assert reply.status == 201, reply.body
    return reply.data["account"]


def without_key(account: Any) -> Any:
    return {name: value for name, value in account.items() if name != "apiKey"}


def test_an_account_is_an_organization_of_its_own_with_a_key(
    service: Service, partner: Service, table: Table, tenant: Tenant, ats: VendorService
) -> None:
    account = opened(partner, externalId="crm-7", displayName="The Bean Bar")

    assert account["status"] == "open"
    assert account["externalId"] == "crm-7"
    assert account["organizationId"] != tenant.organization_id
    customer = connect(service, account["apiKey"])
    connected = integrate(customer, ats.base_url)
    shown = customer.get(f"/{EXAMPLE}/integrations/{connected.id}").data["integration"]
    assert shown["organizationId"] == account["organizationId"]
    assert shown["teamId"] == account["teamId"]
    gather = service.using(make_key(table, account["organizationId"], account["teamId"]))
    assert gather.get("/branding").data["branding"]["displayName"] == "The Bean Bar"
    assert [team["id"] for team in gather.get("/teams").data["teams"]] == [account["teamId"]]


def test_the_key_is_shown_once(partner: Service) -> None:
    account = opened(partner)

    read = partner.get(f"{PATH}/{account['id']}")

    assert read.data["account"] == without_key(account)
    assert partner.get(PATH).data["accounts"] == [without_key(account)]
    assert account["apiKey"] not in str(read.body)


def test_a_customer_has_the_features_that_its_partner_has(service: Service, table: Table) -> None:
    tenant = make_tenant(table, features=("jobWorkflow",), expiry_days=30)
    partner = connect(service, make_key(table, tenant.organization_id, None, scope=Scope.ACCOUNTS))

    account = opened(partner)

    gather = service.using(make_key(table, account["organizationId"], account["teamId"]))
    assert gather.get("/workflow-templates").status == 200


def test_all_faults_come_at_once_and_nothing_is_written(partner: Service) -> None:
    reply = partner.post(PATH, {"name": " ", "externalId": 7, "displayName": ""})

    assert (reply.status, reply.faulty_fields) == (400, {"name", "externalId", "displayName"})
    assert partner.get(PATH).data["pagination"]["total"] == 0


def test_accounts_are_listed_newest_first_and_found(partner: Service) -> None:
    first = opened(partner, "Bean Bar", externalId="crm-1")
    second = opened(partner, "Tea House", externalId="crm-2")

    listed = partner.get(PATH, pageSize=1)
    by_external_id = partner.get(PATH, externalId="crm-1").data
    by_name = partner.get(PATH, search="tea").data
    bad = partner.get(PATH, page=0, pageSize=101)

    assert [account["id"] for account in listed.data["accounts"]] == [second["id"]]
    assert listed.data["pagination"] == {"total": 2, "page": 1, "totalPages": 2, "pageSize": 1}
    assert [account["id"] for account in by_external_id["accounts"]] == [first["id"]]
    assert [account["id"] for account in by_name["accounts"]] == [second["id"]]
    assert (bad.status, bad.faulty_fields) == (400, {"page", "pageSize"})


def test_an_account_is_renamed_with_its_organization(
    partner: Service, service: Service, table: Table
) -> None:
    account = opened(partner, externalId="crm-1")
    path = f"{PATH}/{account['id']}"

    reply = partner.patch(path, {"name": "Bean Bars", "externalId": None})
    nothing = partner.patch(path, {"name": "Bean Bars"})
    faults = partner.patch(path, {"name": None, "externalId": 5})
    stale = partner.request("PATCH", path, {"name": "X"}, headers={"if-match": '"1"'})

    assert (reply.data["account"]["name"], reply.data["account"]["externalId"]) == ("Bean Bars", None)
    assert nothing.headers["etag"] == reply.headers["etag"]
    assert (faults.status, faults.faulty_fields) == (400, {"name", "externalId"})
    assert stale.status == 412
    assert partner.get(path).data["account"]["name"] == "Bean Bars"


def test_another_partner_s_accounts_are_absent(
    partner: Service, service: Service, table: Table, other_tenant: Tenant
) -> None:
    account = opened(partner)
    stranger = connect(service, make_key(table, other_tenant.organization_id, None, scope=Scope.ACCOUNTS))

    for path in (f"{PATH}/{account['id']}", f"{PATH}/{UNKNOWN_ID}", f"{PATH}/no-uuid"):
        for reply in (stranger.get(path), stranger.patch(path, {"name": "Mine"}), stranger.delete(path)):
            assert (reply.status, reply.error["details"]["resource"]) == (404, "account")
    assert stranger.get(PATH).data["accounts"] == []
    assert partner.get(f"{PATH}/{account['id']}").data["account"]["status"] == "open"


def test_a_closed_account_stays_readable_and_its_keys_end(
    partner: Service, service: Service, table: Table, ats: VendorService, tenant: Tenant
) -> None:
    account = opened(partner)
    connected = integrate(connect(service, account["apiKey"]), ats.base_url)
    admin = service.using(make_key(table, account["organizationId"], None, scope=Scope.ADMIN))
    new_key = {
        "organizationId": account["organizationId"],
        "teamId": account["teamId"],
        "name": "Gather",
        "permissions": ["read", "write"],
    }
    gather = service.using(admin.post("/credentials", new_key).data["apiKey"])
    assert gather.get("/candidates").status == 200

    closed = partner.delete(f"{PATH}/{account['id']}")

    assert (closed.status, closed.data["account"]["status"]) == (200, "closed")
    assert closed.data["account"]["closedAt"]
    assert connected.customer.get(f"/{EXAMPLE}/integrations").status == 401
    assert connected.login.get(f"/{EXAMPLE}/catalog").status == 401
    assert gather.get("/candidates").status == 401
    assert admin.post("/credentials", new_key).status == 404
    assert partner.get(f"{PATH}/{account['id']}").data["account"] == closed.data["account"]
    assert partner.get(PATH).data["pagination"]["total"] == 1
    assert partner.delete(f"{PATH}/{account['id']}").data == closed.data
    assert partner.patch(f"{PATH}/{account['id']}", {"name": "Again"}).status == 409


def test_closing_one_account_leaves_the_others_alone(partner: Service, service: Service) -> None:
    closing, staying = opened(partner), opened(partner, "Tea House")

    partner.delete(f"{PATH}/{closing['id']}")

    assert connect(service, staying["apiKey"]).get(f"/{EXAMPLE}/integrations").status == 200
    assert partner.get(PATH).status == 200


@pytest.mark.in_process
def test_a_closing_that_was_cut_short_is_finished_by_the_next(
    adapters: Adapters, partner: Service, service: Service
) -> None:
    account = opened(partner)
    path, customer = f"{PATH}/{account['id']}", connect(service, account["apiKey"])
    stops: list[Any] = []
    once_before(
        adapters,
        "Query",
        lambda: stops.append(fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))),
    )

    cut_short = partner.delete(path)
    stops[0]()
    assert cut_short.status in (409, 503)
    partner.delete(path)

    assert customer.get(f"/{EXAMPLE}/integrations").status == 401


@pytest.mark.in_process
def test_two_concurrent_changes_are_both_kept_whole(adapters: Adapters, partner: Service) -> None:
    account = opened(partner)
    path = f"{PATH}/{account['id']}"
    once_before(adapters, "TransactWriteItems", lambda: partner.patch(path, {"externalId": "crm-9"}))

    reply = partner.patch(path, {"name": "Bean Bars"})

    assert reply.status == 200
    read = partner.get(path).data["account"]
    assert (read["name"], read["externalId"]) == ("Bean Bars", "crm-9")


def test_a_repeated_post_makes_one_account(partner: Service) -> None:
    headers = {"idempotency-key": "account-1"}
    first = partner.post(PATH, {"name": "Bean Bar"}, headers=headers)
    again = partner.post(PATH, {"name": "Bean Bar"}, headers=headers)

    assert again.data == first.data
    assert partner.get(PATH).data["pagination"]["total"] == 1

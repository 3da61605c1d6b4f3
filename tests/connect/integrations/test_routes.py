"""Integrations, the health of vendors, and configurations (interface: Connect, rules 1 and 3)."""

import json
from dataclasses import replace
from typing import Any

import pytest

from gather.connect.integrations.login_storage import INTEGRATION_LOGIN
from gather.connect.integrations.storage import INTEGRATION
from gather.ports.failure import EngineFailed
from gather.table.store import KeyRange, Table
from gather.tenancy.organizations.storage import ORGANIZATION
from gather.wiring import Adapters
from local_stack.seeding import example_ats
from tests.builders.connect import (
    EXAMPLE,
    PARTNER,
    configuration_of,
    connect,
    customer_key,
    integrate,
)
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.doubles.engines import InMemoryEncryption
from tests.doubles.table_faults import once_before
from tests.doubles.vendor_service import VendorService

pytestmark = pytest.mark.routes

PATH = f"/{EXAMPLE}/integrations"
SECRET = "very-secret-token"


@pytest.fixture
def customer(service: Service, table: Table, tenant: Tenant) -> Service:
    """The Connect routes, with a key of the tenant's first team."""
    return connect(service, customer_key(table, tenant))


@pytest.fixture
def organization(service: Service, table: Table, tenant: Tenant) -> Service:
    """The Connect routes, with a key of the whole organization."""
    return connect(service, customer_key(table, tenant, team_id=None))


def body(**fields: Any) -> dict[str, Any]:
    told = {"baseUrl": "https://ats.example.com/api", "apiToken": SECRET}
    return {"name": "Our ATS", "configuration": told, **fields}


def read(customer: Service, integration_id: str) -> Any:
    return customer.get(f"{PATH}/{integration_id}").data["integration"]


def test_an_integration_is_made_and_read_without_its_secrets(customer: Service, tenant: Tenant) -> None:
    made = customer.post(PATH, body())

    assert made.status == 201
    integration = made.data["integration"]
    assert (integration["vendor"], integration["name"]) == (EXAMPLE, "Our ATS")
    assert (integration["status"], integration["teamId"]) == ("active", tenant.team_id)
    assert integration["configuration"] == {"baseUrl": "https://ats.example.com/api"}
    assert integration["secrets"] == ["apiToken"]
    assert len(integration["password"]) >= 32
    shown = read(customer, integration["id"])
    assert shown == {name: value for name, value in integration.items() if name != "password"}
    [listed] = customer.get(PATH).data["integrations"]
    assert listed == shown


def test_no_response_and_no_log_has_a_secret(
    customer: Service, table: Table, tenant: Tenant, capsys: pytest.CaptureFixture[str]
) -> None:
    made = customer.post(PATH, body())
    integration_id, password = made.data["integration"]["id"], made.data["integration"]["password"]
    answers = [
        made,
        customer.patch(f"{PATH}/{integration_id}", {"configuration": {"apiToken": f"{SECRET}2"}}),
        customer.post(f"/{EXAMPLE}/config/validate", body()),
        customer.post(PATH, body(name=5)),
        customer.get(f"/{EXAMPLE}/health"),
    ]

    logged = capsys.readouterr()
    assert SECRET not in f"{[answer.body for answer in answers]}{logged.out}{logged.err}"
    assert password not in f"{[answer.body for answer in answers[1:]]}{logged.out}{logged.err}"
    items = list(table.query_all(KeyRange(INTEGRATION.key(tenant.organization_id, "").pk)))
    assert password not in str(items)


def test_all_faults_come_at_once_and_nothing_is_written(customer: Service) -> None:
    reply = customer.post(PATH, {"name": " ", "status": "odd", "configuration": {"baseUrl": "ftp://x"}})
    without = customer.post(PATH, {})
    for_another = customer.post(f"/{PARTNER}/integrations", body())

    assert (reply.status, reply.faulty_fields) == (
        400,
        {"name", "status", "configuration.baseUrl", "configuration.apiToken"},
    )
    assert (without.status, without.faulty_fields) == (400, {"name", "configuration"})
    assert for_another.faulty_fields == {"configuration.statusUrl", "configuration.apiKey"}
    assert customer.get(PATH).data["integrations"] == []


def test_members_that_the_vendor_does_not_know_are_ignored(customer: Service) -> None:
    told = {**body()["configuration"], "color": "green"}

    made = customer.post(PATH, body(configuration=told)).data["integration"]

    assert made["configuration"] == {"baseUrl": "https://ats.example.com/api"}


def test_a_key_of_the_organization_has_to_name_a_team(organization: Service, tenant: Tenant) -> None:
    unnamed = organization.post(PATH, body(name=""))
    absent = organization.post(PATH, body(teamId=UNKNOWN_ID))
    made = organization.post(PATH, body(teamId=tenant.second_team_id))

    assert (unnamed.status, unnamed.faulty_fields) == (400, {"name", "teamId"})
    assert (absent.status, absent.error["details"]["field"]) == (404, "teamId")
    assert made.data["integration"]["teamId"] == tenant.second_team_id
    assert [each["id"] for each in organization.get(PATH).data["integrations"]] == [
        made.data["integration"]["id"]
    ]
    assert organization.get(PATH, teamId=tenant.team_id).data["integrations"] == []


def test_a_key_of_a_team_is_fixed_to_it(customer: Service, organization: Service, tenant: Tenant) -> None:
    elsewhere = organization.post(PATH, body(teamId=tenant.second_team_id)).data["integration"]["id"]

    refused = customer.post(PATH, body(teamId=tenant.second_team_id))

    assert (refused.status, refused.error["details"]["field"]) == (404, "teamId")
    assert customer.get(PATH).data["integrations"] == []
    assert customer.get(f"{PATH}/{elsewhere}").status == 404
    assert customer.patch(f"{PATH}/{elsewhere}", {"name": "Mine"}).status == 404
    assert customer.delete(f"{PATH}/{elsewhere}").status == 404


def test_strangers_and_other_vendors_see_nothing(
    service: Service, table: Table, customer: Service, other_tenant: Tenant
) -> None:
    integration_id = customer.post(PATH, body()).data["integration"]["id"]
    stranger = connect(service, customer_key(table, other_tenant))

    for reply in (
        stranger.get(f"{PATH}/{integration_id}"),
        stranger.patch(f"{PATH}/{integration_id}", {"name": "Mine"}),
        stranger.delete(f"{PATH}/{integration_id}"),
        customer.get(f"/{PARTNER}/integrations/{integration_id}"),
        customer.delete(f"/{PARTNER}/integrations/{integration_id}"),
        customer.get(f"{PATH}/{UNKNOWN_ID}"),
        customer.get(f"{PATH}/no-uuid"),
    ):
        assert (reply.status, reply.error["details"]["resource"]) == (404, "integration")
    assert stranger.get(PATH).data["integrations"] == []
    assert customer.get(f"/{PARTNER}/integrations").data["integrations"] == []
    assert read(customer, integration_id)["name"] == "Our ATS"


def stored_configuration(table: Table, tenant: Tenant, integration_id: str) -> Any:
    stored = table.get(INTEGRATION.key(tenant.organization_id, integration_id))
    assert stored is not None
    return json.loads(stored["configuration"])


@pytest.mark.in_process
def test_no_item_has_a_plain_secret(
    customer: Service, table: Table, tenant: Tenant, encryption: InMemoryEncryption
) -> None:
    made = customer.post(PATH, body()).data["integration"]
    customer.patch(f"{PATH}/{made['id']}", {"configuration": {"apiToken": f" {SECRET}-2 "}})

    items = list(table.query_all(KeyRange(INTEGRATION.key(tenant.organization_id, "").pk)))
    assert items
    assert SECRET not in str(items)
    sealed = stored_configuration(table, tenant, made["id"])["apiToken"]
    assert encryption.decrypt(sealed, made["id"]) == f"{SECRET}-2"


@pytest.mark.in_process
def test_a_patch_merges_the_configuration_and_decrypts_nothing(
    customer: Service, table: Table, tenant: Tenant, encryption: InMemoryEncryption
) -> None:
    made = customer.post(PATH, body()).data["integration"]
    before = stored_configuration(table, tenant, made["id"])

    reply = customer.patch(
        f"{PATH}/{made['id']}",
        {"name": "New ATS", "configuration": {"baseUrl": "https://new.example.com"}},
    )

    changed = reply.data["integration"]
    assert (changed["name"], changed["configuration"]) == ("New ATS", {"baseUrl": "https://new.example.com"})
    assert "password" not in changed
    after = stored_configuration(table, tenant, made["id"])
    assert after["apiToken"] == before["apiToken"]
    assert encryption.decrypted == []
    assert encryption.decrypt(after["apiToken"], made["id"]) == SECRET


@pytest.mark.in_process
def test_a_configuration_from_before_encryption_is_read_and_encrypted_with_its_next_change(
    customer: Service, table: Table, tenant: Tenant, ats: VendorService
) -> None:
    connected = integrate(customer, ats.base_url)
    item = table.get(INTEGRATION.key(tenant.organization_id, connected.id))
    assert item is not None
    plain = configuration_of(EXAMPLE, ats.base_url)
    table.put({**item, "configuration": json.dumps(plain)})

    told = health(customer)
    named = customer.patch(f"{PATH}/{connected.id}", {"name": "Old ATS"})
    untouched = stored_configuration(table, tenant, connected.id)
    moved = customer.patch(f"{PATH}/{connected.id}", {"configuration": {"baseUrl": f"{ats.base_url}/"}})

    assert (told["status"], named.status, moved.status) == ("ok", 200, 200)
    assert untouched == plain
    assert example_ats.TOKEN not in str(stored_configuration(table, tenant, connected.id))
    assert health(customer)["status"] == "ok"


@pytest.mark.in_process
def test_a_secret_that_cannot_be_decrypted_has_to_be_set_again(
    customer: Service, ats: VendorService, encryption: InMemoryEncryption
) -> None:
    connected = integrate(customer, ats.base_url)
    encryption.kept.clear()

    broken = health(customer)
    configuration = configuration_of(EXAMPLE, ats.base_url)
    customer.patch(f"{PATH}/{connected.id}", {"configuration": configuration})

    assert broken["integrations"][0]["reason"] == "configuration_outdated"
    assert health(customer)["status"] == "ok"


@pytest.mark.in_process
def test_while_nothing_can_be_encrypted_nothing_is_stored(
    customer: Service, encryption: InMemoryEncryption
) -> None:
    encryption.failures.append(EngineFailed(retryable=True, reason="The encryption engine did not answer"))

    reply = customer.post(PATH, body())

    assert (reply.status, reply.error["code"]) == (503, "SERVICE_UNAVAILABLE")
    assert customer.get(PATH).data["integrations"] == []


@pytest.mark.in_process
def test_only_a_vendor_that_is_called_with_the_password_keeps_it_encrypted(
    customer: Service, table: Table, tenant: Tenant, encryption: InMemoryEncryption
) -> None:
    path = "/greenhouse/integrations"
    made = customer.post(path, {"name": "Greenhouse", "configuration": {}}).data["integration"]
    place, other = (
        INTEGRATION.key(tenant.organization_id, each)
        for each in (made["id"], customer.post(PATH, body()).data["integration"]["id"])
    )

    def kept() -> str:
        item = table.get(place)
        assert item is not None
        return encryption.decrypt(item["sealedPassword"], made["id"])

    first = kept()
    rotated = customer.patch(f"{path}/{made['id']}", {"rotatePassword": True}).data["integration"]

    assert first == made["password"]
    assert kept() == rotated["password"] != first
    assert "sealedPassword" not in rotated
    assert "sealedPassword" not in (table.get(other) or {})


@pytest.mark.in_process
@pytest.mark.parametrize(
    "address",
    [
        "http://harvest.greenhouse.io",
        "https://127.0.0.1/v1",
        "https://10.1.2.3",
        "https://[::1]/",
        "https://169.254.169.254",
        "https://localhost:8080",
        "https://2130706433",
    ],
)
def test_a_suite_is_at_a_public_https_address(customer: Service, address: str) -> None:
    path, given = "/greenhouse/integrations", {"apiUrl": address}
    made = customer.post(path, {"name": "Ours", "configuration": {"apiUrl": "https://harvest.greenhouse.io"}})

    refused = [
        customer.post(path, {"name": "Theirs", "configuration": given}),
        customer.patch(f"{path}/{made.data['integration']['id']}", {"configuration": given}),
    ]
    tried = customer.post("/greenhouse/config/validate", {"configuration": given})

    for reply in refused:
        assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
        assert reply.faulty_fields == {"configuration.apiUrl"}
    assert [error["field"] for error in tried.data["errors"]] == ["configuration.apiUrl"]
    assert len(customer.get(path).data["integrations"]) == 1


@pytest.mark.in_process
def test_a_deployment_may_allow_private_addresses_of_suites(
    customer: Service, private_addresses: None
) -> None:
    given = {"apiUrl": "http://127.0.0.1:9000"}

    made = customer.post("/greenhouse/integrations", {"name": "Ours", "configuration": given})

    assert (made.status, made.data["integration"]["configuration"]) == (201, given)


@pytest.mark.in_process
@pytest.mark.parametrize("connect_url", ["", "https://connect.example.com"])
def test_every_response_says_what_is_entered_in_the_suite(
    customer: Service, adapters: Adapters, connect_url: str
) -> None:
    adapters.settings = replace(adapters.settings, connect_url=connect_url)
    path = "/greenhouse/integrations"
    expected = f"{connect_url or adapters.settings.base_url}/connect/greenhouse"

    made = customer.post(path, {"name": "Ours", "configuration": {}}).data["integration"]
    changed = customer.patch(f"{path}/{made['id']}", {"name": "Theirs"}).data["integration"]
    [listed] = customer.get(path).data["integrations"]
    read_again = customer.get(f"{path}/{made['id']}").data["integration"]

    assert [each["address"] for each in (made, changed, listed, read_again)] == [expected] * 4


def test_a_vendor_without_an_address_of_ours_has_none(customer: Service) -> None:
    made = customer.post(PATH, body()).data["integration"]

    assert "address" not in made
    assert "address" not in read(customer, made["id"])


def test_a_patch_with_faults_names_all_and_changes_nothing(customer: Service) -> None:
    made = customer.post(PATH, body()).data["integration"]
    path = f"{PATH}/{made['id']}"

    reply = customer.patch(path, {"name": None, "configuration": {"baseUrl": 5, "apiToken": None}})
    flat = customer.patch(path, {"configuration": None})

    assert (reply.status, reply.faulty_fields) == (
        400,
        {"name", "configuration.baseUrl", "configuration.apiToken"},
    )
    assert (flat.status, flat.faulty_fields) == (400, {"configuration"})
    assert read(customer, made["id"]) == {key: value for key, value in made.items() if key != "password"}


def test_a_patch_that_changes_nothing_keeps_the_version(customer: Service) -> None:
    made = customer.post(PATH, body())
    path = f"{PATH}/{made.data['integration']['id']}"

    same = customer.patch(path, {"name": "Our ATS", "configuration": {}})
    stale = customer.request("PATCH", path, {"name": "Other"}, headers={"if-match": '"7"'})

    assert same.headers["etag"] == made.headers["etag"]
    assert stale.status == 412


@pytest.mark.in_process
def test_two_concurrent_patches_are_both_kept_whole(adapters: Adapters, customer: Service) -> None:
    path = f"{PATH}/{customer.post(PATH, body()).data['integration']['id']}"
    other = {"configuration": {"baseUrl": "https://other.example.com"}}
    once_before(adapters, "TransactWriteItems", lambda: customer.patch(path, other))

    reply = customer.patch(path, {"name": "First"})

    assert reply.status == 200
    shown = customer.get(path).data["integration"]
    assert (shown["name"], shown["configuration"]["baseUrl"]) == ("First", "https://other.example.com")


def test_a_rotated_password_replaces_the_former_one(customer: Service, ats: VendorService) -> None:
    before = integrate(customer, ats.base_url)
    path = f"{PATH}/{before.id}"

    rotated = customer.patch(path, {"rotatePassword": True}).data["integration"]

    assert before.login.get(f"/{EXAMPLE}/catalog").status == 401
    after = replace(before, password=rotated["password"])
    assert after.login.get(f"/{EXAMPLE}/catalog").status == 200
    assert "password" not in read(customer, before.id)


def test_a_disabled_integration_does_nothing_until_it_is_active_again(
    customer: Service, ats: VendorService
) -> None:
    connected = integrate(customer, ats.base_url)
    path = f"{PATH}/{connected.id}"

    customer.patch(path, {"status": "disabled"})
    refused = customer.get(f"/{EXAMPLE}/catalog")
    by_password = connected.login.get(f"/{EXAMPLE}/catalog")
    customer.patch(path, {"status": "active"})

    assert (refused.status, by_password.status) == (409, 401)
    assert connected.login.get(f"/{EXAMPLE}/catalog").status == 200


def test_one_that_is_created_disabled_refuses_its_login(customer: Service, ats: VendorService) -> None:
    connected = integrate(customer, ats.base_url, status="disabled")

    assert connected.login.get(f"/{EXAMPLE}/catalog").status == 401


def test_a_removed_integration_is_gone_with_its_password(
    customer: Service, ats: VendorService, table: Table, tenant: Tenant
) -> None:
    connected = integrate(customer, ats.base_url)
    path = f"{PATH}/{connected.id}"

    removed = customer.delete(path)

    assert removed.status == 200
    assert removed.data["integration"]["id"] == connected.id
    assert customer.get(path).status == 404
    assert customer.delete(path).status == 404
    assert customer.get(PATH).data["integrations"] == []
    assert connected.login.get(f"/{EXAMPLE}/catalog").status == 401
    assert table.get(INTEGRATION_LOGIN.key(EXAMPLE, connected.user)) is None
    assert customer.get(f"/{EXAMPLE}/catalog").status == 404


def test_an_organization_has_fifty_at_most(customer: Service, table: Table, tenant: Tenant) -> None:
    organization = table.get(ORGANIZATION.key(tenant.organization_id))
    assert organization is not None
    table.put({**organization, "integrationsCount": 49})

    last, beyond = customer.post(PATH, body()), customer.post(PATH, body())
    customer.delete(f"{PATH}/{last.data['integration']['id']}")

    assert (last.status, beyond.status) == (201, 409)
    assert customer.post(PATH, body()).status == 201


def test_a_repeated_post_makes_one_and_shows_the_password_again(customer: Service) -> None:
    first = customer.post(PATH, body(), headers={"idempotency-key": "make-1"})
    again = customer.post(PATH, body(), headers={"idempotency-key": "make-1"})

    assert again.data == first.data
    assert len(customer.get(PATH).data["integrations"]) == 1


@pytest.mark.parametrize("vendor", [EXAMPLE, PARTNER])
def test_a_configuration_is_validated_and_not_kept(customer: Service, vendor: str) -> None:
    good = configuration_of(vendor, "https://vendor.example.com")

    valid = customer.post(f"/{vendor}/config/validate", {"configuration": good})
    empty = customer.post(f"/{vendor}/config/validate", {"configuration": {}})
    missing = customer.post(f"/{vendor}/config/validate", {})

    assert (valid.status, valid.data) == (200, {"valid": True, "errors": []})
    assert (empty.status, empty.data["valid"]) == (200, False)
    assert {error["field"] for error in empty.data["errors"]} == {f"configuration.{name}" for name in good}
    assert all(error["reason"] == "is required" for error in empty.data["errors"])
    assert (missing.status, missing.faulty_fields) == (400, {"configuration"})
    assert customer.get(f"/{vendor}/integrations").data["integrations"] == []


def health(customer: Service, vendor: str = EXAMPLE) -> Any:
    reply: Reply = customer.get(f"/{vendor}/health")
    assert reply.status == 200, reply.body
    return reply.data["health"]


def test_health_says_how_each_integration_is(customer: Service, ats: VendorService) -> None:
    good = integrate(customer, ats.base_url, name="Good")
    wrong = integrate(
        customer, ats.base_url, name="Wrong", configuration={"baseUrl": ats.base_url, "apiToken": "x"}
    )
    off = integrate(customer, ats.base_url, name="Off", status="disabled")

    told = health(customer)

    by_id = {each["id"]: each for each in told["integrations"]}
    assert (told["vendor"], told["status"]) == (EXAMPLE, "failing")
    assert by_id[good.id]["status"] == "ok"
    assert by_id[good.id]["latencyMs"] >= 0
    assert (by_id[wrong.id]["status"], by_id[wrong.id]["reason"]) == ("failing", "credentials_refused")
    assert (by_id[off.id]["status"], by_id[off.id]["latencyMs"]) == ("disabled", None)
    customer.delete(f"{PATH}/{wrong.id}")
    assert health(customer)["status"] == "ok"


def test_health_of_a_vendor_that_does_not_respond(customer: Service, ats: VendorService) -> None:
    integrate(customer, ats.base_url)
    ats.answer = lambda path, authorization: (503, {})

    told = health(customer)

    assert (told["status"], told["integrations"][0]["reason"]) == ("failing", "unreachable")
    assert len(ats.asked) == 2


def test_health_of_the_other_vendor_asks_in_its_own_way(customer: Service, ats: VendorService) -> None:
    integrate(customer, ats.base_url, PARTNER)
    ats.answer = lambda path, authorization: (200 if str(authorization).startswith("Basic ") else 401, {})

    assert health(customer, PARTNER)["status"] == "ok"


def test_health_without_integrations_is_good(customer: Service) -> None:
    assert health(customer)["integrations"] == []


@pytest.mark.in_process
def test_a_deployment_asks_no_private_address(
    adapters: Adapters, customer: Service, ats: VendorService
) -> None:
    integrate(customer, ats.base_url)
    adapters.settings = replace(adapters.settings, allow_private_webhook_addresses=False)

    assert health(customer)["integrations"][0]["reason"] == "unreachable"
    assert ats.asked == []
    assert example_ats.TOKEN not in str(health(customer))

"""Orders of a vendor's customer: catalog, orders, results (interface: Connect, rule 1)."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from administration.tenants import change_organization
from gather.events.task import TaskName
from gather.screening.evaluations.storage import EVALUATION
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations import storage as organization_storage
from gather.wiring import Adapters
from tests.builders.connect import EXAMPLE, PARTNER, Connected, connect, customer_key, integrate, order_body
from tests.builders.outbox import tasks_of
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.doubles.table_faults import fail, once_before, throttled
from tests.doubles.vendor_service import VendorService
from tests.support.records import add_candidate, add_interview_with_question

pytestmark = pytest.mark.routes

ORDERS = f"/{EXAMPLE}/orders"
CATALOG = f"/{EXAMPLE}/catalog"


@pytest.fixture
def customer(service: Service, table: Table, tenant: Tenant) -> Service:
    """The Connect routes, with a key of the tenant's first team."""
    return connect(service, customer_key(table, tenant))


@pytest.fixture
def integration(customer: Service, ats: VendorService) -> Connected:
    """An integration of the team with the example vendor."""
    return integrate(customer, ats.base_url)


@pytest.fixture
def vendor(integration: Connected) -> Service:
    """The Connect routes as the vendor uses them: with Basic."""
    return integration.login


@pytest.fixture
def interview_id(service: Service) -> str:
    """An interview of the team with one question."""
    return add_interview_with_question(service, displayName="Barista at Example Works")


def placed(vendor: Service, body: dict[str, Any], path: str = ORDERS) -> Any:
    reply = vendor.post(path, body)
    assert reply.status == 201, reply.body
    return reply.data["order"]


def person(**fields: Any) -> dict[str, Any]:
    return {"id": "C-1", "firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com", **fields}


def complete(service: Service, order: Any) -> None:
    """Open the link as the candidate, answer and complete."""
    screening = f"/screening/{order['link'].rpartition('/')[2]}"
    candidate = service.public()
    [question] = candidate.get(screening).data["screening"]["questions"]
    answer = candidate.put(f"{screening}/answers/{question['id']}", {"value": True})
    assert answer.status == 200, answer.body
    assert candidate.post(f"{screening}/complete").status == 200


def test_the_catalog_has_the_teams_active_interviews(
    service: Service, vendor: Service, interview_id: str, tenant: Tenant
) -> None:
    paused, archived = (
        add_interview_with_question(service, title="Paused"),
        add_interview_with_question(service, title="Archived"),
    )
    service.patch(f"/interviews/{paused}", {"status": 1})
    service.delete(f"/interviews/{archived}")
    newest = add_interview_with_question(service, title="Roaster")

    listed = vendor.get(CATALOG).data
    second = vendor.get(CATALOG, page=2, pageSize=1).data

    assert [item["id"] for item in listed["catalog"]] == [newest, interview_id]
    assert listed["catalog"][1] == {
        "id": interview_id,
        "title": "Barista",
        "displayName": "Barista at Example Works",
        "description": None,
        "type": "standard",
        "language": "en",
    }
    assert listed["pagination"] == {"total": 2, "page": 1, "totalPages": 1, "pageSize": 50}
    assert [item["id"] for item in second["catalog"]] == [interview_id]


@pytest.mark.parametrize("query", [{"page": 0}, {"pageSize": 101}, {"pageSize": "many"}])
def test_pages_out_of_range_are_refused(vendor: Service, query: dict[str, Any]) -> None:
    for path in (CATALOG, ORDERS):
        reply = vendor.get(path, **query)
        assert (reply.status, reply.faulty_fields) == (400, set(query))


def test_an_order_invites_the_candidate_and_returns_the_link(
    service: Service, vendor: Service, interview_id: str, tenant: Tenant
) -> None:
    order = placed(vendor, order_body(interview_id))

    assert (order["reference"], order["status"], order["interviewId"]) == ("O-1", "invited", interview_id)
    candidate = service.get(f"/candidates/{order['candidateId']}").data
    assert (candidate["firstName"], candidate["email"]) == ("Ada", "ada@example.com")
    assert (candidate["externalId"], candidate["source"]) == ("C-1", EXAMPLE)
    invited = service.get(f"/candidate-interviews/{order['candidateInterviewId']}").data
    assert (invited["status"], invited["externalId"]) == ("invite_sent", "O-1")
    assert order["link"].endswith(f"/i/{invited['inviteToken']}")
    assert order["expiresAt"] == invited["expiry"]
    opened = service.public().get(f"/screening/{invited['inviteToken']}")
    assert opened.data["screening"]["candidateFirstName"] == "Ada"


def test_the_invite_goes_out_by_e_mail_unless_the_customer_passes_the_link_on(
    vendor: Service, interview_id: str, table: Table, service: Service
) -> None:
    placed(vendor, order_body(interview_id))
    quiet = placed(vendor, order_body(interview_id, reference="O-2", sendInvite=False))

    [(name, payload)] = tasks_of(table)
    assert (name, payload["deliveryTypes"]) == (TaskName.SEND_INVITE, ["email"])
    assert quiet["status"] == "invited"
    assert service.get(f"/candidate-interviews/{quiet['candidateInterviewId']}").data["status"] is None


def test_the_same_reference_is_the_same_order(service: Service, vendor: Service, interview_id: str) -> None:
    first = placed(vendor, order_body(interview_id))

    again = placed(vendor, order_body(interview_id))
    other = vendor.post(ORDERS, order_body(interview_id, expiryDays=3))

    assert again == first
    assert (other.status, other.error["code"]) == (409, "CONFLICT")
    assert vendor.get(ORDERS).data["pagination"]["total"] == 1
    assert service.get("/candidates").data["pagination"]["total"] == 1


def test_orders_without_a_reference_are_orders_of_their_own(vendor: Service, interview_id: str) -> None:
    body = order_body(interview_id)
    del body["reference"]

    first, second = placed(vendor, body), placed(vendor, body)

    assert first["id"] != second["id"]
    assert first["candidateId"] == second["candidateId"]


def test_a_reference_is_an_integration_s_own(
    customer: Service, vendor: Service, interview_id: str, ats: VendorService
) -> None:
    first = placed(vendor, order_body(interview_id))
    other = integrate(customer, ats.base_url, name="Second")

    second = placed(other.login, order_body(interview_id))

    assert second["id"] != first["id"]
    assert second["candidateId"] == first["candidateId"]
    assert other.login.get(f"{ORDERS}/{first['id']}").status == 404
    assert [order["id"] for order in other.login.get(ORDERS).data["orders"]] == [second["id"]]


def test_the_vendor_s_id_makes_the_same_person_whose_details_follow(
    service: Service, vendor: Service, interview_id: str
) -> None:
    first = placed(vendor, order_body(interview_id))
    moved = person(lastName="King", email="ada.king@example.com")

    second = placed(vendor, order_body(interview_id, reference="O-2", candidate=moved))

    assert second["candidateId"] == first["candidateId"]
    candidate = service.get(f"/candidates/{first['candidateId']}").data
    assert (candidate["lastName"], candidate["email"]) == ("King", "ada.king@example.com")


def test_without_an_id_the_e_mail_address_makes_the_same_person(
    service: Service, vendor: Service, interview_id: str
) -> None:
    known = service.post(
        "/candidates",
        {"firstName": "Ada", "lastName": "L", "email": "Ada@Example.com", "phone": "+14155550123"},
    ).data
    anonymous = {name: value for name, value in person().items() if name != "id"}

    first = placed(vendor, order_body(interview_id, candidate=anonymous))
    second = placed(vendor, order_body(interview_id, reference="O-2", candidate=anonymous))

    assert first["candidateId"] == second["candidateId"] == known["id"]
    assert service.get(f"/candidates/{known['id']}").data["lastName"] == "L"


def test_a_candidate_of_the_team_with_the_vendor_s_id_is_the_same_person(
    service: Service, vendor: Service, interview_id: str
) -> None:
    body = {"firstName": "A", "lastName": "L", "email": "a@example.com", "phone": "+14155550123"}
    known = service.post("/candidates", {**body, "externalId": "C-1"}).data

    order = placed(vendor, order_body(interview_id))

    assert order["candidateId"] == known["id"]
    assert service.get(f"/candidates/{known['id']}").data["phone"] == "+14155550123"


def test_another_vendor_s_id_is_another_person(
    customer: Service, vendor: Service, interview_id: str, ats: VendorService
) -> None:
    partner = integrate(customer, ats.base_url, PARTNER).login
    profile = "https://suite.example.com/people/1"
    sent = {
        "partner_test_id": interview_id,
        "candidate": {
            "first_name": "Bo",
            "last_name": "B",
            "email": "bo@example.com",
            "profile_url": profile,
        },
    }
    placed(partner, sent, f"/{PARTNER}/orders")

    order = placed(vendor, order_body(interview_id, candidate=person(id=profile)))

    assert order["status"] == "invited"
    assert vendor.get(ORDERS).data["pagination"]["total"] == 1


def test_an_archived_candidate_is_not_invited_again(
    service: Service, vendor: Service, interview_id: str
) -> None:
    first = placed(vendor, order_body(interview_id))
    service.delete(f"/candidates/{first['candidateId']}")

    second = placed(vendor, order_body(interview_id, reference="O-2"))
    third = placed(vendor, order_body(interview_id, reference="O-3"))

    assert second["candidateId"] != first["candidateId"]
    assert third["candidateId"] == second["candidateId"]


def test_all_faults_of_an_order_come_at_once_in_the_vendor_s_words(
    customer: Service, vendor: Service, ats: VendorService, service: Service
) -> None:
    bad = {"interviewId": 5, "candidate": {"firstName": "", "email": "nobody"}, "callbackUrl": "x"}
    reply = vendor.post(ORDERS, bad)
    partner = integrate(customer, ats.base_url, PARTNER).login
    other = partner.post(f"/{PARTNER}/orders", {"candidate": {"first_name": "A", "email": 1}})

    assert (reply.status, reply.faulty_fields) == (
        400,
        {
            "interviewId",
            "candidate.firstName",
            "candidate.lastName",
            "candidate.email",
            "callbackUrl",
        },
    )
    assert other.faulty_fields == {"partner_test_id", "candidate.last_name", "candidate.email"}
    assert vendor.get(ORDERS).data["orders"] == []
    assert service.get("/candidates").data["pagination"]["total"] == 0


def test_an_absent_interview_is_named_and_one_that_takes_no_candidates_is_a_conflict(
    service: Service, vendor: Service, interview_id: str, table: Table, other_tenant: Tenant
) -> None:
    foreign = add_interview_with_question(service.using(other_tenant.key))

    for absent in (UNKNOWN_ID, "no-uuid", foreign):
        reply = vendor.post(ORDERS, order_body(absent))
        assert (reply.status, reply.error["details"]["field"]) == (404, "interviewId")
    service.patch(f"/interviews/{interview_id}", {"status": 2})
    assert vendor.post(ORDERS, order_body(interview_id)).status == 409
    assert vendor.get(ORDERS).data["orders"] == []


def test_text_messages_alone_need_an_opt_in(vendor: Service, interview_id: str) -> None:
    body = order_body(interview_id, deliveryTypes=["sms"], candidate=person(phone="+14155550123"))

    reply = vendor.post(ORDERS, body)

    assert (reply.status, reply.faulty_fields) == (400, {"deliveryTypes"})


@pytest.mark.parametrize(("phone", "status"), [("+14155550123", 400), ("+4915123456789", 201)])
def test_text_messages_alone_need_a_country_to_which_the_organization_texts(
    service: Service,
    vendor: Service,
    records: Records,
    interview_id: str,
    tenant: Tenant,
    phone: str,
    status: int,
) -> None:
    before = organization_storage.get(records.table, tenant.organization_id)
    change_organization(records, before, before.changed(country="DE"), datetime.now(UTC))
    add_candidate(service, externalId="C-1", phone=phone, smsOptIn=True)

    reply = vendor.post(ORDERS, order_body(interview_id, deliveryTypes=["sms"]))

    assert reply.status == status
    assert status == 201 or reply.faulty_fields == {"deliveryTypes"}


def test_a_callback_address_receives_the_completion_signed_with_its_own_secret(
    service: Service, vendor: Service, interview_id: str
) -> None:
    body = order_body(interview_id, callbackUrl="https://ats.example.com/done")

    order = placed(vendor, body)

    assert order["callbackSecret"].startswith("whsec_")
    assert placed(vendor, body)["callbackSecret"] == order["callbackSecret"]
    assert "callbackSecret" not in vendor.get(f"{ORDERS}/{order['id']}").data["order"]
    invited = service.get(f"/candidate-interviews/{order['candidateInterviewId']}").data
    assert invited["webhookUrl"] == "https://ats.example.com/done"


def test_orders_are_listed_newest_first_with_how_far_they_are(
    service: Service, vendor: Service, interview_id: str
) -> None:
    made = [placed(vendor, order_body(interview_id, reference=f"O-{number}")) for number in range(3)]
    complete(service, made[1])

    page = vendor.get(ORDERS, pageSize=2).data
    rest = vendor.get(ORDERS, pageSize=2, page=2).data

    assert [order["id"] for order in page["orders"]] == [made[2]["id"], made[1]["id"]]
    assert [order["status"] for order in page["orders"]] == ["invited", "completed"]
    assert page["pagination"] == {"total": 3, "page": 1, "totalPages": 2, "pageSize": 2}
    assert [order["id"] for order in rest["orders"]] == [made[0]["id"]]
    assert vendor.get(ORDERS, page=9).data["orders"] == []


def test_an_order_is_read_by_its_integration_alone(
    service: Service, table: Table, vendor: Service, interview_id: str, other_tenant: Tenant
) -> None:
    order = placed(vendor, order_body(interview_id))
    stranger = connect(service, customer_key(table, other_tenant))
    integrate(stranger, "https://ats.example.com")

    assert vendor.get(f"{ORDERS}/{order['id']}").data["order"] == order
    for asking, order_id in ((stranger, order["id"]), (vendor, UNKNOWN_ID), (vendor, "no-uuid")):
        for path in (f"{ORDERS}/{order_id}", f"/{EXAMPLE}/results/{order_id}"):
            reply = asking.get(path)
            assert (reply.status, reply.error["details"]["resource"]) == (404, "order")


@pytest.mark.in_process
def test_results_are_pending_until_the_candidate_is_done(
    service: Service, vendor: Service, interview_id: str, table: Table
) -> None:
    order = placed(vendor, order_body(interview_id))
    path = f"/{EXAMPLE}/results/{order['id']}"

    before = vendor.get(path).data["results"]
    complete(service, order)
    meanwhile = vendor.get(path).data["results"]

    assert (before["status"], before["report"], before["completedAt"]) == ("invited", None, None)
    assert meanwhile["status"] == "completed"
    assert meanwhile["report"] is None


@pytest.mark.in_process
def test_results_come_once_they_are_judged(
    service: Service, vendor: Service, interview_id: str, table: Table, tenant: Tenant
) -> None:
    order = placed(vendor, order_body(interview_id))
    complete(service, order)
    judged(table, tenant, order["candidateInterviewId"])

    results = vendor.get(f"/{EXAMPLE}/results/{order['id']}").data["results"]

    assert (results["orderId"], results["reference"]) == (order["id"], "O-1")
    assert (results["report"]["score"], results["report"]["summary"]) == (81, "A good start.")
    assert results["report"]["responses"][0]["transcription"] == "Yes"
    assert "/share/" in results["report"]["shareLink"]


def judged(table: Table, tenant: Tenant, candidate_interview_id: str) -> None:
    """Store the outcome of an evaluation."""
    key = EVALUATION.key(tenant.team_id, candidate_interview_id)
    item = table.get(key)
    assert item is not None
    table.put({**item, "summaryStatus": "complete", "score": 81, "summary": "A good start."})


@pytest.mark.in_process
def test_the_partner_orders_and_asks_in_its_own_words(
    service: Service, customer: Service, interview_id: str, ats: VendorService, table: Table, tenant: Tenant
) -> None:
    partner = integrate(customer, ats.base_url, PARTNER).login
    [test] = partner.get(f"/{PARTNER}/catalog").data["catalog"]
    candidate = {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}
    sent = {
        "partner_test_id": test["partner_test_id"],
        "candidate": {**candidate, "phone_number": "123-456", "resume_url": "https://a.example.com/1.pdf"},
        "url": "https://suite.example.com/tests/1",
    }

    order = placed(partner, sent, f"/{PARTNER}/orders")

    assert test == {"partner_test_id": interview_id, "partner_test_name": "Barista"}
    assert set(order) == {"partner_interview_id", "partner_interview_url", "partner_status"}
    assert placed(partner, sent, f"/{PARTNER}/orders") == order
    results = f"/{PARTNER}/results/{order['partner_interview_id']}"
    assert partner.get(results).data["results"] == {"partner_status": "invited"}
    complete(service, {"link": order["partner_interview_url"]})
    assert partner.get(results).data["results"] == {"partner_status": "processing"}
    [made] = service.get("/candidate-interviews").data
    judged(table, tenant, made["id"])
    final = partner.get(results).data["results"]
    assert (final["partner_status"], final["partner_score"]) == ("complete", 81)
    assert "/share/" in final["partner_profile_url"]
    assert all(not isinstance(value, dict | list) for value in final["metadata"].values())


def test_a_key_names_the_integration_where_there_are_several(
    customer: Service, integration: Connected, interview_id: str, ats: VendorService, service: Service
) -> None:
    placed(customer, order_body(interview_id))
    second = integrate(customer, ats.base_url, name="Second")

    unnamed = customer.get(ORDERS)
    named = customer.get(ORDERS, integrationId=integration.id)
    other = customer.get(ORDERS, integrationId=second.id)
    absent = customer.get(ORDERS, integrationId=UNKNOWN_ID)
    not_its_own = second.login.get(ORDERS, integrationId=integration.id)
    customer.patch(f"/{EXAMPLE}/integrations/{second.id}", {"status": "disabled"})
    disabled = customer.get(ORDERS, integrationId=second.id)

    assert (unnamed.status, unnamed.faulty_fields) == (400, {"integrationId"})
    assert (named.data["pagination"]["total"], other.data["pagination"]["total"]) == (1, 0)
    for reply in (absent, not_its_own):
        assert (reply.status, reply.error["details"]["field"]) == (404, "integrationId")
    assert disabled.status == 409
    assert customer.get(ORDERS).data["pagination"]["total"] == 1


@pytest.mark.in_process
def test_two_concurrent_orders_with_one_reference_place_one_order(
    adapters: Adapters, service: Service, vendor: Service, interview_id: str
) -> None:
    others: list[Reply] = []
    body = order_body(interview_id)
    once_before(adapters, "TransactWriteItems", lambda: others.append(vendor.post(ORDERS, body)))

    reply = vendor.post(ORDERS, body)

    assert (reply.status, others[0].status) == (201, 201)
    assert reply.data == others[0].data
    assert service.get("/candidates").data["pagination"]["total"] == 1
    assert len(service.get("/candidate-interviews").data) == 1


@pytest.mark.in_process
def test_two_concurrent_orders_for_a_new_person_share_one_candidate(
    adapters: Adapters, service: Service, vendor: Service, interview_id: str
) -> None:
    others: list[Reply] = []
    other = order_body(interview_id, reference="O-2")
    once_before(adapters, "TransactWriteItems", lambda: others.append(vendor.post(ORDERS, other)))

    order = placed(vendor, order_body(interview_id))

    assert order["candidateId"] == others[0].data["order"]["candidateId"]
    assert service.get("/candidates").data["pagination"]["total"] == 1
    assert len(service.get("/candidate-interviews").data) == 2


@pytest.mark.in_process
def test_an_order_that_cannot_be_stored_leaves_nothing(
    adapters: Adapters, service: Service, vendor: Service, interview_id: str
) -> None:
    stop = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))

    reply = vendor.post(ORDERS, order_body(interview_id))
    stop()

    assert reply.status in (409, 503)
    assert service.get("/candidates").data["pagination"]["total"] == 0
    assert service.get("/candidate-interviews").data == []
    assert vendor.get(ORDERS).data["orders"] == []
    placed(vendor, order_body(interview_id))


def test_a_repeated_post_with_another_key_creates_another_record(vendor: Service, interview_id: str) -> None:
    body = {name: value for name, value in order_body(interview_id).items() if name != "reference"}

    first = vendor.post(ORDERS, body, headers={"idempotency-key": "order-1"})
    again = vendor.post(ORDERS, body, headers={"idempotency-key": "order-1"})

    assert again.data == first.data
    assert vendor.get(ORDERS).data["pagination"]["total"] == 1


def test_a_new_password_has_idempotency_keys_of_its_own(
    customer: Service, integration: Connected, interview_id: str
) -> None:
    body, headers = order_body(interview_id), {"idempotency-key": "order-1"}
    first = integration.login.post(ORDERS, body, headers=headers)
    rotated = customer.patch(f"/{EXAMPLE}/integrations/{integration.id}", {"rotatePassword": True})
    after = replace(integration, password=rotated.data["integration"]["password"])

    again = after.login.post(ORDERS, body, headers=headers)

    assert (again.status, again.data) == (201, first.data)

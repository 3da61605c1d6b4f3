"""Jobs of an ATS in a team (interface: ATS jobs, rules 1 and 2)."""

from typing import Any

import pytest

from gather.table.store import Table
from gather.wiring import Adapters
from local_stack.seeding import example_ats
from tests.builders.connect import EXAMPLE, PARTNER, Connected, connect, customer_key, integrate
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.doubles.table_faults import once_before
from tests.doubles.vendor_service import VendorService

pytestmark = pytest.mark.routes

JOB_ID = "ATS-1001"


@pytest.fixture
def integration(service: Service, table: Table, tenant: Tenant, ats: VendorService) -> Connected:
    """An integration of the tenant with the ATS."""
    return integrate(connect(service, customer_key(table, tenant)), ats.base_url)


def assign(service: Service, integration: Connected, job_id: str = JOB_ID, **fields: Any) -> Reply:
    body = {"integrationId": integration.id, "externalJobId": job_id, **fields}
    return service.post("/jobs/assign-ats", body)


def says(ats: VendorService, **fields: Any) -> None:
    """Make the ATS return these fields of every job from now on."""

    def answer(path: str, authorization: str | None) -> tuple[int, Any]:
        status, body = example_ats.respond(path, authorization)
        return status, {**body, **fields}

    ats.answer = answer


def test_an_ats_job_becomes_the_teams_with_what_the_ats_says(
    service: Service, integration: Connected, tenant: Tenant
) -> None:
    reply = assign(service, integration)

    assert reply.status == 200
    job = reply.data["job"]
    assert (job["externalId"], job["importSource"], job["teamId"]) == (JOB_ID, EXAMPLE, tenant.team_id)
    assert (job["title"], job["status"], job["type"]) == ("Warehouse Associate", "open", "requisition")
    assert job["location"] == ["Leipzig"]
    assert 0 < len(job["ats"]) <= 8
    assert (job["ats"]["requisitionNumber"], job["ats"]["openings"]) == ("R-2026-014", 12)
    assert service.get(f"/jobs/{job['id']}").data["job"]["ats"] == job["ats"]
    assert [listed["id"] for listed in service.get("/jobs").data["jobs"]] == [job["id"]]


def test_a_patch_of_it_is_refused_and_its_interview_may_be_attached(
    service: Service, integration: Connected
) -> None:
    job = assign(service, integration).data["job"]

    reply = service.patch(f"/jobs/{job['id']}", {"title": "Mine"})

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert service.get(f"/jobs/{job['id']}").data["job"]["title"] == "Warehouse Associate"


def test_assigning_again_refreshes_the_one_job(
    service: Service, integration: Connected, ats: VendorService
) -> None:
    first = assign(service, integration).data["job"]
    says(ats, title="Warehouse Lead", status="filled", openings=0)

    again = assign(service, integration).data["job"]

    assert again["id"] == first["id"]
    assert (again["title"], again["status"], again["ats"]["openings"]) == ("Warehouse Lead", "filled", 0)
    assert service.get("/jobs").data["pagination"]["total"] == 1


def test_assigning_what_has_not_changed_changes_nothing(service: Service, integration: Connected) -> None:
    first = assign(service, integration)

    again = assign(service, integration)

    assert (again.data, again.headers["etag"]) == (first.data, first.headers["etag"])


def test_assigned_in_another_team_it_moves_there(
    service: Service, integration: Connected, tenant: Tenant
) -> None:
    first = assign(service, integration).data["job"]

    moved = assign(service, integration, teamId=tenant.second_team_id).data["job"]

    assert (moved["id"], moved["teamId"]) == (first["id"], tenant.second_team_id)
    assert moved["createdAt"] == first["createdAt"]
    assert service.get(f"/jobs/{first['id']}").status == 404
    assert service.get("/jobs").data["pagination"]["total"] == 0
    assert service.get("/jobs", teamId=tenant.second_team_id).data["pagination"]["total"] == 1
    back = assign(service, integration).data["job"]
    assert (back["id"], back["teamId"]) == (first["id"], tenant.team_id)


def test_one_without_a_team_comes_back(service: Service, integration: Connected) -> None:
    first = assign(service, integration).data["job"]
    service.delete(f"/jobs/{first['id']}/team-assignment")

    back = assign(service, integration).data["job"]

    assert back["id"] == first["id"]
    assert service.get(f"/jobs/{first['id']}").data["job"]["title"] == "Warehouse Associate"
    again = assign(service, integration).data["job"]
    assert again["id"] == first["id"]


def test_an_archived_one_is_active_again(service: Service, integration: Connected) -> None:
    first = assign(service, integration).data["job"]
    service.delete(f"/jobs/{first['id']}")

    again = assign(service, integration).data["job"]

    assert (again["id"], again["archivedAt"]) == (first["id"], None)
    assert service.get("/jobs").data["pagination"]["total"] == 1


@pytest.mark.in_process
def test_two_concurrent_assignments_create_one_job(
    adapters: Adapters, service: Service, integration: Connected
) -> None:
    others: list[Reply] = []
    once_before(adapters, "TransactWriteItems", lambda: others.append(assign(service, integration)))

    reply = assign(service, integration)

    assert (reply.status, others[0].status) == (200, 200)
    assert reply.data["job"]["id"] == others[0].data["job"]["id"]
    assert service.get("/jobs").data["pagination"]["total"] == 1


@pytest.mark.in_process
def test_one_that_moves_meanwhile_ends_where_it_was_asked_for_last(
    adapters: Adapters, service: Service, integration: Connected, ats: VendorService, tenant: Tenant
) -> None:
    first = assign(service, integration).data["job"]
    says(ats, openings=3)
    once_before(
        adapters, "TransactWriteItems", lambda: assign(service, integration, teamId=tenant.second_team_id)
    )

    last = assign(service, integration).data["job"]

    assert (last["id"], last["teamId"], last["ats"]["openings"]) == (first["id"], tenant.team_id, 3)
    assert service.get("/jobs").data["pagination"]["total"] == 1
    assert service.get("/jobs", teamId=tenant.second_team_id).data["pagination"]["total"] == 0


def test_what_is_not_there_is_named(service: Service, integration: Connected, other_tenant: Tenant) -> None:
    absent = assign(service, integration, "ATS-9999")
    unknown = service.post("/jobs/assign-ats", {"integrationId": UNKNOWN_ID, "externalJobId": JOB_ID})
    strange = service.post("/jobs/assign-ats", {"integrationId": "no-uuid", "externalJobId": JOB_ID})
    foreign = assign(service.using(other_tenant.key), integration)

    assert (absent.status, absent.error["details"]["field"]) == (404, "externalJobId")
    for reply in (unknown, strange, foreign):
        assert (reply.status, reply.error["details"]["field"]) == (404, "integrationId")
    assert service.get("/jobs").data["pagination"]["total"] == 0


def test_all_faults_come_at_once(service: Service) -> None:
    reply = service.post("/jobs/assign-ats", {"integrationId": 5})

    assert (reply.status, reply.faulty_fields) == (400, {"integrationId", "externalJobId"})


def test_a_vendor_without_jobs_has_none_to_assign(
    service: Service, table: Table, tenant: Tenant, ats: VendorService
) -> None:
    partner = integrate(connect(service, customer_key(table, tenant)), ats.base_url, PARTNER)

    reply = assign(service, partner)

    assert (reply.status, reply.faulty_fields) == (400, {"integrationId"})


def test_an_ats_that_is_down_is_a_503_and_changes_nothing(
    service: Service, integration: Connected, ats: VendorService
) -> None:
    job = assign(service, integration).data["job"]
    ats.answer = lambda path, authorization: (500, {"title": "Broken"})

    reply = assign(service, integration)

    assert (reply.status, reply.error["code"]) == (503, "SERVICE_UNAVAILABLE")
    assert service.get(f"/jobs/{job['id']}").data["job"] == {
        **job,
        "knowledgeBaseIds": [],
        "jobFamilyIds": [],
    }


def test_a_refused_token_an_invalid_response_and_a_disabled_integration_are_conflicts(
    service: Service, integration: Connected, ats: VendorService
) -> None:
    ats.answer = lambda path, authorization: (401, {})
    refused = assign(service, integration)
    ats.answer = lambda path, authorization: (200, {"id": JOB_ID, "title": 7})
    strange = assign(service, integration)
    integration.customer.patch(f"/{EXAMPLE}/integrations/{integration.id}", {"status": "disabled"})
    disabled = assign(service, integration)

    assert [reply.status for reply in (refused, strange, disabled)] == [409, 409, 409]
    assert example_ats.TOKEN not in str([refused.body, strange.body, disabled.body])
    assert service.get("/jobs").data["pagination"]["total"] == 0

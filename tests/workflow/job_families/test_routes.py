"""Job families over the HTTP interface (interface: Job families, rules 1 and 2)."""

from typing import Any

import pytest

from gather.table.records import Records
from tests.builders.jobs import make_job_family
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.support.records import add_job

pytestmark = pytest.mark.routes


def family(service: Service, family_id: str) -> Any:
    return service.get(f"/job-families/{family_id}").data["jobFamily"]


def test_a_family_is_returned_with_its_jobs_newest_first(
    service: Service, records: Records, tenant: Tenant
) -> None:
    made = make_job_family(records, tenant, description="Warehouses and shops")
    job_ids = [add_job(service, jobFamilyIds=[made.id]) for _ in range(3)]
    add_job(service)

    reply = service.get(f"/job-families/{made.id}")

    assert reply.data["jobFamily"] == {
        "id": made.id,
        "displayName": "Operations",
        "description": "Warehouses and shops",
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": made.created_at,
        "updatedAt": made.updated_at,
        "jobIds": job_ids[::-1],
    }
    assert reply.headers["etag"] == '"1"'


def test_a_family_without_description_and_jobs(service: Service, records: Records, tenant: Tenant) -> None:
    answered = family(service, make_job_family(records, tenant).id)

    assert (answered["description"], answered["jobIds"]) == (None, [])


def test_the_list_has_every_family_of_the_team_without_their_jobs(
    service: Service, records: Records, tenant: Tenant
) -> None:
    made = [make_job_family(records, tenant, display_name=f"Family {number}") for number in range(120)]
    add_job(service, jobFamilyIds=[made[0].id])

    data = service.get("/job-families").data

    assert data.keys() == {"jobFamilies"}
    assert [each["displayName"] for each in data["jobFamilies"]] == [
        f"Family {n}" for n in range(119, -1, -1)
    ]
    assert {name for each in data["jobFamilies"] for name in each} == {
        *("id", "displayName", "description", "organizationId", "teamId"),
        *("createdById", "createdAt", "updatedAt"),
    }
    assert service.get("/job-families", teamId=tenant.second_team_id).data == {"jobFamilies": []}


def test_a_job_and_its_families_always_agree(service: Service, records: Records, tenant: Tenant) -> None:
    first, second, third = (make_job_family(records, tenant).id for _ in range(3))
    job_id = add_job(service, jobFamilyIds=[first, second])

    service.patch(f"/jobs/{job_id}", {"jobFamilyIds": [third, second]})
    service.patch(f"/jobs/{job_id}", {"title": "Another"})

    assert service.get(f"/jobs/{job_id}").data["job"]["jobFamilyIds"] == [third, second]
    assert [family(service, each)["jobIds"] for each in (first, second, third)] == [[], [job_id], [job_id]]

    service.patch(f"/jobs/{job_id}", {"jobFamilyIds": []})

    assert [family(service, each)["jobIds"] for each in (first, second, third)] == [[], [], []]


def test_an_archived_job_stays_in_its_families(service: Service, records: Records, tenant: Tenant) -> None:
    made = make_job_family(records, tenant).id
    job_id = add_job(service, jobFamilyIds=[made])

    service.delete(f"/jobs/{job_id}")

    assert family(service, made)["jobIds"] == [job_id]
    assert service.get(f"/jobs/{job_id}").data["job"]["jobFamilyIds"] == [made]


@pytest.mark.parametrize("family_id", [UNKNOWN_ID, "no-uuid"])
def test_a_family_that_does_not_exist_is_absent(service: Service, family_id: str) -> None:
    reply = service.get(f"/job-families/{family_id}")

    assert (reply.status, reply.error["message"]) == (404, "Job family not found.")
    assert reply.error["details"] == {"resource": "job family", "id": family_id}


def test_families_of_others_are_absent(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    made = make_job_family(records, tenant).id
    stranger = service.using(other_tenant.key)

    assert stranger.get(f"/job-families/{made}").status == 404
    assert stranger.get("/job-families").data == {"jobFamilies": []}
    assert service.get(f"/job-families/{made}", teamId=tenant.second_team_id).status == 404


def test_families_are_only_read_here(service: Service, records: Records, tenant: Tenant) -> None:
    made = make_job_family(records, tenant).id

    assert service.post("/job-families", {"displayName": "Sales"}).status == 405
    assert service.patch(f"/job-families/{made}", {"displayName": "Sales"}).status == 405
    assert service.delete(f"/job-families/{made}").status == 405

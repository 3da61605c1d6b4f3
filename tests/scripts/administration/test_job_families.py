"""The administration makes job families and puts jobs into them."""

from datetime import UTC, datetime

import pytest

from administration import job_families
from administration.job_families import add_job, create_job_family, remove_job
from gather.core.errors import Conflict, NotFound
from gather.table.records import Records
from gather.workflow.job_families import models as families_of_domain
from gather.workflow.jobs.models import MOST_FAMILIES
from tests.builders.content import make_job, scope_of
from tests.builders.service import UNKNOWN_ID, Service, Tenant

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def family_id(records: Records, tenant: Tenant) -> str:
    return create_job_family(records, scope_of(tenant), "Operations", NOW).id


def jobs_of(service: Service, family_id: str) -> list[str]:
    job_ids: list[str] = service.get(f"/job-families/{family_id}").data["jobFamily"]["jobIds"]
    return job_ids


def test_a_family_is_made_with_its_description(records: Records, tenant: Tenant, service: Service) -> None:
    made = create_job_family(records, scope_of(tenant), "Operations", NOW, description="Warehouses")

    listed = service.get("/job-families").data["jobFamilies"]

    assert [(each["id"], each["description"]) for each in listed] == [(made.id, "Warehouses")]


def test_a_job_is_put_into_a_family_and_taken_out_again(
    records: Records, tenant: Tenant, service: Service, family_id: str
) -> None:
    job = make_job(records, tenant, import_source="example-ats")

    for _ in range(2):
        assert add_job(records, tenant.team_id, family_id, job.id, NOW).job_family_ids == (family_id,)
    assert jobs_of(service, family_id) == [job.id]
    assert service.get(f"/jobs/{job.id}").data["job"]["jobFamilyIds"] == [family_id]

    for _ in range(2):
        assert remove_job(records, tenant.team_id, family_id, job.id, NOW).job_family_ids == ()
    assert jobs_of(service, family_id) == []


@pytest.mark.parametrize("change", [add_job, remove_job])
def test_both_must_be_of_the_team(
    records: Records, tenant: Tenant, other_tenant: Tenant, family_id: str, change: job_families.Change
) -> None:
    job = make_job(records, tenant)

    for team_id, family, resource in (
        (tenant.team_id, UNKNOWN_ID, "Job family"),
        (other_tenant.team_id, family_id, "Job family"),
    ):
        with pytest.raises(NotFound, match=f"{resource} not found"):
            change(records, team_id, family, job.id, NOW)
    with pytest.raises(NotFound, match="Job not found"):
        change(records, tenant.team_id, family_id, make_job(records, other_tenant).id, NOW)


def test_a_job_is_in_a_bounded_number_of_families(records: Records, tenant: Tenant) -> None:
    job = make_job(records, tenant)
    ids = [create_job_family(records, scope_of(tenant), "Family", NOW).id for _ in range(MOST_FAMILIES + 1)]
    for each in ids[:-1]:
        add_job(records, tenant.team_id, each, job.id, NOW)

    with pytest.raises(Conflict, match=f"at most {MOST_FAMILIES} job families"):
        add_job(records, tenant.team_id, ids[-1], job.id, NOW)

    assert len(add_job(records, tenant.team_id, ids[0], job.id, NOW).job_family_ids) == MOST_FAMILIES


def test_a_team_has_a_bounded_number_of_families(
    records: Records, tenant: Tenant, other_tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert families_of_domain.MOST_JOB_FAMILIES == 200
    monkeypatch.setattr(job_families, "MOST_JOB_FAMILIES", 2)
    for _ in range(2):
        create_job_family(records, scope_of(tenant), "Family", NOW)

    with pytest.raises(Conflict, match="at most 2 job families"):
        create_job_family(records, scope_of(tenant), "Family", NOW)

    create_job_family(records, scope_of(other_tenant), "Family", NOW)

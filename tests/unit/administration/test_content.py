"""Content that no public route makes is where the service looks for it."""

from datetime import UTC, datetime

import pytest

from administration.content import KINDS, Resource, create_resource
from administration.integrations import create_integration
from gather.domain.caller import TeamScope
from gather.domain.credential import hash_of
from gather.errors import NotFound
from gather.identifiers import new_id
from gather.table import keys
from gather.table.listing import Selection
from gather.table.records import Records
from gather.table.store import KeyRange
from tests.builders.service import Tenant

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def scope(tenant: Tenant) -> TeamScope:
    return TeamScope(tenant.organization_id, tenant.team_id, tenant.user_id)


@pytest.mark.parametrize("resource", list(Resource))
def test_a_resource_is_read_and_listed_in_its_team(
    records: Records, scope: TeamScope, tenant: Tenant, resource: Resource
) -> None:
    made = create_resource(records, resource, scope, "On site", NOW)
    kind = KINDS[resource]

    assert records.get(kind, tenant.team_id, made.id).record == made
    page = records.page(kind, kind.team_listing(tenant.team_id), Selection.ACTIVE, 0, 10)
    assert page.records == [made]
    elsewhere = kind.team_listing(tenant.second_team_id)
    assert records.page(kind, elsewhere, Selection.ACTIVE, 0, 10).total == 0


def test_an_integration_is_found_by_its_user_and_keeps_no_password(records: Records, tenant: Tenant) -> None:
    made = create_integration(
        records, tenant.organization_id, "example-ats", {"ATS-1": "Associate", "ATS-2": "Lead"}, NOW
    )

    pointer = records.table.get(keys.integration_user("example-ats", made.user))
    assert pointer is not None
    stored = records.table.get(keys.integration(tenant.organization_id, pointer["integrationId"]))
    assert stored is not None
    assert stored["passwordHash"] == hash_of(made.password)
    assert made.password not in str(stored)
    partition = keys.external_job(tenant.organization_id, made.id, "").pk
    jobs = records.table.query(KeyRange(partition)).items
    assert {job["externalJobId"]: job["title"] for job in jobs} == {"ATS-1": "Associate", "ATS-2": "Lead"}
    assert made.external_job_ids == ("ATS-1", "ATS-2")


def test_an_integration_needs_its_organization(records: Records) -> None:
    with pytest.raises(NotFound, match="Organization not found"):
        create_integration(records, new_id(), "example-ats", {}, NOW)

"""Branding over the HTTP interface (interface: Teams, rule 4)."""

import pytest

from tests.builders.service import Service, Tenant

pytestmark = pytest.mark.routes


def test_branding_is_that_of_the_keys_team(service: Service) -> None:
    assert service.get("/branding").data == {
        "branding": {
            "displayName": "Example Team 1",
            "logoUrl": None,
            "accentColor": "3366ff",
            "buttonColor": None,
            "backgroundImage": None,
        }
    }


def test_branding_of_another_team_of_the_organization(service: Service, tenant: Tenant) -> None:
    branding = service.get("/branding", teamId=tenant.second_team_id).data["branding"]

    assert branding["displayName"] == "Example Team 2"


def test_branding_of_another_organizations_team_is_404(service: Service, other_tenant: Tenant) -> None:
    reply = service.get("/branding", teamId=other_tenant.team_id)

    assert reply.status == 404
    assert reply.error["details"] == {"resource": "team", "id": other_tenant.team_id, "field": "teamId"}


def test_an_organization_key_has_to_say_whose_branding(service: Service, tenant: Tenant) -> None:
    reply = service.using(tenant.organization_key).get("/branding")

    assert (reply.status, reply.faulty_fields) == (400, {"teamId"})


def test_a_team_names_whom_candidates_may_write_to(service: Service, tenant: Tenant) -> None:
    path = f"/teams/{tenant.team_id}/branding"

    named = service.patch(path, {"contactEmail": "jobs@example.com"})

    assert named.data["team"]["contactEmail"] == "jobs@example.com"
    assert service.get("/branding").data["branding"]["contactEmail"] == "jobs@example.com"
    assert service.patch(path, {"contactEmail": "nobody"}).status == 400
    assert "contactEmail" not in service.patch(path, {"contactEmail": None}).data["team"]

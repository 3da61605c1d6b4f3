"""Organizations, teams and users made by an operator are those that the service knows."""

from datetime import UTC, datetime

import pytest

from administration import tenants
from administration.api_keys import create_key
from gather.core.caller import Permission, Scope
from gather.core.errors import Conflict, NotFound
from gather.core.identifiers import new_id
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations import storage as organization_storage
from gather.wiring import Adapters
from tests.builders.outbox import tasks_of
from tests.builders.service import Service
from tests.doubles.gateway import InProcess

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


def test_organizations_are_listed_with_their_features_oldest_first(table: Table) -> None:
    first = tenants.create_organization(table, "First", NOW, features=["jobWorkflow"], default_expiry_days=7)
    second = tenants.create_organization(table, "Second", NOW)

    assert organization_storage.list_organizations(table) == [first, second]
    assert (first.features, first.default_expiry_days, second.default_expiry_days) == (
        ("jobWorkflow",),
        7,
        14,
    )


def test_teams_and_users_are_those_of_their_organization(records: Records) -> None:
    ours = tenants.create_organization(records.table, "Ours", NOW).id
    theirs = tenants.create_organization(records.table, "Theirs", NOW).id
    team = tenants.create_team(records, ours, "Careers", NOW, accent_color="3366ff")
    tenants.create_team(records, theirs, "Hiring", NOW)
    user = tenants.create_user(records, ours, "Robin", "Example", "robin@example.com", [team.id], NOW)

    assert tenants.teams(records.table, ours) == [team]
    assert (team.display_name, team.accent_color) == ("Careers", "3366ff")
    assert tenants.users(records.table, ours) == [user]
    assert tenants.users(records.table, theirs) == []


def test_a_user_belongs_to_teams_of_the_same_organization_only(records: Records) -> None:
    ours = tenants.create_organization(records.table, "Ours", NOW).id
    theirs = tenants.create_organization(records.table, "Theirs", NOW).id
    foreign = tenants.create_team(records, theirs, "Hiring", NOW)

    with pytest.raises(NotFound, match="Team not found"):
        tenants.create_user(records, ours, "Robin", "Example", "robin@example.com", [foreign.id], NOW)

    assert tenants.users(records.table, ours) == []


def test_a_team_needs_its_organization(records: Records) -> None:
    with pytest.raises(NotFound, match="Organization not found"):
        tenants.create_team(records, new_id(), "Careers", NOW)


def test_a_key_made_by_an_operator_opens_the_service(adapters: Adapters, records: Records) -> None:
    organization_id = tenants.create_organization(records.table, "Ours", NOW).id
    team = tenants.create_team(records, organization_id, "Careers", NOW)
    _, key = create_key(records, organization_id, "Careers site", NOW, team_id=team.id)
    _, reader = create_key(
        records, organization_id, "Reports", NOW, team_id=team.id, permissions=[Permission.READ]
    )
    service = Service(InProcess(adapters), key)

    assert service.get("/candidates").status == 200
    assert service.using(reader).post("/candidates", {}).status == 403


def test_an_operator_may_make_a_key_of_any_scope(adapters: Adapters, records: Records) -> None:
    organization_id = tenants.create_organization(records.table, "Ours", NOW).id
    _, admin = create_key(records, organization_id, "Tool", NOW, scope=Scope.ADMIN)

    listed = Service(InProcess(adapters), admin).get("/credentials", organizationId=organization_id).data

    assert [(each["name"], each["teamId"]) for each in listed] == [("Tool", None)]


def test_a_key_needs_a_team_of_its_organization(records: Records) -> None:
    ours = tenants.create_organization(records.table, "Ours", NOW).id
    theirs = tenants.create_organization(records.table, "Theirs", NOW).id
    foreign = tenants.create_team(records, theirs, "Hiring", NOW)

    with pytest.raises(NotFound, match="Team not found"):
        create_key(records, ours, "Careers site", NOW, team_id=foreign.id)


def test_users_of_an_operator_and_of_a_request_have_each_address_once(
    adapters: Adapters, records: Records
) -> None:
    organization_id = tenants.create_organization(records.table, "Ours", NOW).id
    team = tenants.create_team(records, organization_id, "Careers", NOW)
    tenants.create_user(records, organization_id, "Robin", "Example", "robin@example.com", [team.id], NOW)
    _, key = create_key(records, organization_id, "Careers site", NOW)
    user = {"firstName": "Ada", "lastName": "Example", "teamIds": [team.id]}
    service = Service(InProcess(adapters), key)

    refused = service.post("/users", {"users": [{**user, "email": "Robin@example.com"}]})
    made = service.post("/users", {"users": [{**user, "email": "ada@example.com"}]})

    assert (refused.status, refused.faulty_fields) == (409, {"users[0].email"})
    assert made.status == 201
    with pytest.raises(Conflict):
        tenants.create_user(records, organization_id, "Ada", "Example", "ADA@example.com", [team.id], NOW)
    assert [each.first_name for each in tenants.users(records.table, organization_id)] == ["Robin", "Ada"]


def test_only_dashboard_users_are_invited_to_the_dashboard(records: Records) -> None:
    organization_id = tenants.create_organization(records.table, "Ours", NOW).id
    team = tenants.create_team(records, organization_id, "Careers", NOW)

    def create(name: str, *, is_api_user: bool) -> str:
        email = f"{name}@example.com"
        return tenants.create_user(
            records, organization_id, name, "Example", email, [team.id], NOW, is_api_user=is_api_user
        ).id

    create("roster", is_api_user=True)
    robin = create("robin", is_api_user=False)

    assert tasks_of(records.table) == [("create_dashboard_account", {"userId": robin})]

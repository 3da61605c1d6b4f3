"""The sandbox over the HTTP interface (interface: Sandbox, rules 1 to 6 and 10)."""

from datetime import timedelta

import pytest

from gather.core.clock import from_timestamp
from gather.core.identifiers import new_id
from gather.sandbox.inbox import storage as inbox_storage
from gather.sandbox.inbox.models import MOST_MESSAGES, SandboxMessage
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table.store import Table
from tests.builders.sandboxes import in_sandbox, sandbox_tenant
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.doubles.clock import HandClock
from tests.support.records import (
    ADA,
    add_candidate,
    add_interview,
    credential_body,
    post_candidate_interview,
    post_replica,
)

pytestmark = pytest.mark.routes

WEBHOOK = {"urls": ["https://hooks.example.com/x"], "events": ["candidate_interview.completed"]}
LISTS = ["/candidates", "/interviews", "/candidate-interviews", "/webhooks", "/jobs", "/users", "/replicas"]


@pytest.fixture
def sandbox(service: Service, table: Table, tenant: Tenant) -> Service:
    """The service with a key of the sandbox of the tenant's first team."""
    return in_sandbox(service, table, tenant)


def credential(tenant: Tenant, **fields: object) -> dict[str, object]:
    return credential_body(tenant, **{"sandbox": True, **fields})


def user(tenant: Tenant, **fields: object) -> dict[str, object]:
    person = {"firstName": "Grace", "lastName": "Hopper", "email": "new@example.com"}
    return {"users": [{**person, "teamIds": [tenant.team_id], **fields}]}


def fill(service: Service, tenant: Tenant) -> list[str]:
    """A record in each of LISTS; their ids."""
    record = post_candidate_interview(service)
    created = [
        service.post("/webhooks", WEBHOOK).data["webhook"]["id"],
        service.post("/jobs", {"title": "Barista", "type": "requisition"}).data["job"]["id"],
        service.post("/users", user(tenant)).data["users"][0]["id"],
        post_replica(service)["id"],
    ]
    return [record["id"], record["candidateId"], record["interviewId"], *created]


def test_the_administration_makes_lists_and_revokes_keys_of_the_sandbox(
    admin: Service, tenant: Tenant
) -> None:
    made = admin.post("/credentials", credential(tenant)).data
    listed = admin.get("/credentials", organizationId=tenant.organization_id).data

    assert made["apiKey"].startswith("qapi_test_")
    assert (made["sandbox"], made["scope"], made["organizationId"]) == (
        True,
        "gather",
        tenant.organization_id,
    )
    assert [(each["id"], each["sandbox"]) for each in listed] == [(made["id"], True)]
    assert admin.delete(f"/credentials/{made['id']}").status == 200
    assert admin.using(made["apiKey"]).get("/candidates").status == 401


def test_an_ordinary_key_says_that_it_is_none_of_the_sandbox(admin: Service, tenant: Tenant) -> None:
    made = admin.post("/credentials", credential(tenant, sandbox=False)).data

    assert made["sandbox"] is False
    assert not made["apiKey"].startswith("qapi_test_")


@pytest.mark.parametrize("scope", ["accounts", "integrations"])
def test_only_a_key_of_scope_gather_works_in_a_sandbox(admin: Service, tenant: Tenant, scope: str) -> None:
    refused = admin.post("/credentials", credential(tenant, scope=scope))

    assert (refused.status, refused.faulty_fields) == (400, {"sandbox"})


def test_nobody_makes_keys_for_a_sandbox_by_its_stored_id(admin: Service, tenant: Tenant) -> None:
    organization_id, team_id = sandbox_tenant(tenant)

    assert admin.post("/credentials", credential(tenant, organizationId=organization_id)).status == 404
    assert admin.post("/credentials", credential(tenant, teamId=team_id)).status == 404
    assert admin.get("/credentials", organizationId=organization_id).status == 404


def test_nothing_is_seen_from_the_other_side(service: Service, sandbox: Service, tenant: Tenant) -> None:
    own, tried = fill(service, tenant), fill(sandbox, tenant)

    for path in LISTS:
        real, there = str(service.get(path).body), str(sandbox.get(path).body)
        assert not any(each in real for each in tried), path
        assert not any(each in there for each in own), path
    for candidate_interview_id, candidate_id, interview_id in (own[:3], tried[:3]):
        other = sandbox if candidate_interview_id == own[0] else service
        for path in (
            f"/candidate-interviews/{candidate_interview_id}",
            f"/candidates/{candidate_id}",
            f"/interviews/{interview_id}",
        ):
            assert other.get(path).status == 404
        mixed = {"candidateId": candidate_id, "interviewId": add_interview(other)}
        assert other.post("/candidate-interviews", mixed).status == 404


def test_records_of_the_sandbox_name_organization_and_team_as_clients_know_them(
    sandbox: Service, tenant: Tenant
) -> None:
    fill(sandbox, tenant)
    created = sandbox.get(f"/candidates/{add_candidate(sandbox)}").data

    assert (created["organizationId"], created["teamId"]) == (tenant.organization_id, tenant.team_id)
    for path in LISTS:
        assert "-sandbox" not in str(sandbox.get(path).body), path


def test_teams_are_the_organization_s_and_read_only(
    service: Service, sandbox: Service, tenant: Tenant
) -> None:
    assert sandbox.get("/teams").data == service.get("/teams").data
    assert sandbox.get(f"/teams/{tenant.team_id}").data == service.get(f"/teams/{tenant.team_id}").data
    assert sandbox.get("/branding").data == service.get("/branding").data
    team = {"teams": [{"name": "New", "displayName": "New"}]}
    assert sandbox.post("/teams", team).status == 403
    assert sandbox.patch(f"/teams/{tenant.team_id}/branding", {"displayName": "Other"}).status == 403


def test_a_key_of_the_whole_sandbox_names_teams_as_any_key_does(
    service: Service, table: Table, tenant: Tenant, other_tenant: Tenant
) -> None:
    whole = in_sandbox(service, table, tenant, whole=True)
    made = whole.post("/candidates", {**ADA, "teamId": tenant.second_team_id})

    assert made.data["teamId"] == tenant.second_team_id
    (listed,) = whole.get("/candidates", teamId=tenant.second_team_id).data["candidates"]
    assert listed["id"] == made.data["id"]
    assert whole.get("/candidates", teamId=tenant.team_id).data["candidates"] == []
    assert whole.get("/candidates").status == 400
    for absent in (other_tenant.team_id, UNKNOWN_ID):
        assert whole.get("/candidates", teamId=absent).status == 404


def test_the_stored_id_of_a_sandbox_opens_nothing(service: Service, sandbox: Service, tenant: Tenant) -> None:
    candidate_id = add_candidate(sandbox)
    _, team_id = sandbox_tenant(tenant)

    assert service.get(f"/candidates/{candidate_id}", teamId=team_id).status == 404
    assert service.post("/candidates", {**ADA, "teamId": team_id}).status == 404


def test_an_address_is_free_on_either_side(service: Service, sandbox: Service, tenant: Tenant) -> None:
    assert service.post("/users", user(tenant)).status == 201
    made = sandbox.post("/users", user(tenant, createAuth0Account=True))

    assert made.status == 201
    assert sandbox.post("/users", user(tenant)).status == 409
    (listed,) = sandbox.get("/users", includeTeams="true", teamId=tenant.team_id).data["users"]
    assert (listed["organizationId"], listed["teams"][0]["id"]) == (tenant.organization_id, tenant.team_id)


def test_an_interview_is_copied_into_another_team_of_the_sandbox(
    service: Service, sandbox: Service, table: Table, tenant: Tenant
) -> None:
    interview_id = add_interview(sandbox)
    reply = sandbox.post(f"/interviews/{interview_id}/copy", {"targetTeamId": tenant.second_team_id})
    copy = reply.data["interview"]

    assert copy["teamId"] == tenant.second_team_id
    whole = in_sandbox(service, table, tenant, whole=True)
    assert whole.get(f"/interviews/{copy['id']}", teamId=tenant.second_team_id).status == 200
    real = service.using(tenant.organization_key)
    assert real.get(f"/interviews/{copy['id']}", teamId=tenant.second_team_id).status == 404


@pytest.mark.features("jobWorkflow")
def test_features_are_the_organization_s(sandbox: Service) -> None:
    assert sandbox.get("/workflow-templates").status == 200


def test_features_that_the_organization_lacks_are_missing_too(sandbox: Service) -> None:
    assert sandbox.get("/workflow-templates").status == 403


def test_connect_takes_no_key_of_the_sandbox(sandbox: Service) -> None:
    connect = Service(sandbox.transport, sandbox.key, "/connect")

    for path in ("/accounts", "/example_ats/integrations", "/example_ats/health", "/example_ats/orders"):
        assert connect.get(path).status == 403, path


def test_a_sandbox_has_no_jobs_of_an_ats(sandbox: Service, tenant: Tenant) -> None:
    body = {"integrationId": new_id(), "externalJobId": "1"}

    assert sandbox.post("/jobs/assign-ats", body).status == 404


def test_pages_of_the_sandbox_open_like_others(sandbox: Service) -> None:
    token = post_candidate_interview(sandbox, sendInvite=True)["inviteToken"]
    page = sandbox.public()

    assert page.get(f"/i/{token}").status == 200
    shown = page.get(f"/screening/{token}")
    assert shown.data["screening"]["branding"]["displayName"] == "Example Team 1"
    assert "-sandbox" not in str(shown.body)


def test_routes_of_the_sandbox_are_for_its_keys_alone(service: Service, tenant: Tenant) -> None:
    record_id = post_candidate_interview(service, sendInvite=True)["id"]

    for reply in (
        service.get("/sandbox/inbox"),
        service.using(tenant.organization_key).get("/sandbox/inbox"),
        service.post(f"/sandbox/candidate-interviews/{record_id}/play", {"persona": "strong"}),
        service.get(f"/sandbox/plays/{UNKNOWN_ID}"),
        service.post(f"/sandbox/candidate-interviews/{record_id}/advance", {"days": 1}),
    ):
        assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN")


def keep(table: Table, tenant: Tenant, number: int, team_id: str | None = None) -> None:
    organization_id, first_team_id = sandbox_tenant(tenant)
    message = SandboxMessage(
        channel=DeliveryType.EMAIL,
        to="ada@example.com",
        subject=f"Message {number}",
        body="Hello",
        html="<p>Hello</p>",
        sent_at=f"2026-03-01T00:00:00.{number:03d}Z",
    )
    inbox_storage.save(table, organization_id, team_id or first_team_id, new_id(), message, None)


def test_the_inbox_has_the_last_five_hundred_messages_newest_first(
    sandbox: Service, table: Table, tenant: Tenant
) -> None:
    assert sandbox.get("/sandbox/inbox").data == {"messages": []}
    for number in range(MOST_MESSAGES + 2):
        keep(table, tenant, number)

    messages = sandbox.get("/sandbox/inbox").data["messages"]
    assert [each["subject"] for each in messages] == [
        f"Message {number}" for number in range(MOST_MESSAGES + 1, 1, -1)
    ]
    assert messages[0] == {
        "channel": "email",
        "to": "ada@example.com",
        "subject": f"Message {MOST_MESSAGES + 1}",
        "body": "Hello",
        "html": "<p>Hello</p>",
        "sentAt": "2026-03-01T00:00:00.501Z",
    }
    assert len(sandbox.get("/sandbox/inbox", limit=2).data["messages"]) == 2


def test_a_team_s_key_sees_its_own_team_s_messages(
    service: Service, sandbox: Service, table: Table, tenant: Tenant, other_tenant: Tenant
) -> None:
    keep(table, tenant, 1)
    keep(table, tenant, 2, f"{tenant.second_team_id}-sandbox")

    assert [each["subject"] for each in sandbox.get("/sandbox/inbox").data["messages"]] == ["Message 1"]
    whole = in_sandbox(service, table, tenant, whole=True)
    assert len(whole.get("/sandbox/inbox").data["messages"]) == 2
    stranger = in_sandbox(service, table, other_tenant, whole=True)
    assert stranger.get("/sandbox/inbox").data["messages"] == []


def test_a_play_is_asked_for_and_looked_up(sandbox: Service) -> None:
    record_id = post_candidate_interview(sandbox, sendInvite=True)["id"]
    reply = sandbox.post(f"/sandbox/candidate-interviews/{record_id}/play", {"persona": "strong"})
    play = reply.data["play"]

    assert (reply.status, play["status"], play["persona"]) == (202, "running", "strong")
    assert sandbox.get(f"/sandbox/plays/{play['id']}").data["play"]["candidateInterviewId"] == record_id
    assert sandbox.get(f"/sandbox/plays/{UNKNOWN_ID}").status == 404


@pytest.mark.in_process
def test_a_candidate_is_played_once_at_a_time(sandbox: Service) -> None:
    record_id = post_candidate_interview(sandbox, sendInvite=True)["id"]
    path = f"/sandbox/candidate-interviews/{record_id}/play"

    assert sandbox.post(path, {"persona": "strong"}).status == 202
    assert sandbox.post(path, {"persona": "weak"}).status == 409


def test_who_is_done_or_out_of_time_is_not_played(sandbox: Service) -> None:
    done, expired, archived = (post_candidate_interview(sandbox, sendInvite=True)["id"] for _ in range(3))
    sandbox.patch(f"/candidate-interviews/{done}/status", {"status": "new_response"})
    sandbox.patch(f"/candidate-interviews/{archived}/status", {"status": "archived"})
    sandbox.post(f"/sandbox/candidate-interviews/{expired}/advance", {"days": 30})

    for record_id in (done, expired, archived):
        path = f"/sandbox/candidate-interviews/{record_id}/play"
        assert sandbox.post(path, {"persona": "strong"}).status == 409


@pytest.mark.parametrize("body", [{}, {"persona": "kind"}, {"persona": None}])
def test_a_persona_is_one_of_four(sandbox: Service, body: dict[str, object]) -> None:
    record_id = post_candidate_interview(sandbox, sendInvite=True)["id"]

    refused = sandbox.post(f"/sandbox/candidate-interviews/{record_id}/play", body)
    assert (refused.status, refused.faulty_fields) == (400, {"persona"})


def test_advances_add_up(sandbox: Service) -> None:
    record = post_candidate_interview(sandbox, sendInvite=True)
    path = f"/sandbox/candidate-interviews/{record['id']}/advance"
    sandbox.post(path, {"days": 1})
    advanced = sandbox.post(path, {"days": 0.5})

    assert advanced.status == 200
    expected = from_timestamp(record["expiry"]) - timedelta(days=1.5)
    assert from_timestamp(advanced.data["expiry"]) == expected
    read = sandbox.get(f"/candidate-interviews/{record['id']}")
    assert read.data == advanced.data
    assert read.headers["etag"] == advanced.headers["etag"]
    assert sandbox.post(path, {"days": 0}).data == read.data


def test_an_advance_past_the_expiry_ends_the_candidate_interview_at_once(sandbox: Service) -> None:
    record = post_candidate_interview(sandbox, sendInvite=True)
    reply = sandbox.post(f"/sandbox/candidate-interviews/{record['id']}/advance", {"days": 14.01})

    assert reply.data["status"] == "expired"
    assert sandbox.public().get(f"/screening/{record['inviteToken']}").status == 410


def test_time_passes_for_a_done_candidate_interview_without_any_effect(sandbox: Service) -> None:
    record = post_candidate_interview(sandbox, sendInvite=True)
    sandbox.patch(f"/candidate-interviews/{record['id']}/status", {"status": "new_response"})
    reply = sandbox.post(f"/sandbox/candidate-interviews/{record['id']}/advance", {"days": 400})

    assert reply.data["status"] == "new_response"
    assert from_timestamp(reply.data["expiry"]) == from_timestamp(record["expiry"]) - timedelta(days=400)


@pytest.mark.parametrize("days", [-0.1, 400.1, "3", None, True])
def test_days_are_a_number_up_to_four_hundred(sandbox: Service, days: object) -> None:
    record = post_candidate_interview(sandbox, sendInvite=True)

    refused = sandbox.post(f"/sandbox/candidate-interviews/{record['id']}/advance", {"days": days})
    assert (refused.status, refused.faulty_fields) == (400, {"days"})


def test_time_of_candidate_interviews_that_are_not_there_does_not_pass(
    service: Service, sandbox: Service
) -> None:
    real = post_candidate_interview(service, sendInvite=True)["id"]

    for record_id in (real, UNKNOWN_ID):
        path = f"/sandbox/candidate-interviews/{record_id}"
        assert sandbox.post(f"{path}/advance", {"days": 1}).status == 404
        assert sandbox.post(f"{path}/play", {"persona": "weak"}).status == 404


def test_an_invite_that_was_sent_again_has_its_whole_time(sandbox: Service, clock: HandClock) -> None:
    record = post_candidate_interview(sandbox, sendInvite=True)
    sandbox.post(f"/sandbox/candidate-interviews/{record['id']}/advance", {"days": 20})
    sandbox.post(f"/candidate-interviews/{record['id']}/resend-invite")

    read = sandbox.get(f"/candidate-interviews/{record['id']}").data
    assert read["status"] == "invite_sent"
    assert from_timestamp(read["expiry"]) == clock.now() + timedelta(days=14)

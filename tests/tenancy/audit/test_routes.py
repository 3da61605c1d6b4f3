"""The audit log over HTTP (interface: Data rights and audit, rules 1 to 3)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from administration import tenants
from administration.api_keys import create_key
from gather.core.caller import Actor, Scope
from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.identifiers import new_id
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.audit.storage import KEPT
from gather.tenancy.organizations import storage as organization_storage
from gather.wiring import Adapters
from tests.builders.connect import EXAMPLE, connect, integrate
from tests.builders.screening import make_screening
from tests.builders.service import UNKNOWN_ID, Service, Tenant, make_key
from tests.doubles.table_faults import fail, throttled
from tests.doubles.vendor_service import VendorService

pytestmark = pytest.mark.routes

Entry = dict[str, Any]


def log_of(admin: Service, organization_id: str) -> list[Entry]:
    """Returns the entries of an organization's log, oldest first."""
    reply = admin.get("/audit-log", organizationId=organization_id, limit=100)
    assert reply.status == 200, reply.body
    entries: list[Entry] = reply.data["entries"]
    return entries[::-1]


def actions_of(admin: Service, organization_id: str) -> list[tuple[str, str]]:
    """Returns the actions and the records of a log, oldest first."""
    return [(entry["action"], entry["resourceId"]) for entry in log_of(admin, organization_id)]


def test_keys_and_users_are_noted_with_who_made_them(
    admin: Service, service: Service, tenant: Tenant
) -> None:
    body = {"organizationId": tenant.organization_id, "teamId": tenant.team_id, "name": "Site"}
    made = admin.post("/credentials", {**body, "permissions": ["read", "write"]}).data
    person = {"firstName": "Ada", "lastName": "Secret", "email": "ada@example.com"}
    users = service.using(made["apiKey"]).post("/users", {"users": [{**person, "teamIds": [tenant.team_id]}]})
    owned = service.post("/users", {"users": [{**person, "email": "b@e.com", "teamIds": [tenant.team_id]}]})
    for _ in range(2):
        admin.delete(f"/credentials/{made['id']}")

    log = log_of(admin, tenant.organization_id)

    assert [(entry["action"], entry["resource"], entry["resourceId"]) for entry in log] == [
        ("credential.created", "credential", made["id"]),
        ("user.created", "user", users.data["users"][0]["id"]),
        ("user.created", "user", owned.data["users"][0]["id"]),
        ("credential.revoked", "credential", made["id"]),
    ]
    assert log[1]["actor"] == {"credentialId": made["id"], "userId": None}
    assert log[2]["actor"]["userId"] == tenant.user_id
    assert "operator" not in log[0]["actor"]
    assert "Secret" not in str(log)
    assert "ada@example.com" not in str(log)


def test_webhooks_are_noted(admin: Service, service: Service, tenant: Tenant) -> None:
    body = {"description": "Results", "urls": ["https://example.com/hook"], "events": ["interview.created"]}
    made = service.post("/webhooks", body).data["webhook"]["id"]
    service.patch(f"/webhooks/{made}", {"description": "All results"})
    service.put(f"/webhooks/{made}", {"description": "Some results", "userId": tenant.user_id})
    service.post(f"/webhooks/{made}/rotate-secret")
    service.delete(f"/webhooks/{made}")
    other = service.post("/webhooks", body).data["webhook"]["id"]
    service.delete(f"/webhooks/{other}", deleteDeliveries="true")

    assert actions_of(admin, tenant.organization_id) == [
        ("webhook.created", made),
        ("webhook.updated", made),
        ("webhook.updated", made),
        ("webhook.secret_rotated", made),
        ("webhook.deleted", made),
        ("webhook.created", other),
        ("webhook.deleted", other),
    ]
    assert "Some results" not in str(log_of(admin, tenant.organization_id))
    assert log_of(admin, tenant.organization_id)[0]["resource"] == "webhook configuration"


def test_results_and_links_are_noted(admin: Service, service: Service, tenant: Tenant) -> None:
    screening = make_screening(service)
    screening.answer_all()
    assert screening.complete().status == 200
    path = f"/candidate-interviews/{screening.id}"
    scorecard = {"topics": [{"topic": "Safety", "weight": 100, "scoreDescriptions": LEVELS}]}
    interview_id = service.get(path).data["interviewId"]
    made = service.post(f"/interviews/{interview_id}/score-card-template", scorecard)
    assert made.status == 201, made.body
    service.post(f"{path}/share-link", {})
    for _ in range(2):
        service.delete(f"{path}/share-link")
    decided = {"topic": "Safety", "score": 70, "reason": "Ada knows the machines."}
    reply = service.patch(f"{path}/results", {"topicScores": [decided], "userId": tenant.user_id})
    assert reply.status == 200, reply.body

    log = log_of(admin, tenant.organization_id)

    assert [entry["action"] for entry in log] == [
        "share_link.created",
        "share_link.ended",
        "results.changed",
    ]
    assert {(entry["resource"], entry["resourceId"]) for entry in log} == {
        ("candidate interview", screening.id)
    }
    assert log[-1]["actor"]["userId"] == tenant.user_id
    assert "machines" not in str(log)


LEVELS = {f"level{number}": f"Does it {number} times" for number in range(1, 6)}


def test_integrations_are_noted(
    admin: Service, service: Service, table: Table, tenant: Tenant, ats: VendorService
) -> None:
    key = make_key(table, tenant.organization_id, None, scope=Scope.INTEGRATIONS)
    customer = connect(service, key)
    path = f"/{EXAMPLE}/integrations"
    made = integrate(customer, ats.base_url, teamId=tenant.team_id).id
    for _ in range(2):
        customer.patch(f"{path}/{made}", {"name": "Their ATS"})
    customer.delete(f"{path}/{made}")

    assert actions_of(admin, tenant.organization_id) == [
        ("integration.created", made),
        ("integration.updated", made),
        ("integration.deleted", made),
    ]


def test_an_account_of_a_partner_has_its_own_log(
    admin: Service, service: Service, table: Table, tenant: Tenant
) -> None:
    partner = connect(service, make_key(table, tenant.organization_id, None, scope=Scope.ACCOUNTS))
    account = partner.post("/accounts", {"name": "Bean Bar"}).data["account"]
    customer = account["organizationId"]
    partner.patch(f"/accounts/{account['id']}", {"name": "Bean House"})
    for _ in range(2):
        partner.delete(f"/accounts/{account['id']}")

    their_admin = service.using(make_key(table, customer, None, scope=Scope.ADMIN))
    found = actions_of(their_admin, customer)

    assert [action for action, _ in found] == [
        "credential.created",
        "organization.changed",
        "organization.changed",
        "credential.revoked",
    ]
    assert found[1][1] == customer
    assert found[0][1] == found[3][1]
    assert actions_of(admin, tenant.organization_id) == []


def test_the_operator_is_noted_without_a_name(admin: Service, records: Records, tenant: Tenant) -> None:
    now = datetime.now(UTC)
    before = organization_storage.get(records.table, tenant.organization_id)
    after = before.changed(default_expiry_days=30)
    tenants.change_organization(records, before, after, now)
    with pytest.raises(Conflict):
        tenants.change_organization(records, before, after, now)
    credential, _ = create_key(records, tenant.organization_id, "Site", now)

    log = log_of(admin, tenant.organization_id)

    assert [(entry["action"], entry["resourceId"]) for entry in log] == [
        ("organization.changed", tenant.organization_id),
        ("credential.created", credential.id),
    ]
    assert log[0]["actor"] == {"credentialId": None, "userId": None, "operator": True}


@pytest.mark.in_process
def test_there_is_no_entry_of_what_was_not_done(
    admin: Service, service: Service, adapters: Adapters, tenant: Tenant
) -> None:
    body = {"description": "Results", "urls": ["https://example.com/hook"], "events": ["interview.created"]}
    made = service.post("/webhooks", body).data["webhook"]["id"]
    recovers = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))
    assert service.patch(f"/webhooks/{made}", {"description": "Never"}).status == 503
    recovers()

    assert actions_of(admin, tenant.organization_id) == [("webhook.created", made)]


def noted(records: Records, organization_id: str, at: datetime) -> str:
    """Writes an entry at a time and returns its record."""
    record_id = new_id()
    unit = records.unit_of_work()
    actor = Actor(UNKNOWN_ID, None)
    audit_storage.save(unit, organization_id, actor, AuditAction.WEBHOOK_CREATED, record_id, at)
    unit.commit()
    return record_id


def walked(admin: Service, **query: Any) -> list[list[str]]:
    """Returns the records of every page."""
    pages: list[list[str]] = []
    while True:
        reply = admin.get("/audit-log", **query)
        assert reply.status == 200, reply.body
        pages.append([entry["resourceId"] for entry in reply.data["entries"]])
        if reply.data["nextCursor"] is None:
            return pages
        query["cursor"] = reply.data["nextCursor"]


def test_entries_are_read_newest_first_by_time_and_cursor(
    admin: Service, records: Records, tenant: Tenant
) -> None:
    begin = datetime.now(UTC) - timedelta(hours=1)
    made = [noted(records, tenant.organization_id, begin + timedelta(seconds=n)) for n in range(5)]
    newest = made[::-1]
    query = {"organizationId": tenant.organization_id}
    since, until = timestamp(begin + timedelta(seconds=1)), timestamp(begin + timedelta(seconds=3))

    assert walked(admin, **query) == [newest]
    assert walked(admin, **query, limit=2) == [newest[:2], newest[2:4], newest[4:]]
    assert walked(admin, **query, since=since, until=until, limit=2) == [newest[1:3], newest[3:4]]
    cursor = admin.get("/audit-log", **query, since=since, limit=1).data["nextCursor"]
    assert walked(admin, **query, cursor=cursor, limit=100) == [newest[1:4]]


def test_users_of_one_call_are_an_entry_each(admin: Service, service: Service, tenant: Tenant) -> None:
    person = {"firstName": "Ada", "lastName": "Example", "teamIds": [tenant.team_id]}
    bodies = [{"users": [{**person, "email": f"{call}-{n}@example.com"} for n in range(3)]} for call in "ab"]
    made = [user["id"] for body in bodies for user in service.post("/users", body).data["users"]]
    newest = made[::-1]
    query = {"organizationId": tenant.organization_id}

    assert actions_of(admin, tenant.organization_id) == [("user.created", user_id) for user_id in made]
    assert walked(admin, **query, limit=2) == [newest[:2], newest[2:4], newest[4:]]
    assert walked(admin, **query, limit=3) == [newest[:3], newest[3:]]
    assert walked(admin, **query, limit=1) == [[user_id] for user_id in newest]


def test_what_does_not_fit_is_refused(
    admin: Service, service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    query = {"organizationId": tenant.organization_id}
    for _ in range(2):
        noted(records, tenant.organization_id, datetime.now(UTC))
    cursor = admin.get("/audit-log", **query, limit=1).data["nextCursor"]

    assert admin.get("/audit-log").faulty_fields == {"organizationId"}
    assert admin.get("/audit-log", **query, since="x", limit=101).faulty_fields == {"since", "limit"}
    reversed_range = admin.get("/audit-log", **query, since="2026-02-02", until="2026-02-01")
    assert reversed_range.faulty_fields == {"until"}
    assert admin.get("/audit-log", **query, cursor="nothing").faulty_fields == {"cursor"}
    theirs = service.using(make_key(records.table, other_tenant.organization_id, None, scope=Scope.ADMIN))
    other = {"organizationId": other_tenant.organization_id}
    assert theirs.get("/audit-log", **other, cursor=cursor).faulty_fields == {"cursor"}
    assert admin.get("/audit-log", **other, cursor=cursor).status == 404
    assert admin.get("/audit-log", organizationId=UNKNOWN_ID).status == 404
    assert service.get("/audit-log", **query).status == 403


def test_entries_are_kept_for_a_year(admin: Service, records: Records, tenant: Tenant) -> None:
    now = datetime.now(UTC)
    noted(records, tenant.organization_id, now - KEPT - timedelta(minutes=1))
    kept = noted(records, tenant.organization_id, now - KEPT + timedelta(minutes=1))

    assert walked(admin, organizationId=tenant.organization_id) == [[kept]]

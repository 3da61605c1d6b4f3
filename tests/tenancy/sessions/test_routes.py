"""Sessions at the routes of Gather (interface: Console, rules 4 to 8 and 10)."""

from datetime import UTC, datetime, timedelta

import pytest

from gather.core.caller import Role, Scope
from gather.core.clock import timestamp
from gather.table.changes import Update
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.api_keys.secret import hash_of
from gather.tenancy.organizations.storage import organization_key
from gather.tenancy.sessions.lookup_storage import SESSION
from gather.tenancy.sessions.token import HOURLY_REQUESTS
from gather.tenancy.users.storage import USER
from tests.builders.connect import EXAMPLE
from tests.builders.people import as_bearer, make_person, signed_in, token_of
from tests.builders.service import UNKNOWN_ID, Service, Tenant, make_key

pytestmark = pytest.mark.routes

PERSON = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com", "phone": "+14155550123"}


@pytest.fixture
def manager(service: Service, records: Records, tenant: Tenant) -> Service:
    """The service as a manager of the first team uses it."""
    return signed_in(service, records, tenant, Role.MANAGER)


@pytest.fixture
def administrator(service: Service, records: Records, tenant: Tenant) -> Service:
    """The service as an administrator of the first team uses it."""
    return signed_in(service, records, tenant, Role.ADMINISTRATOR)


class TestTheToken:
    def test_it_is_taken_as_bearer_where_a_key_is(self, manager: Service, tenant: Tenant) -> None:
        reply = manager.post("/candidates", PERSON)

        assert (reply.status, reply.data["teamId"]) == (201, tenant.team_id)

    def test_it_is_no_key_and_a_key_is_none(self, service: Service, records: Records, tenant: Tenant) -> None:
        token = token_of(records, make_person(records, tenant))

        assert service.using(token).get("/candidates").status == 401
        assert as_bearer(service, tenant.key).get("/candidates").status == 401
        assert as_bearer(service, "qses_unknown").get("/candidates").status == 401
        assert as_bearer(service, "qses_" + "x" * 500).get("/candidates").status == 401

    def test_a_key_beside_it_counts_alone(self, service: Service, records: Records, tenant: Tenant) -> None:
        both = as_bearer(service, token_of(records, make_person(records, tenant)))

        made = both.post("/candidates", PERSON, headers={"x-api-key": tenant.key})
        refused = (
            both.get("/candidates").status,
            both.request("GET", "/candidates", headers={"x-api-key": "qapi_unknown"}).status,
        )

        # A reviewer makes no candidates; the key does, for its owner.
        assert (made.status, made.data["createdById"]) == (201, tenant.user_id)
        assert refused == (200, 401)

    def test_it_is_stored_as_a_hash_alone(self, records: Records, tenant: Tenant) -> None:
        token = token_of(records, make_person(records, tenant))

        item = records.table.get(SESSION.key(hash_of(token)))

        assert item is not None
        assert token not in str(item)

    def test_it_does_not_open_connect(self, service: Service, administrator: Service) -> None:
        connect = Service(service.transport, None, "/connect", administrator.extra_headers)

        answers = [
            connect.get("/accounts"),
            connect.get(f"/{EXAMPLE}/integrations"),
            connect.get(f"/{EXAMPLE}/orders"),
            connect.post(f"/{EXAMPLE}/orders", {}),
        ]

        assert [reply.status for reply in answers] == [403] * 4

    def test_it_does_not_open_the_sandbox(self, administrator: Service) -> None:
        assert administrator.get("/sandbox/inbox").status == 403


class TestItsTime:
    def test_it_ends_after_its_lifetime(self, service: Service, records: Records, tenant: Tenant) -> None:
        person, now = make_person(records, tenant), datetime.now(UTC)
        good = token_of(records, person, now - timedelta(hours=11, minutes=59))
        over = token_of(records, person, now - timedelta(hours=12, seconds=1))

        assert as_bearer(service, good).get("/candidates").status == 200
        assert as_bearer(service, over).get("/candidates").status == 401

    def test_signing_out_ends_it_at_once(self, service: Service, manager: Service) -> None:
        public = Service(service.transport, None, "", manager.extra_headers)

        first, again = public.delete("/console/session"), public.delete("/console/session")

        assert (first.status, again.status) == (200, 401)
        assert manager.get("/candidates").status == 401

    def test_another_session_of_the_person_goes_on(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        person = make_person(records, tenant)
        one, other = token_of(records, person), token_of(records, person)

        Service(service.transport, None, "", {"authorization": f"Bearer {one}"}).delete("/console/session")

        assert as_bearer(service, other).get("/candidates").status == 200

    def test_signing_out_needs_a_token(self, service: Service) -> None:
        assert service.public().delete("/console/session").status == 401

    def test_it_has_a_quota_of_its_own(self, service: Service, records: Records, tenant: Tenant) -> None:
        token = token_of(records, make_person(records, tenant))
        reply = as_bearer(service, token).get("/candidates")
        used_up = Update(set={"used": HOURLY_REQUESTS})
        records.table.update(SESSION.key(hash_of(token)), used_up)

        refused = as_bearer(service, token).get("/candidates")

        assert (reply.headers["x-ratelimit-limit"], reply.headers["x-ratelimit-remaining"]) == (
            "5000",
            "4999",
        )
        assert (refused.status, refused.error["details"]["limit"]) == (429, 5_000)
        assert service.get("/candidates").status == 200


class TestItsUser:
    def test_the_session_s_user_acts_whatever_the_request_names(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        person = make_person(records, tenant, Role.MANAGER)
        manager = as_bearer(service, token_of(records, person))

        made = manager.post("/candidates", {**PERSON, "userId": tenant.user_id})
        unnamed = manager.post("/workflow-templates", {"name": "W", "steps": []})
        gone = manager.delete(f"/candidates/{made.data['id']}", userId=UNKNOWN_ID)

        assert made.data["createdById"] == person.id
        assert "userId" not in str(unnamed.body)
        assert gone.status == 200

    def test_it_follows_a_change_of_role(self, service: Service, records: Records, tenant: Tenant) -> None:
        person = make_person(records, tenant)
        theirs = as_bearer(service, token_of(records, person))
        before = theirs.post("/candidates", PERSON).status

        service.patch(f"/users/{person.id}", {"role": "manager"})

        assert (before, theirs.post("/candidates", PERSON).status) == (403, 201)

    def test_it_follows_a_change_of_teams(self, service: Service, records: Records, tenant: Tenant) -> None:
        person = make_person(records, tenant, Role.MANAGER)
        theirs = as_bearer(service, token_of(records, person))
        assert theirs.post("/candidates", PERSON).data["teamId"] == tenant.team_id

        service.patch(f"/users/{person.id}", {"teamIds": [tenant.second_team_id]})

        assert theirs.post("/candidates", PERSON).data["teamId"] == tenant.second_team_id
        assert theirs.get("/candidates", teamId=tenant.team_id).status == 404

    def test_it_ends_with_its_user(self, service: Service, records: Records, tenant: Tenant) -> None:
        person = make_person(records, tenant)
        theirs = as_bearer(service, token_of(records, person))

        service.delete(f"/users/{person.id}")

        assert theirs.get("/candidates").status == 401

    def test_it_ends_with_its_organization(self, service: Service, records: Records, tenant: Tenant) -> None:
        theirs = signed_in(service, records, tenant)
        closed = Update(set={"closedAt": timestamp(datetime.now(UTC))})

        records.table.update(organization_key(tenant.organization_id), closed)

        assert theirs.get("/candidates").status == 401

    def test_an_idempotency_key_works(self, manager: Service) -> None:
        once = [manager.post("/candidates", PERSON, headers={"idempotency-key": "one"}) for _ in range(2)]

        assert once[0].data["id"] == once[1].data["id"]
        assert once[1].headers["idempotent-replay"] == "true"


class TestItsTeams:
    def test_one_of_several_has_to_be_named(self, service: Service, records: Records, tenant: Tenant) -> None:
        both = (tenant.team_id, tenant.second_team_id)
        theirs = signed_in(service, records, tenant, Role.MANAGER, both)

        unnamed = theirs.get("/candidates")
        named = [theirs.get("/candidates", teamId=team_id).status for team_id in both]
        made = theirs.post("/candidates", {**PERSON, "teamId": tenant.second_team_id})

        assert (unnamed.status, unnamed.faulty_fields) == (400, {"teamId"})
        assert named == [200, 200]
        assert made.data["teamId"] == tenant.second_team_id

    def test_no_other_team_is_there(
        self, service: Service, administrator: Service, tenant: Tenant, other_tenant: Tenant
    ) -> None:
        for team_id in (tenant.second_team_id, other_tenant.team_id, UNKNOWN_ID):
            reply = administrator.get("/candidates", teamId=team_id)
            assert (reply.status, reply.error["details"]["id"]) == (404, team_id)

    def test_records_of_other_teams_are_absent(
        self, service: Service, administrator: Service, tenant: Tenant
    ) -> None:
        theirs = service.post("/candidates", {**PERSON, "teamId": tenant.second_team_id}).data["id"]

        assert administrator.get(f"/candidates/{theirs}").status == 404

    def test_a_reviewer_sees_the_people_and_teams_of_theirs(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        reviewer = signed_in(service, records, tenant)
        elsewhere = make_person(records, tenant, team_ids=(tenant.second_team_id,))

        users = reviewer.get("/users").data["users"]
        teams = reviewer.get("/teams").data["teams"]

        assert elsewhere.id not in {user["id"] for user in users}
        assert {team["id"] for user in users for team in user["teams"]} == {tenant.team_id}
        assert [team["id"] for team in teams] == [tenant.team_id]
        assert reviewer.get(f"/teams/{tenant.second_team_id}").status == 404
        assert reviewer.get("/users", teamId=tenant.second_team_id).status == 404

    def test_an_administrator_sees_all_of_the_organization(
        self, administrator: Service, records: Records, tenant: Tenant
    ) -> None:
        elsewhere = make_person(records, tenant, team_ids=(tenant.second_team_id,))

        assert elsewhere.id in {user["id"] for user in administrator.get("/users").data["users"]}
        assert len(administrator.get("/teams").data["teams"]) == 2


class TestKeysOfTheOrganization:
    def test_an_administrator_makes_and_revokes_keys_of_gather(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        person = make_person(records, tenant, Role.ADMINISTRATOR)
        administrator = as_bearer(service, token_of(records, person))
        body = {
            "organizationId": tenant.organization_id,
            "teamId": tenant.team_id,
            "name": "Site",
            "permissions": ["read", "write"],
        }

        made = administrator.post("/credentials", body)
        other = administrator.post("/credentials", {**body, "scope": "accounts"})
        of_key = service.using(made.data["apiKey"]).post("/candidates", PERSON)
        revoked = administrator.delete(f"/credentials/{made.data['id']}")

        assert (made.status, other.status, revoked.status) == (201, 403, 200)
        assert of_key.data["createdById"] == person.id

    def test_other_keys_are_neither_shown_nor_revoked(
        self, service: Service, admin: Service, administrator: Service, table: Table, tenant: Tenant
    ) -> None:
        partner = admin.post(
            "/credentials",
            {
                "organizationId": tenant.organization_id,
                "teamId": tenant.team_id,
                "name": "Partner",
                "permissions": ["read"],
                "scope": "accounts",
            },
        ).data

        shown = administrator.get("/credentials", organizationId=tenant.organization_id).data
        refused = administrator.delete(f"/credentials/{partner['id']}")

        assert partner["id"] not in {key["id"] for key in shown}
        assert refused.status == 403
        accounts = Service(service.transport, partner["apiKey"], "/connect")
        assert accounts.get("/accounts").status == 200

    def test_another_organization_s_keys_are_absent(
        self, administrator: Service, table: Table, other_tenant: Tenant
    ) -> None:
        make_key(table, other_tenant.organization_id, None, scope=Scope.GATHER)

        reply = administrator.get("/credentials", organizationId=other_tenant.organization_id)

        assert reply.status == 404


class TestTheAuditLog:
    def test_it_names_the_person_and_no_key(
        self, service: Service, records: Records, tenant: Tenant, admin: Service
    ) -> None:
        person = make_person(records, tenant, Role.ADMINISTRATOR)
        token = token_of(records, person)
        other = make_person(records, tenant)
        as_bearer(service, token).patch(f"/users/{other.id}", {"firstName": "Ben"})
        as_bearer(service, token).delete(f"/users/{other.id}")
        Service(service.transport, None, "", {"authorization": f"Bearer {token}"}).delete("/console/session")

        log = admin.get("/audit-log", organizationId=tenant.organization_id).data["entries"]

        by_person = [entry for entry in log if entry["actor"]["userId"] == person.id]
        assert [entry["action"] for entry in by_person] == [
            "session.ended",
            "user.archived",
            "user.updated",
            "session.created",
        ]
        assert {entry["actor"]["credentialId"] for entry in by_person} == {None}
        assert not any("operator" in entry["actor"] for entry in by_person)
        assert by_person[0]["resourceId"] == by_person[3]["resourceId"]

    def test_the_approval_of_a_job_is_in_it(
        self, service: Service, manager: Service, tenant: Tenant, admin: Service
    ) -> None:
        job = service.post(
            "/jobs", {"title": "Cook", "type": "requisition", "status": "pending_approval"}
        ).data
        job_id = job["job"]["id"]

        by_key = service.patch(f"/jobs/{job_id}", {"status": "approved"})
        approved = manager.patch(f"/jobs/{job_id}", {"status": "approved"})

        log = admin.get("/audit-log", organizationId=tenant.organization_id).data["entries"]
        assert (by_key.status, approved.data["job"]["status"]) == (403, "approved")
        assert [(entry["action"], entry["resourceId"]) for entry in log[:1]] == [("job.approved", job_id)]


class TestTheReviewQueue:
    def test_a_reviewer_is_not_waited_for_by_approvals(
        self, service: Service, records: Records, tenant: Tenant, manager: Service
    ) -> None:
        reviewer = signed_in(service, records, tenant)
        service.post("/jobs", {"title": "Cook", "type": "requisition", "status": "pending_approval"})

        def approvals(who: Service, **query: str) -> tuple[int, int]:
            data = who.get("/review-queue", **query).data
            return data["counts"]["approval"], len(data["items"])

        assert approvals(reviewer, waitingFor="you") == (0, 0)
        assert approvals(reviewer) == (1, 1)
        assert approvals(manager, waitingFor="you") == (1, 1)
        assert approvals(service, waitingFor="you") == (1, 1)


def test_a_person_without_a_team_reads_nothing(service: Service, records: Records, tenant: Tenant) -> None:
    person = make_person(records, tenant)
    theirs = as_bearer(service, token_of(records, person))
    records.table.update(USER.key(tenant.organization_id, person.id), Update(set={"teamIds": []}))

    assert theirs.get("/candidates").status == 400
    assert theirs.get("/candidates", teamId=tenant.team_id).status == 404

"""The workflow that governs a job, and the right to use workflows, over the HTTP interface.

Interface: Workflow assignments, rules 3 to 7; Authentication, rule 6.
"""

from typing import Any

import pytest

from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from tests.builders.jobs import make_job_family
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant, make_tenant
from tests.builders.workflows import add_governed_job, apply, enroll
from tests.doubles.table_faults import once_before
from tests.support.records import add_active_job, post_workflow_template

pytestmark = [pytest.mark.routes, pytest.mark.features(JOB_WORKFLOW)]

LINA = {"firstName": "Lina", "lastName": "Example"}


def effective(service: Service, job_id: str) -> dict[str, Any]:
    reply = service.get(f"/jobs/{job_id}/effective-workflow")
    assert reply.status == 200, reply.body
    found: dict[str, Any] = reply.data["effectiveWorkflow"]
    return found


def winner(service: Service, job_id: str) -> tuple[str, str | None]:
    """Returns the rule that wins and the name of its template."""
    found = effective(service, job_id)
    return found["source"], found["template"] and found["template"]["name"]


def override(service: Service, job_id: str, template_id: str, **members: object) -> Reply:
    return service.post(f"/jobs/{job_id}/workflow-override", {"templateId": template_id, **members})


# The workflow that governs a job


@pytest.fixture
def three_rules(service: Service, records: Records, tenant: Tenant) -> tuple[str, str]:
    """Creates a job with rules by family, by assignment and by override. Returns it and its assignment."""
    family = make_job_family(records, tenant)
    job_id = add_active_job(service, jobFamilyIds=[family.id])
    by_family, direct, by_override = (
        post_workflow_template(service, tenant, name=name)["id"] for name in ("family", "direct", "override")
    )
    apply(service, tenant, by_family, jobFamilyIds=[family.id])
    (own,) = apply(service, tenant, direct, jobIds=[job_id])
    assert override(service, job_id, by_override).status == 201
    return job_id, own["id"]


def test_an_override_wins_then_the_jobs_own_template_then_the_familys(
    service: Service, three_rules: tuple[str, str]
) -> None:
    job_id, own_assignment_id = three_rules
    assert winner(service, job_id) == ("job_override", "override")

    cleared = service.delete(f"/jobs/{job_id}/workflow-override").data["effectiveWorkflow"]
    assert cleared == effective(service, job_id)
    assert winner(service, job_id) == ("job_template", "direct")
    assert cleared["assignmentId"] == own_assignment_id

    assert service.delete(f"/workflow-template-assignments/{own_assignment_id}").status == 200
    assert winner(service, job_id) == ("job_family", "family")


def test_removing_any_assignment_of_the_three_falls_to_the_next_rule(
    service: Service, three_rules: tuple[str, str]
) -> None:
    job_id, _ = three_rules
    for rule in ("job_override", "job_template", "job_family"):
        found = effective(service, job_id)
        assert found["source"] == rule
        assert service.delete(f"/workflow-template-assignments/{found['assignmentId']}").status == 200

    assert winner(service, job_id) == ("none", None)


def test_a_job_without_a_workflow_says_so(service: Service) -> None:
    assert effective(service, add_active_job(service)) == {"source": "none", "template": None}


def test_the_two_sources_mean_different_things(service: Service, records: Records, tenant: Tenant) -> None:
    """An assignment says how it was made; the effective workflow which rule won."""
    family = make_job_family(records, tenant)
    template = post_workflow_template(service, tenant)
    job_id = add_active_job(service, jobFamilyIds=[family.id])
    (of_family,) = apply(service, tenant, template["id"], jobFamilyIds=[family.id])

    of_job = override(service, job_id, template["id"], initialScoreThreshold=5).data["assignment"]

    assert (of_job["source"], of_job["targetType"], of_job["targetId"]) == ("job_override", "job", job_id)
    assert (of_family["source"], of_family["targetType"]) == ("job_family", "job_family")
    found = effective(service, job_id)
    assert (found["source"], found["assignmentId"]) == ("job_override", of_job["id"])
    assert found["template"] == template
    assigned = service.get(f"/workflow-templates/{template['id']}").data["workflowTemplate"]["assignments"]
    assert {each["id"] for each in assigned} == {of_family["id"], of_job["id"]}


def test_the_family_assigned_last_wins(service: Service, records: Records, tenant: Tenant) -> None:
    families = [make_job_family(records, tenant) for _ in range(3)]
    job_id = add_active_job(service, jobFamilyIds=[family.id for family in families])
    for name, family in (("first", families[1]), ("second", families[2]), ("third", families[0])):
        apply(
            service,
            tenant,
            post_workflow_template(service, tenant, name=name)["id"],
            jobFamilyIds=[family.id],
        )
        assert winner(service, job_id) == ("job_family", name)


def test_a_job_that_leaves_a_family_leaves_its_workflow(
    service: Service, records: Records, tenant: Tenant
) -> None:
    family = make_job_family(records, tenant)
    job_id = add_active_job(service, jobFamilyIds=[family.id])
    apply(service, tenant, post_workflow_template(service, tenant)["id"], jobFamilyIds=[family.id])

    assert service.patch(f"/jobs/{job_id}", {"jobFamilyIds": []}).status == 200

    assert winner(service, job_id) == ("none", None)


def test_an_archived_template_counts_for_nothing(
    service: Service, tenant: Tenant, three_rules: tuple[str, str]
) -> None:
    job_id, _ = three_rules
    for rule, name in (("job_override", "override"), ("job_template", "direct"), ("job_family", "family")):
        found = effective(service, job_id)
        assert (found["source"], found["template"]["name"]) == (rule, name)
        service.delete(f"/workflow-templates/{found['template']['id']}", userId=tenant.user_id)

    assert winner(service, job_id) == ("none", None)


def test_an_override_is_replaced_by_the_next_and_cleared_twice(service: Service, tenant: Tenant) -> None:
    job_id = add_active_job(service)
    first, second = (post_workflow_template(service, tenant, name=name)["id"] for name in ("first", "second"))
    before = override(service, job_id, first, userId=tenant.user_id, initialScoreThreshold=30)

    after = override(service, job_id, second).data["assignment"]

    assert before.status == 201
    assert before.data["assignment"]["initialScoreThreshold"] == 30
    assert after["id"] != before.data["assignment"]["id"]
    assert winner(service, job_id) == ("job_override", "second")
    assert service.get(f"/workflow-templates/{first}").data["workflowTemplate"]["assignments"] == []
    for _ in range(2):
        reply = service.delete(f"/jobs/{job_id}/workflow-override")
        assert (reply.status, reply.data["effectiveWorkflow"]) == (200, {"source": "none", "template": None})


def test_an_override_set_again_is_the_same_with_the_new_threshold(service: Service, tenant: Tenant) -> None:
    job_id, template = add_active_job(service), post_workflow_template(service, tenant)
    first = override(service, job_id, template["id"], initialScoreThreshold=30).data["assignment"]

    second = override(service, job_id, template["id"]).data["assignment"]

    assert second == {**first, "initialScoreThreshold": None, "updatedAt": second["updatedAt"]}


def test_all_that_is_wrong_with_an_override_is_named(service: Service, tenant: Tenant) -> None:
    job_id = add_active_job(service)
    gone = post_workflow_template(service, tenant)
    service.delete(f"/workflow-templates/{gone['id']}", userId=tenant.user_id)
    path = f"/jobs/{job_id}/workflow-override"

    assert service.post(path).faulty_fields == {"templateId"}
    faulty = service.post(path, {"templateId": 1, "initialScoreThreshold": 101, "userId": 2})
    assert faulty.faulty_fields == {"templateId", "initialScoreThreshold", "userId"}
    for template_id in (UNKNOWN_ID, "not-a-uuid", gone["id"]):
        reply = override(service, job_id, template_id)
        assert reply.error["details"] == {
            "resource": "workflow template",
            "id": template_id,
            "field": "templateId",
        }
    assert override(service, job_id, gone["id"], userId=UNKNOWN_ID).error["details"]["field"] == "userId"
    assert winner(service, job_id) == ("none", None)


@pytest.mark.in_process
def test_one_of_two_concurrent_overrides_governs(
    adapters: Adapters, service: Service, tenant: Tenant
) -> None:
    job_id = add_active_job(service)
    mine, theirs = (post_workflow_template(service, tenant, name=name)["id"] for name in ("mine", "theirs"))
    once_before(adapters, "TransactWriteItems", lambda: override(service, job_id, theirs))

    assert override(service, job_id, mine).status == 201

    assert winner(service, job_id) == ("job_override", "mine")
    assert service.get(f"/workflow-templates/{theirs}").data["workflowTemplate"]["assignments"] == []


@pytest.mark.in_process
def test_an_override_that_is_cleared_twice_at_once_is_cleared(
    adapters: Adapters, service: Service, tenant: Tenant
) -> None:
    job_id = add_active_job(service)
    override(service, job_id, post_workflow_template(service, tenant)["id"])
    path = f"/jobs/{job_id}/workflow-override"
    once_before(adapters, "TransactWriteItems", lambda: service.delete(path))

    assert service.delete(path).data["effectiveWorkflow"]["source"] == "none"


# Who may

ROUTES = (
    ("GET", "/jobs/{id}/effective-workflow"),
    ("POST", "/jobs/{id}/workflow-override"),
    ("DELETE", "/jobs/{id}/workflow-override"),
    ("GET", "/jobs/{id}/workflow-progress"),
    ("POST", "/jobs/{id}/invite-candidate"),
    ("POST", "/workflow-enrollment-steps/{id}/resend-invite"),
)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_an_organization_without_the_feature_is_told_so_before_anything_else(
    service: Service, table: Table, method: str, path: str
) -> None:
    plain = service.using(make_tenant(table).key)

    for raw in ("{", '{"templateId": 7}'):
        reply = plain.request(method, path.replace("{id}", UNKNOWN_ID), raw=raw, query={"page": "x"})
        assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN")
    assert plain.using("qapi_unknown").request(method, path).status == 401


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid", "%20"])
@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_an_unknown_id_is_404(
    service: Service, tenant: Tenant, method: str, path: str, identifier: str
) -> None:
    body = {**LINA, "email": "lina@example.com", "templateId": UNKNOWN_ID}

    reply = service.request(method, path.replace("{id}", identifier), body if method == "POST" else None)

    assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND")
    assert reply.error["details"]["resource"] == ("job" if "jobs" in path else "enrollment step")


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_another_teams_job_and_steps_are_absent(
    service: Service, tenant: Tenant, other_tenant: Tenant, method: str, path: str
) -> None:
    job_id = add_governed_job(service, tenant)
    step_id = enroll(service, job_id)["enrollment"]["currentStepId"]
    target = path.replace("{id}", job_id if "jobs" in path else step_id)
    body = {**LINA, "email": "lina@example.com", "templateId": UNKNOWN_ID} if method == "POST" else None

    stranger = service.using(other_tenant.key).request(method, target, body)
    second_team = service.request(method, target, body, query={"teamId": tenant.second_team_id})

    for reply in (stranger, second_team):
        assert reply.status == 404
        assert reply.error["details"]["resource"] == ("job" if "jobs" in path else "enrollment step")

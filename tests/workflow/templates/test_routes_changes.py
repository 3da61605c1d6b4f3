"""Workflow templates that are listed, changed and archived (interface: Workflow templates, rules 4 and 5)."""

import pytest

from gather.table.records import Records
from gather.table.team_sets import TEAM_SET_SIZE
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from tests.builders.content import make_message_group
from tests.builders.jobs import make_titled
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.builders.workflows import (
    apply,
    archive_template,
    ask_for_template,
    listed_templates,
    read_template,
)
from tests.doubles.table_faults import once_before
from tests.support.records import (
    add_active_job,
    add_interview,
    post_ai_interview,
    post_workflow_template,
    step,
)

pytestmark = [pytest.mark.routes, pytest.mark.features(JOB_WORKFLOW)]


# Reading


def test_the_list_is_whole_and_newest_first_without_assignments(service: Service, tenant: Tenant) -> None:
    interview_id = add_interview(service)
    a_step = step("standard_interview", interview_id)
    names = [f"Template {number}" for number in range(70)]
    for name in names:
        post_workflow_template(service, tenant, a_step, name=name)

    answer = service.get("/workflow-templates").data

    assert set(answer) == {"workflowTemplates"}
    assert [template["name"] for template in answer["workflowTemplates"]] == names[::-1]
    assert "assignments" not in answer["workflowTemplates"][0]
    assert len(answer["workflowTemplates"][0]["steps"]) == 1


def test_lists_hold_active_templates_only(service: Service, tenant: Tenant) -> None:
    kept, gone = (
        post_workflow_template(service, tenant, name="Kept"),
        post_workflow_template(service, tenant, name="Gone"),
    )

    answer = archive_template(service, tenant, gone["id"])

    assert set(answer.data["workflowTemplate"]) == {"id", "archivedAt"}
    assert listed_templates(service) == ["Kept"]
    assert read_template(service, gone["id"])["archivedAt"] == answer.data["workflowTemplate"]["archivedAt"]
    assert read_template(service, kept["id"])["archivedAt"] is None
    assert archive_template(service, tenant, gone["id"]).data == answer.data


def test_archiving_needs_the_user_who_does_it(service: Service, tenant: Tenant, other_tenant: Tenant) -> None:
    path = f"/workflow-templates/{post_workflow_template(service, tenant)['id']}"

    reply = service.delete(path)

    assert (reply.status, reply.faulty_fields) == (400, {"userId"})
    stranger = service.delete(path, userId=other_tenant.user_id)
    assert (stranger.status, stranger.error["details"]["field"]) == (404, "userId")
    assert listed_templates(service) == ["Warehouse"]


@pytest.mark.in_process
def test_a_team_has_five_hundred_active_templates_at_most(
    service: Service, records: Records, tenant: Tenant
) -> None:
    template = post_workflow_template(service, tenant)
    size = TEAM_SET_SIZE.at(tenant.team_id, "WORKFLOW_TEMPLATE")
    records.table.write(size.put(amount=500))
    steps = [step("standard_interview", add_interview(service))]

    reply = ask_for_template(service, tenant, steps=steps)
    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")

    archive_template(service, tenant, template["id"])
    archive_template(service, tenant, template["id"])
    assert ask_for_template(service, tenant, steps=steps).status == 201
    assert ask_for_template(service, tenant, steps=steps).status == 409


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid", "%20"])
def test_an_unknown_template_is_404(service: Service, tenant: Tenant, identifier: str) -> None:
    path = f"/workflow-templates/{identifier}"
    targets = {"userId": tenant.user_id, "jobIds": [UNKNOWN_ID]}

    for reply in (
        service.get(path),
        service.patch(path, {"name": "X"}),
        service.delete(path, userId=tenant.user_id),
        service.post(f"{path}/apply", targets),
    ):
        assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND")
        assert reply.error["details"]["resource"] == "workflow template"
    assert service.delete(f"/workflow-template-assignments/{identifier}").status == 404


def test_another_teams_template_is_absent(service: Service, tenant: Tenant, other_tenant: Tenant) -> None:
    template = post_workflow_template(service, tenant)
    job_id = add_active_job(service)
    (assignment,) = apply(service, tenant, template["id"], jobIds=[job_id])
    path = f"/workflow-templates/{template['id']}"
    stranger, second = service.using(other_tenant.key), {"teamId": tenant.second_team_id}
    targets = {"userId": other_tenant.user_id, "jobIds": [job_id]}

    for reply in (
        stranger.get(path),
        stranger.patch(path, {"name": "X"}),
        stranger.delete(path, userId=other_tenant.user_id),
        stranger.post(f"{path}/apply", targets),
        stranger.delete(f"/workflow-template-assignments/{assignment['id']}"),
        service.get(path, **second),
        service.patch(path, {"name": "X", **second}),
        service.delete(f"/workflow-template-assignments/{assignment['id']}", **second),
    ):
        assert reply.status == 404, reply.body
    assert stranger.get("/workflow-templates").data["workflowTemplates"] == []
    assert listed_templates(service, **second) == []
    assert read_template(service, template["id"])["assignments"] == [assignment]


# Changing


def test_a_patch_changes_only_what_is_supplied(service: Service, records: Records, tenant: Tenant) -> None:
    template = post_workflow_template(service, tenant, description="For warehouses")
    path = f"/workflow-templates/{template['id']}"
    group = make_message_group(records, tenant)

    assert service.patch(path, {}).data["workflowTemplate"] == template
    changed = service.patch(path, {"name": "Kitchens", "messageGroupId": group.id}).data["workflowTemplate"]

    assert changed == {
        **template,
        "name": "Kitchens",
        "messageGroupId": group.id,
        "updatedAt": changed["updatedAt"],
    }
    cleared = service.patch(path, {"description": None, "messageGroupId": None}).data["workflowTemplate"]
    assert (cleared["description"], cleared["messageGroupId"]) == (None, None)
    assert (cleared["name"], cleared["steps"]) == ("Kitchens", template["steps"])
    assert read_template(service, template["id"]) == {**cleared, "assignments": []}


def test_steps_are_replaced_whole_and_known_ones_keep_their_ids(service: Service, tenant: Tenant) -> None:
    first, second = add_interview(service), add_interview(service)
    template = post_workflow_template(
        service, tenant, step("standard_interview", first), step("standard_interview", second)
    )
    path = f"/workflow-templates/{template['id']}"
    kept = template["steps"][1]

    changed = service.patch(
        path,
        {
            "steps": [
                step("standard_interview", second, id=kept["id"], scoreThreshold=70),
                step("standard_interview", second),
            ]
        },
    ).data["workflowTemplate"]

    assert [each["position"] for each in changed["steps"]] == [1, 2]
    assert (changed["steps"][0]["id"], changed["steps"][0]["scoreThreshold"]) == (kept["id"], 70)
    assert changed["steps"][0]["createdAt"] == kept["createdAt"]
    assert changed["steps"][1]["id"] not in {each["id"] for each in template["steps"]}
    assert service.patch(path, {"steps": changed["steps"]}).data["workflowTemplate"] == changed


def test_a_patch_is_checked_as_a_post_is(service: Service, records: Records, tenant: Tenant) -> None:
    template = post_workflow_template(service, tenant)
    path = f"/workflow-templates/{template['id']}"
    meeting = make_titled(records, tenant, "meeting")

    faulty = service.patch(path, {"name": None, "steps": None, "messageGroupId": 3, "description": 1})
    assert faulty.faulty_fields == {"name", "steps", "messageGroupId", "description"}
    assert service.patch(path, {"steps": []}).faulty_fields == {"steps"}
    assert (
        service.patch(path, {"steps": [step("ai_interviewer", post_ai_interview(service)["id"])]}).status
        == 400
    )
    for body, field in (
        ({"steps": [step("standard_interview", meeting)]}, "steps[0].artifactId"),
        ({"messageGroupId": UNKNOWN_ID}, "messageGroupId"),
    ):
        assert service.patch(path, body).error["details"]["field"] == field
    assert read_template(service, template["id"]) == {**template, "assignments": []}


def test_a_change_against_an_older_version_is_refused(service: Service, tenant: Tenant) -> None:
    template = post_workflow_template(service, tenant)
    path = f"/workflow-templates/{template['id']}"
    seen = {"If-Match": service.get(path).headers["etag"]}
    assert service.patch(path, {"name": "Kitchens"}, headers=seen).status == 200

    again = service.patch(path, {"name": "Bars"}, headers=seen)
    gone = service.request("DELETE", path, query={"userId": tenant.user_id}, headers=seen)

    assert [(reply.status, reply.error["code"]) for reply in (again, gone)] == [
        (412, "PRECONDITION_FAILED"),
        (412, "PRECONDITION_FAILED"),
    ]
    assert listed_templates(service) == ["Kitchens"]


@pytest.mark.in_process
def test_two_changes_at_once_both_happen(adapters: Adapters, service: Service, tenant: Tenant) -> None:
    template = post_workflow_template(service, tenant)
    path = f"/workflow-templates/{template['id']}"
    once_before(adapters, "PutItem", lambda: service.patch(path, {"description": "Theirs"}))

    mine = service.patch(path, {"name": "Mine"}).data["workflowTemplate"]

    assert (mine["name"], mine["description"]) == ("Mine", "Theirs")

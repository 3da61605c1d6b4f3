"""Templates that are applied to jobs and families (interface: Workflow assignments, rules 1, 2 and 7)."""

from typing import Any

import pytest

from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from tests.builders.content import make_job
from tests.builders.jobs import make_job_family
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.builders.workflows import apply, archive_template, read_template
from tests.doubles.table_faults import once_before
from tests.support.records import add_active_job, post_workflow_template

pytestmark = [pytest.mark.routes, pytest.mark.features(JOB_WORKFLOW)]


def test_a_template_is_applied_to_jobs_and_families(
    service: Service, records: Records, tenant: Tenant
) -> None:
    template = post_workflow_template(service, tenant)
    job_id, family = add_active_job(service), make_job_family(records, tenant)

    reply = service.post(
        f"/workflow-templates/{template['id']}/apply",
        {
            "userId": tenant.user_id,
            "jobIds": [job_id],
            "jobFamilyIds": [family.id],
            "initialScoreThreshold": 40,
        },
    )

    assert reply.status == 201
    assignments = reply.data["assignments"]
    common = {
        "templateId": template["id"],
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "initialScoreThreshold": 40,
    }
    targets = [("job", job_id, "job_template"), ("job_family", family.id, "job_family")]
    assert assignments == [
        {
            "id": assignment["id"],
            **common,
            "targetType": target_type,
            "targetId": target_id,
            "source": source,
            "createdAt": assignment["createdAt"],
            "updatedAt": assignment["createdAt"],
        }
        for assignment, (target_type, target_id, source) in zip(assignments, targets, strict=True)
    ]
    assert read_template(service, template["id"])["assignments"] == assignments


@pytest.mark.parametrize(
    ("targets", "fields"),
    [
        ({}, {"jobIds"}),
        ({"jobIds": [], "jobFamilyIds": []}, {"jobIds"}),
        ({"jobIds": None, "jobFamilyIds": 7}, {"jobIds", "jobFamilyIds"}),
        ({"jobIds": [5], "initialScoreThreshold": 101}, {"jobIds[0]", "initialScoreThreshold"}),
        ({"jobIds": [UNKNOWN_ID], "initialScoreThreshold": -0.5}, {"initialScoreThreshold"}),
        ({"jobFamilyIds": [UNKNOWN_ID] * 101}, {"jobFamilyIds"}),
    ],
)
def test_apply_names_all_that_is_wrong(
    service: Service, tenant: Tenant, targets: dict[str, object], fields: set[str]
) -> None:
    path = f"/workflow-templates/{post_workflow_template(service, tenant)['id']}/apply"

    reply = service.post(path, targets)

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {"userId", *fields}


def test_an_unknown_target_is_404_and_nothing_is_applied(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    template = post_workflow_template(service, tenant)
    job_id, family = add_active_job(service), make_job_family(records, tenant)
    gone, foreign = make_job(records, tenant, is_archived=True), make_job(records, other_tenant)
    path = f"/workflow-templates/{template['id']}/apply"

    for unknown in (UNKNOWN_ID, "not-a-uuid", gone.id, foreign.id):
        reply = service.post(
            path, {"userId": tenant.user_id, "jobIds": [job_id, unknown], "jobFamilyIds": [family.id]}
        )
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "job", "id": unknown, "field": "jobIds[1]"}
    reply = service.post(path, {"userId": tenant.user_id, "jobIds": [job_id], "jobFamilyIds": [gone.id]})
    assert reply.error["details"] == {"resource": "job family", "id": gone.id, "field": "jobFamilyIds[0]"}
    assert read_template(service, template["id"])["assignments"] == []


def test_applying_again_keeps_the_assignment_and_takes_the_new_threshold(
    service: Service, tenant: Tenant
) -> None:
    template, job_id = post_workflow_template(service, tenant), add_active_job(service)
    (first,) = apply(service, tenant, template["id"], jobIds=[job_id], initialScoreThreshold=40)

    (second,) = apply(service, tenant, template["id"], jobIds=[job_id, job_id], initialScoreThreshold=60)

    assert second == {**first, "initialScoreThreshold": 60, "updatedAt": second["updatedAt"]}
    assert read_template(service, template["id"])["assignments"] == [second]
    (third,) = apply(service, tenant, template["id"], jobIds=[job_id])
    assert (third["id"], third["initialScoreThreshold"]) == (first["id"], None)


def test_applying_another_template_takes_the_place_of_the_one_before(
    service: Service, tenant: Tenant
) -> None:
    before, after = post_workflow_template(service, tenant), post_workflow_template(service, tenant)
    job_id = add_active_job(service)
    (old,) = apply(service, tenant, before["id"], jobIds=[job_id])

    (new,) = apply(service, tenant, after["id"], jobIds=[job_id])

    assert new["id"] != old["id"]
    assert read_template(service, before["id"])["assignments"] == []
    assert read_template(service, after["id"])["assignments"] == [new]
    assert service.delete(f"/workflow-template-assignments/{old['id']}").status == 404


def test_a_template_is_applied_to_more_targets_than_fit_into_one_transaction(
    service: Service, records: Records, tenant: Tenant
) -> None:
    before, after = post_workflow_template(service, tenant), post_workflow_template(service, tenant)
    job_ids = [make_job(records, tenant).id for _ in range(45)]
    apply(service, tenant, before["id"], jobIds=job_ids)

    assignments = apply(service, tenant, after["id"], jobIds=job_ids)

    assert [assignment["targetId"] for assignment in assignments] == job_ids
    kept = read_template(service, after["id"])["assignments"]
    assert sorted(each["id"] for each in kept) == sorted(each["id"] for each in assignments)
    assert read_template(service, before["id"])["assignments"] == []


def test_an_archived_template_is_not_applied(service: Service, tenant: Tenant) -> None:
    template, job_id = post_workflow_template(service, tenant), add_active_job(service)
    archive_template(service, tenant, template["id"])

    reply = service.post(
        f"/workflow-templates/{template['id']}/apply", {"userId": tenant.user_id, "jobIds": [job_id]}
    )

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert read_template(service, template["id"])["assignments"] == []


@pytest.mark.in_process
@pytest.mark.parametrize("is_governed", [False, True])
def test_one_of_two_concurrently_applied_templates_governs(
    adapters: Adapters, service: Service, tenant: Tenant, is_governed: bool
) -> None:
    job_id = add_active_job(service)
    before, mine, theirs = (post_workflow_template(service, tenant)["id"] for _ in range(3))
    if is_governed:
        apply(service, tenant, before, jobIds=[job_id])
    once_before(adapters, "TransactWriteItems", lambda: apply(service, tenant, theirs, jobIds=[job_id]))

    (assignment,) = apply(service, tenant, mine, jobIds=[job_id])

    assert read_template(service, mine)["assignments"] == [assignment]
    assert (read_template(service, theirs)["assignments"], read_template(service, before)["assignments"]) == (
        [],
        [],
    )


@pytest.mark.in_process
def test_the_same_template_applied_at_once_is_one_assignment(
    adapters: Adapters, service: Service, tenant: Tenant
) -> None:
    template, job_id = post_workflow_template(service, tenant), add_active_job(service)
    theirs: list[Any] = []
    once_before(
        adapters,
        "TransactWriteItems",
        lambda: theirs.extend(apply(service, tenant, template["id"], jobIds=[job_id])),
    )

    (mine,) = apply(service, tenant, template["id"], jobIds=[job_id], initialScoreThreshold=70)

    assert mine["id"] == theirs[0]["id"]
    assert read_template(service, template["id"])["assignments"] == [mine]


@pytest.mark.in_process
def test_an_assignment_that_is_replaced_while_it_is_removed_is_gone(
    adapters: Adapters, service: Service, tenant: Tenant
) -> None:
    before, after, job_id = (
        post_workflow_template(service, tenant),
        post_workflow_template(service, tenant),
        add_active_job(service),
    )
    (old,) = apply(service, tenant, before["id"], jobIds=[job_id])
    once_before(adapters, "TransactWriteItems", lambda: apply(service, tenant, after["id"], jobIds=[job_id]))

    reply = service.delete(f"/workflow-template-assignments/{old['id']}")

    assert reply.status == 404
    assert len(read_template(service, after["id"])["assignments"]) == 1


def test_a_removed_assignment_is_returned_once_more_and_governs_nothing(
    service: Service, tenant: Tenant
) -> None:
    template, job_id = post_workflow_template(service, tenant), add_active_job(service)
    (assignment,) = apply(service, tenant, template["id"], jobIds=[job_id])
    path = f"/workflow-template-assignments/{assignment['id']}"

    assert service.delete(path).data == {"assignment": assignment}

    assert service.delete(path).error["details"]["id"] == assignment["id"]
    assert read_template(service, template["id"])["assignments"] == []
    effective = service.get(f"/jobs/{job_id}/effective-workflow").data["effectiveWorkflow"]
    assert effective["source"] == "none"

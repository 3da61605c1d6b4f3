"""Jobs over the HTTP interface, as they are listed, leave their team, and are changed by several at once.

Interface: Jobs, rules 3, 7 and 8; ATS jobs, rule 3.
"""

from typing import Any

import pytest

from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from gather.workflow.jobs.storage import UNASSIGNED_JOB
from tests.builders.content import make_interview, make_job
from tests.builders.jobs import everything_of, listed_jobs, make_job_family, without_lists
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.builders.workflows import apply
from tests.doubles.table_faults import once_before
from tests.support.records import ASSOCIATE, post_job, post_workflow_template

pytestmark = pytest.mark.routes


def assignments_of(service: Service, template: dict[str, Any]) -> list[dict[str, Any]]:
    read = service.get(f"/workflow-templates/{template['id']}").data["workflowTemplate"]
    assignments: list[dict[str, Any]] = read["assignments"]
    return assignments


def test_the_list_is_paged(service: Service) -> None:
    for number in range(5):
        post_job(service, title=f"Job {number}")

    page = service.get("/jobs", page=2, pageSize=2).data

    assert [job["title"] for job in page["jobs"]] == ["Job 2", "Job 1"]
    assert page["pagination"] == {"page": 2, "pageSize": 2, "total": 5, "totalPages": 3}
    assert service.get("/jobs", page=4, pageSize=2).data["jobs"] == []
    assert service.get("/jobs").data["pagination"]["pageSize"] == 50
    assert service.get("/jobs", pageSize=100).status == 200
    faulty = service.get("/jobs", page=0, pageSize=101, type="vacancy", status="begun")
    assert faulty.faulty_fields == {"page", "pageSize", "type", "status"}


def test_the_list_is_filtered_by_everything_together_and_paged(service: Service) -> None:
    wanted = {
        "type": "pipeline",
        "status": "active",
        "department": "Logistics",
        "location": ["Berlin", "New York"],
        "description": "At NIGHT",
    }
    others: list[dict[str, object]] = [
        {"type": "requisition"},
        {"status": "draft"},
        {"department": "Sales"},
        {"location": ["Berlin", "New York City"]},
        {"description": "By day"},
    ]
    for number in range(3):
        post_job(service, title=f"Wanted {number}", **wanted)
        for other in others:
            post_job(service, title=f"Other {number}", **{**wanted, **other})
    query = {**wanted, "location": "New York", "search": "at night"}
    del query["description"]

    page = service.get("/jobs", **query, page=2, pageSize=2).data

    assert [job["title"] for job in page["jobs"]] == ["Wanted 0"]
    assert page["pagination"] == {"page": 2, "pageSize": 2, "total": 3, "totalPages": 2}
    for name in query:
        rest = {other: value for other, value in query.items() if other != name}
        assert service.get("/jobs", **rest).data["pagination"]["total"] == 6, name
        assert service.get("/jobs", **{name: query[name]}).data["pagination"]["total"] == 15, name
    assert listed_jobs(service, search="wanted 1") == ["Wanted 1"]
    assert listed_jobs(service, department="logistics") == listed_jobs(service, location="Ber") == []


def test_a_job_of_an_ats_is_managed_through_assign_ats(
    service: Service, records: Records, tenant: Tenant
) -> None:
    job = make_job(
        records,
        tenant,
        external_id="ATS-1",
        import_source="example-ats",
        ats={"stage": {"rank": 1.25}, "openings": 3},
    )
    path = f"/jobs/{job.id}"
    before = service.get(path).data["job"]
    assert before["ats"] == {"stage": {"rank": 1.25}, "openings": 3}

    for body in ({"title": "Another"}, {"status": "active"}, {}):
        reply = service.patch(path, body)
        assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
        assert "assign-ats" in reply.error["message"]

    assert service.get(path).data["job"] == before
    assert listed_jobs(service) == [job.title]
    interview_id = make_interview(records, tenant).id
    attached = service.patch(f"{path}/interview", {"interviewId": interview_id})
    assert attached.data["job"]["interviewId"] == interview_id
    assert service.delete(path).status == 200
    assert service.post(f"{path}/unarchive").status == 200


def test_a_job_without_a_team_is_in_no_list_and_kept_by_its_organization(
    service: Service, records: Records, tenant: Tenant
) -> None:
    given = everything_of(records, tenant)
    [family_id] = given["jobFamilyIds"]
    kept, gone = post_job(service), post_job(service, **given)
    path = f"/jobs/{gone['id']}"

    answered = service.delete(f"{path}/team-assignment").data["job"]

    assert answered == {"id": gone["id"], "teamId": None, "updatedAt": answered["updatedAt"]}
    for reply in (service.get(path), service.delete(path), service.delete(f"{path}/team-assignment")):
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "job", "id": gone["id"]}
    assert service.get("/jobs").data["jobs"] == [kept]
    assert service.get("/jobs").data["pagination"]["total"] == 1
    assert listed_jobs(service, status="active") == []
    assert service.get(f"/job-families/{family_id}").data["jobFamily"]["jobIds"] == []
    item = records.table.get(UNASSIGNED_JOB.key(tenant.organization_id, gone["id"]))
    assert item is not None
    assert (item["title"], item["department"]) == (given["title"], given["department"])
    assert not item.keys() & {"teamId", "interviewId", "meetingId", "screeningQuestionnaireId"}
    assert (item["jobFamilyIds"], item["knowledgeBaseIds"]) == ([], [])


@pytest.mark.parametrize("archives_first", [True, False])
def test_archived_jobs_are_counted_out_when_they_leave_the_team(
    service: Service, archives_first: bool
) -> None:
    post_job(service)
    path = f"/jobs/{post_job(service)['id']}"
    if archives_first:
        service.delete(path)

    assert service.delete(f"{path}/team-assignment").status == 200

    assert service.get("/jobs").data["pagination"]["total"] == 1


def test_jobs_of_others_are_absent(service: Service, tenant: Tenant, other_tenant: Tenant) -> None:
    job = post_job(service)
    stranger = service.using(other_tenant.key)
    paths = (f"/jobs/{job['id']}", f"/jobs/{UNKNOWN_ID}", "/jobs/no-uuid")
    for client, path in [(stranger, paths[0]), (service, paths[1]), (service, paths[2])]:
        for reply in (
            client.get(path),
            client.patch(path, {"title": "X"}),
            client.delete(path),
            client.post(f"{path}/unarchive"),
            client.delete(f"{path}/team-assignment"),
        ):
            assert (reply.status, reply.error["message"]) == (404, "Job not found.")

    assert service.get(paths[0], teamId=tenant.second_team_id).status == 404
    assert listed_jobs(stranger) == listed_jobs(service, teamId=tenant.second_team_id) == []
    elsewhere = service.post("/jobs", {**ASSOCIATE, "teamId": tenant.second_team_id}).data["job"]
    assert elsewhere["teamId"] == tenant.second_team_id
    assert service.get("/jobs", teamId=tenant.second_team_id).data["jobs"] == [elsewhere]
    assert without_lists(service.get(paths[0]).data["job"]) == job


def test_a_change_against_an_older_version_is_refused(service: Service) -> None:
    path = f"/jobs/{post_job(service)['id']}"
    seen = {"If-Match": service.get(path).headers["etag"]}
    assert service.patch(path, {"title": "New"}, headers=seen).status == 200

    assert service.patch(path, {"title": "Newer"}, headers=seen).status == 412
    assert service.request("DELETE", f"{path}/team-assignment", headers=seen).status == 412
    assert service.get(path).data["job"]["title"] == "New"


def test_a_repeated_post_makes_one_job(service: Service) -> None:
    headers = {"Idempotency-Key": "job-1"}

    first, second = (service.post("/jobs", ASSOCIATE, headers=headers) for _ in range(2))

    assert first.data == second.data
    assert service.get("/jobs").data["pagination"]["total"] == 1


@pytest.mark.in_process
def test_the_later_of_two_concurrent_changes_is_stored_whole(
    adapters: Adapters, service: Service, records: Records, tenant: Tenant
) -> None:
    bodies = [
        {"title": title, "department": title, "jobFamilyIds": [make_job_family(records, tenant).id]}
        for title in ("early", "late")
    ]
    path = f"/jobs/{post_job(service)['id']}"

    once_before(adapters, "TransactWriteItems", lambda: service.patch(path, bodies[0]))
    assert service.patch(path, bodies[1]).status == 200

    job = service.get(path).data["job"]
    assert {name: job[name] for name in bodies[1]} == bodies[1]
    jobs_of_families = [
        service.get(f"/job-families/{body['jobFamilyIds'][0]}").data["jobFamily"]["jobIds"] for body in bodies
    ]
    assert jobs_of_families == [[], [job["id"]]]


@pytest.mark.in_process
def test_a_status_that_was_changed_meanwhile_decides_what_may_follow(
    adapters: Adapters, service: Service
) -> None:
    path = f"/jobs/{post_job(service, status='active')['id']}"

    once_before(adapters, "TransactWriteItems", lambda: service.patch(path, {"status": "cancelled"}))
    reply = service.patch(path, {"status": "open", "title": "Another"})

    assert reply.error["message"] == "status: cannot change from cancelled to open"
    job = service.get(path).data["job"]
    assert (job["status"], job["title"]) == ("cancelled", ASSOCIATE["title"])


@pytest.mark.in_process
def test_a_job_that_is_changed_meanwhile_does_not_leave_its_team(
    adapters: Adapters, service: Service, records: Records
) -> None:
    job = post_job(service)
    path = f"/jobs/{job['id']}"

    once_before(adapters, "TransactWriteItems", lambda: service.patch(path, {"title": "Another"}))
    reply = service.delete(f"{path}/team-assignment")

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert listed_jobs(service) == [service.get(path).data["job"]["title"]] == ["Another"]
    assert records.table.get(UNASSIGNED_JOB.key(job["organizationId"], job["id"])) is None


@pytest.mark.features(JOB_WORKFLOW)
def test_a_job_leaves_what_was_assigned_to_it_behind(service: Service, tenant: Tenant) -> None:
    job_id, usual, special = (
        post_job(service)["id"],
        post_workflow_template(service, tenant),
        post_workflow_template(service, tenant),
    )
    apply(service, tenant, usual["id"], jobIds=[job_id])
    service.post(f"/jobs/{job_id}/workflow-override", {"templateId": special["id"]})
    assert [len(assignments_of(service, each)) for each in (usual, special)] == [1, 1]

    assert service.delete(f"/jobs/{job_id}/team-assignment").status == 200

    assert [assignments_of(service, each) for each in (usual, special)] == [[], []]


@pytest.mark.in_process
@pytest.mark.features(JOB_WORKFLOW)
def test_a_job_that_is_assigned_to_meanwhile_does_not_leave_its_team(
    adapters: Adapters, service: Service, tenant: Tenant
) -> None:
    job_id, template = post_job(service)["id"], post_workflow_template(service, tenant)

    once_before(
        adapters, "TransactWriteItems", lambda: apply(service, tenant, template["id"], jobIds=[job_id])
    )
    reply = service.delete(f"/jobs/{job_id}/team-assignment")

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert len(assignments_of(service, template)) == 1
    assert service.get(f"/jobs/{job_id}").status == 200

"""Jobs over the HTTP interface (interface: Jobs, rules 1 to 8)."""

import json
from typing import Any

import pytest

from gather.table.records import Records
from gather.tenancy.organization import JOB_WORKFLOW
from gather.wiring import Adapters
from gather.workflow.job import JobStatus
from gather.workflow.job_storage import UNASSIGNED_JOB
from tests.builders.content import make_interview
from tests.builders.jobs import make_job, make_job_family, make_titled
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.builders.workflows import add_template, apply
from tests.doubles.table_faults import once_before

ASSOCIATE = {"title": "Warehouse associate", "type": "requisition"}


def add(service: Service, **fields: object) -> dict[str, Any]:
    reply = service.post("/jobs", {**ASSOCIATE, **fields})
    assert reply.status == 201, reply.body
    job: dict[str, Any] = reply.data["job"]
    return job


def assignments_of(service: Service, template: dict[str, Any]) -> list[dict[str, Any]]:
    read = service.get(f"/workflow-templates/{template['id']}").data["workflowTemplate"]
    assignments: list[dict[str, Any]] = read["assignments"]
    return assignments


def listed(service: Service, **query: object) -> list[str]:
    return [job["title"] for job in service.get("/jobs", **query).data["jobs"]]


def everything_of(records: Records, tenant: Tenant) -> dict[str, Any]:
    """A body with every member of a job."""
    return {
        "title": "Warehouse associate",
        "type": "pipeline",
        "department": "Logistics",
        "location": ["Berlin", "Hamburg"],
        "workModel": "onsite",
        "description": "You load and unload.",
        "shortDescription": "Loading",
        "descriptionJson": {"blocks": [{"text": "You load", "weight": 1.5, "big": 10**30, "none": None}]},
        "requirements": "A strong back",
        "requirementsJson": {"": {}},
        "status": "active",
        "tags": ["night shift"],
        "applyAction": "chat_to_apply",
        "interviewId": make_interview(records, tenant).id,
        "meetingId": make_titled(records, tenant, "meeting"),
        "screeningQuestionnaireId": make_titled(records, tenant, "screening questionnaire"),
        "knowledgeBaseIds": [make_titled(records, tenant, "knowledge base")],
        "jobFamilyIds": [make_job_family(records, tenant).id],
        "assignedRecruiterId": tenant.user_id,
    }


LISTS_OF_IDS = ("knowledgeBaseIds", "jobFamilyIds")


def without_lists(job: dict[str, Any]) -> dict[str, Any]:
    """A job as all but the single get answer it."""
    return {name: value for name, value in job.items() if name not in LISTS_OF_IDS}


def test_a_job_is_returned_with_every_field_of_the_record(
    service: Service, records: Records, tenant: Tenant
) -> None:
    given = everything_of(records, tenant)

    job = add(service, **given)

    assert job == {
        **without_lists(given),
        "id": job["id"],
        "externalId": None,
        "importSource": None,
        "ats": None,
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": job["createdAt"],
        "updatedAt": job["createdAt"],
        "archivedAt": None,
    }


def test_only_the_single_get_has_the_lists_of_ids(service: Service, records: Records, tenant: Tenant) -> None:
    given = everything_of(records, tenant)
    job = add(service, **given)
    path = f"/jobs/{job['id']}"

    assert service.get(path).data["job"] == {**job, **{name: given[name] for name in LISTS_OF_IDS}}
    assert service.get("/jobs").data["jobs"] == [job]
    assert service.patch(path, {}).data["job"] == job


def test_a_page_of_the_largest_jobs_fits_into_a_response(service: Service) -> None:
    """Lambda answers at most 6 MB; DynamoDB keeps at most 400 KB of an item."""
    largest = {
        "title": "x" * 255,
        **dict.fromkeys(("description", "requirements"), "x" * 10000),
        "shortDescription": "x" * 2_000,
        **{name: {"a": "x" * 29_992} for name in ("descriptionJson", "requirementsJson")},
        "location": ["x" * 255] * 20,
        "tags": ["x" * 100] * 50,
    }
    add(service, **largest)
    wide = add(service, **{**largest, "description": "\u0390" * 10_000, "requirements": "😀" * 10_000})

    body = service.get("/jobs").body

    assert body["data"]["jobs"][0] == wide
    assert len(json.dumps(body["data"]["jobs"][1])) * 50 < 6_000_000


def nested(levels: int) -> dict[str, object]:
    """An object with an object in it, and so on."""
    innermost: dict[str, object] = {}
    for _ in range(levels - 1):
        innermost = {"in": innermost}
    return innermost


def test_a_description_may_be_nested_a_hundred_levels_deep(service: Service) -> None:
    job = add(service, descriptionJson=nested(100))

    assert service.get(f"/jobs/{job['id']}").data["job"]["descriptionJson"] == nested(100)


@pytest.mark.parametrize(
    ("levels", "field"), [(101, "descriptionJson"), (150, "descriptionJson"), (300, "body")]
)
def test_a_description_that_is_nested_deeper_is_told_the_bound(
    service: Service, levels: int, field: str
) -> None:
    reply = service.post("/jobs", {**ASSOCIATE, "descriptionJson": nested(levels)})

    assert reply.status == 400
    assert reply.error["details"] == [{"field": field, "reason": "must be nested at most 100 levels deep"}]


def test_a_job_of_a_title_and_a_type_is_a_draft(service: Service) -> None:
    job = add(service)

    detail = service.get(f"/jobs/{job['id']}").data["job"]
    assert (detail["status"], detail["location"], detail["tags"]) == ("draft", [], [])
    assert (detail["knowledgeBaseIds"], detail["jobFamilyIds"], detail["description"]) == ([], [], None)


def test_every_fault_of_a_body_is_named_at_once_and_nothing_is_written(service: Service) -> None:
    faulty: dict[str, object] = {
        "title": " ",
        "type": "vacancy",
        "department": 7,
        "location": "Berlin",
        "tags": ["", "x" * 101],
        "descriptionJson": [],
        "requirementsJson": {"text": "x" * 50_000},
        "status": "open",
        "applyAction": "call",
        "knowledgeBaseIds": "none",
        "jobFamilyIds": [UNKNOWN_ID] * 21,
        "interviewId": 1,
    }
    fields = {*faulty, "tags[0]", "tags[1]"} - {"tags"}
    job = add(service)
    path = f"/jobs/{job['id']}"

    created, changed = service.post("/jobs", faulty), service.patch(path, {**faulty, "status": "begun"})

    for reply in (created, changed):
        assert (reply.status, reply.error["code"], reply.faulty_fields) == (400, "VALIDATION_ERROR", fields)
    assert service.post("/jobs", {}).faulty_fields == {"title", "type"}
    assert service.get("/jobs").data["pagination"]["total"] == 1
    assert without_lists(service.get(path).data["job"]) == job


@pytest.mark.parametrize(
    "member", ["title", "type", "status", "location", "tags", "knowledgeBaseIds", "jobFamilyIds"]
)
def test_what_a_job_cannot_do_without_is_not_cleared(service: Service, member: str) -> None:
    path = f"/jobs/{add(service)['id']}"

    assert service.patch(path, {member: None}).faulty_fields == {member}
    assert service.post("/jobs", {**ASSOCIATE, member: None}).faulty_fields == {member}


@pytest.mark.parametrize("status", list(JobStatus))
def test_a_job_begins_in_one_of_three_statuses(service: Service, status: JobStatus) -> None:
    reply = service.post("/jobs", {**ASSOCIATE, "status": status})

    if status in ("draft", "pending_approval", "active"):
        assert (reply.status, reply.data["job"]["status"]) == (201, status)
    elif status == "approved":
        assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN")
    else:
        assert (reply.status, reply.error["code"], reply.faulty_fields) == (
            400,
            "VALIDATION_ERROR",
            {"status"},
        )
        assert service.get("/jobs").data["pagination"]["total"] == 0


@pytest.mark.parametrize(
    ("moves", "refused", "status"),
    [
        (["active", "open", "paused", "open", "filled", "open", "closed", "archived"], "open", 400),
        (["pending_approval", "draft", "cancelled", "draft"], "approved", 400),
        (["pending_approval"], "approved", 403),
        (["pending_approval"], "active", 400),
        (["active"], "draft", 400),
    ],
)
def test_the_status_follows_the_transition_table(
    service: Service, moves: list[str], refused: str, status: int
) -> None:
    path = f"/jobs/{add(service)['id']}"
    for move in moves:
        assert service.patch(path, {"status": move}).data["job"]["status"] == move
    before = service.get(path).data["job"]

    assert service.patch(path, {"status": moves[-1]}).data["job"] == without_lists(before)
    reply = service.patch(path, {"status": refused, "title": "Another"})

    assert reply.status == status
    assert reply.error["code"] == ("FORBIDDEN" if status == 403 else "VALIDATION_ERROR")
    if status == 400:
        assert reply.error["message"] == f"status: cannot change from {moves[-1]} to {refused}"
        assert reply.faulty_fields == {"status"}
    assert service.get(path).data["job"] == before


def test_an_approved_job_goes_on_to_be_active(service: Service, records: Records, tenant: Tenant) -> None:
    job = make_job(records, tenant, status=JobStatus.APPROVED)

    reply = service.patch(f"/jobs/{job.id}", {"status": "active"})

    assert reply.data["job"]["status"] == "active"


def test_a_patch_changes_the_supplied_members_and_replaces_lists(
    service: Service, records: Records, tenant: Tenant
) -> None:
    given = everything_of(records, tenant)
    path = f"/jobs/{add(service, **given)['id']}"
    before = service.get(path).data["job"]
    family_id = make_job_family(records, tenant).id
    change: dict[str, object] = {
        "title": "Warehouse lead",
        "location": ["Köln"],
        "tags": [],
        "department": None,
        "descriptionJson": {"blocks": []},
        "meetingId": None,
        "shortDescription": None,
        "status": "paused",
        "jobFamilyIds": [family_id, family_id],
    }

    changed = service.patch(path, change).data["job"]

    after = {**before, **change, "jobFamilyIds": [family_id], "updatedAt": changed["updatedAt"]}
    assert service.get(path).data["job"] == after
    assert changed == without_lists(after)


def test_what_a_body_names_must_exist_and_nothing_is_written_otherwise(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    base = make_titled(records, tenant, "knowledge base")
    cases: list[tuple[dict[str, object], str, str]] = [
        ({"interviewId": UNKNOWN_ID}, "interview", "interviewId"),
        ({"interviewId": base}, "interview", "interviewId"),
        ({"interviewId": make_interview(records, other_tenant).id}, "interview", "interviewId"),
        ({"meetingId": "no-uuid"}, "meeting", "meetingId"),
        (
            {
                "screeningQuestionnaireId": make_titled(
                    records, tenant, "screening questionnaire", is_archived=True
                )
            },
            "screening questionnaire",
            "screeningQuestionnaireId",
        ),
        (
            {"screeningQuestionnaireId": make_interview(records, tenant).id},
            "screening questionnaire",
            "screeningQuestionnaireId",
        ),
        ({"knowledgeBaseIds": [base, base, UNKNOWN_ID]}, "knowledge base", "knowledgeBaseIds[2]"),
        ({"jobFamilyIds": [make_job_family(records, other_tenant).id]}, "job family", "jobFamilyIds[0]"),
        ({"assignedRecruiterId": other_tenant.user_id}, "user", "assignedRecruiterId"),
    ]
    job = add(service)
    path = f"/jobs/{job['id']}"
    for body, resource, field in cases:
        for reply in (service.post("/jobs", {**ASSOCIATE, **body}), service.patch(path, body)):
            assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND"), body
            assert reply.error["message"].casefold() == f"{resource} not found."
            details = reply.error["details"]
            assert (details["resource"], details["field"]) == (resource, field)

    assert service.get("/jobs").data["jobs"] == [job]


def test_what_was_archived_later_may_stay_with_the_job(
    service: Service, records: Records, tenant: Tenant
) -> None:
    interview_id = make_interview(records, tenant).id
    path = f"/jobs/{add(service, interviewId=interview_id)['id']}"
    assert service.delete(f"/interviews/{interview_id}").status == 200

    reply = service.patch(path, {"interviewId": interview_id, "title": "Lead"})

    assert (reply.status, reply.data["job"]["interviewId"]) == (200, interview_id)


def test_an_interview_that_a_job_has_is_not_its_questionnaire_too(
    service: Service, records: Records, tenant: Tenant
) -> None:
    interview_id = make_interview(records, tenant).id
    path = f"/jobs/{add(service, interviewId=interview_id)['id']}"

    reply = service.patch(path, {"interviewId": interview_id, "screeningQuestionnaireId": interview_id})

    assert reply.error["details"] == {
        "resource": "screening questionnaire",
        "id": interview_id,
        "field": "screeningQuestionnaireId",
    }


@pytest.mark.parametrize(
    ("route", "member", "resource"),
    [
        ("interview", "interviewId", "interview"),
        ("screening-questionnaire", "screeningQuestionnaireId", "screening questionnaire"),
    ],
)
def test_an_interview_or_a_questionnaire_is_attached(
    service: Service, records: Records, tenant: Tenant, route: str, member: str, resource: str
) -> None:
    if resource == "interview":
        attached, other = (make_interview(records, tenant).id for _ in range(2))
        assert service.delete(f"/interviews/{other}").status == 200
    else:
        attached = make_titled(records, tenant, resource)
        other = make_titled(records, tenant, resource, is_archived=True)
    job = add(service)
    path = f"/jobs/{job['id']}/{route}"

    reply = service.patch(path, {member: attached})

    after = {**job, member: attached, "updatedAt": reply.data["job"]["updatedAt"]}
    assert (reply.status, reply.data["job"]) == (200, after)
    for absent in (other, UNKNOWN_ID, "no-uuid"):
        refused = service.patch(path, {member: absent})
        assert refused.status == 404
        assert refused.error["details"] == {"resource": resource, "id": absent, "field": member}
    for body in ({}, {member: None}, {member: 7}):
        assert service.patch(path, body).faulty_fields == {member}
    assert without_lists(service.get(f"/jobs/{job['id']}").data["job"]) == after
    absent_job = service.patch(f"/jobs/{UNKNOWN_ID}/{route}", {member: attached})
    assert absent_job.error["details"] == {"resource": "job", "id": UNKNOWN_ID}


def test_an_archived_job_leaves_the_list_keeps_its_status_and_comes_back(service: Service) -> None:
    kept, gone = add(service), add(service, title="Gone", status="active")
    path = f"/jobs/{gone['id']}"

    archived = service.delete(path).data["job"]

    assert archived.keys() == {"id", "archivedAt"}
    assert service.delete(path).data["job"] == archived
    stored = service.get(path).data["job"]
    assert (stored["status"], stored["archivedAt"]) == ("active", archived["archivedAt"])
    assert service.get("/jobs").data["jobs"] == [kept]
    assert listed(service, status="active") == []

    back = service.post(f"{path}/unarchive").data["job"]

    assert back == {"id": gone["id"], "updatedAt": back["updatedAt"]}
    assert service.post(f"{path}/unarchive").data["job"] == back
    assert without_lists(service.get(path).data["job"]) == {**gone, "updatedAt": back["updatedAt"]}
    assert listed(service) == ["Gone", "Warehouse associate"]
    assert listed(service, status="active") == ["Gone"]


def test_the_list_is_paged(service: Service) -> None:
    for number in range(5):
        add(service, title=f"Job {number}")

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
        add(service, title=f"Wanted {number}", **wanted)
        for other in others:
            add(service, title=f"Other {number}", **{**wanted, **other})
    query = {**wanted, "location": "New York", "search": "at night"}
    del query["description"]

    page = service.get("/jobs", **query, page=2, pageSize=2).data

    assert [job["title"] for job in page["jobs"]] == ["Wanted 0"]
    assert page["pagination"] == {"page": 2, "pageSize": 2, "total": 3, "totalPages": 2}
    for name in query:
        rest = {other: value for other, value in query.items() if other != name}
        assert service.get("/jobs", **rest).data["pagination"]["total"] == 6, name
        assert service.get("/jobs", **{name: query[name]}).data["pagination"]["total"] == 15, name
    assert listed(service, search="wanted 1") == ["Wanted 1"]
    assert listed(service, department="logistics") == listed(service, location="Ber") == []


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
    assert listed(service) == [job.title]
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
    kept, gone = add(service), add(service, **given)
    path = f"/jobs/{gone['id']}"

    answered = service.delete(f"{path}/team-assignment").data["job"]

    assert answered == {"id": gone["id"], "teamId": None, "updatedAt": answered["updatedAt"]}
    for reply in (service.get(path), service.delete(path), service.delete(f"{path}/team-assignment")):
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "job", "id": gone["id"]}
    assert service.get("/jobs").data["jobs"] == [kept]
    assert service.get("/jobs").data["pagination"]["total"] == 1
    assert listed(service, status="active") == []
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
    add(service)
    path = f"/jobs/{add(service)['id']}"
    if archives_first:
        service.delete(path)

    assert service.delete(f"{path}/team-assignment").status == 200

    assert service.get("/jobs").data["pagination"]["total"] == 1


def test_jobs_of_others_are_absent(service: Service, tenant: Tenant, other_tenant: Tenant) -> None:
    job = add(service)
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
    assert listed(stranger) == listed(service, teamId=tenant.second_team_id) == []
    elsewhere = service.post("/jobs", {**ASSOCIATE, "teamId": tenant.second_team_id}).data["job"]
    assert elsewhere["teamId"] == tenant.second_team_id
    assert service.get("/jobs", teamId=tenant.second_team_id).data["jobs"] == [elsewhere]
    assert without_lists(service.get(paths[0]).data["job"]) == job


def test_a_change_against_an_older_version_is_refused(service: Service) -> None:
    path = f"/jobs/{add(service)['id']}"
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
    path = f"/jobs/{add(service)['id']}"

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
    path = f"/jobs/{add(service, status='active')['id']}"

    once_before(adapters, "TransactWriteItems", lambda: service.patch(path, {"status": "cancelled"}))
    reply = service.patch(path, {"status": "open", "title": "Another"})

    assert reply.error["message"] == "status: cannot change from cancelled to open"
    job = service.get(path).data["job"]
    assert (job["status"], job["title"]) == ("cancelled", ASSOCIATE["title"])


@pytest.mark.in_process
def test_a_job_that_is_changed_meanwhile_does_not_leave_its_team(
    adapters: Adapters, service: Service, records: Records
) -> None:
    job = add(service)
    path = f"/jobs/{job['id']}"

    once_before(adapters, "TransactWriteItems", lambda: service.patch(path, {"title": "Another"}))
    reply = service.delete(f"{path}/team-assignment")

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert listed(service) == [service.get(path).data["job"]["title"]] == ["Another"]
    assert records.table.get(UNASSIGNED_JOB.key(job["organizationId"], job["id"])) is None


@pytest.mark.features(JOB_WORKFLOW)
def test_a_job_leaves_what_was_assigned_to_it_behind(service: Service, tenant: Tenant) -> None:
    job_id, usual, special = add(service)["id"], add_template(service, tenant), add_template(service, tenant)
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
    job_id, template = add(service)["id"], add_template(service, tenant)

    once_before(
        adapters, "TransactWriteItems", lambda: apply(service, tenant, template["id"], jobIds=[job_id])
    )
    reply = service.delete(f"/jobs/{job_id}/team-assignment")

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert len(assignments_of(service, template)) == 1
    assert service.get(f"/jobs/{job_id}").status == 200

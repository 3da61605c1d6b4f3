"""Jobs over the HTTP interface, as they are made, changed and archived (interface: Jobs, rules 1 to 6)."""

import json

import pytest

from gather.table.records import Records
from gather.workflow.jobs.models import JobStatus
from tests.builders.content import make_interview, make_job
from tests.builders.jobs import (
    LISTS_OF_IDS,
    everything_of,
    listed_jobs,
    make_job_family,
    make_titled,
    without_lists,
)
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.support.records import ASSOCIATE, post_job

pytestmark = pytest.mark.routes


def test_a_job_is_returned_with_every_field_of_the_record(
    service: Service, records: Records, tenant: Tenant
) -> None:
    given = everything_of(records, tenant)

    job = post_job(service, **given)

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
    job = post_job(service, **given)
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
    post_job(service, **largest)
    wide = post_job(service, **{**largest, "description": "\u0390" * 10_000, "requirements": "😀" * 10_000})

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
    job = post_job(service, descriptionJson=nested(100))

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
    job = post_job(service)

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
    job = post_job(service)
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
    path = f"/jobs/{post_job(service)['id']}"

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
    path = f"/jobs/{post_job(service)['id']}"
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
    path = f"/jobs/{post_job(service, **given)['id']}"
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
    job = post_job(service)
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
    path = f"/jobs/{post_job(service, interviewId=interview_id)['id']}"
    assert service.delete(f"/interviews/{interview_id}").status == 200

    reply = service.patch(path, {"interviewId": interview_id, "title": "Lead"})

    assert (reply.status, reply.data["job"]["interviewId"]) == (200, interview_id)


def test_an_interview_that_a_job_has_is_not_its_questionnaire_too(
    service: Service, records: Records, tenant: Tenant
) -> None:
    interview_id = make_interview(records, tenant).id
    path = f"/jobs/{post_job(service, interviewId=interview_id)['id']}"

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
    job = post_job(service)
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
    kept, gone = post_job(service), post_job(service, title="Gone", status="active")
    path = f"/jobs/{gone['id']}"

    archived = service.delete(path).data["job"]

    assert archived.keys() == {"id", "archivedAt"}
    assert service.delete(path).data["job"] == archived
    stored = service.get(path).data["job"]
    assert (stored["status"], stored["archivedAt"]) == ("active", archived["archivedAt"])
    assert service.get("/jobs").data["jobs"] == [kept]
    assert listed_jobs(service, status="active") == []

    back = service.post(f"{path}/unarchive").data["job"]

    assert back == {"id": gone["id"], "updatedAt": back["updatedAt"]}
    assert service.post(f"{path}/unarchive").data["job"] == back
    assert without_lists(service.get(path).data["job"]) == {**gone, "updatedAt": back["updatedAt"]}
    assert listed_jobs(service) == ["Gone", "Warehouse associate"]
    assert listed_jobs(service, status="active") == ["Gone"]

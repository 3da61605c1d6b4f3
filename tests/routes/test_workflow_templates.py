"""Workflow templates over the HTTP interface.

Interface: Workflow templates, rules 1 to 6; Workflow assignments, rules 1, 2 and 7.
"""

from typing import Any

import pytest

from gather.content.interview import InterviewStatus, InterviewType
from gather.core.record import archived
from gather.table.records import Records
from gather.table.store import Table
from gather.table.team_sets import TEAM_SET_SIZE
from gather.tenancy.organization import JOB_WORKFLOW
from gather.wiring import Adapters
from gather.workflow.meeting_storage import MEETING
from gather.workflow.workflow_template import MOST_STEPS
from tests.builders.ai_interviews import SERVICE_TOPIC, add_ai_interview
from tests.builders.content import make_interview, make_job, make_knowledge_base, make_message_group
from tests.builders.jobs import make_job_family, make_titled
from tests.builders.people import add_interview
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant, make_tenant
from tests.builders.workflows import add_job, add_template, apply, step
from tests.doubles.table_faults import once_before

pytestmark = pytest.mark.features(JOB_WORKFLOW)


def read(service: Service, template_id: str) -> dict[str, Any]:
    template: dict[str, Any] = service.get(f"/workflow-templates/{template_id}").data["workflowTemplate"]
    return template


def listed(service: Service, **query: object) -> list[str]:
    found = service.get("/workflow-templates", **query).data["workflowTemplates"]
    return [template["name"] for template in found]


def created(service: Service, tenant: Tenant, **members: object) -> Reply:
    return service.post("/workflow-templates", {"name": "Hiring", "userId": tenant.user_id, **members})


def archive(service: Service, tenant: Tenant, template_id: str) -> Reply:
    return service.delete(f"/workflow-templates/{template_id}", userId=tenant.user_id)


def artifact_of(service: Service, records: Records, tenant: Tenant, step_type: str) -> str:
    """What a step of a type may name."""
    match step_type:
        case "meeting":
            return make_titled(records, tenant, "meeting")
        case "questionnaire":
            return make_titled(records, tenant, "screening questionnaire")
        case "standard_interview":
            return add_interview(service)
        case _:
            return str(add_ai_interview(service, scoreCardTopics=[SERVICE_TOPIC])["id"])


STEP_TYPES = (
    "questionnaire",
    "standard_interview",
    "ai_interviewer",
    "ai_practice_interviewer",
    "ai_career_coach",
    "meeting",
)


# Making


@pytest.mark.parametrize("minutes", [-1, 60 * 24 * 90 + 1, "60", True])
def test_a_rejection_waits_for_minutes_up_to_ninety_days(
    service: Service, tenant: Tenant, minutes: object
) -> None:
    path = f"/workflow-templates/{add_template(service, tenant)['id']}"

    reply = service.patch(path, {"rejectionDelayMinutes": minutes})

    assert (reply.status, reply.faulty_fields) == (400, {"rejectionDelayMinutes"})


def test_rejections_are_switched_off_by_null_alone(service: Service, tenant: Tenant) -> None:
    template = add_template(service, tenant, rejectionDelayMinutes=0)
    path = f"/workflow-templates/{template['id']}"

    renamed = service.patch(path, {"name": "Porters"}).data["workflowTemplate"]
    cleared = service.patch(path, {"rejectionDelayMinutes": None}).data["workflowTemplate"]

    assert (renamed["rejectionDelayMinutes"], cleared["rejectionDelayMinutes"]) == (0, None)


def test_a_template_is_returned_with_every_field_of_the_record(service: Service, tenant: Tenant) -> None:
    interview_id = add_interview(service)

    reply = created(
        service,
        tenant,
        description="For all warehouses",
        rejectionDelayMinutes=90,
        steps=[step("standard_interview", interview_id, scoreThreshold=62.5, sendDelayMinutes=30)],
    )

    assert reply.status == 201
    template = reply.data["workflowTemplate"]
    moment = template["createdAt"]
    assert template == {
        "id": template["id"],
        "name": "Hiring",
        "description": "For all warehouses",
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "messageGroupId": None,
        "rejectionDelayMinutes": 90,
        "isTemplate": True,
        "createdById": tenant.user_id,
        "createdAt": moment,
        "updatedAt": moment,
        "archivedAt": None,
        "steps": [
            {
                "id": template["steps"][0]["id"],
                "position": 1,
                "stepType": "standard_interview",
                "artifactId": interview_id,
                "scoreThreshold": 62.5,
                "sendDelayMinutes": 30,
                "createdAt": moment,
                "updatedAt": moment,
            }
        ],
    }
    assert read(service, template["id"]) == {**template, "assignments": []}


def test_every_fault_of_a_body_is_named_at_once_and_nothing_is_written(
    service: Service, tenant: Tenant
) -> None:
    reply = service.post(
        "/workflow-templates",
        {
            "name": " ",
            "description": 7,
            "messageGroupId": 1,
            "steps": [
                {"stepType": "exam", "artifactId": 5},
                {"stepType": "meeting"},
                step("standard_interview", UNKNOWN_ID, scoreThreshold=100.5, sendDelayMinutes=-1, id="a"),
                step("standard_interview", UNKNOWN_ID, scoreThreshold="60", id="a", position=1),
                step("standard_interview", UNKNOWN_ID, scoreThreshold=True, sendDelayMinutes=True),
            ],
        },
    )

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {
        "userId",
        "name",
        "description",
        "messageGroupId",
        "steps[0].stepType",
        "steps[0].artifactId",
        "steps[1].artifactId",
        "steps[2].scoreThreshold",
        "steps[2].sendDelayMinutes",
        "steps[3].scoreThreshold",
        "steps[3].id",
        "steps[3].position",
        "steps[4].scoreThreshold",
        "steps[4].sendDelayMinutes",
    }
    assert listed(service) == []


def test_name_user_and_steps_are_required(service: Service) -> None:
    assert service.post("/workflow-templates").faulty_fields == {"name", "userId", "steps"}


@pytest.mark.parametrize("number", [0, MOST_STEPS + 1])
def test_a_template_has_one_to_twenty_steps(service: Service, tenant: Tenant, number: int) -> None:
    a_step = step("standard_interview", add_interview(service))

    assert created(service, tenant, steps=[a_step] * number).faulty_fields == {"steps"}
    assert created(service, tenant, steps=[a_step] * MOST_STEPS).status == 201


@pytest.mark.parametrize("step_type", STEP_TYPES)
def test_each_step_names_an_artifact_of_its_type(
    service: Service, records: Records, tenant: Tenant, step_type: str
) -> None:
    wanted = step(step_type, artifact_of(service, records, tenant, step_type), scoreThreshold=60)

    (made,) = add_template(service, tenant, wanted)["steps"]

    assert {name: made[name] for name in ("stepType", "artifactId")} == {
        name: wanted[name] for name in ("stepType", "artifactId")
    }
    judged = step_type in ("questionnaire", "standard_interview", "ai_interviewer")
    assert made["scoreThreshold"] == (60 if judged else None)


@pytest.mark.parametrize(
    ("step_type", "interview_type"),
    [
        ("questionnaire", "standard_interview"),
        ("questionnaire", "ai_interviewer"),
        ("standard_interview", "questionnaire"),
        ("standard_interview", "ai_interviewer"),
        ("ai_interviewer", "standard_interview"),
        ("ai_practice_interviewer", "questionnaire"),
        ("ai_career_coach", "standard_interview"),
    ],
)
def test_an_interview_of_another_type_is_a_fault_of_its_step(
    service: Service, records: Records, tenant: Tenant, step_type: str, interview_type: str
) -> None:
    right = step("standard_interview", add_interview(service))
    wrong = step(step_type, artifact_of(service, records, tenant, interview_type))

    reply = created(service, tenant, steps=[right, wrong, wrong])

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {"steps[1].artifactId", "steps[2].artifactId"}
    assert listed(service) == []


def test_an_ai_interviewer_needs_an_active_scorecard(service: Service, tenant: Tenant) -> None:
    bare = add_ai_interview(service)["id"]
    scored = add_ai_interview(service, scoreCardTopics=[SERVICE_TOPIC])["id"]
    steps = [step("ai_interviewer", scored), step("ai_interviewer", bare)]

    assert created(service, tenant, steps=steps).faulty_fields == {"steps[1].artifactId"}
    assert created(service, tenant, steps=steps[:1]).status == 201

    assert service.delete(f"/interviews/{scored}/score-card-template").status == 200
    reply = created(service, tenant, steps=steps[:1])
    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")


@pytest.mark.parametrize("step_type", ["ai_practice_interviewer", "ai_career_coach"])
def test_practice_and_coaching_need_no_scorecard(service: Service, tenant: Tenant, step_type: str) -> None:
    assert created(service, tenant, steps=[step(step_type, add_ai_interview(service)["id"])]).status == 201


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid", ""])
@pytest.mark.parametrize(("step_type", "resource"), [("meeting", "meeting"), ("ai_interviewer", "interview")])
def test_a_step_that_names_nothing_is_404(
    service: Service, tenant: Tenant, step_type: str, resource: str, identifier: str
) -> None:
    steps = [step("standard_interview", add_interview(service)), step(step_type, identifier)]

    reply = created(service, tenant, steps=steps)

    assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND")
    assert reply.error["details"] == {
        "resource": resource,
        "id": identifier,
        "field": "steps[1].artifactId",
    }
    assert listed(service) == []


def test_what_is_archived_or_another_teams_can_be_no_step(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    gone = make_interview(
        records, tenant, status=InterviewStatus.ARCHIVED, archived_at="2026-01-02T00:00:00.000Z"
    )
    foreign = make_interview(records, other_tenant)

    for artifact_id in (gone.id, foreign.id, make_titled(records, tenant, "meeting")):
        reply = created(service, tenant, steps=[step("standard_interview", artifact_id)])
        assert (reply.status, reply.error["details"]["field"]) == (404, "steps[0].artifactId")
    reply = created(
        service, tenant, steps=[step("meeting", make_titled(records, tenant, "meeting", is_archived=True))]
    )
    assert (reply.status, reply.error["details"]["resource"]) == (404, "meeting")


def test_steps_may_say_their_positions(service: Service, tenant: Tenant) -> None:
    first, second = add_interview(service), add_interview(service)

    template = add_template(
        service,
        tenant,
        step("standard_interview", second, position=2),
        step("standard_interview", first, position=1),
    )

    assert [(each["position"], each["artifactId"]) for each in template["steps"]] == [
        (1, first),
        (2, second),
    ]


def test_the_teams_default_message_group_is_taken_unless_another_is_named(
    service: Service, records: Records, tenant: Tenant
) -> None:
    default = make_message_group(records, tenant, default=True)
    other = make_message_group(records, tenant)

    assert add_template(service, tenant)["messageGroupId"] == default.id
    assert add_template(service, tenant, messageGroupId=other.id)["messageGroupId"] == other.id


def test_a_message_group_that_is_not_the_teams_is_404(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    foreign = make_message_group(records, other_tenant)
    steps = [step("standard_interview", add_interview(service))]

    for group_id in (foreign.id, UNKNOWN_ID):
        reply = created(service, tenant, steps=steps, messageGroupId=group_id)
        assert reply.error["details"] == {
            "resource": "message group",
            "id": group_id,
            "field": "messageGroupId",
        }


def test_the_user_must_be_of_the_organization(service: Service, other_tenant: Tenant) -> None:
    steps = [step("standard_interview", add_interview(service))]

    reply = service.post(
        "/workflow-templates", {"name": "Hiring", "userId": other_tenant.user_id, "steps": steps}
    )

    assert (reply.status, reply.error["details"]["field"]) == (404, "userId")


def test_a_repeated_post_with_an_idempotency_key_adds_one_template(service: Service, tenant: Tenant) -> None:
    steps = [step("standard_interview", add_interview(service))]
    body = {"name": "Hiring", "userId": tenant.user_id, "steps": steps}
    header = {"Idempotency-Key": "import-7"}

    first = service.post("/workflow-templates", body, headers=header)

    assert service.post("/workflow-templates", body, headers=header).data == first.data
    assert listed(service) == ["Hiring"]


# Reading


def test_the_list_is_whole_and_newest_first_without_assignments(service: Service, tenant: Tenant) -> None:
    interview_id = add_interview(service)
    a_step = step("standard_interview", interview_id)
    names = [f"Template {number}" for number in range(70)]
    for name in names:
        add_template(service, tenant, a_step, name=name)

    answer = service.get("/workflow-templates").data

    assert set(answer) == {"workflowTemplates"}
    assert [template["name"] for template in answer["workflowTemplates"]] == names[::-1]
    assert "assignments" not in answer["workflowTemplates"][0]
    assert len(answer["workflowTemplates"][0]["steps"]) == 1


def test_lists_hold_active_templates_only(service: Service, tenant: Tenant) -> None:
    kept, gone = add_template(service, tenant, name="Kept"), add_template(service, tenant, name="Gone")

    answer = archive(service, tenant, gone["id"])

    assert set(answer.data["workflowTemplate"]) == {"id", "archivedAt"}
    assert listed(service) == ["Kept"]
    assert read(service, gone["id"])["archivedAt"] == answer.data["workflowTemplate"]["archivedAt"]
    assert read(service, kept["id"])["archivedAt"] is None
    assert archive(service, tenant, gone["id"]).data == answer.data


def test_archiving_needs_the_user_who_does_it(service: Service, tenant: Tenant, other_tenant: Tenant) -> None:
    path = f"/workflow-templates/{add_template(service, tenant)['id']}"

    reply = service.delete(path)

    assert (reply.status, reply.faulty_fields) == (400, {"userId"})
    stranger = service.delete(path, userId=other_tenant.user_id)
    assert (stranger.status, stranger.error["details"]["field"]) == (404, "userId")
    assert listed(service) == ["Warehouse"]


@pytest.mark.in_process
def test_a_team_has_five_hundred_active_templates_at_most(
    service: Service, records: Records, tenant: Tenant
) -> None:
    template = add_template(service, tenant)
    size = TEAM_SET_SIZE.at(tenant.team_id, "WORKFLOW_TEMPLATE")
    records.table.write(size.put(amount=500))
    steps = [step("standard_interview", add_interview(service))]

    reply = created(service, tenant, steps=steps)
    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")

    archive(service, tenant, template["id"])
    archive(service, tenant, template["id"])
    assert created(service, tenant, steps=steps).status == 201
    assert created(service, tenant, steps=steps).status == 409


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
    template = add_template(service, tenant)
    job_id = add_job(service)
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
    assert listed(service, **second) == []
    assert read(service, template["id"])["assignments"] == [assignment]


# Changing


def test_a_patch_changes_only_what_is_supplied(service: Service, records: Records, tenant: Tenant) -> None:
    template = add_template(service, tenant, description="For warehouses")
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
    assert read(service, template["id"]) == {**cleared, "assignments": []}


def test_steps_are_replaced_whole_and_known_ones_keep_their_ids(service: Service, tenant: Tenant) -> None:
    first, second = add_interview(service), add_interview(service)
    template = add_template(
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
    template = add_template(service, tenant)
    path = f"/workflow-templates/{template['id']}"
    meeting = make_titled(records, tenant, "meeting")

    faulty = service.patch(path, {"name": None, "steps": None, "messageGroupId": 3, "description": 1})
    assert faulty.faulty_fields == {"name", "steps", "messageGroupId", "description"}
    assert service.patch(path, {"steps": []}).faulty_fields == {"steps"}
    assert (
        service.patch(path, {"steps": [step("ai_interviewer", add_ai_interview(service)["id"])]}).status
        == 400
    )
    for body, field in (
        ({"steps": [step("standard_interview", meeting)]}, "steps[0].artifactId"),
        ({"messageGroupId": UNKNOWN_ID}, "messageGroupId"),
    ):
        assert service.patch(path, body).error["details"]["field"] == field
    assert read(service, template["id"]) == {**template, "assignments": []}


def test_a_change_against_an_older_version_is_refused(service: Service, tenant: Tenant) -> None:
    template = add_template(service, tenant)
    path = f"/workflow-templates/{template['id']}"
    seen = {"If-Match": service.get(path).headers["etag"]}
    assert service.patch(path, {"name": "Kitchens"}, headers=seen).status == 200

    again = service.patch(path, {"name": "Bars"}, headers=seen)
    gone = service.request("DELETE", path, query={"userId": tenant.user_id}, headers=seen)

    assert [(reply.status, reply.error["code"]) for reply in (again, gone)] == [
        (412, "PRECONDITION_FAILED"),
        (412, "PRECONDITION_FAILED"),
    ]
    assert listed(service) == ["Kitchens"]


@pytest.mark.in_process
def test_two_changes_at_once_both_happen(adapters: Adapters, service: Service, tenant: Tenant) -> None:
    template = add_template(service, tenant)
    path = f"/workflow-templates/{template['id']}"
    once_before(adapters, "PutItem", lambda: service.patch(path, {"description": "Theirs"}))

    mine = service.patch(path, {"name": "Mine"}).data["workflowTemplate"]

    assert (mine["name"], mine["description"]) == ("Mine", "Theirs")


# Applying


def test_a_template_is_applied_to_jobs_and_families(
    service: Service, records: Records, tenant: Tenant
) -> None:
    template = add_template(service, tenant)
    job_id, family = add_job(service), make_job_family(records, tenant)

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
    assert read(service, template["id"])["assignments"] == assignments


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
    path = f"/workflow-templates/{add_template(service, tenant)['id']}/apply"

    reply = service.post(path, targets)

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {"userId", *fields}


def test_an_unknown_target_is_404_and_nothing_is_applied(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    template = add_template(service, tenant)
    job_id, family = add_job(service), make_job_family(records, tenant)
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
    assert read(service, template["id"])["assignments"] == []


def test_applying_again_keeps_the_assignment_and_takes_the_new_threshold(
    service: Service, tenant: Tenant
) -> None:
    template, job_id = add_template(service, tenant), add_job(service)
    (first,) = apply(service, tenant, template["id"], jobIds=[job_id], initialScoreThreshold=40)

    (second,) = apply(service, tenant, template["id"], jobIds=[job_id, job_id], initialScoreThreshold=60)

    assert second == {**first, "initialScoreThreshold": 60, "updatedAt": second["updatedAt"]}
    assert read(service, template["id"])["assignments"] == [second]
    (third,) = apply(service, tenant, template["id"], jobIds=[job_id])
    assert (third["id"], third["initialScoreThreshold"]) == (first["id"], None)


def test_applying_another_template_takes_the_place_of_the_one_before(
    service: Service, tenant: Tenant
) -> None:
    before, after = add_template(service, tenant), add_template(service, tenant)
    job_id = add_job(service)
    (old,) = apply(service, tenant, before["id"], jobIds=[job_id])

    (new,) = apply(service, tenant, after["id"], jobIds=[job_id])

    assert new["id"] != old["id"]
    assert read(service, before["id"])["assignments"] == []
    assert read(service, after["id"])["assignments"] == [new]
    assert service.delete(f"/workflow-template-assignments/{old['id']}").status == 404


def test_a_template_is_applied_to_more_targets_than_fit_into_one_transaction(
    service: Service, records: Records, tenant: Tenant
) -> None:
    before, after = add_template(service, tenant), add_template(service, tenant)
    job_ids = [make_job(records, tenant).id for _ in range(45)]
    apply(service, tenant, before["id"], jobIds=job_ids)

    assignments = apply(service, tenant, after["id"], jobIds=job_ids)

    assert [assignment["targetId"] for assignment in assignments] == job_ids
    kept = read(service, after["id"])["assignments"]
    assert sorted(each["id"] for each in kept) == sorted(each["id"] for each in assignments)
    assert read(service, before["id"])["assignments"] == []


def test_an_archived_template_is_not_applied(service: Service, tenant: Tenant) -> None:
    template, job_id = add_template(service, tenant), add_job(service)
    archive(service, tenant, template["id"])

    reply = service.post(
        f"/workflow-templates/{template['id']}/apply", {"userId": tenant.user_id, "jobIds": [job_id]}
    )

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert read(service, template["id"])["assignments"] == []


@pytest.mark.in_process
@pytest.mark.parametrize("is_governed", [False, True])
def test_one_of_two_concurrently_applied_templates_governs(
    adapters: Adapters, service: Service, tenant: Tenant, is_governed: bool
) -> None:
    job_id = add_job(service)
    before, mine, theirs = (add_template(service, tenant)["id"] for _ in range(3))
    if is_governed:
        apply(service, tenant, before, jobIds=[job_id])
    once_before(adapters, "TransactWriteItems", lambda: apply(service, tenant, theirs, jobIds=[job_id]))

    (assignment,) = apply(service, tenant, mine, jobIds=[job_id])

    assert read(service, mine)["assignments"] == [assignment]
    assert (read(service, theirs)["assignments"], read(service, before)["assignments"]) == ([], [])


@pytest.mark.in_process
def test_the_same_template_applied_at_once_is_one_assignment(
    adapters: Adapters, service: Service, tenant: Tenant
) -> None:
    template, job_id = add_template(service, tenant), add_job(service)
    theirs: list[Any] = []
    once_before(
        adapters,
        "TransactWriteItems",
        lambda: theirs.extend(apply(service, tenant, template["id"], jobIds=[job_id])),
    )

    (mine,) = apply(service, tenant, template["id"], jobIds=[job_id], initialScoreThreshold=70)

    assert mine["id"] == theirs[0]["id"]
    assert read(service, template["id"])["assignments"] == [mine]


@pytest.mark.in_process
def test_an_assignment_that_is_replaced_while_it_is_removed_is_gone(
    adapters: Adapters, service: Service, tenant: Tenant
) -> None:
    before, after, job_id = add_template(service, tenant), add_template(service, tenant), add_job(service)
    (old,) = apply(service, tenant, before["id"], jobIds=[job_id])
    once_before(adapters, "TransactWriteItems", lambda: apply(service, tenant, after["id"], jobIds=[job_id]))

    reply = service.delete(f"/workflow-template-assignments/{old['id']}")

    assert reply.status == 404
    assert len(read(service, after["id"])["assignments"]) == 1


def test_a_removed_assignment_is_returned_once_more_and_governs_nothing(
    service: Service, tenant: Tenant
) -> None:
    template, job_id = add_template(service, tenant), add_job(service)
    (assignment,) = apply(service, tenant, template["id"], jobIds=[job_id])
    path = f"/workflow-template-assignments/{assignment['id']}"

    assert service.delete(path).data == {"assignment": assignment}

    assert service.delete(path).error["details"]["id"] == assignment["id"]
    assert read(service, template["id"])["assignments"] == []
    effective = service.get(f"/jobs/{job_id}/effective-workflow").data["effectiveWorkflow"]
    assert effective["source"] == "none"


# What templates are made of


def test_the_resources_are_the_teams_own_without_what_is_archived(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    group = make_message_group(records, tenant)
    family = make_job_family(records, tenant)
    questionnaire = make_interview(records, tenant, interview_type=InterviewType.QUESTIONNAIRE)
    interview = make_interview(records, tenant, title="Nights")
    meeting_id = make_titled(records, tenant, "meeting")
    old, new = add_job(service, title="Older"), add_job(service, title="Newer")
    make_knowledge_base(records, tenant)
    gone = make_titled(records, tenant, "meeting")
    records.change(
        MEETING, tenant.team_id, gone, lambda stored, _: archived(stored.record, stored.record.created_at)
    )
    assert service.delete(f"/jobs/{add_job(service)}").status == 200
    assert service.delete(f"/interviews/{add_interview(service)}").status == 200
    for resource in ("meeting", "screening questionnaire"):
        make_titled(records, other_tenant, resource)
    make_job(records, other_tenant)
    make_job_family(records, other_tenant)
    make_message_group(records, other_tenant)

    resources = service.get("/workflow-resources").data

    assert {name: [each["id"] for each in found] for name, found in resources.items()} == {
        "interviews": [interview.id, questionnaire.id],
        "meetings": [meeting_id],
        "messageGroups": [group.id],
        "jobs": [new, old],
        "jobFamilies": [family.id],
    }
    first = resources["interviews"][0]
    assert (first["title"], first["interviewType"], first["status"]) == ("Nights", "standard", 0)
    assert (resources["jobs"][0]["title"], resources["jobs"][0]["status"]) == ("Newer", "active")
    assert resources["jobFamilies"][0]["displayName"] == family.display_name


def test_a_team_without_anything_has_no_resources(service: Service, tenant: Tenant) -> None:
    answer = service.get("/workflow-resources", teamId=tenant.second_team_id).data

    assert answer == {name: [] for name in ("interviews", "meetings", "messageGroups", "jobs", "jobFamilies")}


ROUTES = (
    ("POST", "/workflow-templates"),
    ("GET", "/workflow-templates"),
    ("GET", "/workflow-templates/{id}"),
    ("PATCH", "/workflow-templates/{id}"),
    ("DELETE", "/workflow-templates/{id}"),
    ("POST", "/workflow-templates/{id}/apply"),
    ("DELETE", "/workflow-template-assignments/{id}"),
    ("GET", "/workflow-resources"),
)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_an_organization_without_the_feature_is_told_so_before_anything_else(
    service: Service, table: Table, method: str, path: str
) -> None:
    plain = service.using(make_tenant(table).key)

    for raw in ("{", '{"userId": 7}'):
        reply = plain.request(method, path.replace("{id}", UNKNOWN_ID), raw=raw)
        assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN")
    assert plain.using("qapi_unknown").request(method, path).status == 401


def test_a_key_of_the_organization_names_the_team(service: Service, tenant: Tenant) -> None:
    template = add_template(service, tenant)
    organization = service.using(tenant.organization_key)

    assert organization.get("/workflow-templates").faulty_fields == {"teamId"}
    assert listed(organization, teamId=tenant.team_id) == [template["name"]]

"""Workflow templates over the HTTP interface, their creation by a POST and its refusals.

Interface: Workflow templates, rules 1 to 3, 6 and 7; Authentication, rule 6.
"""

import pytest

from gather.content.interviews.models import InterviewStatus
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.workflow.templates.models import MOST_STEPS
from tests.builders.ai_interviews import SERVICE_TOPIC
from tests.builders.content import make_interview, make_message_group
from tests.builders.jobs import make_titled
from tests.builders.service import UNKNOWN_ID, Service, Tenant, make_tenant
from tests.builders.workflows import ask_for_template, listed_templates, read_template
from tests.support.records import add_interview, post_ai_interview, post_workflow_template, step

pytestmark = [pytest.mark.routes, pytest.mark.features(JOB_WORKFLOW)]


def artifact_of(service: Service, records: Records, tenant: Tenant, step_type: str) -> str:
    """Creates an artifact that a step of a type may name, and returns its id."""
    match step_type:
        case "meeting":
            return make_titled(records, tenant, "meeting")
        case "questionnaire":
            return make_titled(records, tenant, "screening questionnaire")
        case "standard_interview":
            return add_interview(service)
        case _:
            return str(post_ai_interview(service, scoreCardTopics=[SERVICE_TOPIC])["id"])


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
    path = f"/workflow-templates/{post_workflow_template(service, tenant)['id']}"

    reply = service.patch(path, {"rejectionDelayMinutes": minutes})

    assert (reply.status, reply.faulty_fields) == (400, {"rejectionDelayMinutes"})


def test_rejections_are_switched_off_by_null_alone(service: Service, tenant: Tenant) -> None:
    template = post_workflow_template(service, tenant, rejectionDelayMinutes=0)
    path = f"/workflow-templates/{template['id']}"

    renamed = service.patch(path, {"name": "Porters"}).data["workflowTemplate"]
    cleared = service.patch(path, {"rejectionDelayMinutes": None}).data["workflowTemplate"]

    assert (renamed["rejectionDelayMinutes"], cleared["rejectionDelayMinutes"]) == (0, None)


def test_a_template_is_returned_with_every_field_of_the_record(service: Service, tenant: Tenant) -> None:
    interview_id = add_interview(service)

    reply = ask_for_template(
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
                "gateMode": "automatic",
                "sendDelayMinutes": 30,
                "createdAt": moment,
                "updatedAt": moment,
            }
        ],
    }
    assert read_template(service, template["id"]) == {**template, "assignments": []}


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
    assert listed_templates(service) == []


def test_name_user_and_steps_are_required(service: Service) -> None:
    assert service.post("/workflow-templates").faulty_fields == {"name", "userId", "steps"}


@pytest.mark.parametrize("number", [0, MOST_STEPS + 1])
def test_a_template_has_one_to_twenty_steps(service: Service, tenant: Tenant, number: int) -> None:
    a_step = step("standard_interview", add_interview(service))

    assert ask_for_template(service, tenant, steps=[a_step] * number).faulty_fields == {"steps"}
    assert ask_for_template(service, tenant, steps=[a_step] * MOST_STEPS).status == 201


@pytest.mark.parametrize("step_type", STEP_TYPES)
def test_each_step_names_an_artifact_of_its_type(
    service: Service, records: Records, tenant: Tenant, step_type: str
) -> None:
    wanted = step(step_type, artifact_of(service, records, tenant, step_type), scoreThreshold=60)

    (made,) = post_workflow_template(service, tenant, wanted)["steps"]

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

    reply = ask_for_template(service, tenant, steps=[right, wrong, wrong])

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {"steps[1].artifactId", "steps[2].artifactId"}
    assert listed_templates(service) == []


def test_an_ai_interviewer_needs_an_active_scorecard(service: Service, tenant: Tenant) -> None:
    bare = post_ai_interview(service)["id"]
    scored = post_ai_interview(service, scoreCardTopics=[SERVICE_TOPIC])["id"]
    steps = [step("ai_interviewer", scored), step("ai_interviewer", bare)]

    assert ask_for_template(service, tenant, steps=steps).faulty_fields == {"steps[1].artifactId"}
    assert ask_for_template(service, tenant, steps=steps[:1]).status == 201

    assert service.delete(f"/interviews/{scored}/score-card-template").status == 200
    reply = ask_for_template(service, tenant, steps=steps[:1])
    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")


@pytest.mark.parametrize("step_type", ["ai_practice_interviewer", "ai_career_coach"])
def test_practice_and_coaching_need_no_scorecard(service: Service, tenant: Tenant, step_type: str) -> None:
    assert (
        ask_for_template(service, tenant, steps=[step(step_type, post_ai_interview(service)["id"])]).status
        == 201
    )


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid", ""])
@pytest.mark.parametrize(("step_type", "resource"), [("meeting", "meeting"), ("ai_interviewer", "interview")])
def test_a_step_that_names_nothing_is_404(
    service: Service, tenant: Tenant, step_type: str, resource: str, identifier: str
) -> None:
    steps = [step("standard_interview", add_interview(service)), step(step_type, identifier)]

    reply = ask_for_template(service, tenant, steps=steps)

    assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND")
    assert reply.error["details"] == {
        "resource": resource,
        "id": identifier,
        "field": "steps[1].artifactId",
    }
    assert listed_templates(service) == []


def test_what_is_archived_or_another_teams_can_be_no_step(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    gone = make_interview(
        records, tenant, status=InterviewStatus.ARCHIVED, archived_at="2026-01-02T00:00:00.000Z"
    )
    foreign = make_interview(records, other_tenant)

    for artifact_id in (gone.id, foreign.id, make_titled(records, tenant, "meeting")):
        reply = ask_for_template(service, tenant, steps=[step("standard_interview", artifact_id)])
        assert (reply.status, reply.error["details"]["field"]) == (404, "steps[0].artifactId")
    reply = ask_for_template(
        service, tenant, steps=[step("meeting", make_titled(records, tenant, "meeting", is_archived=True))]
    )
    assert (reply.status, reply.error["details"]["resource"]) == (404, "meeting")


def test_steps_may_say_their_positions(service: Service, tenant: Tenant) -> None:
    first, second = add_interview(service), add_interview(service)

    template = post_workflow_template(
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

    assert post_workflow_template(service, tenant)["messageGroupId"] == default.id
    assert post_workflow_template(service, tenant, messageGroupId=other.id)["messageGroupId"] == other.id


def test_a_message_group_that_is_not_the_teams_is_404(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    foreign = make_message_group(records, other_tenant)
    steps = [step("standard_interview", add_interview(service))]

    for group_id in (foreign.id, UNKNOWN_ID):
        reply = ask_for_template(service, tenant, steps=steps, messageGroupId=group_id)
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
    assert listed_templates(service) == ["Hiring"]


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
    template = post_workflow_template(service, tenant)
    organization = service.using(tenant.organization_key)

    assert organization.get("/workflow-templates").faulty_fields == {"teamId"}
    assert listed_templates(organization, teamId=tenant.team_id) == [template["name"]]

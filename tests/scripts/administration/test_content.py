"""Content that no public route makes is where the service looks for it."""

from datetime import UTC, datetime

import pytest

from administration.content import (
    KINDS,
    Resource,
    create_questionnaire,
    create_resource,
    create_survey_question,
)
from administration.integrations import create_integration
from gather.connect.integrations.login_storage import INTEGRATION_LOGIN
from gather.connect.integrations.storage import INTEGRATION
from gather.content.interviews.models import InterviewDetail
from gather.content.message_groups.models import MessageGroupType
from gather.content.survey_questions.models import CreateSurveyQuestion, SurveyType
from gather.core.caller import TeamScope
from gather.core.errors import NotFound, ValidationFailed
from gather.core.identifiers import new_id
from gather.table.listing import Selection
from gather.table.records import Records
from gather.tenancy.api_keys.secret import hash_of
from tests.builders.content import make_message_group, make_survey_question
from tests.builders.outbox import events_of
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.doubles.engines import InMemoryEncryption

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def scope(tenant: Tenant) -> TeamScope:
    return TeamScope(tenant.organization_id, tenant.team_id, tenant.user_id)


@pytest.mark.parametrize("resource", list(Resource))
def test_a_resource_is_read_and_listed_in_its_team(
    records: Records, scope: TeamScope, tenant: Tenant, resource: Resource
) -> None:
    made = create_resource(records, resource, scope, "On site", NOW)
    kind = KINDS[resource]

    assert records.get(kind, tenant.team_id, made.id).record == made
    page = records.page(kind, kind.team_listing(tenant.team_id), Selection.ACTIVE, 0, 10)
    assert page.records == [made]
    elsewhere = kind.team_listing(tenant.second_team_id)
    assert records.page(kind, elsewhere, Selection.ACTIVE, 0, 10).total == 0


@pytest.fixture
def question_ids(records: Records, tenant: Tenant) -> list[str]:
    return [make_survey_question(records, tenant, title=title).id for title in ("First", "Second")]


@pytest.fixture
def questionnaire(records: Records, scope: TeamScope, question_ids: list[str]) -> InterviewDetail:
    return create_questionnaire(records, scope, "First questions", question_ids, NOW, display_name="Hello")


def test_a_questionnaire_is_an_interview_of_its_own_type(
    service: Service, questionnaire: InterviewDetail, question_ids: list[str]
) -> None:
    shown = service.get(f"/interviews/{questionnaire.id}").data["interview"]

    assert (shown["interviewType"], shown["title"], shown["displayName"]) == (
        "questionnaire",
        "First questions",
        "Hello",
    )
    assert [question["id"] for question in shown["surveyQuestions"]] == question_ids
    listed = service.get("/interviews", interviewType="questionnaire").data["interviews"]
    assert [interview["id"] for interview in listed] == [questionnaire.id]
    assert service.get("/interviews", interviewType="standard").data["interviews"] == []
    for path in (f"/jobs/{_add_job(service)}", f"/jobs/{_add_job(service)}/screening-questionnaire"):
        changed = service.patch(path, {"screeningQuestionnaireId": questionnaire.id}).data["job"]
        assert changed["screeningQuestionnaireId"] == questionnaire.id


def _add_job(service: Service) -> str:
    job_id: str = service.post("/jobs", {"title": "Associate", "type": "requisition"}).data["job"]["id"]
    return job_id


def test_a_questionnaire_is_changed_as_other_interviews_are(
    service: Service, questionnaire: InterviewDetail, question_ids: list[str]
) -> None:
    path = f"/interviews/{questionnaire.id}"
    before = service.get(path).data["interview"]
    change = {"title": "Better questions", "surveyQuestions": [{"id": question_ids[1], "knockout": True}]}

    after = service.patch(path, {**change, "interviewType": "standard", "jobDescriptionText": "None"}).data

    assert after["interview"] == {**before, **change, "updatedAt": after["interview"]["updatedAt"]}
    absent = service.patch(path, {"surveyQuestions": [{"id": UNKNOWN_ID}]})
    assert (absent.status, absent.error["details"]["field"]) == (404, "surveyQuestions[0].id")
    archived = service.delete(path).data["interview"]
    assert archived["status"] == 3
    named = {"screeningQuestionnaireId": questionnaire.id}
    assert service.post("/jobs", {"title": "Associate", "type": "requisition", **named}).status == 404


def test_a_questionnaire_gets_the_default_messages_of_its_type_and_its_making_is_told(
    records: Records, tenant: Tenant, scope: TeamScope, question_ids: list[str]
) -> None:
    make_message_group(records, tenant, default=True)
    group = make_message_group(records, tenant, default=True, type=MessageGroupType.QUESTIONNAIRE)

    made = create_questionnaire(records, scope, "First questions", question_ids, NOW)

    assert (made.message_group_id, made.display_name) == (group.id, "First questions")
    assert [(name, payload["interviewId"]) for name, payload in events_of(records.table)] == [
        ("interview.created", made.id)
    ]


def test_a_questionnaire_asks_questions_of_its_team_each_once(
    records: Records, scope: TeamScope, service: Service, question_ids: list[str], other_tenant: Tenant
) -> None:
    foreign = make_survey_question(records, other_tenant).id

    with pytest.raises(NotFound, match="Survey question not found"):
        create_questionnaire(records, scope, "First questions", [question_ids[0], foreign], NOW)
    for wrong in ([], [question_ids[0]] * 2, [new_id() for _ in range(101)]):
        with pytest.raises(ValidationFailed, match="surveyQuestions"):
            create_questionnaire(records, scope, "First questions", wrong, NOW)

    assert service.get("/interviews").data["interviews"] == []


def test_a_survey_question_is_that_of_a_request(records: Records, scope: TeamScope, service: Service) -> None:
    request = CreateSurveyQuestion(type=SurveyType.YES_NO, title="Can you drive?", knockout=True)

    made = create_survey_question(records, scope, request, NOW)

    shown = service.get(f"/survey-questions/{made.id}").data["surveyQuestion"]
    assert (shown["title"], shown["knockout"], shown["createdById"]) == (
        "Can you drive?",
        True,
        scope.user_id,
    )


def test_an_integration_keeps_no_password_and_no_plain_secret(records: Records, tenant: Tenant) -> None:
    told = {"baseUrl": "https://ats.example.com", "apiToken": "plain-token"}
    organization_id, team_id = tenant.organization_id, tenant.team_id

    made = create_integration(
        records, organization_id, team_id, "example-ats", "Our ATS", told, InMemoryEncryption, NOW
    )

    login = records.table.get(INTEGRATION_LOGIN.key("example-ats", made.record.user))
    stored = records.table.get(INTEGRATION.key(organization_id, made.record.id))
    assert login is not None
    assert stored is not None
    assert login["passwordHash"] == hash_of(made.password)
    assert made.password not in f"{stored}{login}"
    assert "plain-token" not in str(stored)


def test_an_integration_needs_its_organization(records: Records) -> None:
    with pytest.raises(NotFound, match="Organization not found"):
        create_integration(records, new_id(), new_id(), "example-ats", "ATS", {}, InMemoryEncryption, NOW)

"""The seed makes everything that the ready file names, in both modes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gather.content.knowledge.storage import list_articles
from gather.content.message_groups.models import MessageType
from gather.table.store import Table
from gather.tenancy.users.storage import list_accounts
from gather.wiring import Adapters
from local_stack.seeding.demo_candidate import VoiceAnswer
from local_stack.seeding.demo_chat import add_demo_chatbot
from local_stack.seeding.demo_content import add_demo_content
from local_stack.seeding.demo_languages import ARABIC, GERMAN, LocalInterview, add_demo_languages
from local_stack.seeding.demo_results import add_demo_results
from local_stack.seeding.seed import seed
from local_stack.seeding.seed_settings import SeedSettings
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.gateway import InProcess

SETTINGS = SeedSettings("https://gather.example.com", "table", "bucket", Path("state"))
NAMED = {
    *("organizationId", "teamId", "secondTeamId", "userId"),
    *("adminKey", "apiKey", "sandboxApiKey", "organizationKey", "accountsKey", "integrationsKey"),
    *("integrationId", "externalJobIds", "meetingId", "knowledgeBaseId"),
    *("screeningQuestionnaireId", "jobFamilyId"),
    *("otherOrganizationId", "otherTeamId", "otherApiKey", "otherAdminKey"),
    *("plainApiKey", "plainAdminKey", "consentApiKey"),
    *("vendor", "vendorUser", "vendorPassword", "consoleUsers"),
}


class SeededApi:
    """The seed's way to the routes, in this process."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def get(self, path: str) -> Any:
        return self._service.get(path).data

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self._service.post(path, body).data

    def put(self, path: str, body: dict[str, Any]) -> Any:
        return self._service.put(path, body).data

    def patch(self, path: str, body: dict[str, Any]) -> Any:
        return self._service.patch(path, body).data

    def upload(self, address: str, recording: VoiceAnswer, headers: Mapping[str, str]) -> None:
        raise AssertionError("nobody speaks before the stack is ready")


def add_content(service: Service, ready: dict[str, Any]) -> dict[str, str]:
    return add_demo_content(
        SeededApi(service),
        SETTINGS.base_url,
        ready["teamId"],
        ready["meetingId"],
        ready["knowledgeBaseId"],
    )


def add_languages(service: Service, ready: dict[str, Any]) -> dict[str, str]:
    manager_id = ready["consoleUsers"]["manager"]["userId"]
    return add_demo_languages(SeededApi(service), SETTINGS.base_url, manager_id)


@pytest.fixture
def ready(table: Table) -> dict[str, Any]:
    return seed("empty", SETTINGS)


@pytest.fixture
def service(adapters: Adapters, ready: dict[str, Any]) -> Service:
    return Service(InProcess(adapters), ready["apiKey"])


def test_the_empty_seed_has_all_that_the_ready_file_names_and_nothing_else(ready: dict[str, Any]) -> None:
    assert set(ready) == NAMED
    assert all(ready.values())


def test_each_key_opens_what_it_is_for(service: Service, ready: dict[str, Any]) -> None:
    def status(key: str, **query: str) -> int:
        return service.using(ready[key]).get("/candidates", **query).status

    assert (status("apiKey"), status("otherApiKey"), status("plainApiKey")) == (200, 200, 200)
    assert (status("organizationKey"), status("organizationKey", teamId=ready["teamId"])) == (400, 200)
    assert status("apiKey", teamId=ready["secondTeamId"]) == 200
    assert status("apiKey", teamId=ready["otherTeamId"]) == 404
    assert (status("accountsKey"), status("integrationsKey")) == (403, 403)
    administrations = {"adminKey": "organizationId", "otherAdminKey": "otherOrganizationId"}
    for admin_key, own in administrations.items():
        for named in administrations.values():
            listed = service.using(ready[admin_key]).get("/credentials", organizationId=ready[named])
            assert listed.status == (200 if named == own else 404)


def test_candidates_of_the_asking_organization_agree_first(
    service: Service, ready: dict[str, Any], adapters: Adapters
) -> None:
    screening = make_screening(service.using(ready["consentApiKey"]))

    assert screening.show().data["screening"]["consent"]["required"] is True
    assert screening.answer("licence", value=True).status == 403
    assert make_screening(service).answer("licence", value=True).status == 200


def test_the_questionnaire_asks_two_questions_and_a_job_takes_it(
    service: Service, ready: dict[str, Any]
) -> None:
    questionnaire_id = ready["screeningQuestionnaireId"]

    shown = service.get(f"/interviews/{questionnaire_id}").data["interview"]
    questions = [
        service.get(f"/survey-questions/{asked['id']}").data["surveyQuestion"]
        for asked in shown["surveyQuestions"]
    ]

    assert shown["interviewType"] == "questionnaire"
    assert [question["type"] for question in questions] == ["YES_NO", "MULTIPLE_CHOICE"]
    body = {"title": "Associate", "type": "requisition", "screeningQuestionnaireId": questionnaire_id}
    assert service.post("/jobs", body).status == 201


def test_the_demo_has_an_invited_candidate_an_active_scorecard_and_a_job(
    service: Service, ready: dict[str, Any]
) -> None:
    demo = add_content(service, ready)

    interview = service.get(f"/interviews/{demo['interviewId']}").data["interview"]
    assert (len(interview["questionIds"]), len(interview["surveyQuestions"])) == (2, 2)
    template = service.get(f"/interviews/{demo['interviewId']}/score-card-template").data["scoreCardTemplate"]
    assert template["isActive"]
    job = service.get(f"/jobs/{demo['jobId']}").data["job"]
    assert (job["status"], job["interviewId"]) == ("active", demo["interviewId"])
    assert job["jobFamilyIds"] == [ready["jobFamilyId"]]
    statuses = [each["status"] for each in service.get("/jobs").data["jobs"]]
    assert sorted(statuses) == ["active", "draft", "pending_approval"]
    invited = service.get(f"/candidate-interviews/{demo['candidateInterviewId']}").data
    assert invited["status"] == "invite_sent"
    assert demo["inviteUrl"] == f"https://gather.example.com/i/{invited['inviteToken']}"
    screening = service.public().get(f"/screening/{invited['inviteToken']}").data["screening"]
    assert [question["kind"] for question in screening["questions"]] == ["audio", "audio", "survey", "survey"]


def test_the_demo_has_a_candidate_who_has_answered(service: Service, ready: dict[str, Any]) -> None:
    api, page = SeededApi(service), SeededApi(service.public())
    content = add_content(service, ready)

    results_url = add_demo_results(api, page, content["interviewId"])["resultsUrl"]

    shown = service.public().get(results_url.removeprefix(SETTINGS.base_url))
    assert shown.status == 200
    assert "Grace Example" in shown.body


def test_the_demo_has_a_replica_and_messages_that_leave_interviews_their_own_language(
    service: Service, ready: dict[str, Any]
) -> None:
    demo = add_content(service, ready)

    assert [replica["id"] for replica in service.get("/replicas").data["replicas"]] == [demo["replicaId"]]
    (listed,) = service.get("/message-groups").data["messageGroups"]
    assert (listed["status"], listed["default"]) == ("PUBLISHED", False)
    interview = service.get(f"/interviews/{demo['interviewId']}").data["interview"]
    assert interview["messageGroupId"] is None
    asked = service.get(f"/interviews/{demo['aiInterviewId']}").data["interview"]
    assert (asked["replicaId"], len(asked["aiTextQuestionIds"])) == (demo["replicaId"], 2)
    assert service.get(f"/interviews/{demo['aiInterviewId']}/score-card-template").status == 200
    group = service.get(f"/message-groups/{listed['id']}").data["messageGroup"]
    assert {message["type"] for message in group["messages"]} == set(MessageType)
    assert all(message["smsEnabled"] and message["emailEnabled"] for message in group["messages"])


def test_the_demo_s_chatbot_answers_from_articles_and_offers_the_open_job(
    service: Service, ready: dict[str, Any], table: Table
) -> None:
    job_id = add_content(service, ready)["jobId"]
    demo = add_demo_chatbot(SeededApi(service), SETTINGS.base_url, ready["knowledgeBaseId"])

    chatbot = service.get(f"/chatbots/{demo['chatbotId']}").data["chatbot"]
    assert job_id in chatbot["jobIds"]
    articles = list_articles(table, ready["teamId"], chatbot["knowledgeBaseIds"])
    assert {article.title for article in articles} >= {"Working hours", "Benefits", "Remote work"}
    assert demo["chatUrl"] == f"https://gather.example.com/chat/{demo['chatbotId']}"
    assert service.public().get(f"/chat/{demo['chatbotId']}").status == 200


@pytest.mark.parametrize("interview", [GERMAN, ARABIC], ids=lambda interview: interview.language)
def test_the_demo_asks_in_german_and_in_arabic_by_narrators_of_these_languages(
    service: Service, ready: dict[str, Any], interview: LocalInterview
) -> None:
    made = add_languages(service, ready)

    token = made[interview.field].rpartition("/")[2]
    screening = service.public().get(f"/screening/{token}").data["screening"]
    assert screening["language"] == interview.language
    assert screening["candidateFirstName"] == interview.candidate["firstName"]
    assert [question["kind"] for question in screening["questions"]] == ["audio", "audio", "survey"]
    listed = service.get("/questions").data["questions"]
    for _, script in interview.questions:
        [question] = [each for each in listed if each["questionScript"] == script]
        narrator = service.get(f"/narrators/{question['narratorId']}").data["narrator"]
        assert narrator["language"].startswith(interview.language)
        again = service.patch(f"/questions/{question['id']}", {"questionScript": script})
        assert "warnings" not in again.body["meta"]


def test_the_demo_s_german_job_leaves_low_scores_to_people(service: Service, ready: dict[str, Any]) -> None:
    made = add_languages(service, ready)

    job = service.get(f"/jobs/{made['germanJobId']}").data["job"]
    assert (job["title"], job["status"]) == ("Kundenservice, Spätschicht", "active")
    [step] = service.get(f"/jobs/{job['id']}/effective-workflow").data["effectiveWorkflow"]["template"][
        "steps"
    ]
    assert (step["artifactId"], step["gateMode"]) == (job["interviewId"], "confirm")
    template = service.get(f"/interviews/{job['interviewId']}/score-card-template").data["scoreCardTemplate"]
    assert all(topic["lookingFor"] for topic in template["topics"])


def test_the_demo_s_gate_leaves_low_scores_to_people_and_its_interviewer_knows_the_articles(
    service: Service, ready: dict[str, Any]
) -> None:
    demo = add_content(service, ready)

    template = service.get(f"/workflow-templates/{demo['workflowTemplateId']}").data["workflowTemplate"]
    assert [step.get("gateMode") for step in template["steps"]] == ["confirm", None, None]
    asked = service.get(f"/interviews/{demo['aiInterviewId']}").data["interview"]
    assert asked["knowledgeBaseIds"] == [ready["knowledgeBaseId"]]
    assert asked["notificationSubscribers"] == [ready["consoleUsers"]["manager"]["userId"]]


def test_the_people_of_the_console_can_sign_in(ready: dict[str, Any], table: Table) -> None:
    people = ready["consoleUsers"]

    for what, person in people.items():
        [user] = list_accounts(table, person["email"])
        assert (user.id, f"{user.first_name} {user.last_name}") == (person["userId"], person["name"])
        is_other = what == "otherAdministrator"
        assert user.role == ("administrator" if is_other else what)
        assert user.organization_id == ready["otherOrganizationId" if is_other else "organizationId"]
        assert user.team_ids == (ready["otherTeamId" if is_other else "teamId"],)
    assert list(people) == ["reviewer", "manager", "administrator", "otherAdministrator"]

"""AI interviews over the HTTP interface (interface: AI interviews, rules 1 to 3)."""

import pytest

from gather.table.records import Records
from gather.table.store import Table
from tests.builders.ai_interviews import BARISTA, DEFAULTS, SERVICE_TOPIC, patch, path_of, persona_of
from tests.builders.content import (
    make_ai_text_question,
    make_audio_question,
    make_knowledge_base,
    make_survey_question,
)
from tests.builders.outbox import events_of
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.support.records import add_ai_text_question, post_ai_interview, post_replica

pytestmark = pytest.mark.routes


def test_an_ai_interview_is_returned_with_every_field_of_the_record(
    service: Service, tenant: Tenant, records: Records
) -> None:
    replica = post_replica(service)
    given: dict[str, object] = {
        **BARISTA,
        "language": "de",
        "questionIds": [make_audio_question(records, tenant).id],
        "surveyQuestions": [{"id": make_survey_question(records, tenant).id, "knockout": True}],
        "aiTextQuestionIds": [add_ai_text_question(service), add_ai_text_question(service, "Why us?")],
        "jobDescriptionText": "You make coffee.",
        "welcomeInfo": "Nice to meet you.",
        "knowledgeBaseIds": [make_knowledge_base(records, tenant).id],
    }
    toggles = {name: not value for name, value in DEFAULTS.items() if isinstance(value, bool)}
    others = {
        "greetingMessage": "Hi there!",
        "language": "en-GB",
        "timeoutSeconds": 12.5,
        "coachingType": "practice",
        "coachingSubType": "first",
    }

    interview = post_ai_interview(service, {"replicaId": replica["id"], **toggles, **others}, **given)

    configuration = interview["aiConfiguration"]
    assert configuration == {
        "replicaId": replica["id"],
        **toggles,
        **others,
        "conversationalContext": configuration["conversationalContext"],
        "replica": {name: replica[name] for name in ("id", "name", "photoUrl", "replicaId")},
    }
    assert given.items() <= interview.items()
    assert (interview["audioOnly"], interview["replicaId"]) == (True, replica["id"])
    assert service.get(path_of(interview)).data == {"interview": interview}


def test_what_is_left_out_has_its_default_and_the_interview_s_language(service: Service) -> None:
    interview = post_ai_interview(service, language="fr")

    configuration = interview["aiConfiguration"]
    assert {name: configuration[name] for name in DEFAULTS} == {**DEFAULTS, "language": "fr"}
    assert (interview["audioOnly"], interview["aiTextQuestionIds"]) == (False, [])


def test_the_context_tells_what_it_is_about_and_is_the_service_s_own(service: Service) -> None:
    interview = post_ai_interview(
        service, {"conversationalContext": "mine"}, jobDescriptionText="You make coffee."
    )

    context = interview["aiConfiguration"]["conversationalContext"]
    assert "Barista" in context
    assert "You make coffee." in context
    changed = patch(
        service, interview, welcomeInfo="Hello!", aiConfiguration={"conversationalContext": "mine"}
    )
    context = changed["aiConfiguration"]["conversationalContext"]
    assert "Hello!" in context
    assert "mine" not in context


def test_a_list_shows_who_asks_and_no_configuration(service: Service) -> None:
    interview = post_ai_interview(service, {"audioOnly": True})
    service.post("/interviews", {**BARISTA, "interviewType": "standard"})

    [listed] = service.get("/interviews", interviewType="ai_interviewer").data["interviews"]
    [standard] = service.get("/interviews", interviewType="standard").data["interviews"]

    assert (listed["id"], listed["audioOnly"], listed["replicaId"]) == (
        interview["id"],
        True,
        interview["replicaId"],
    )
    assert "aiConfiguration" not in listed
    assert not {"audioOnly", "replicaId"} & standard.keys()


@pytest.mark.beyond_the_document("what is ignored may hold anything")
def test_a_standard_interview_ignores_what_only_ai_interviews_have(
    service: Service, records: Records, tenant: Tenant
) -> None:
    own = {
        "aiTextQuestionIds": "all",
        "jobDescriptionText": 7,
        "welcomeInfo": ["Hello"],
        "knowledgeBaseIds": [7],
        "scoreCardTopics": [{"weight": 900}],
        "aiConfiguration": {"replicaId": UNKNOWN_ID, "timeoutSeconds": "long"},
    }

    reply = service.post("/interviews", {**BARISTA, "interviewType": "standard", **own})

    interview = reply.data["interview"]
    assert reply.status == 201
    assert (interview["aiTextQuestionIds"], interview["jobDescriptionText"]) == ([], None)
    assert not {"aiConfiguration", "audioOnly", "replicaId"} & interview.keys()
    sent = {
        "aiTextQuestionIds": [UNKNOWN_ID],
        "jobDescriptionText": "You make coffee.",
        "welcomeInfo": "Hello",
        "knowledgeBaseIds": [UNKNOWN_ID],
        "aiConfiguration": {"replicaId": UNKNOWN_ID},
    }
    assert patch(service, interview, **sent) == interview
    assert persona_of(records, tenant, interview["id"]) is None
    assert service.get(f"{path_of(interview)}/score-card-template").status == 404


@pytest.mark.parametrize("configuration", [None, {}, {"replicaId": None}, {"friendlyTone": True}])
def test_an_ai_interview_needs_a_replica(service: Service, configuration: object) -> None:
    body = {**BARISTA, "aiConfiguration": configuration}
    sent = body if configuration is not None else BARISTA

    reply = service.post("/interviews", sent)

    assert (reply.status, reply.faulty_fields) == (400, {"aiConfiguration.replicaId"})


def test_every_fault_of_an_ai_interview_is_named_at_once_and_nothing_is_written(service: Service) -> None:
    reply = service.post(
        "/interviews",
        {
            **BARISTA,
            "title": " ",
            "aiTextQuestionIds": [UNKNOWN_ID, UNKNOWN_ID],
            "jobDescriptionText": 7,
            "welcomeInfo": "x" * 10_001,
            "knowledgeBaseIds": UNKNOWN_ID,
            "scoreCardTopics": [{"topic": "Tact", "weight": 101}, {"topic": "tact ", "weight": 1}],
            "aiConfiguration": {
                "friendlyTone": "yes",
                "language": "English",
                "timeoutSeconds": 0,
                "greetingMessage": 7,
            },
        },
    )

    assert reply.status == 400
    assert reply.faulty_fields == {
        "title",
        "aiTextQuestionIds[1]",
        "jobDescriptionText",
        "welcomeInfo",
        "knowledgeBaseIds",
        "scoreCardTopics[0].weight",
        "scoreCardTopics[1].topic",
        "aiConfiguration.replicaId",
        "aiConfiguration.friendlyTone",
        "aiConfiguration.language",
        "aiConfiguration.timeoutSeconds",
        "aiConfiguration.greetingMessage",
    }
    assert service.get("/interviews").data["pagination"]["total"] == 0


def test_an_interview_asks_a_hundred_questions_of_all_kinds_together_at_most(
    service: Service, tenant: Tenant, records: Records
) -> None:
    ids = [UNKNOWN_ID[:-4] + f"{number:04d}" for number in range(60)]
    body = {**BARISTA, "aiConfiguration": {"replicaId": UNKNOWN_ID}, "questionIds": ids}

    both = service.post("/interviews", {**body, "aiTextQuestionIds": ids})
    interview = post_ai_interview(service)
    patched = service.patch(path_of(interview), {"questionIds": ids, "aiTextQuestionIds": ids})

    for reply in (both, patched):
        assert (reply.status, reply.faulty_fields) == (400, {"questionIds"})


@pytest.mark.parametrize("whose", ["nobody's", "another team's", "archived"])
@pytest.mark.parametrize("member", ["aiTextQuestionIds", "knowledgeBaseIds"])
def test_a_named_record_that_is_not_the_team_s_is_not_found_and_nothing_is_written(
    service: Service, tenant: Tenant, other_tenant: Tenant, records: Records, member: str, whose: str
) -> None:
    make = make_ai_text_question if member == "aiTextQuestionIds" else make_knowledge_base
    unknown = {
        "nobody's": UNKNOWN_ID,
        "another team's": make(records, other_tenant).id,
        "archived": make(records, tenant, is_archived=True).id,
    }[whose]
    value = [make(records, tenant).id, unknown]

    for reply in _named_by_post_and_patch(service, member, value):
        assert (reply.status, reply.error["details"]["field"]) == (404, f"{member}[1]")
        assert reply.error["details"]["id"] == unknown


@pytest.mark.parametrize("whose", ["nobody's", "another team's", "no UUID"])
def test_a_replica_that_is_not_the_team_s_is_not_found(
    service: Service, other_tenant: Tenant, whose: str
) -> None:
    unknown = {
        "nobody's": UNKNOWN_ID,
        "another team's": post_replica(service.using(other_tenant.key))["id"],
        "no UUID": "robin",
    }[whose]

    for reply in _named_by_post_and_patch(service, "aiConfiguration", {"replicaId": unknown}):
        assert reply.status == 404
        assert reply.error["details"] == {
            "resource": "replica",
            "id": unknown,
            "field": "aiConfiguration.replicaId",
        }


def _named_by_post_and_patch(service: Service, member: str, value: object) -> list[Reply]:
    """The refusals of a new and of a changed interview that name `value`; neither leaves a trace."""
    interview = post_ai_interview(service)
    before = service.get("/interviews").data
    new = {**BARISTA, "aiConfiguration": {"replicaId": interview["replicaId"]}, member: value}

    replies = [service.post("/interviews", new), service.patch(path_of(interview), {member: value})]

    assert service.get("/interviews").data == before
    assert service.get(path_of(interview)).data["interview"] == interview
    return replies


def test_topics_become_the_active_scorecard(service: Service) -> None:
    interview = post_ai_interview(service, scoreCardTopics=[SERVICE_TOPIC, {"topic": "Tact", "weight": 30}])

    template = service.get(f"{path_of(interview)}/score-card-template").data["scoreCardTemplate"]
    assert (template["version"], template["isActive"], template["interviewId"]) == (1, True, interview["id"])
    assert [topic["topic"] for topic in template["topics"]] == ["Service", "Tact"]
    assert "Tact" in template["topics"][1]["description"]


def test_a_new_ai_interview_is_announced(service: Service, table: Table) -> None:
    interview = post_ai_interview(service)

    [(name, payload)] = events_of(table)
    assert (name, payload["interviewId"]) == ("interview.created", interview["id"])


def test_a_patch_merges_the_configuration_field_by_field(service: Service) -> None:
    interview = post_ai_interview(
        service, {"greetingMessage": "Hi!", "digDeeper": True, "timeoutSeconds": 20}
    )

    changed = patch(
        service, interview, aiConfiguration={"greetingMessage": None, "audioOnly": True, "language": "es"}
    )

    expected = {**interview["aiConfiguration"], "greetingMessage": None, "audioOnly": True, "language": "es"}
    expected["conversationalContext"] = changed["aiConfiguration"]["conversationalContext"]
    assert changed["aiConfiguration"] == expected
    assert changed["audioOnly"] is True
    assert service.get(path_of(interview)).data["interview"] == changed


def test_another_replica_is_looked_up_and_shown(service: Service) -> None:
    interview = post_ai_interview(service)
    other = post_replica(service, name="Kim")

    changed = patch(service, interview, aiConfiguration={"replicaId": other["id"]})

    assert changed["replicaId"] == changed["aiConfiguration"]["replicaId"] == other["id"]
    assert changed["aiConfiguration"]["replica"]["name"] == "Kim"


def test_a_configuration_s_faults_in_a_patch_are_named_at_once(service: Service) -> None:
    interview = post_ai_interview(service)

    reply = service.patch(
        path_of(interview),
        {"aiConfiguration": {"friendlyTone": None, "timeoutSeconds": 4_000, "replicaId": None}},
    )

    assert reply.faulty_fields == {
        "aiConfiguration.friendlyTone",
        "aiConfiguration.timeoutSeconds",
        "aiConfiguration.replicaId",
    }


def test_the_configuration_follows_the_interview_s_language_until_it_has_its_own(service: Service) -> None:
    interview = post_ai_interview(service, language="fr")

    follows = patch(service, interview, language="de")
    own = patch(service, interview, aiConfiguration={"language": "es"})
    stays = patch(service, interview, language="en")

    assert follows["aiConfiguration"]["language"] == "de"
    assert own["aiConfiguration"]["language"] == stays["aiConfiguration"]["language"] == "es"

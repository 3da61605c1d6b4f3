"""Bulk updates of interviews over the HTTP interface, with what they change and refuse.

Interface: Bulk updates, rules 1 to 4.
"""

from typing import Any

import pytest

from gather.content.personas.storage import PERSONA
from gather.core.identifiers import new_id
from gather.table.records import Records
from gather.table.store import Table
from tests.builders.bulk_updates import BULK_UPDATE, bulk_update, bulk_updated, card_of, read_interview
from tests.builders.content import (
    make_ai_text_question,
    make_audio_question,
    make_interview,
    make_knowledge_base,
    make_message_group,
    make_survey_question,
)
from tests.builders.outbox import events_of
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.support.records import post_ai_interview, post_interview

pytestmark = pytest.mark.routes


def test_every_interview_of_a_request_is_changed_alike(
    service: Service, records: Records, tenant: Tenant
) -> None:
    first, second, other = (
        post_interview(service),
        post_interview(service, description="Behind the bar"),
        post_interview(service),
    )
    audio = [make_audio_question(records, tenant).id for _ in range(2)]
    survey, group = make_survey_question(records, tenant).id, make_message_group(records, tenant).id
    fields: dict[str, Any] = {
        "title": "Barista 2027",
        "displayName": "Barista!",
        "description": None,
        "language": "pt-BR",
        "resume": True,
        "webOnly": True,
        "descriptionUrl": "https://files.example/job.pdf",
        "descriptionFileName": "job.pdf",
        "messageGroupId": group,
        "audioMessageTitle": "Hello",
        "audioMessageURL": "https://files.example/hello.mp3",
        "surveyQuestions": [{"id": survey, "knockout": True}],
        "keywords": ["coffee"],
        "notificationSubscribers": [tenant.user_id],
    }

    reply = bulk_update(service, first, second, **fields, audioQuestionAndMessageIds=audio)

    assert reply.status == 200
    assert reply.data == {"success": True, "updatedCount": 2, "errors": [], "templateInterviewId": None}
    for before in (first, second):
        after = read_interview(service, before)
        own = {"audioMessageId": after["audioMessageId"], "updatedAt": after["updatedAt"]}
        assert after == {**before, **fields, "questionIds": audio, **own}
        assert after["audioMessageId"]
        assert after["updatedAt"] > before["updatedAt"]
    assert read_interview(service, other) == other


def test_overwrite_replaces_lists_and_merge_adds_to_them(
    service: Service, records: Records, tenant: Tenant
) -> None:
    a, b, c = (make_audio_question(records, tenant).id for _ in range(3))
    x, y = (make_survey_question(records, tenant).id for _ in range(2))
    given = {
        "questionIds": [a, b],
        "surveyQuestions": [{"id": x, "knockout": True}],
        "keywords": ["coffee", "latte"],
    }
    replaced, merged = post_interview(service, **given), post_interview(service, **given)
    fields = {
        "audioQuestionAndMessageIds": [c, a],
        "surveyQuestions": [{"id": y, "knockout": True}, {"id": x}],
        "keywords": ["espresso", "coffee"],
        "notificationSubscribers": [tenant.user_id],
    }

    (replaced,) = bulk_updated(service, replaced, mode="overwrite", **fields)
    (merged,) = bulk_updated(service, merged, mode="merge", **fields)

    assert replaced["questionIds"] == [c, a]
    assert merged["questionIds"] == [a, b, c]
    asked = {"id": y, "knockout": True}
    assert replaced["surveyQuestions"] == [asked, {"id": x, "knockout": None}]
    assert merged["surveyQuestions"] == [{"id": x, "knockout": True}, asked]
    assert replaced["keywords"] == ["espresso", "coffee"]
    assert merged["keywords"] == ["coffee", "latte", "espresso"]
    assert merged["notificationSubscribers"] == replaced["notificationSubscribers"] == [tenant.user_id]
    (merged,) = bulk_updated(service, merged, mode="merge", surveyQuestions=[{"id": x, "knockout": False}])
    assert merged["surveyQuestions"] == [{"id": x, "knockout": False}, asked]


@pytest.mark.parametrize("mode", ["overwrite", "merge"])
def test_removals_come_last(service: Service, records: Records, tenant: Tenant, mode: str) -> None:
    a, b = (make_audio_question(records, tenant).id for _ in range(2))
    survey = make_survey_question(records, tenant).id
    ours, theirs = (make_ai_text_question(records, tenant).id for _ in range(2))
    interview = post_ai_interview(
        service,
        questionIds=[a, b],
        surveyQuestions=[{"id": survey}],
        aiTextQuestionIds=[ours, theirs],
        keywords=["coffee", "latte"],
    )

    (after,) = bulk_updated(
        service,
        interview,
        mode=mode,
        removedQuestionIds=[a],
        removedSurveyQuestionIds=[survey, UNKNOWN_ID],
        removedAITextQuestionIds=[ours],
        keywords=["latte", "espresso"],
        removedKeywords=["latte", "tea"],
    )

    assert (after["questionIds"], after["surveyQuestions"]) == ([b], [])
    assert after["aiTextQuestionIds"] == [theirs]
    assert after["keywords"] == (["espresso"] if mode == "overwrite" else ["coffee", "espresso"])


def test_fields_of_ai_interviews_are_ignored_in_others(
    service: Service, records: Records, tenant: Tenant
) -> None:
    base = make_knowledge_base(records, tenant).id
    ai, standard = post_ai_interview(service, {"greetingMessage": "Hello"}), post_interview(service)

    after_ai, after_standard = bulk_updated(
        service,
        ai,
        standard,
        knowledgeBaseIds=[base],
        aiConfiguration={"digDeeper": True, "audioOnly": True},
    )

    assert after_standard == standard
    assert after_ai["knowledgeBaseIds"] == [base]
    assert after_ai["audioOnly"] is True
    assert after_ai["aiConfiguration"] == {**ai["aiConfiguration"], "digDeeper": True, "audioOnly": True}


def test_another_replica_asks_in_all_of_them(service: Service) -> None:
    first, second = post_ai_interview(service), post_ai_interview(service)
    replica = service.post("/replicas", {"name": "Bob", "photoUrl": "https://files.example/bob.png"})
    replica_id = replica.data["replica"]["id"]

    for after in bulk_updated(service, first, second, aiConfiguration={"replicaId": replica_id}):
        assert after["replicaId"] == replica_id
        assert after["aiConfiguration"]["replica"]["name"] == "Bob"


def test_scorecard_topics_are_replaced_or_added_by_name(service: Service) -> None:
    topics = [{"topic": "Coffee", "weight": 60.5}, {"topic": "People", "weight": 39.5}]
    first, second, bare = (
        post_interview(service),
        post_interview(service),
        post_interview(service),
    )
    for interview in (first, second):
        service.post(f"/interviews/{interview['id']}/score-card-template", {"topics": topics})
    wanted = [
        {"topic": "people", "weight": 70, "scoreDescriptions": {"1": "Shouts.", "level5": "Listens."}},
        {"topic": "Speed", "weight": 30, "lookingFor": ["hands"]},
    ]

    assert bulk_update(service, first, scoreCardTopics=wanted).data["success"]
    assert bulk_update(service, second, bare, mode="merge", scoreCardTopics=wanted).data["success"]

    def names(interview: dict[str, Any]) -> list[tuple[str, float]]:
        return [(topic["topic"], topic["weight"]) for topic in card_of(service, interview)["topics"]]

    assert names(first) == names(bare) == [("people", 70), ("Speed", 30)]
    assert names(second) == [("Coffee", 60.5), ("people", 70), ("Speed", 30)]
    assert (card_of(service, first)["version"], card_of(service, bare)["version"]) == (2, 1)
    (people, speed) = card_of(service, bare)["topics"]
    assert people["scoreDescriptions"] == {"level1": "Shouts.", "level5": "Listens."}
    assert (speed["lookingFor"], bool(speed["description"])) == (["hands"], True)


@pytest.mark.in_process
def test_the_persona_follows_what_an_interviewer_is_told(
    service: Service, table: Table, tenant: Tenant
) -> None:
    interview = post_ai_interview(service)
    key = PERSONA.key(tenant.team_id, interview["id"])

    def version() -> int:
        item = table.get(key)
        assert item is not None
        return int(item["version"])

    bulk_updated(service, interview, webOnly=True, aiConfiguration={"callRecording": True})
    assert version() == 1
    bulk_updated(service, interview, aiConfiguration={"digDeeper": True})
    assert version() == 2
    bulk_updated(service, interview, scoreCardTopics=[{"topic": "Patience", "weight": 1}])
    assert version() == 3
    item = table.get(key)
    assert item is not None
    assert "Patience" in item["prompt"]


def test_settings_are_cloned_from_a_template_interview(
    service: Service, records: Records, tenant: Tenant
) -> None:
    audio, text = make_audio_question(records, tenant).id, make_ai_text_question(records, tenant).id
    template = post_ai_interview(
        service,
        {"digDeeper": True, "greetingMessage": "Welcome"},
        title="Template",
        displayName="Template",
        description="Behind the bar",
        language="pt-BR",
        webOnly=True,
        questionIds=[audio],
        aiTextQuestionIds=[text],
        keywords=["coffee"],
        welcomeInfo="Good morning",
        audioMessageURL="https://files.example/hello.mp3",
        scoreCardTopics=[{"topic": "Coffee", "weight": 100}],
    )
    ai = post_ai_interview(service, title="Waiter", displayName="Waiter", keywords=["tea"])
    standard = post_interview(service, title="Cook", displayName="Cook", keywords=["soup"])

    reply = bulk_update(service, ai, standard, templateInterviewId=template["id"], description="By hand")

    assert reply.data == {
        "success": True,
        "updatedCount": 2,
        "errors": [],
        "templateInterviewId": template["id"],
    }
    after, plain = read_interview(service, ai), read_interview(service, standard)
    own = ("id", "title", "displayName", "createdAt", "updatedAt", "audioMessageId", "aiConfiguration")
    assert after == {**template, **{name: after[name] for name in own}, "description": "By hand"}
    assert (after["title"], after["displayName"]) == ("Waiter", "Waiter")
    context = {"conversationalContext": after["aiConfiguration"]["conversationalContext"]}
    assert after["aiConfiguration"] == {**template["aiConfiguration"], **context}
    assert "Waiter" in context["conversationalContext"]
    assert (plain["questionIds"], plain["keywords"], plain["language"]) == ([audio], ["coffee"], "pt-BR")
    assert (plain["aiTextQuestionIds"], plain["welcomeInfo"]) == ([], None)
    assert "aiConfiguration" not in plain
    assert [topic["topic"] for topic in card_of(service, ai)["topics"]] == ["Coffee"]
    assert read_interview(service, template) == template


def test_merging_a_template_takes_nothing_away(service: Service) -> None:
    template = post_interview(service, keywords=["coffee"])
    interview = post_interview(service, description="Behind the bar", keywords=["tea"])

    (after,) = bulk_updated(service, interview, mode="merge", templateInterviewId=template["id"])

    assert (after["description"], after["keywords"]) == ("Behind the bar", ["tea", "coffee"])
    (after,) = bulk_updated(service, interview, mode="overwrite", templateInterviewId=template["id"])
    assert (after["description"], after["keywords"]) == (None, ["coffee"])


def test_the_audio_message_may_stand_among_the_audio_questions(
    service: Service, records: Records, tenant: Tenant
) -> None:
    """It has a place of its own, before all questions."""
    audio = make_audio_question(records, tenant).id
    interview = post_interview(service, audioMessageURL="https://files.example/hello.mp3")

    (after,) = bulk_updated(
        service, interview, audioQuestionAndMessageIds=[interview["audioMessageId"], audio]
    )

    assert after["questionIds"] == [audio]
    assert after["audioMessageId"] == interview["audioMessageId"]


@pytest.mark.beyond_the_document("an id that is none is that of an absent record")
def test_interviews_that_cannot_be_updated_are_told_and_the_others_updated(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    stranger = post_interview(service.using(other_tenant.key))
    good, gone = post_interview(service), post_interview(service)
    questions = [new_id() for _ in range(100)]
    full = make_interview(records, tenant, question_ids=tuple(questions))
    service.delete(f"/interviews/{gone['id']}")
    survey = make_survey_question(records, tenant).id
    ids = [stranger["id"], UNKNOWN_ID, "no-uuid", gone["id"], full.id, good["id"]]

    reply = service.patch(
        BULK_UPDATE, {"interviewIds": ids, "mode": "merge", "surveyQuestions": [{"id": survey}]}
    )

    assert reply.status == 200
    assert (reply.data["success"], reply.data["updatedCount"]) == (False, 1)
    assert [(each["interviewId"], each["message"]) for each in reply.data["errors"]] == [
        (stranger["id"], "Interview not found."),
        (UNKNOWN_ID, "Interview not found."),
        ("no-uuid", "Interview not found."),
        (gone["id"], "The interview is archived."),
        (full.id, "questionIds: an interview has at most 100 questions, all kinds together"),
    ]
    assert read_interview(service, good)["surveyQuestions"] == [{"id": survey, "knockout": None}]
    assert service.get(f"/interviews/{full.id}").data["interview"]["surveyQuestions"] == []
    assert service.using(other_tenant.key).get(f"/interviews/{stranger['id']}").data["interview"] == stranger


def test_what_the_settings_name_must_be_there_and_nothing_is_written_otherwise(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    interview, ai = post_interview(service), post_ai_interview(service)
    own, gone = make_audio_question(records, tenant), make_audio_question(records, tenant, is_archived=True)
    stranger = make_audio_question(records, other_tenant)
    archived = post_interview(service)
    service.delete(f"/interviews/{archived['id']}")
    cases: list[tuple[dict[str, Any], str, str]] = [
        (
            {"audioQuestionAndMessageIds": [own.id, UNKNOWN_ID]},
            "audio question",
            "audioQuestionAndMessageIds[1]",
        ),
        ({"audioQuestionAndMessageIds": [gone.id]}, "audio question", "audioQuestionAndMessageIds[0]"),
        ({"audioQuestionAndMessageIds": [stranger.id]}, "audio question", "audioQuestionAndMessageIds[0]"),
        ({"surveyQuestions": [{"id": own.id}]}, "survey question", "surveyQuestions[0].id"),
        ({"knowledgeBaseIds": ["no-uuid"]}, "knowledge base", "knowledgeBaseIds[0]"),
        ({"notificationSubscribers": [other_tenant.user_id]}, "user", "notificationSubscribers[0]"),
        ({"messageGroupId": UNKNOWN_ID}, "message group", "messageGroupId"),
        ({"aiConfiguration": {"replicaId": UNKNOWN_ID}}, "replica", "aiConfiguration.replicaId"),
        ({"templateInterviewId": UNKNOWN_ID}, "interview", "templateInterviewId"),
        ({"templateInterviewId": archived["id"]}, "interview", "templateInterviewId"),
    ]
    for fields, resource, field in cases:
        reply = bulk_update(service, interview, ai, title="New", **fields)
        assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND"), fields
        assert (reply.error["details"]["resource"], reply.error["details"]["field"]) == (resource, field)

    assert [read_interview(service, each) for each in (interview, ai)] == [interview, ai]


def test_every_fault_of_a_body_is_named_at_once_and_nothing_is_written(service: Service) -> None:
    interview = post_interview(service)
    reply = service.patch(
        BULK_UPDATE,
        {
            "interviewIds": [interview["id"], UNKNOWN_ID, interview["id"]],
            "mode": "replace",
            "title": None,
            "language": "English",
            "resume": "yes",
            "audioQuestionAndMessageIds": [UNKNOWN_ID, UNKNOWN_ID],
            "surveyQuestions": [{"id": UNKNOWN_ID, "knockout": "true"}],
            "removedAITextQuestionIds": "all",
            "keywords": [""],
            "aiConfiguration": {"timeoutSeconds": 0},
            "scoreCardTopics": [{"topic": "A", "weight": 101}, {"topic": "a", "weight": 1}],
        },
    )

    assert reply.status == 400
    assert reply.faulty_fields == {
        "interviewIds[2]",
        "mode",
        "title",
        "language",
        "resume",
        "audioQuestionAndMessageIds[1]",
        "surveyQuestions[0].knockout",
        "removedAITextQuestionIds",
        "keywords[0]",
        "aiConfiguration.timeoutSeconds",
        "scoreCardTopics[0].weight",
        "scoreCardTopics[1].topic",
    }
    assert read_interview(service, interview) == interview


@pytest.mark.parametrize(
    ("body", "faulty"),
    [
        ({}, {"interviewIds", "mode"}),
        ({"interviewIds": [], "mode": "merge"}, {"interviewIds"}),
        ({"interviewIds": [UNKNOWN_ID] * 101, "mode": "merge"}, {"interviewIds"}),
        ({"interviewIds": UNKNOWN_ID, "mode": "merge"}, {"interviewIds"}),
        ({"interviewIds": [7], "mode": 1}, {"interviewIds[0]", "mode"}),
    ],
)
def test_a_request_names_up_to_a_hundred_interviews_and_a_mode(
    service: Service, body: dict[str, object], faulty: set[str]
) -> None:
    reply = service.patch(BULK_UPDATE, body)

    assert reply.status == 400
    assert faulty <= reply.faulty_fields


def test_the_path_of_the_bulk_update_is_no_interview(service: Service) -> None:
    """The gateway and the function both take the literal path first."""
    assert service.patch(BULK_UPDATE, {"title": "Barista"}).faulty_fields == {"interviewIds", "mode"}
    assert service.get(BULK_UPDATE).status == 404


@pytest.mark.in_process
def test_each_change_is_told_once_and_none_where_nothing_changed(service: Service, table: Table) -> None:
    first, second, same = (
        post_interview(service),
        post_interview(service),
        post_interview(service, webOnly=True),
    )
    made = len(events_of(table))

    after = bulk_updated(service, first, second, same, webOnly=True)
    again = bulk_updated(service, first, second, same, webOnly=True)

    assert again == after
    assert after[2] == same
    told = events_of(table)[made:]
    assert [name for name, _ in told] == ["interview.updated"] * 2
    assert {payload["interviewId"] for _, payload in told} == {first["id"], second["id"]}
    assert {payload["updatedAt"] for _, payload in told} == {each["updatedAt"] for each in after[:2]}


@pytest.mark.in_process
def test_a_changed_scorecard_is_a_change_of_its_interview(service: Service, table: Table) -> None:
    interview = post_interview(service)
    topics = [{"topic": "Coffee", "weight": 100.0}]

    (after,) = bulk_updated(service, interview, scoreCardTopics=topics)
    assert after["updatedAt"] > interview["updatedAt"]
    assert bulk_updated(service, interview, scoreCardTopics=topics) == [after]
    assert card_of(service, interview)["version"] == 1
    assert [name for name, _ in events_of(table)] == ["interview.created", "interview.updated"]

"""Copies of interviews over the HTTP interface (interface: Interview copies, rules 1 to 6)."""

from dataclasses import dataclass
from typing import Any

import pytest

from gather.content.audio_questions.models import AudioQuestionRecord
from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.content.interviews.models import InterviewDetail, InterviewType
from gather.content.interviews.storage import INTERVIEW
from gather.content.message_groups.models import MessageGroupType
from gather.content.personas.storage import PERSONA
from gather.content.survey_questions.models import SurveyOption, SurveyType
from gather.core.errors import Conflict, ServiceUnavailable
from gather.core.identifiers import new_id
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.wiring import Adapters
from tests.builders.content import (
    make_ai_text_question,
    make_audio_question,
    make_interview,
    make_knowledge_base,
    make_message_group,
    make_survey_question,
)
from tests.builders.outbox import events_of, tasks_of
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.doubles.table_faults import during

pytestmark = pytest.mark.routes

TOPICS = [{"topic": "Coffee", "weight": 60}, {"topic": "People", "weight": 40}]


def copied(service: Service, interview_id: object, **body: object) -> dict[str, Any]:
    reply = service.post(f"/interviews/{interview_id}/copy", body)
    assert reply.status == 201, reply.body
    interview: dict[str, Any] = reply.data["interview"]
    return interview


def read(service: Service, interview: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = service.get(f"/interviews/{interview['id']}", teamId=interview["teamId"]).data[
        "interview"
    ]
    return found


def in_second_team(tenant: Tenant) -> Tenant:
    """Returns the same organization, with its second team first."""
    return Tenant(
        tenant.organization_id,
        tenant.second_team_id,
        tenant.team_id,
        tenant.user_id,
        tenant.key,
        tenant.organization_key,
    )


@dataclass
class Original:
    """An AI interview with content of every kind, as the interface shows it."""

    interview: dict[str, Any]
    audio: AudioQuestionRecord

    @property
    def id(self) -> str:
        return str(self.interview["id"])


@pytest.fixture
def original(service: Service, records: Records, tenant: Tenant) -> Original:
    audio = make_audio_question(records, tenant, description="A short story")
    survey = make_survey_question(
        records,
        tenant,
        type=SurveyType.MULTIPLE_CHOICE_WEIGHTED,
        title="Which machine?",
        include_scoring=True,
        options=(
            SurveyOption(id=new_id(), title="Lever", weight=2.5, preferred=True, position=0),
            SurveyOption(id=new_id(), title="Automatic", weight=0, preferred=False, position=1),
        ),
    )
    replica = service.post("/replicas", {"name": "Ada", "photoUrl": "https://files.example/ada.png"})
    reply = service.post(
        "/interviews",
        {
            "title": "Barista 2026",
            "displayName": "Barista",
            "interviewType": "ai_interviewer",
            "description": "Behind the bar",
            "language": "pt-BR",
            "webOnly": True,
            "questionIds": [audio.id],
            "surveyQuestions": [{"id": survey.id, "knockout": True}],
            "aiTextQuestionIds": [make_ai_text_question(records, tenant).id],
            "keywords": ["coffee"],
            "notificationSubscribers": [tenant.user_id],
            "knowledgeBaseIds": [make_knowledge_base(records, tenant).id],
            "welcomeInfo": "Good morning",
            "audioMessageURL": "https://files.example/hello.mp3",
            "scoreCardTopics": TOPICS,
            "aiConfiguration": {"replicaId": replica.data["replica"]["id"], "digDeeper": True},
        },
    )
    assert reply.status == 201, reply.body
    return Original(reply.data["interview"], audio)


def test_a_copy_in_the_same_team_is_marked_and_asks_the_same_questions(
    service: Service, original: Original
) -> None:
    service.patch(f"/interviews/{original.id}", {"status": 1})

    copy = copied(service, original.id, copyKeywords=True)

    assert copy == {
        **original.interview,
        "id": copy["id"],
        "title": "Barista 2026 (Copy)",
        "status": 0,
        "createdAt": copy["createdAt"],
        "updatedAt": copy["createdAt"],
    }
    assert copy["id"] != original.id
    assert read(service, copy) == copy
    assert service.get("/interviews").data["pagination"]["total"] == 2


def test_the_original_stays_as_it_is(service: Service, tenant: Tenant, original: Original) -> None:
    copied(service, original.id)
    copied(service, original.id, targetTeamId=tenant.second_team_id)

    assert read(service, original.interview) == original.interview
    card = service.get(f"/interviews/{original.id}/score-card-template").data["scoreCardTemplate"]
    assert (card["interviewId"], card["version"]) == (original.id, 1)


def test_a_copy_in_another_team_asks_duplicates_of_the_questions(
    service: Service, tenant: Tenant, original: Original
) -> None:
    copy = copied(service, original.id, targetTeamId=tenant.second_team_id)

    assert copy["title"] == "Barista 2026"
    assert (copy["teamId"], copy["organizationId"]) == (tenant.second_team_id, tenant.organization_id)
    there = {"teamId": tenant.second_team_id}
    for name, path, data, new in (
        ("questionIds", "/questions", "question", lambda copy: copy["questionIds"]),
        ("aiTextQuestionIds", "/ai-text-questions", "aiTextQuestion", lambda copy: copy["aiTextQuestionIds"]),
        (
            "surveyQuestions",
            "/survey-questions",
            "surveyQuestion",
            lambda copy: [each["id"] for each in copy["surveyQuestions"]],
        ),
    ):
        (here_id,), (there_id,) = new(original.interview), new(copy)
        here = service.get(f"{path}/{here_id}").data[data]
        duplicate = service.get(f"{path}/{there_id}", **there).data[data]
        own = {
            each: duplicate[each]
            for each in ("id", "teamId", "createdAt", "updatedAt", "options")
            if each in here
        }
        assert duplicate == {**here, **own}, name
        assert service.get(path, **there).data["pagination"]["total"] == 1
        assert service.get(path).data["pagination"]["total"] == 1


def test_options_keep_their_weights_and_which_are_preferred(
    service: Service, tenant: Tenant, original: Original
) -> None:
    copy = copied(service, original.id, targetTeamId=tenant.second_team_id)

    (asked,) = copy["surveyQuestions"]
    assert asked["knockout"] is True
    survey = service.get(f"/survey-questions/{asked['id']}", teamId=tenant.second_team_id).data[
        "surveyQuestion"
    ]
    before = service.get(f"/survey-questions/{original.interview['surveyQuestions'][0]['id']}").data[
        "surveyQuestion"
    ]
    assert [{**option, "id": None} for option in survey["options"]] == [
        {**option, "id": None} for option in before["options"]
    ]
    assert {option["id"] for option in survey["options"]}.isdisjoint(
        option["id"] for option in before["options"]
    )


@pytest.mark.parametrize(
    ("body", "kept"), [({}, []), ({"copyKeywords": False}, []), ({"copyKeywords": True}, ["coffee"])]
)
def test_keywords_are_copied_when_asked_for(
    service: Service, original: Original, body: dict[str, object], kept: list[str]
) -> None:
    assert copied(service, original.id, **body)["keywords"] == kept


def test_another_team_gets_what_it_can_use(service: Service, tenant: Tenant, original: Original) -> None:
    """Users are the organization's; knowledge bases and replicas are their team's."""
    copy = copied(service, original.id, targetTeamId=tenant.second_team_id)

    assert copy["notificationSubscribers"] == [tenant.user_id]
    assert copy["knowledgeBaseIds"] == []
    assert (copy["webOnly"], copy["language"], copy["welcomeInfo"]) == (True, "pt-BR", "Good morning")
    before, after = original.interview["aiConfiguration"], copy["aiConfiguration"]
    assert after == {
        **before,
        "replicaId": after["replicaId"],
        "replica": {**before["replica"], "id": after["replicaId"]},
    }
    replicas = service.get("/replicas", teamId=tenant.second_team_id).data["replicas"]
    assert [(each["id"], each["name"]) for each in replicas] == [(copy["replicaId"], "Ada")]
    assert copy["replicaId"] != original.interview["replicaId"]

    again = copied(service, original.id, targetTeamId=tenant.second_team_id)
    assert again["replicaId"] == copy["replicaId"]
    assert len(service.get("/replicas", teamId=tenant.second_team_id).data["replicas"]) == 1


def test_the_copy_has_the_default_group_of_its_team(
    service: Service, records: Records, tenant: Tenant, original: Original
) -> None:
    assert copied(service, original.id)["messageGroupId"] is None
    here = make_message_group(records, tenant, default=True).id
    there = make_message_group(records, in_second_team(tenant), default=True).id
    other = make_message_group(records, in_second_team(tenant)).id
    team = {"targetTeamId": tenant.second_team_id}

    assert copied(service, original.id)["messageGroupId"] == here
    assert copied(service, original.id, **team)["messageGroupId"] == there
    assert copied(service, original.id, **team, messageGroupId=other)["messageGroupId"] == other
    questionnaire = make_interview(records, tenant, interview_type=InterviewType.QUESTIONNAIRE)
    assert copied(service, questionnaire.id)["messageGroupId"] is None
    own = make_message_group(records, tenant, type=MessageGroupType.QUESTIONNAIRE, default=True).id
    assert copied(service, questionnaire.id)["messageGroupId"] == own


def test_the_own_team_may_be_named_as_the_target(
    service: Service, tenant: Tenant, original: Original
) -> None:
    copy = copied(service, original.id, targetTeamId=tenant.team_id)

    assert copy["title"] == "Barista 2026 (Copy)"
    assert copy["questionIds"] == original.interview["questionIds"]


def test_a_key_of_the_organization_names_the_team_of_the_original(
    service: Service, tenant: Tenant, original: Original
) -> None:
    whole = service.using(tenant.organization_key)
    path = f"/interviews/{original.id}/copy"

    assert whole.post(path, {"targetTeamId": tenant.second_team_id}).faulty_fields == {"teamId"}
    reply = whole.post(path, {"teamId": tenant.team_id, "targetTeamId": tenant.second_team_id})
    assert (reply.status, reply.data["interview"]["teamId"]) == (201, tenant.second_team_id)


def test_what_a_copy_names_must_be_there(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant, original: Original
) -> None:
    own_group = make_message_group(records, tenant).id
    cases: list[tuple[dict[str, object], str, str]] = [
        ({"targetTeamId": other_tenant.team_id}, "team", "targetTeamId"),
        ({"targetTeamId": UNKNOWN_ID}, "team", "targetTeamId"),
        ({"targetTeamId": "no-uuid"}, "team", "targetTeamId"),
        ({"messageGroupId": UNKNOWN_ID}, "message group", "messageGroupId"),
        (
            {"targetTeamId": tenant.second_team_id, "messageGroupId": own_group},
            "message group",
            "messageGroupId",
        ),
    ]
    for body, resource, field in cases:
        reply = service.post(f"/interviews/{original.id}/copy", body)
        assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND"), body
        assert (reply.error["details"]["resource"], reply.error["details"]["field"]) == (resource, field)

    assert service.get("/interviews").data["pagination"]["total"] == 1
    assert service.get("/interviews", teamId=tenant.second_team_id).data["pagination"]["total"] == 0
    assert service.get("/questions", teamId=tenant.second_team_id).data["pagination"]["total"] == 0


@pytest.mark.parametrize("interview_id", [UNKNOWN_ID, "no-uuid"])
def test_an_absent_interview_cannot_be_copied(service: Service, interview_id: str) -> None:
    reply = service.post(f"/interviews/{interview_id}/copy")

    assert (reply.status, reply.error["details"]["resource"]) == (404, "interview")


def test_an_interview_of_others_cannot_be_copied(
    service: Service, tenant: Tenant, other_tenant: Tenant, original: Original
) -> None:
    stranger = service.using(other_tenant.key).post(f"/interviews/{original.id}/copy")
    other_team = service.post(f"/interviews/{original.id}/copy", query={"teamId": tenant.second_team_id})

    assert (stranger.status, other_team.status) == (404, 404)


def test_every_fault_of_a_body_is_named(service: Service, original: Original) -> None:
    reply = service.post(
        f"/interviews/{original.id}/copy", {"copyKeywords": "yes", "messageGroupId": 7, "targetTeamId": []}
    )

    assert (reply.status, reply.faulty_fields) == (400, {"copyKeywords", "messageGroupId", "targetTeamId"})


def test_an_archived_interview_can_be_copied_and_the_copy_is_active(
    service: Service, original: Original
) -> None:
    service.delete(f"/interviews/{original.id}")

    copy = copied(service, original.id)

    assert (copy["status"], copy["archivedAt"]) == (0, None)


def test_a_long_title_is_cut_for_the_marker(service: Service, records: Records, tenant: Tenant) -> None:
    copy = copied(service, make_interview(records, tenant, title="x" * 255).id)

    assert copy["title"] == "x" * 248 + " (Copy)"


def scorecards(table: Table, interview: dict[str, Any]) -> list[dict[str, Any]]:
    partition = INTERVIEW.key(interview["teamId"], interview["id"]).pk
    return list(table.query_all(KeyRange(partition, begins_with="SCORECARD#")))


@pytest.mark.in_process
def test_all_scorecard_templates_are_copied(
    service: Service, table: Table, tenant: Tenant, original: Original
) -> None:
    path = f"/interviews/{original.id}/score-card-template"
    service.patch(path, {"topics": TOPICS[:1]})
    service.post(path, {"topics": TOPICS[1:]})

    copy = copied(service, original.id, targetTeamId=tenant.second_team_id)

    def shape(items: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
        return [(item["version"], item["isActive"], item["topics"]) for item in items]

    here, there = scorecards(table, original.interview), scorecards(table, copy)
    assert len(here) == 4
    assert shape(there) == shape(here)
    assert {item["interviewId"] for item in there} == {copy["id"]}
    assert {item["id"] for item in there}.isdisjoint(item["id"] for item in here)
    assert len({item["id"] for item in there}) == 2
    shown = service.get(f"/interviews/{copy['id']}/score-card-template", teamId=tenant.second_team_id)
    assert [topic["topic"] for topic in shown.data["scoreCardTemplate"]["topics"]] == ["People"]


def test_a_scorecard_that_is_not_active_stays_so_in_the_copy(service: Service, original: Original) -> None:
    service.delete(f"/interviews/{original.id}/score-card-template")

    copy = copied(service, original.id)

    path = f"/interviews/{copy['id']}/score-card-template"
    assert service.get(path).status == 404
    assert service.post(path, {"topics": TOPICS}).status == 201


@pytest.mark.in_process
def test_a_copy_gets_a_persona_of_its_own(
    service: Service, table: Table, tenant: Tenant, original: Original
) -> None:
    persona = table.get(PERSONA.key(tenant.team_id, original.id))
    copy = copied(service, original.id, targetTeamId=tenant.second_team_id)

    own = table.get(PERSONA.key(tenant.second_team_id, copy["id"]))
    assert persona is not None
    assert own is not None
    assert own["id"] != persona["id"]
    assert (own["prompt"], own["version"]) == (persona["prompt"], 1)
    assert own["questionIds"] == [*copy["questionIds"], *copy["aiTextQuestionIds"]]
    assert table.get(PERSONA.key(tenant.team_id, original.id)) == persona


@pytest.mark.in_process
def test_a_copy_is_told_as_a_new_interview(service: Service, table: Table, tenant: Tenant) -> None:
    interview = service.post(
        "/interviews", {"title": "Barista", "displayName": "Barista", "interviewType": "standard"}
    ).data["interview"]

    copy = copied(service, interview["id"], targetTeamId=tenant.second_team_id)

    assert events_of(table)[1:] == [
        ("interview.created", {"interviewId": copy["id"], "status": 0, "createdAt": copy["createdAt"]})
    ]


@pytest.mark.in_process
def test_spoken_questions_are_heard_in_the_copy_and_unspoken_ones_spoken(
    service: Service, records: Records, tenant: Tenant
) -> None:
    """Spoken questions are not spoken again; a duplicate that waits for speech is a question of its own."""
    script: dict[str, Any] = {"question_script": "Why coffee?", "narrator_id": new_id()}
    version, token = new_id(), "t" * 43
    heard = make_audio_question(
        records,
        tenant,
        **script,
        audio_url="https://x.example/media/t",
        speech_version_id=version,
        speech_token=token,
    )
    waiting = make_audio_question(
        records, tenant, **script, audio_url=None, speech_version_id=version, speech_token=token
    )
    failed = make_audio_question(records, tenant, **script, audio_url=None)
    interview = make_interview(records, tenant, question_ids=(heard.id, waiting.id, failed.id))

    copy = copied(service, interview.id, targetTeamId=tenant.second_team_id)

    found = records.get_many(AUDIO_QUESTION, tenant.second_team_id, copy["questionIds"])
    own_heard, own_waiting, own_failed = (found[each] for each in copy["questionIds"])
    assert (own_heard.audio_url, own_heard.speech_version_id) == (heard.audio_url, version)
    assert own_waiting.speech_version_id not in (None, version)
    assert own_waiting.speech_token not in (None, token)
    assert (own_failed.audio_url, own_failed.speech_version_id) == (None, None)
    ((name, task),) = tasks_of(records.table)
    assert (name, task["questionId"], task["speechVersionId"]) == (
        "speak_question",
        own_waiting.id,
        own_waiting.speech_version_id,
    )


def test_archived_questions_are_asked_in_the_copy_too(
    service: Service, records: Records, tenant: Tenant
) -> None:
    question = make_audio_question(records, tenant, is_archived=True)
    interview = make_interview(records, tenant, question_ids=(question.id,))

    copy = copied(service, interview.id, targetTeamId=tenant.second_team_id)

    (there,) = service.get("/questions", teamId=tenant.second_team_id, archived="false").data["questions"]
    assert copy["questionIds"] == [there["id"]]


def make_asking(records: Records, tenant: Tenant, audio_questions: int) -> InterviewDetail:
    """Creates an interview with this many audio questions, a survey question and two AI text questions."""
    first = make_audio_question(records, tenant)
    questions = [
        first.changed(id=new_id(), title=f"Question {number:02d}") for number in range(audio_questions)
    ]
    unit = records.unit_of_work()
    for question in questions:
        unit.create(AUDIO_QUESTION, question)
    unit.commit()
    return make_interview(
        records,
        tenant,
        question_ids=tuple(question.id for question in questions),
        survey_questions=({"id": make_survey_question(records, tenant).id},),
        ai_text_question_ids=tuple(make_ai_text_question(records, tenant).id for _ in range(2)),
    )


def test_a_hundred_questions_are_copied_in_their_order(
    service: Service, records: Records, tenant: Tenant
) -> None:
    """They are more than one transaction can store, and fill a bucket of the listing."""
    interview, there = make_asking(records, tenant, 97), {"teamId": tenant.second_team_id}
    make_audio_question(records, in_second_team(tenant), title="was there")

    copy = copied(service, interview.id, targetTeamId=tenant.second_team_id)

    asked = service.get(f"/questions/interview/{copy['id']}", **there).data["questions"]
    assert [each["title"] for each in asked] == [f"Question {number:02d}" for number in range(97)]
    listed = service.get("/questions", pageSize=100, **there).data
    assert listed["pagination"]["total"] == 98
    assert [each["title"] for each in listed["questions"]] == [
        *(f"Question {number:02d}" for number in reversed(range(97))),
        "was there",
    ]
    assert (len(copy["surveyQuestions"]), len(copy["aiTextQuestionIds"])) == (1, 2)


@pytest.fixture
def divided(records: Records, tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> InterviewDetail:
    """An interview whose copy takes two transactions."""
    monkeypatch.setattr("gather.content.interviews.save_with_parts.MOST_WRITES", 4)
    return make_asking(records, tenant, 3)


def nothing_is_there(service: Service, tenant: Tenant) -> bool:
    there = {"teamId": tenant.second_team_id}
    return not any(
        service.get(path, **there).data["pagination"]["total"]
        for path in ("/interviews", "/questions", "/survey-questions", "/ai-text-questions")
    )


@pytest.mark.in_process
@pytest.mark.parametrize(
    ("failing", "is_written", "fault"),
    [
        (1, False, Conflict("The record is being changed by many others.")),
        (1, True, ServiceUnavailable("The service is busy.")),
        (2, False, Conflict("The record is being changed by many others.")),
    ],
)
def test_a_copy_that_fails_half_way_leaves_nothing_and_may_be_sent_again(
    service: Service,
    tenant: Tenant,
    divided: InterviewDetail,
    failing: int,
    is_written: bool,
    fault: Exception,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Either the first transaction fails or the last, and the first may have succeeded without an answer."""
    transactions, transact = 0, Table.transact

    def fail(self: Table, writes: Any) -> None:
        nonlocal transactions
        transactions += 1
        if transactions != failing or is_written:
            transact(self, writes)
        if transactions == failing:
            raise fault

    body, headers = {"targetTeamId": tenant.second_team_id}, {"Idempotency-Key": "copy-7"}
    path = f"/interviews/{divided.id}/copy"
    with monkeypatch.context() as patched:
        patched.setattr(Table, "transact", fail)
        refused = service.post(path, body, headers=headers)

    assert refused.status in (409, 503)
    assert nothing_is_there(service, tenant)
    assert service.post(path, body, headers=headers).status == 201
    assert service.get("/questions", teamId=tenant.second_team_id).data["pagination"]["total"] == 3
    assert service.post(path, body, headers=headers).headers["idempotent-replay"] == "true"


@pytest.mark.in_process
def test_a_process_that_dies_before_the_interview_leaves_no_half_copy(
    adapters: Adapters, service: Service, table: Table, tenant: Tenant, divided: InterviewDetail
) -> None:
    """Its questions may remain, but no interview has them; an interview that can be seen is whole."""

    class Killed(BaseException):
        pass

    transactions = 0

    def die(**_: object) -> None:
        nonlocal transactions
        transactions += 1
        if transactions == 2:
            raise Killed

    stop = during(adapters, "TransactWriteItems", die)
    with pytest.raises(Killed):
        service.post(f"/interviews/{divided.id}/copy", {"targetTeamId": tenant.second_team_id})
    stop()

    assert service.get("/interviews", teamId=tenant.second_team_id).data["pagination"]["total"] == 0
    assert events_of(table) == []


@pytest.mark.in_process
def test_questions_of_a_copy_that_may_have_been_stored_are_left_alone(
    service: Service, tenant: Tenant, divided: InterviewDetail, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer of the last transaction is lost: the interview exists, and so do its questions."""
    transactions, transact = 0, Table.transact

    def lose_the_answer(self: Table, writes: Any) -> None:
        nonlocal transactions
        transactions += 1
        transact(self, writes)
        if transactions == 2:
            raise ServiceUnavailable("The service is busy.")

    there = {"teamId": tenant.second_team_id}
    with monkeypatch.context() as patched:
        patched.setattr(Table, "transact", lose_the_answer)
        reply = service.post(f"/interviews/{divided.id}/copy", {"targetTeamId": tenant.second_team_id})

    assert reply.status == 503
    (copy,) = service.get("/interviews", **there).data["interviews"]
    assert len(service.get(f"/questions/interview/{copy['id']}", **there).data["questions"]) == 3

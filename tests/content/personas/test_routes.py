"""The persona of an AI interview (interface: AI interviews, rules 4 and 5)."""

import json
import logging

import pytest

from gather.content.personas.storage import PERSONA
from gather.table.records import Records
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.ai_interviews import DEFAULTS, SERVICE_TOPIC, patch, path_of, persona_of, told
from tests.builders.content import (
    make_ai_text_question,
    make_audio_question,
)
from tests.builders.outbox import events_of
from tests.builders.service import Service, Tenant
from tests.doubles.table_faults import during, fail, once_before
from tests.support.records import add_ai_text_question, post_ai_interview, post_replica

pytestmark = pytest.mark.routes


def test_an_interviewer_is_told_what_and_how_to_ask(
    service: Service, tenant: Tenant, records: Records
) -> None:
    spoken = make_audio_question(records, tenant, title="Shift", question_script="Which shift suits you?")
    interview = post_ai_interview(
        service,
        {"greetingMessage": "Welcome to the bar!", "language": "pt-BR", "timeoutSeconds": 45},
        questionIds=[spoken.id],
        aiTextQuestionIds=[
            add_ai_text_question(service, "Why us?"),
            add_ai_text_question(service, "Why coffee?"),
        ],
        jobDescriptionText="You make coffee.",
        welcomeInfo="We open at six.",
        scoreCardTopics=[SERVICE_TOPIC],
    )

    prompt = told(records, tenant, interview["id"])

    for text in ("Welcome to the bar!", "pt-BR", "45 seconds", "You make coffee.", "We open at six."):
        assert text in prompt
    assert "Service" in prompt
    assert "stays calm" in prompt
    places = [prompt.index(text) for text in ("Which shift suits you?", "Why us?", "Why coffee?")]
    assert places == sorted(places)


def _switched(*toggles: str) -> list[dict[str, object]]:
    return [{"aiConfiguration": {name: not DEFAULTS[name]}} for name in toggles]


BEHAVIOUR: list[dict[str, object]] = [
    *_switched(
        "askFollowUpQuestions",
        "askToElaborate",
        "digDeeper",
        "friendlyTone",
        "professionalTone",
        "conversationalStyle",
        "askCandidateQuestions",
    ),
    {"aiConfiguration": {"greetingMessage": "Hi!"}},
    {"aiConfiguration": {"language": "es"}},
    {"aiConfiguration": {"timeoutSeconds": 5}},
    {"language": "es"},
    {"displayName": "Head barista"},
    {"aiTextQuestionIds": []},
    {"jobDescriptionText": "You make tea."},
    {"welcomeInfo": "We open at six."},
]


APPEARANCE: list[dict[str, object]] = [
    *_switched(
        "audioOnly",
        "closedCaptions",
        "callRecording",
        "captureResponses",
    ),
    {"aiConfiguration": {"coachingType": "practice"}},
    {"aiConfiguration": {"friendlyTone": True}},
    {"aiConfiguration": {}},
    {"title": "Barista 2027"},
    {"keywords": ["coffee"]},
    {"status": 1},
]


@pytest.mark.parametrize("members", BEHAVIOUR, ids=json.dumps)
def test_a_change_of_behaviour_regenerates_the_persona(
    service: Service, tenant: Tenant, records: Records, members: dict[str, object]
) -> None:
    interview = post_ai_interview(service, aiTextQuestionIds=[add_ai_text_question(service)])
    before = persona_of(records, tenant, interview["id"])
    assert before is not None

    patch(service, interview, **members)

    after = persona_of(records, tenant, interview["id"])
    assert after is not None
    assert after.prompt != before.prompt
    assert (after.id, after.version, after.created_at) == (before.id, 2, before.created_at)


@pytest.mark.parametrize("members", APPEARANCE, ids=json.dumps)
def test_other_changes_leave_the_persona_and_read_nothing_for_it(
    adapters: Adapters,
    service: Service,
    tenant: Tenant,
    table: Table,
    records: Records,
    members: dict[str, object],
) -> None:
    interview = post_ai_interview(service, aiTextQuestionIds=[add_ai_text_question(service)])
    before = persona_of(records, tenant, interview["id"])
    reads: list[object] = []
    stop = during(adapters, "BatchGetItem", lambda **_: reads.append(1))

    patch(service, interview, **members)

    stop()
    assert persona_of(records, tenant, interview["id"]) == before
    assert reads == []


def test_a_patch_of_behaviour_reads_all_that_it_needs_at_once(
    adapters: Adapters, service: Service, table: Table
) -> None:
    interview = post_ai_interview(service, aiTextQuestionIds=[add_ai_text_question(service)])
    question_id, replica_id = (
        add_ai_text_question(service, "Why us?"),
        post_replica(service, name="Kim")["id"],
    )
    reads: list[object] = []
    stop = during(adapters, "BatchGetItem", lambda **_: reads.append(1))

    patch(service, interview, aiTextQuestionIds=[question_id], aiConfiguration={"replicaId": replica_id})

    stop()
    assert len(reads) == 1


def test_questions_in_another_order_are_told_in_that_order(
    service: Service, tenant: Tenant, records: Records
) -> None:
    first, second = add_ai_text_question(service, "Why us?"), add_ai_text_question(service, "Why coffee?")
    interview = post_ai_interview(service, aiTextQuestionIds=[first, second])

    patch(service, interview, aiTextQuestionIds=[second, first])

    prompt = told(records, tenant, interview["id"])
    assert prompt.index("Why coffee?") < prompt.index("Why us?")


def test_the_persona_follows_the_scorecard(service: Service, tenant: Tenant, records: Records) -> None:
    interview = post_ai_interview(service)
    path, interview_id = f"{path_of(interview)}/score-card-template", interview["id"]

    service.post(path, {"topics": [SERVICE_TOPIC]})
    assert "stays calm" in told(records, tenant, interview_id)

    service.patch(path, {"topics": [{"topic": "Tact", "weight": 5}]})
    assert "Tact" in told(records, tenant, interview_id)
    assert "stays calm" not in told(records, tenant, interview_id)
    version = persona_of(records, tenant, interview_id)

    service.patch(path, {"topics": [{"topic": "Tact", "weight": 50}]})
    assert persona_of(records, tenant, interview_id) == version

    service.delete(path)
    assert "Tact" not in told(records, tenant, interview_id)


@pytest.mark.in_process
def test_a_patch_and_a_scorecard_that_meet_are_both_told(
    adapters: Adapters, service: Service, tenant: Tenant, records: Records
) -> None:
    interview = post_ai_interview(service)
    path = f"{path_of(interview)}/score-card-template"
    once_before(adapters, "TransactWriteItems", lambda: service.post(path, {"topics": [SERVICE_TOPIC]}))

    patch(service, interview, jobDescriptionText="You make tea.")

    prompt = told(records, tenant, interview["id"])
    assert "stays calm" in prompt
    assert "You make tea." in prompt

    once_before(
        adapters, "TransactWriteItems", lambda: patch(service, interview, jobDescriptionText="You make soup.")
    )
    assert service.patch(path, {"topics": [{"topic": "Tact", "weight": 5}]}).status == 200

    prompt = told(records, tenant, interview["id"])
    assert "Tact" in prompt
    assert "You make soup." in prompt


@pytest.mark.in_process
def test_a_scorecard_that_meets_the_archiving_is_not_stored(
    adapters: Adapters, service: Service, records: Records
) -> None:
    interview = post_ai_interview(service)
    once_before(adapters, "TransactWriteItems", lambda: service.delete(path_of(interview)))

    reply = service.post(f"{path_of(interview)}/score-card-template", {"topics": [SERVICE_TOPIC]})

    assert reply.status == 404


def test_an_interview_without_a_persona_gets_one_when_its_behaviour_changes(
    service: Service, tenant: Tenant, records: Records
) -> None:
    interview = post_ai_interview(service)
    records.table.delete(PERSONA.key(tenant.team_id, interview["id"]))

    patch(service, interview, welcomeInfo="We open at six.")

    assert "We open at six." in told(records, tenant, interview["id"])


def test_the_persona_is_in_no_response_and_in_no_event(
    service: Service, table: Table, tenant: Tenant, records: Records
) -> None:
    question_id = add_ai_text_question(service)
    interview = post_ai_interview(service, aiTextQuestionIds=[question_id], scoreCardTopics=[SERVICE_TOPIC])
    candidate = {
        "firstName": "Ada",
        "lastName": "Lovelace",
        "email": "ada@example.com",
        "phone": "+14155550123",
    }
    candidate_id = service.post("/candidates", candidate).data["id"]
    invited = service.post(
        "/candidate-interviews", {"candidateId": candidate_id, "interviewId": interview["id"]}
    ).data
    persona = persona_of(records, tenant, interview["id"])
    assert persona is not None

    answers = [
        service.get("/interviews"),
        service.get("/interviews", search="barista"),
        service.get("/interviews", interviewType="ai_interviewer"),
        service.get(path_of(interview)),
        service.patch(path_of(interview), {"aiConfiguration": {"digDeeper": True}}),
        service.get(f"{path_of(interview)}/score-card-template"),
        service.post(f"{path_of(interview)}/score-card-template", {"topics": [SERVICE_TOPIC]}),
        service.get(f"/ai-text-questions/{question_id}"),
        service.get("/candidate-interviews", interviewId=interview["id"]),
        service.post("/jobs", {"title": "Barista", "type": "requisition", "interviewId": interview["id"]}),
        service.post(f"{path_of(interview)}/copy", {}),
        service.patch(
            "/interviews/bulk-update",
            {"interviewIds": [interview["id"]], "mode": "merge", "aiConfiguration": {"language": "es"}},
        ),
        service.public().get(f"/screening/{invited['inviteToken']}"),
        service.delete(path_of(interview)),
    ]

    for answer in answers:
        assert answer.status in (200, 201), answer.body
        shown = json.dumps([answer.body, dict(answer.headers)])
        for secret in ("persona", "prompt", persona.id, "You are the interviewer"):
            assert secret not in shown.lower() if secret.islower() else secret not in shown
    told_to_others = json.dumps(events_of(table), default=str)
    assert "You are the interviewer" not in told_to_others
    assert persona.id not in told_to_others


@pytest.mark.in_process
def test_the_persona_is_in_no_log(
    adapters: Adapters, service: Service, tenant: Tenant, records: Records, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        interview = post_ai_interview(service)
        patch(service, interview, aiConfiguration={"digDeeper": True})
        heal = fail(adapters, "TransactWriteItems", RuntimeError("what nobody expects"))
        assert service.patch(path_of(interview), {"aiConfiguration": {"digDeeper": False}}).status == 500
        heal()

    persona = persona_of(records, tenant, interview["id"])
    logged = str([line.__dict__ for line in caplog.records])
    for text in (repr(persona), logged):
        assert "You are the interviewer" not in text


def test_the_longest_ai_interview_is_stored_and_told(
    service: Service, tenant: Tenant, records: Records
) -> None:
    widest = "𝄞"
    text = widest * 9_999 + "a"
    question_ids = [
        make_ai_text_question(records, tenant, question_text=text, title=str(number)).id
        for number in range(12)
    ]
    topics = [
        {"topic": f"{number} {widest * 250}", "weight": 1, "description": widest * 700}
        for number in range(50)
    ]

    interview = post_ai_interview(
        service,
        {"greetingMessage": widest * 2_000},
        displayName=widest * 255,
        aiTextQuestionIds=question_ids,
        jobDescriptionText=text,
        welcomeInfo=text,
        description=text,
        scoreCardTopics=topics,
    )

    assert interview["jobDescriptionText"] == text
    assert len(told(records, tenant, interview["id"]).encode()) > 200_000
    assert service.get(f"{path_of(interview)}/score-card-template").status == 200

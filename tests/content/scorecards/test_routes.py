"""Scorecard templates over the HTTP interface (interface: Scorecards, rules 1 to 6)."""

from collections.abc import Callable
from typing import Any

import pytest

from gather.content.interviews.models import InterviewDetail, InterviewSurveyQuestion
from gather.content.interviews.storage import INTERVIEW
from gather.content.scorecards.storage import SCORECARD_SLOT, find_active_scorecard
from gather.content.survey_questions.models import SurveyType
from gather.core.identifiers import is_id, new_id
from gather.ports.evaluation import EvaluationTopic
from gather.ports.failure import EngineFailed
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from tests.builders.content import (
    make_ai_text_question,
    make_audio_question,
    make_interview,
    make_survey_question,
)
from tests.builders.service import Reply, Service, Tenant
from tests.doubles.engines import ScriptedEngines

pytestmark = pytest.mark.routes

COMMUNICATION = {
    "topic": "Communication",
    "weight": 60,
    "description": "Explains things clearly.",
    "lookingFor": ["examples", "structure"],
    "scoreDescriptions": {"level1": "Hard to follow.", "level3": "Clear.", "level5": "Vivid."},
}
TEAMWORK = {"topic": "Teamwork", "weight": 40}
DEFAULT_DESCRIPTION = "How well the candidate's answers demonstrate Teamwork, with concrete examples."


@pytest.fixture
def interview(records: Records, tenant: Tenant) -> InterviewDetail:
    return make_interview(records, tenant)


@pytest.fixture
def path(interview: InterviewDetail) -> str:
    return path_of(interview.id)


def path_of(interview_id: str) -> str:
    return f"/interviews/{interview_id}/score-card-template"


def create(service: Service, path: str, *topics: dict[str, Any]) -> dict[str, Any]:
    reply = service.post(path, {"topics": topics or [TEAMWORK]})
    assert reply.status == 201, reply.body
    template: dict[str, Any] = reply.data["scoreCardTemplate"]
    return template


def history(table: Table, tenant: Tenant, interview: InterviewDetail) -> set[tuple[str, int, bool]]:
    """Id, version and state of every version that is kept, and nothing of the slot."""
    slot = SCORECARD_SLOT.key(tenant.team_id, interview.id)
    items = table.query_all(KeyRange(slot.pk, begins_with="SCORECARD#"), consistent=True)
    return {(item["id"], item["version"], item["isActive"]) for item in items if item["sk"] != slot.sk}


def archive(records: Records, interview: InterviewDetail) -> None:
    stored = records.get(INTERVIEW, interview.team_id, interview.id)
    unit = records.unit_of_work()
    unit.replace(stored, stored.record.changed(archived_at="2026-02-01T00:00:00.000Z"))
    unit.commit()


def test_a_template_is_returned_with_every_field_of_the_record(
    service: Service, path: str, interview: InterviewDetail
) -> None:
    template = create(service, path, COMMUNICATION, TEAMWORK)

    assert is_id(template["id"])
    assert template == {
        "id": template["id"],
        "interviewId": interview.id,
        "topics": [
            COMMUNICATION,
            {
                "topic": "Teamwork",
                "weight": 40,
                "description": DEFAULT_DESCRIPTION,
                "lookingFor": None,
                "scoreDescriptions": None,
            },
        ],
        "version": 1,
        "isActive": True,
        "createdAt": template["createdAt"],
        "updatedAt": template["createdAt"],
    }
    assert service.get(path).data == {"scoreCardTemplate": template}


def test_levels_may_be_numbered_and_are_returned_as_level_n(service: Service, path: str) -> None:
    descriptions = {"1": "None.", "2": "Little.", "level4": "Much.", "5": "All."}

    template = create(service, path, {**TEAMWORK, "scoreDescriptions": descriptions})

    assert template["topics"][0]["scoreDescriptions"] == {
        "level1": "None.",
        "level2": "Little.",
        "level4": "Much.",
        "level5": "All.",
    }


@pytest.mark.parametrize(
    ("topics", "faulty"),
    [
        (None, {"topics"}),
        ([], {"topics"}),
        ("Teamwork", {"topics"}),
        ([{**TEAMWORK, "topic": f"Topic {number}"} for number in range(51)], {"topics"}),
        (
            [
                {"topic": "", "weight": 101},
                {"weight": -1, "description": 7},
                {"topic": "Teamwork", "lookingFor": ["help", 7]},
                {"topic": "Teamwork ", "weight": 1, "scoreDescriptions": {"1": 1}},
                {"topic": "teamWORK", "weight": "40"},
            ],
            {
                "topics[0].topic",
                "topics[0].weight",
                "topics[1].topic",
                "topics[1].weight",
                "topics[1].description",
                "topics[2].weight",
                "topics[2].lookingFor[1]",
                "topics[3].topic",
                "topics[3].scoreDescriptions.1",
                "topics[4].topic",
                "topics[4].weight",
            },
        ),
        (
            [
                {
                    "topic": f"Topic {number}",
                    "weight": 1,
                    "description": "ü" * 2_000,
                    "scoreDescriptions": {str(level): "ü" * 2_000 for level in range(1, 6)},
                }
                for number in range(10)
            ],
            {"topics"},
        ),
    ],
)
def test_every_fault_is_named_at_once_and_nothing_is_written(
    service: Service, path: str, topics: object, faulty: set[str]
) -> None:
    for send in (service.post, service.patch):
        reply = send(path, {"topics": topics})
        assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
        assert reply.faulty_fields == faulty
    assert service.get(path).status == 404


def test_the_largest_template_that_is_accepted_is_stored(service: Service, path: str) -> None:
    topics = [{"topic": f"Topic {number}", "weight": 2, "description": "ü" * 1_900} for number in range(50)]

    template = create(service, path, *topics)

    assert service.get(path).data["scoreCardTemplate"] == template


def test_an_interview_without_a_template_returns_404(
    service: Service, path: str, interview: InterviewDetail
) -> None:
    for reply in (service.get(path), service.patch(path, {"topics": [TEAMWORK]}), service.delete(path)):
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "scorecard template", "id": interview.id}


def test_a_second_template_takes_the_place_of_the_first_which_is_kept(
    service: Service, path: str, table: Table, tenant: Tenant, interview: InterviewDetail
) -> None:
    first = create(service, path, COMMUNICATION)
    second = create(service, path, TEAMWORK)

    assert second["id"] != first["id"]
    assert (second["version"], second["isActive"]) == (1, True)
    assert service.get(path).data["scoreCardTemplate"] == second
    assert history(table, tenant, interview) == {(first["id"], 1, False), (second["id"], 1, True)}


def test_a_patch_replaces_the_topics_as_the_next_version(
    service: Service, path: str, table: Table, tenant: Tenant, interview: InterviewDetail
) -> None:
    first = create(service, path, COMMUNICATION)

    changed = service.patch(path, {"topics": [TEAMWORK]}).data["scoreCardTemplate"]

    assert (changed["id"], changed["createdAt"]) == (first["id"], first["createdAt"])
    assert (changed["version"], changed["isActive"]) == (2, True)
    assert [topic["topic"] for topic in changed["topics"]] == ["Teamwork"]
    assert service.get(path).data["scoreCardTemplate"] == changed
    assert history(table, tenant, interview) == {(first["id"], 1, False), (first["id"], 2, True)}


def test_a_deleted_template_is_inactive_history(
    service: Service, path: str, table: Table, tenant: Tenant, interview: InterviewDetail
) -> None:
    template = create(service, path)

    deleted = service.delete(path).data["scoreCardTemplate"]

    assert deleted == {**template, "isActive": False, "updatedAt": deleted["updatedAt"]}
    assert service.get(path).status == 404
    assert service.delete(path).status == 404
    assert history(table, tenant, interview) == {(template["id"], 1, False)}
    successor = create(service, path)
    assert successor["id"] != template["id"]
    assert history(table, tenant, interview) == {(template["id"], 1, False), (successor["id"], 1, True)}


def test_evaluations_read_the_active_template(
    service: Service, path: str, records: Records, tenant: Tenant, interview: InterviewDetail
) -> None:
    assert find_active_scorecard(records, tenant.team_id, interview.id) is None
    template = create(service, path, COMMUNICATION)

    active = find_active_scorecard(records, tenant.team_id, interview.id)
    assert active is not None
    assert (active.id, active.topics[0].looking_for) == (template["id"], ("examples", "structure"))

    service.delete(path)
    assert find_active_scorecard(records, tenant.team_id, interview.id) is None


def every_call(service: Service, path: str) -> list[Reply]:
    body = {"topics": [TEAMWORK]}
    return [service.get(path), service.post(path, body), service.patch(path, body), service.delete(path)]


def test_the_scorecard_of_an_archived_interview_is_read_only(
    service: Service, records: Records, tenant: Tenant
) -> None:
    archived = make_interview(records, tenant)
    create(service, path_of(archived.id))
    archive(records, archived)

    read, *others = sorted(every_call(service, path_of(archived.id)), key=lambda reply: reply.status)

    assert read.data["scoreCardTemplate"]["isActive"]
    assert {reply.status for reply in others} == {404}


def test_an_interview_that_is_absent_or_another_tenants_is_404(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    theirs = make_interview(records, other_tenant)
    create(service.using(other_tenant.key), path_of(theirs.id))

    for identifier in (theirs.id, new_id(), "not-a-uuid"):
        for reply in every_call(service, path_of(identifier)):
            assert reply.status == 404
            assert reply.error["details"] == {"resource": "interview", "id": identifier}
    assert find_active_scorecard(records, other_tenant.team_id, theirs.id) is not None


def test_changes_against_an_older_version_are_refused(service: Service, path: str) -> None:
    create(service, path)
    seen = {"If-Match": service.get(path).headers["etag"]}
    body = {"topics": [COMMUNICATION]}
    current = service.post(path, body, headers=seen)
    assert current.status == 201

    for reply in (
        service.post(path, body, headers=seen),
        service.patch(path, body, headers=seen),
        service.request("DELETE", path, headers=seen),
    ):
        assert (reply.status, reply.error["code"]) == (412, "PRECONDITION_FAILED")
    assert service.get(path).data == current.data
    assert service.get(path).headers["etag"] == current.headers["etag"]
    assert service.patch(path, body, headers={"If-Match": current.headers["etag"]}).status == 200


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Lets something happen between the reading and the writing of the next request."""

    def arrange(happen: Callable[[], object]) -> None:
        transact = Table.transact

        def interrupted(table: Table, writes: list[dict[str, Any]]) -> None:
            monkeypatch.setattr(Table, "transact", transact)
            happen()
            transact(table, writes)

        monkeypatch.setattr(Table, "transact", interrupted)

    return arrange


@pytest.mark.parametrize("existing", [False, True])
def test_exactly_one_of_concurrent_templates_is_active(
    service: Service,
    path: str,
    table: Table,
    tenant: Tenant,
    interview: InterviewDetail,
    meanwhile: Callable[[Callable[[], object]], None],
    existing: bool,
) -> None:
    if existing:
        create(service, path)
    faster: list[dict[str, Any]] = []
    meanwhile(lambda: faster.append(create(service, path, COMMUNICATION)))

    slower = create(service, path, TEAMWORK)

    kept = history(table, tenant, interview)
    assert {entry for entry in kept if entry[2]} == {(slower["id"], 1, True)}
    assert (faster[0]["id"], 1, False) in kept
    assert len(kept) == 2 + existing
    assert service.get(path).data["scoreCardTemplate"] == slower


@pytest.mark.in_process
def test_a_patch_that_meets_another_builds_on_it(
    service: Service, path: str, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    create(service, path)
    meanwhile(lambda: service.patch(path, {"topics": [COMMUNICATION]}))

    changed = service.patch(path, {"topics": [TEAMWORK]}).data["scoreCardTemplate"]

    assert changed["version"] == 3


@pytest.mark.in_process
def test_a_patch_that_meets_a_delete_does_not_bring_the_template_back(
    service: Service, path: str, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    create(service, path)
    meanwhile(lambda: service.delete(path))

    assert service.patch(path, {"topics": [TEAMWORK]}).status == 404
    assert service.get(path).status == 404


def test_a_template_that_meets_the_archiving_of_its_interview_is_not_stored(
    service: Service,
    path: str,
    records: Records,
    table: Table,
    tenant: Tenant,
    interview: InterviewDetail,
    meanwhile: Callable[[Callable[[], object]], None],
) -> None:
    meanwhile(lambda: archive(records, interview))

    reply = service.post(path, {"topics": [TEAMWORK]})

    assert (reply.status, reply.error["details"]["resource"]) == (404, "interview")
    assert history(table, tenant, interview) == set()


JOB = "We look for a warehouse associate who works safely in a team."
SUGGEST = "/score-card-templates/suggest-topics"


def generate(service: Service, interview_id: str) -> Reply:
    return service.post(f"{path_of(interview_id)}/generate")


def assert_can_be_stored(service: Service, path: str, topics: list[dict[str, Any]]) -> None:
    """The topics are complete, weigh 100 in all, and are taken as they are."""
    assert topics
    assert sum(topic["weight"] for topic in topics) == 100
    assert all(topic["topic"] and topic["description"] for topic in topics)
    stored = service.post(path, {"topics": topics})
    assert stored.status == 201
    assert stored.data["scoreCardTemplate"]["topics"] == topics


@pytest.mark.usefixtures("engines")
def test_a_template_is_suggested_for_an_interview_and_not_stored(
    service: Service, path: str, interview: InterviewDetail, records: Records, tenant: Tenant
) -> None:
    reply = generate(service, interview.id)

    assert reply.status == 200
    template = reply.data["scoreCardTemplate"]
    assert template == {
        "id": None,
        "interviewId": interview.id,
        "topics": template["topics"],
        "version": 0,
        "isActive": False,
        "createdAt": template["createdAt"],
        "updatedAt": template["createdAt"],
    }
    assert template["topics"][0].keys() == {
        "topic",
        "weight",
        "description",
        "lookingFor",
        "scoreDescriptions",
    }
    assert service.get(path).status == 404
    assert history(records.table, tenant, interview) == set()
    assert_can_be_stored(service, path, template["topics"])


@pytest.mark.usefixtures("engines")
def test_a_suggestion_leaves_the_active_template(
    service: Service, path: str, interview: InterviewDetail
) -> None:
    create(service, path)
    before = service.get(path)

    assert generate(service, interview.id).status == 200

    after = service.get(path)
    assert (after.data, after.headers["etag"]) == (before.data, before.headers["etag"])


@pytest.mark.usefixtures("engines")
def test_topics_are_suggested_for_a_job_or_questions_and_not_stored(service: Service, path: str) -> None:
    bodies: list[dict[str, object]] = [
        {"jobDescriptionText": JOB},
        {"questions": ["How do you treat a rude customer?"]},
        {"jobDescriptionText": "", "questions": ["How do you treat a rude customer?"]},
        {"jobDescriptionText": JOB, "questions": []},
    ]
    for body in bodies:
        reply = service.post(SUGGEST, body)
        assert (reply.status, reply.data.keys()) == (200, {"topics"})
    assert service.get(path).status == 404
    assert_can_be_stored(service, path, service.post(SUGGEST, bodies[0]).data["topics"])


@pytest.mark.parametrize(
    ("body", "faulty"),
    [
        ({}, {"jobDescriptionText"}),
        ({"jobDescriptionText": " ", "questions": []}, {"jobDescriptionText"}),
        ({"jobDescriptionText": None, "questions": None}, {"jobDescriptionText"}),
        (
            {"jobDescriptionText": 7, "questions": ["Why?", " ", 8, "x" * 2_001]},
            {"jobDescriptionText", "questions[1]", "questions[2]", "questions[3]"},
        ),
        ({"jobDescriptionText": "x" * 10_001, "questions": "Why?"}, {"jobDescriptionText", "questions"}),
        ({"questions": ["Why?"] * 101}, {"questions"}),
    ],
)
def test_every_fault_of_what_topics_are_suggested_for_is_named_at_once(
    service: Service, body: dict[str, object], faulty: set[str]
) -> None:
    reply = service.post(SUGGEST, body)

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == faulty


def test_nothing_is_suggested_for_an_interview_that_is_absent_archived_or_another_tenants(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    archived = make_interview(records, tenant)
    archive(records, archived)

    for identifier in (archived.id, make_interview(records, other_tenant).id, new_id(), "not-a-uuid"):
        reply = generate(service, identifier)
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "interview", "id": identifier}


def test_a_suggestion_is_made_from_the_job_and_from_what_candidates_are_asked_in_its_order(
    service: Service, records: Records, tenant: Tenant, engines: ScriptedEngines
) -> None:
    recorded = make_audio_question(records, tenant, title="Why coffee?")
    spoken = make_audio_question(records, tenant, title="Latte", question_script="How do you make a latte?")
    told = make_ai_text_question(records, tenant, title="Guests", question_text="Who was your best guest?")
    written = make_survey_question(records, tenant, type=SurveyType.FREE_TEXT, title="What drives you?")
    scored_by_itself = make_survey_question(records, tenant, title="Can you start at six?")
    asked = {
        "question_ids": (spoken.id, recorded.id),
        "ai_text_question_ids": (told.id,),
        "survey_questions": tuple(
            InterviewSurveyQuestion(id=each.id) for each in (scored_by_itself, written)
        ),
    }
    described = make_interview(records, tenant, job_description_text=JOB, **asked)
    bare = make_interview(records, tenant, title="Barista")

    assert generate(service, described.id).status == 200
    assert generate(service, bare.id).status == 200
    assert service.post(SUGGEST, {"questions": [" Why? "]}).status == 200

    assert engines.the_evaluation.suggestions == [
        (
            JOB,
            ["How do you make a latte?", "Why coffee?", "Who was your best guest?", "What drives you?"],
        ),
        ("Barista", []),
        ("", ["Why?"]),
    ]


def test_whatever_the_engine_suggests_can_be_stored(
    service: Service, path: str, interview: InterviewDetail, engines: ScriptedEngines
) -> None:
    engines.the_evaluation.topics = [
        EvaluationTopic("Teamwork", 40),
        EvaluationTopic(" teamwork", 30, "Helps others."),
        EvaluationTopic("x" * 300, 30, "y" * 4_000, ("", "z" * 600), {"level1": "w" * 4_000}),
    ]

    topics = generate(service, interview.id).data["scoreCardTemplate"]["topics"]

    assert [len(topic["topic"]) for topic in topics] == [len("Teamwork"), 255]
    assert (topics[0]["weight"], topics[0]["description"]) == (70, DEFAULT_DESCRIPTION)
    assert_can_be_stored(service, path, topics)


@pytest.mark.parametrize("retryable", [True, False])
def test_an_engine_that_fails_makes_the_service_unavailable(
    service: Service, path: str, engines: ScriptedEngines, retryable: bool
) -> None:
    for target in (f"{path}/generate", SUGGEST):
        body = {"jobDescriptionText": JOB}
        engines.the_evaluation.failures = [EngineFailed(retryable=retryable, reason="The engine is busy")]

        reply = service.post(target, body)

        assert (reply.status, reply.error["code"]) == (503, "SERVICE_UNAVAILABLE")
        assert reply.body.keys() == {"error", "meta"}
        assert service.post(target, body).status == 200

"""Scorecard templates over the HTTP interface (interface: Scorecard template; answers: scorecard)."""

from collections.abc import Callable
from typing import Any

import pytest

from gather.domain.interview import InterviewDetail
from gather.identifiers import is_id, new_id
from gather.table import keys
from gather.table.kinds import INTERVIEW
from gather.table.records import Records
from gather.table.scorecards import active_scorecard
from gather.table.store import KeyRange, Table
from tests.builders.content import make_interview
from tests.builders.service import Reply, Service, Tenant

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
    slot = keys.active_scorecard(tenant.team_id, interview.id)
    items = table.query_all(KeyRange(slot.pk, begins_with="SCORECARD#"), consistent=True)
    return {(item["id"], item["version"], item["isActive"]) for item in items if item["sk"] != slot.sk}


def archive(records: Records, interview: InterviewDetail) -> None:
    stored = records.get(INTERVIEW, interview.team_id, interview.id)
    transaction = records.transaction()
    transaction.replace(stored, stored.record.changed(archived_at="2026-02-01T00:00:00.000Z"))
    transaction.commit()


def test_a_template_is_answered_with_every_field_of_the_record(
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


def test_levels_may_be_numbered_and_are_answered_as_level_n(service: Service, path: str) -> None:
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


def test_an_interview_without_a_template_answers_404(
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
    assert active_scorecard(records, tenant.team_id, interview.id) is None
    template = create(service, path, COMMUNICATION)

    active = active_scorecard(records, tenant.team_id, interview.id)
    assert active is not None
    assert (active.id, active.topics[0].looking_for) == (template["id"], ("examples", "structure"))

    service.delete(path)
    assert active_scorecard(records, tenant.team_id, interview.id) is None


def every_call(service: Service, path: str) -> list[Reply]:
    body = {"topics": [TEAMWORK]}
    return [service.get(path), service.post(path, body), service.patch(path, body), service.delete(path)]


def test_an_interview_that_is_absent_archived_or_another_tenants_is_404(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    archived = make_interview(records, tenant)
    create(service, path_of(archived.id))
    archive(records, archived)
    theirs = make_interview(records, other_tenant)
    create(service.using(other_tenant.key), path_of(theirs.id))

    for identifier in (archived.id, theirs.id, new_id(), "not-a-uuid"):
        for reply in every_call(service, path_of(identifier)):
            assert reply.status == 404
            assert reply.error["details"] == {"resource": "interview", "id": identifier}
    assert active_scorecard(records, other_tenant.team_id, theirs.id) is not None


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
def test_of_concurrent_templates_exactly_one_is_active(
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

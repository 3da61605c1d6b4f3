"""AI text questions over the HTTP interface (interface: AI text questions, rules 1 and 2)."""

import pytest

from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.outbox import entries_of
from tests.builders.service import Service, Tenant
from tests.doubles.table_faults import during
from tests.support.records import GUESTS, post_ai_text_question

pytestmark = pytest.mark.routes

PATH = "/ai-text-questions"


def test_an_ai_text_question_is_returned_with_every_field_of_the_record(
    service: Service, tenant: Tenant
) -> None:
    reply = service.post(PATH, {"title": "Guests", "questionText": GUESTS, "description": "Service"})

    question = reply.data["aiTextQuestion"]
    assert reply.status == 201
    assert question == {
        "id": question["id"],
        "title": "Guests",
        "description": "Service",
        "questionText": "How did you calm an angry guest?",
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": question["createdAt"],
        "updatedAt": question["createdAt"],
        "archivedAt": None,
    }
    assert service.get(f"{PATH}/{question['id']}").data == {"aiTextQuestion": question}


@pytest.mark.parametrize(
    ("body", "faulty"),
    [
        ({}, {"title", "questionText"}),
        ({"title": " ", "questionText": "", "description": 7}, {"title", "questionText", "description"}),
        ({"title": 7, "questionText": ["Why?"]}, {"title", "questionText"}),
        ({"title": "x" * 256, "questionText": "x" * 10_001}, {"title", "questionText"}),
        ({"title": "Why", "questionText": "?!"}, {"questionText"}),
        ({"title": None, "questionText": None}, {"title", "questionText"}),
    ],
)
def test_every_fault_is_named_at_once_and_nothing_is_written(
    service: Service, body: dict[str, object], faulty: set[str]
) -> None:
    reply = service.post(PATH, body)

    assert (reply.status, reply.faulty_fields) == (400, faulty)
    assert service.get(PATH).data["pagination"]["total"] == 0


def test_a_patch_changes_what_it_names_and_null_clears(service: Service) -> None:
    question = post_ai_text_question(service, description="Service")
    path = f"{PATH}/{question['id']}"

    changed = service.patch(path, {"questionText": "Who was your best guest?", "description": None}).data[
        "aiTextQuestion"
    ]

    assert changed == {
        **question,
        "questionText": "Who was your best guest?",
        "description": None,
        "updatedAt": changed["updatedAt"],
    }
    assert service.get(path).data["aiTextQuestion"] == changed


@pytest.mark.parametrize(
    "body", [{"title": None, "questionText": None}, {"title": "", "questionText": "..."}]
)
def test_a_patch_that_leaves_nothing_to_ask_is_refused(service: Service, body: dict[str, object]) -> None:
    question = post_ai_text_question(service)
    path = f"{PATH}/{question['id']}"

    reply = service.patch(path, body)

    assert (reply.status, reply.faulty_fields) == (400, {"title", "questionText"})
    assert service.get(path).data["aiTextQuestion"] == question


@pytest.mark.in_process
def test_a_patch_and_an_archiving_that_meet_both_count(
    adapters: Adapters, service: Service, table: Table
) -> None:
    path = f"{PATH}/{post_ai_text_question(service)['id']}"

    def archive(**_: object) -> None:
        stop()
        assert service.delete(path).status == 200

    stop = during(adapters, "PutItem", archive)

    reply = service.patch(path, {"description": "Service"})

    question = service.get(path).data["aiTextQuestion"]
    assert (reply.status, reply.data["aiTextQuestion"]) == (200, question)
    assert question["description"] == "Service"
    assert question["archivedAt"] is not None
    assert service.get(PATH, archived="true").data["pagination"]["total"] == 1
    assert service.get(PATH, archived="false").data["pagination"]["total"] == 0


@pytest.mark.parametrize("change", [{"questionText": "Who was your best guest?"}, {"title": "Best guest"}])
def test_another_wording_is_told_to_the_ai_interviewers_that_ask_it(
    service: Service, table: Table, tenant: Tenant, change: dict[str, object]
) -> None:
    question = post_ai_text_question(service)

    assert service.patch(f"{PATH}/{question['id']}", change).status == 200

    (task,) = entries_of(table, "TASK")
    assert (task["name"], task["payload"]) == ("refresh_personas", {"questionId": question["id"]})
    assert (task["organizationId"], task["teamId"]) == (tenant.organization_id, tenant.team_id)


def test_a_change_that_keeps_the_wording_reaches_no_interviewer(service: Service, table: Table) -> None:
    question = post_ai_text_question(service)
    path, unchanged = f"{PATH}/{question['id']}", {"questionText": question["questionText"]}

    for change in ({"description": "Service"}, unchanged, {}, {"title": None}):
        service.patch(path, change)
    service.patch(path, {"title": "Other"}, headers={"If-Match": '"1"'})
    service.delete(path)

    assert entries_of(table, "TASK") == []

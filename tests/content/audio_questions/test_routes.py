"""Audio questions over the HTTP interface (interface: Audio questions, rules 1 to 6)."""

from typing import Any

import pytest

from gather.core.identifiers import new_id
from gather.table.records import Records
from gather.table.store import Table
from tests.builders.content import make_ai_text_question, make_interview
from tests.builders.outbox import tasks_of
from tests.builders.service import Service, Tenant
from tests.support.records import RECORDING, post_question

pytestmark = pytest.mark.routes


def narrator(service: Service, number: int = 0) -> str:
    identifier: str = service.get("/narrators").data["narrators"][number]["id"]
    return identifier


def add_script(service: Service, script: str = "Why do you want to work with us?") -> dict[str, Any]:
    return post_question(service, audioURL=None, questionScript=script, narratorId=narrator(service))


def source_of(question: dict[str, Any]) -> list[Any]:
    """Returns the members that no worker changes; its speech and the time of a change may differ."""
    return [question[name] for name in ("questionScript", "narratorId", "title", "description", "archivedAt")]


def test_a_recorded_question_is_returned_with_every_field_of_the_record(
    service: Service, tenant: Tenant
) -> None:
    question = post_question(service, description="Motivation")

    assert question == {
        "id": question["id"],
        **RECORDING,
        "description": "Motivation",
        "narratorId": None,
        "questionScript": None,
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": question["createdAt"],
        "updatedAt": question["createdAt"],
        "archivedAt": None,
    }
    assert service.get(f"/questions/{question['id']}").data == {"question": question}


def test_a_script_waits_for_its_audio_and_shows_nothing_of_how_it_is_made(service: Service) -> None:
    question = add_script(service)

    assert question["audioURL"] is None
    assert question["questionScript"] == "Why do you want to work with us?"
    assert question["narratorId"] == narrator(service)
    assert not question.keys() & {"speechVersionId", "speechToken"}


@pytest.mark.parametrize("ignored", ["A script.", "", 7, ["no", "text"], "x" * 20_000])
@pytest.mark.beyond_the_document("what is ignored may hold anything")
def test_beside_a_recording_script_and_narrator_are_ignored(service: Service, ignored: object) -> None:
    question = post_question(service, questionScript=ignored, narratorId=new_id())

    assert (question["audioURL"], question["questionScript"], question["narratorId"]) == (
        RECORDING["audioURL"],
        None,
        None,
    )


@pytest.mark.parametrize(
    ("source", "faulty"),
    [
        ({}, {"audioURL"}),
        ({"audioURL": None, "questionScript": None}, {"audioURL"}),
        ({"narratorId": new_id()}, {"audioURL"}),
        ({"questionScript": "Why us?"}, {"narratorId"}),
        ({"questionScript": " … "}, {"questionScript", "narratorId"}),
        ({"audioURL": "why-us.mp3"}, {"audioURL"}),
        ({"audioURL": 7, "questionScript": "Why us?"}, {"audioURL"}),
        ({"questionScript": 7}, {"questionScript", "narratorId"}),
        ({"questionScript": "x" * 10_001, "narratorId": new_id()}, {"questionScript"}),
    ],
)
def test_a_question_without_a_usable_audio_source_is_refused_with_all_its_faults(
    service: Service, source: dict[str, object], faulty: set[str]
) -> None:
    reply = service.post("/questions", {"title": "", "description": False, **source})

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {"title", "description", *faulty}
    assert service.get("/questions").data["pagination"]["total"] == 0


def test_an_unknown_narrator_is_404_and_nothing_is_written(service: Service) -> None:
    unknown = new_id()

    reply = service.post("/questions", {"title": "Why", "questionScript": "Why?", "narratorId": unknown})

    assert reply.status == 404
    assert reply.error["details"] == {"resource": "narrator", "id": unknown, "field": "narratorId"}
    assert service.get("/questions").data["pagination"]["total"] == 0


def test_a_patch_changes_what_it_names_and_null_clears(service: Service) -> None:
    question = post_question(service, description="Motivation")
    path = f"/questions/{question['id']}"

    changed = service.patch(path, {"title": "Why here?", "description": None}).data["question"]

    assert changed == {
        **question,
        "title": "Why here?",
        "description": None,
        "updatedAt": changed["updatedAt"],
    }
    assert service.get(path).data["question"] == changed


def test_another_script_takes_the_place_of_a_recording_once_it_has_a_narrator(service: Service) -> None:
    path = f"/questions/{post_question(service)['id']}"

    refused = service.patch(path, {"questionScript": "Why us?"})
    accepted = service.patch(path, {"questionScript": "Why us?", "narratorId": narrator(service)})

    assert (refused.status, refused.faulty_fields) == (400, {"narratorId"})
    question = accepted.data["question"]
    assert (question["audioURL"], question["questionScript"]) == (None, "Why us?")


def test_another_wording_is_told_to_the_ai_interviewers_that_ask_it(service: Service, table: Table) -> None:
    recorded, scripted = post_question(service), add_script(service)

    for question, change in (
        (recorded, {"title": "Why here?"}),
        (recorded, {"description": "Motivation"}),
        (scripted, {"questionScript": "What drives you?"}),
        (scripted, {"title": "Drive"}),
        (scripted, {"narratorId": narrator(service, 1)}),
    ):
        assert service.patch(f"/questions/{question['id']}", change).status == 200

    told = [payload for name, payload in tasks_of(table) if name == "refresh_personas"]
    assert told == [{"questionId": recorded["id"]}, {"questionId": scripted["id"]}]


@pytest.mark.beyond_the_document("what is ignored may hold anything")
def test_a_recording_takes_the_place_of_speech(service: Service) -> None:
    question = add_script(service)

    changed = service.patch(
        f"/questions/{question['id']}",
        {"audioURL": RECORDING["audioURL"], "questionScript": 7, "narratorId": new_id()},
    ).data["question"]

    assert changed["audioURL"] == RECORDING["audioURL"]
    assert (changed["questionScript"], changed["narratorId"]) == (
        question["questionScript"],
        question["narratorId"],
    )


@pytest.mark.parametrize(
    ("change", "faulty"),
    [
        ({"title": None, "questionScript": None}, {"title"}),
        ({"questionScript": None}, {"audioURL"}),
        ({"narratorId": None}, {"narratorId"}),
        ({"questionScript": "?!", "narratorId": None}, {"questionScript", "narratorId"}),
        ({"title": 1, "audioURL": "ftp://example.com/a.mp3"}, {"title", "audioURL"}),
    ],
)
def test_a_patch_that_leaves_no_usable_audio_source_is_refused(
    service: Service, change: dict[str, object], faulty: set[str]
) -> None:
    question = add_script(service)
    path = f"/questions/{question['id']}"

    reply = service.patch(path, change)

    assert (reply.status, reply.faulty_fields) == (400, faulty)
    assert source_of(service.get(path).data["question"]) == source_of(question)


def test_a_patch_to_an_unknown_narrator_is_404_and_changes_nothing(service: Service) -> None:
    question = add_script(service)
    path = f"/questions/{question['id']}"

    reply = service.patch(path, {"title": "Other", "narratorId": new_id()})

    assert (reply.status, reply.error["details"]["field"]) == (404, "narratorId")
    assert source_of(service.get(path).data["question"]) == source_of(question)


def test_the_audio_questions_of_an_interview_come_in_its_order(
    service: Service, tenant: Tenant, records: Records
) -> None:
    first, second, _ = (post_question(service, title=title)["id"] for title in ("First", "Second", "Third"))
    told = make_ai_text_question(records, tenant)
    interview = make_interview(records, tenant, question_ids=(second, first), ai_text_question_ids=(told.id,))

    questions = service.get(f"/questions/interview/{interview.id}").data["questions"]

    assert [question["title"] for question in questions] == ["Second", "First"]
    assert questions[0] == service.get(f"/questions/{second}").data["question"]


def test_an_interview_without_audio_questions_has_none(
    service: Service, tenant: Tenant, records: Records
) -> None:
    interview = make_interview(records, tenant)

    assert service.get(f"/questions/interview/{interview.id}").data == {"questions": []}


def test_the_questions_of_an_interview_that_is_not_there_are_404(
    service: Service, tenant: Tenant, other_tenant: Tenant, records: Records
) -> None:
    theirs = make_interview(records, other_tenant).id

    for identifier in (theirs, new_id(), "not-a-uuid"):
        reply = service.get(f"/questions/interview/{identifier}")
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "interview", "id": identifier}

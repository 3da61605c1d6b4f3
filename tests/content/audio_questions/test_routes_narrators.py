"""Narrators over the HTTP interface (interface: Audio questions, rule 7)."""

import pytest

from gather.core.identifiers import is_id
from tests.builders.service import UNKNOWN_ID, Service
from tests.support.records import RECORDING, post_question

pytestmark = pytest.mark.routes


def test_narrators_are_the_voices_of_the_speech_engine(service: Service) -> None:
    narrators = service.get("/narrators").data["narrators"]

    assert len(narrators) > 1
    assert len({narrator["id"] for narrator in narrators}) == len(narrators)
    for narrator in narrators:
        assert set(narrator) == {"id", "name", "language", "gender", "description"}
        assert is_id(narrator["id"])
        assert narrator["gender"] in ("female", "male")
        assert service.get(f"/narrators/{narrator['id']}").data == {"narrator": narrator}


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid"])
def test_an_unknown_narrator_is_404(service: Service, identifier: str) -> None:
    reply = service.get(f"/narrators/{identifier}")

    assert reply.status == 404
    assert reply.error["details"] == {"resource": "narrator", "id": identifier}


def test_narrators_are_listed_by_the_language_that_they_speak(service: Service) -> None:
    everybody = service.get("/narrators").data["narrators"]
    germans = service.get("/narrators", language="de").data["narrators"]

    assert germans == [each for each in everybody if each["language"].startswith("de-")] != []
    for code in ("de-DE", "DE-de"):
        found = service.get("/narrators", language=code).data["narrators"]
        assert {each["language"] for each in found} == {"de-DE"}


@pytest.mark.parametrize("language", ["tlh", "de-LI", "den"])
def test_a_language_that_no_narrator_speaks_has_none(service: Service, language: str) -> None:
    reply = service.get("/narrators", language=language)

    assert (reply.status, reply.data) == (200, {"narrators": []})


@pytest.mark.parametrize("language", ["", "German", "de_DE", "de-", "*"])
def test_a_value_that_is_no_language_code_is_refused_by_name(service: Service, language: str) -> None:
    reply = service.get("/narrators", language=language)

    assert reply.status == 400
    assert [each["field"] for each in reply.error["details"]] == ["language"]


GERMAN = (
    "Erzählen Sie uns von einer Situation, in der Sie einem unzufriedenen Kunden geholfen haben. Was haben "
    "Sie getan?"
)
ENGLISH = "Tell us about a time when you helped an unhappy customer. What did you do, and how did it end?"


def script(service: Service, text: str, language: str) -> dict[str, str]:
    narrator = service.get("/narrators", language=language).data["narrators"][0]
    return {"title": "Customers", "questionScript": text, "narratorId": narrator["id"]}


@pytest.mark.parametrize(
    ("text", "language"),
    [(GERMAN, "en-US"), (ENGLISH, "de-DE"), ("لماذا تريد العمل معنا؟", "de")],
)
def test_a_script_in_another_language_than_its_narrators_is_taken_with_a_warning(
    service: Service, text: str, language: str
) -> None:
    reply = service.post("/questions", script(service, text, language))

    assert reply.status == 201
    assert reply.data["question"]["questionScript"] == text
    (warning,) = reply.body["meta"]["warnings"]
    assert warning["field"] == "questionScript"
    assert "another language" in warning["message"]


@pytest.mark.parametrize(("text", "language"), [(GERMAN, "de"), (ENGLISH, "en"), ("Warum wir?", "en")])
def test_a_script_in_its_narrators_language_or_too_short_to_tell_has_no_warning(
    service: Service, text: str, language: str
) -> None:
    assert "warnings" not in service.post("/questions", script(service, text, language)).body["meta"]


def test_a_recording_has_no_language_to_warn_of(service: Service) -> None:
    question = post_question(service, **RECORDING)
    reply = service.patch(f"/questions/{question['id']}", {"title": GERMAN})

    assert "warnings" not in reply.body["meta"]


def test_a_narrator_of_another_language_is_warned_of_when_he_is_set(service: Service) -> None:
    body = script(service, GERMAN, "de")
    path = f"/questions/{service.post('/questions', body).data['question']['id']}"
    english = script(service, GERMAN, "en")["narratorId"]

    warned = service.patch(path, {"narratorId": english})
    corrected = service.patch(path, {"questionScript": ENGLISH})

    assert [each["field"] for each in warned.body["meta"]["warnings"]] == ["questionScript"]
    assert "warnings" not in corrected.body["meta"]

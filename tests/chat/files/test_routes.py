"""Files in a chat (interface: Conversations, rules 8 to 11)."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from gather.chat.chats import limits
from gather.chat.files import models as chat_file
from gather.chat.files import text as document_text
from gather.chat.files.models import file_key, upload_key
from gather.core.document_type import DocumentType, PictureType
from gather.ports.failure import EngineFailed
from gather.wiring import Adapters
from tests.builders.documents import MACRO_DOCX, PASSWORD_DOCX, docx, encrypted_pdf, odt, pdf, png
from tests.builders.pictures import HEIC, jpeg, webp
from tests.builders.service import UNKNOWN_ID, Service
from tests.doubles.chat_candidate import Candidate, chatting
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.rights.export.test_routes import archive_of, exported, read
from tests.support.records import add_active_job, add_candidate, post_chatbot

pytestmark = pytest.mark.routes

PDF = DocumentType.PDF.value
RESUME = (
    "Curriculum vitae of Ada Lovelace\nExperience\n2019 to 2024: barista in Lisbon, with much patience.\n"
    "2016 to 2019: waiter in Porto.\nEducation\nUniversity of Porto, 2016.\nSkills\nCoffee, calm.\n"
) * 3


@pytest.fixture
def chatbot(service: Service) -> dict[str, Any]:
    """A chatbot that takes files and reads résumés."""
    job = add_active_job(service, title="Barista", requirements="Coffee, patience, calm")
    return post_chatbot(service, mediaEnabled=True, useResumeParsing=True, jobIds=[job])


@pytest.fixture
def candidate(service: Service, engines: ScriptedEngines, chatbot: dict[str, Any]) -> Candidate:
    return chatting(service, chatbot)


def conversation_of(candidate: Candidate) -> str:
    return str(candidate.read().data["conversation"]["id"])


def upload(candidate: Candidate, engines: ScriptedEngines, content: bytes, content_type: str = PDF) -> str:
    """An announced file, put where its address leads to; its id."""
    reply = candidate.announce(content, content_type)
    assert reply.status == 201, reply.body
    file_id = str(reply.data["fileId"])
    engines.media().put(upload_key(conversation_of(candidate), file_id), content, content_type)
    return file_id


def kept(engines: ScriptedEngines) -> set[str]:
    return {key for key in engines.media().stored if key.startswith("chats/")}


@pytest.mark.parametrize(
    ("content", "content_type", "name", "shown", "told"),
    [
        (pdf(), PDF, "cv.pdf", "cv.pdf", PDF),
        (docx(), DocumentType.DOCX.value, "../Ädä.docx", "Ädä.docx", DocumentType.DOCX.value),
        (odt(), DocumentType.ODT.value, "cv.odt", "cv.odt", DocumentType.ODT.value),
        (png(), PictureType.PNG.value, "me.png", "me.png", PictureType.PNG.value),
        (png(), PictureType.JPEG.value, "me.html", "me.html.png", PictureType.PNG.value),
        (jpeg(), PictureType.JPEG.value, "me.JPEG", "me.jpeg", PictureType.JPEG.value),
        (jpeg(), PictureType.JPEG.value, "///", "file.jpeg", PictureType.JPEG.value),
    ],
    ids=["pdf", "docx", "odt", "png", "named-otherwise", "jpeg", "nameless"],
)
def test_a_file_is_a_message_and_the_team_saves_it(
    service: Service,
    engines: ScriptedEngines,
    content: bytes,
    content_type: str,
    name: str,
    shown: str,
    told: str,
) -> None:
    candidate = chatting(service, post_chatbot(service, mediaEnabled=True))
    file_id = upload(candidate, engines, content, content_type)

    reply = candidate.send_file(file_id, name)

    file = {"id": file_id, "fileName": shown, "contentType": told, "size": len(content)}
    assert reply.status == 200, reply.body
    assert reply.data["message"]["content"] == shown
    assert reply.data["message"]["metadata"] == {"file": file}
    assert reply.data["reply"]["content"] == f"Thank you. The team has received {shown}."
    assert candidate.read().data["messages"] == [reply.data["message"], reply.data["reply"]]
    assert engines.the_assistant.requests == []
    conversation_id = conversation_of(candidate)
    assert engines.media().get(file_key(conversation_id, file_id)) == content
    first, second = service.get(f"/conversations/{conversation_id}/messages").data["items"]
    url = first["metadata"]["file"].pop("url")
    assert first["metadata"]["file"] == file
    assert file_id in url
    assert "file" not in second["metadata"]


def test_a_file_that_is_sent_again_is_the_same_message(
    candidate: Candidate, engines: ScriptedEngines
) -> None:
    file_id = upload(candidate, engines, png(), "image/png")
    first = candidate.send_file(file_id, "me.png")

    assert candidate.send_file(file_id, "me.png").data == first.data
    assert candidate.send_file(file_id, "you.png").status == 422
    assert len(candidate.read().data["messages"]) == 2
    assert len(kept(engines)) == 1


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (MACRO_DOCX, DocumentType.DOCX.value),
        (b"MZ", PDF),
        (b"<svg onload=alert(1)>", "image/png"),
        (encrypted_pdf("secret"), PDF),
        (PASSWORD_DOCX, DocumentType.DOCX.value),
        (docx()[:-40], DocumentType.DOCX.value),
        (png()[:-12], PictureType.PNG.value),
        (jpeg()[: len(jpeg()) // 2], PictureType.JPEG.value),
        (webp()[: len(webp()) // 2], PictureType.WEBP.value),
        (HEIC, PictureType.JPEG.value),
    ],
    ids=[
        *("macros", "program", "svg", "locked", "locked-docx", "half-docx"),
        *("half-png", "half-jpeg", "half-webp", "heic"),
    ],
)
def test_a_file_that_is_something_else_is_refused_and_not_kept(
    candidate: Candidate, engines: ScriptedEngines, content: bytes, content_type: str
) -> None:
    reply = candidate.send_file(upload(candidate, engines, content, content_type))

    assert reply.status == 400
    assert reply.faulty_fields == {"fileId"}
    assert kept(engines) == set()
    assert candidate.read().data["messages"] == []


@pytest.mark.parametrize(
    ("body", "faulty"),
    [
        ({"contentType": "image/svg+xml", "size": 1}, "contentType"),
        ({"contentType": "image/heic", "size": 1}, "contentType"),
        ({"contentType": "image/gif", "size": 1}, "contentType"),
        ({"contentType": PDF, "size": 0}, "size"),
        ({"contentType": PDF, "size": 10 * 1024 * 1024 + 1}, "size"),
    ],
)
def test_what_is_announced_is_of_a_known_type_and_a_bounded_size(
    candidate: Candidate, body: dict[str, object], faulty: str
) -> None:
    reply = candidate.call("POST", "/files", body)

    assert reply.status == 400
    assert reply.faulty_fields == {faulty}


def test_only_what_was_announced_here_and_uploaded_whole_is_sent(
    service: Service, engines: ScriptedEngines, chatbot: dict[str, Any], candidate: Candidate
) -> None:
    other = chatting(service, chatbot)
    elsewhere = upload(other, engines, pdf())
    absent = candidate.announce(pdf(), PDF).data["fileId"]
    larger = candidate.announce(b"x", PDF).data["fileId"]
    engines.media().put(upload_key(conversation_of(candidate), larger), pdf(), PDF)

    for unknown in (elsewhere, UNKNOWN_ID, "x"):
        assert candidate.send_file(unknown).status == 404
    assert candidate.send_file(absent).status == 400
    assert candidate.send_file(larger).status == 400


def test_a_chat_that_takes_no_files_refuses_them(
    service: Service, engines: ScriptedEngines, chatbot: dict[str, Any], candidate: Candidate
) -> None:
    file_id = upload(candidate, engines, pdf())
    service.patch(f"/chatbots/{chatbot['id']}", {"mediaEnabled": False})

    assert candidate.announce(pdf(), PDF).status == 409
    assert candidate.send_file(file_id).status == 409


def test_nothing_is_sent_in_a_conversation_that_has_ended(
    engines: ScriptedEngines, candidate: Candidate
) -> None:
    file_id = upload(candidate, engines, pdf())
    candidate.end()

    assert candidate.announce(pdf(), PDF).status == 410
    assert candidate.send_file(file_id).status == 410
    assert kept(engines) == set()


def test_a_page_of_another_site_sends_nothing(service: Service, chatbot: dict[str, Any]) -> None:
    service.patch(f"/chatbots/{chatbot['id']}", {"allowedDomains": ["example.com"]})
    candidate = chatting(service, chatbot)
    candidate.origin = "https://evil.example"

    assert candidate.announce(pdf(), PDF).status == 403


def test_a_conversation_has_so_many_files(candidate: Candidate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_file, "MOST_FILES", 1)

    assert candidate.announce(pdf(), PDF).status == 201
    assert candidate.announce(pdf(), PDF).status == 409


@pytest.mark.in_process
@pytest.mark.parametrize("bound", ["FILES_AN_HOUR", "FILES_OF_A_CLIENT_AN_HOUR"])
def test_a_chatbot_and_a_client_have_so_many_in_an_hour(
    adapters: Adapters, candidate: Candidate, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    adapters.settings = replace(adapters.settings, limits_clients=True)
    monkeypatch.setattr(limits, bound, 1)
    monkeypatch.setitem(limits.FIRST_USES, limits.Use.FILES, 0)

    assert candidate.announce(pdf(), PDF).status == 201
    assert candidate.announce(pdf(), PDF).status == 429


@pytest.mark.parametrize("takes_files", [True, False])
def test_the_page_takes_files_where_the_chatbot_does(
    service: Service, engines: ScriptedEngines, takes_files: bool
) -> None:
    chatbot = post_chatbot(service, mediaEnabled=takes_files)

    page = Candidate(service, chatbot["id"]).call("GET", "")

    found = re.search(r'id="configuration"[^>]*>(.*?)</script>', str(page.body), re.DOTALL)
    assert found
    files = json.loads(found[1])["files"]
    assert bool(files) is takes_files
    assert not takes_files or {each["type"] for each in files["types"]} == set(chat_file.FILE_TYPES)
    [reached] = re.findall(r"connect-src ([^;]+)", page.headers["content-security-policy"])
    assert (len(reached.split()) == 2) is takes_files


class TestAResume:
    @pytest.mark.parametrize(
        ("content", "content_type"),
        [
            (pdf(RESUME), PDF),
            (docx(text=RESUME), DocumentType.DOCX.value),
            (odt(text=RESUME), DocumentType.ODT.value),
        ],
        ids=["pdf", "docx", "odt"],
    )
    def test_is_read_and_compared_with_the_jobs(
        self, candidate: Candidate, engines: ScriptedEngines, content: bytes, content_type: str
    ) -> None:
        reply = candidate.send_file(upload(candidate, engines, content, content_type))

        [request] = engines.the_assistant.requests
        assert request.is_resume
        assert "barista in Lisbon" in request.message
        assert [job.title for job in request.jobs] == ["Barista"]
        assert reply.data["reply"]["metadata"]["uiType"] == "job_cards"
        assert "Lisbon" not in reply.data["message"]["content"]

    @pytest.mark.parametrize(
        "content", [pdf("2019"), b"%PDF-1.7\n\x00", pdf()[:-30]], ids=["short", "empty", "cut"]
    )
    def test_that_cannot_be_read_is_received_and_told_so(
        self, candidate: Candidate, engines: ScriptedEngines, content: bytes
    ) -> None:
        reply = candidate.send_file(upload(candidate, engines, content))

        assert reply.status == 200
        assert "I could not read its text" in reply.data["reply"]["content"]
        assert engines.the_assistant.requests == []
        assert len(kept(engines)) == 1

    def test_that_is_none_is_received(self, candidate: Candidate, engines: ScriptedEngines) -> None:
        letter = pdf("Dear team, I would like to work with you.")

        reply = candidate.send_file(upload(candidate, engines, letter))

        assert reply.data["reply"]["content"] == "Thank you. The team has received cv.pdf."

    def test_is_not_read_where_the_chatbot_reads_none(
        self, service: Service, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(document_text, "_read", pytest.fail)
        candidate = chatting(service, post_chatbot(service, mediaEnabled=True))

        reply = candidate.send_file(upload(candidate, engines, pdf(RESUME)))

        assert reply.data["reply"]["content"].startswith("Thank you.")

    def test_about_a_topic_that_is_forbidden_is_received_without_a_word(
        self, service: Service, engines: ScriptedEngines, chatbot: dict[str, Any]
    ) -> None:
        service.patch(f"/chatbots/{chatbot['id']}", {"guardrails": ["Never discuss Lisbon"]})
        candidate = chatting(service, chatbot)

        reply = candidate.send_file(upload(candidate, engines, pdf(RESUME)))

        assert reply.data["reply"]["content"] == "Thank you. The team has received cv.pdf."
        assert engines.the_assistant.requests == []

    @pytest.mark.in_process
    def test_is_answered_when_it_is_sent_again_after_the_engine_failed(
        self, candidate: Candidate, engines: ScriptedEngines
    ) -> None:
        file_id = upload(candidate, engines, pdf(RESUME))
        engines.the_assistant.failures.append(EngineFailed(retryable=True, reason="busy"))
        assert candidate.send_file(file_id).status == 503

        assert candidate.send_file(file_id).status == 200
        assert len(candidate.read().data["messages"]) == 2


class TestDataRights:
    @pytest.fixture
    def person(self, service: Service) -> str:
        """A candidate with the address that the visitor gives."""
        return add_candidate(service, email="ada@example.com")

    def test_an_export_has_the_files_of_the_conversation(
        self,
        adapters: Adapters,
        service: Service,
        engines: ScriptedEngines,
        clock: HandClock,
        candidate: Candidate,
        person: str,
    ) -> None:
        candidate.leave("Is there a canteen?")
        file_id = upload(candidate, engines, png(), "image/png")
        candidate.send_file(file_id, "me.png")

        export = exported(service, person)
        assert run_jobs(adapters) == []

        archive = archive_of(engines, read(service, export))

        [file] = json.loads(archive.read("candidate.json"))["chatFiles"]
        conversation_id = conversation_of(candidate)
        assert file == {
            "id": file_id,
            "fileName": "me.png",
            "contentType": "image/png",
            "size": len(png()),
            "conversationId": conversation_id,
            "sentAt": file["sentAt"],
            "file": f"chats/{conversation_id}/{file_id}.png",
        }
        assert archive.read(file["file"]) == png()

    def test_an_erasure_removes_them_and_what_was_only_uploaded(
        self,
        adapters: Adapters,
        service: Service,
        engines: ScriptedEngines,
        chatbot: dict[str, Any],
        candidate: Candidate,
        person: str,
    ) -> None:
        other = chatting(service, chatbot)
        other.send_file(upload(other, engines, png(), "image/png"), "me.png")
        staying = kept(engines)
        candidate.leave("Is there a canteen?")
        candidate.send_file(upload(candidate, engines, png(), "image/png"), "me.png")
        upload(candidate, engines, pdf())
        gone = conversation_of(candidate)

        erasure = service.post(f"/candidates/{person}/erase").data["erasure"]
        assert run_jobs(adapters) == []

        done = service.get(f"/erasures/{erasure['id']}").data["erasure"]
        assert done["counts"]["chatFiles"] == 1
        assert kept(engines) == staying
        assert [key for key in engines.media().stored if gone in key] == []

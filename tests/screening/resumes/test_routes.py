"""Résumés over HTTP (interface: Resumes, rules 1 to 7)."""

import json
from typing import Any

import pytest

from gather.core.document_type import DocumentType
from gather.core.media_address import media_key
from gather.tenancy.organizations.models import CONSENT_REQUIRED
from gather.wiring import Adapters
from tests.builders.documents import MACRO_DOCX, PASSWORD_DOCX, docx, encrypted_pdf, odt, pdf
from tests.builders.screening import make_screening
from tests.builders.service import Reply, Service
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.screening_candidate import Screening
from tests.rights.export.test_routes import archive_of, exported, read

pytestmark = pytest.mark.routes

PDF, DOCX, ODT = (each.value for each in DocumentType)
PDF_TYPE = {"contentType": PDF, "size": 10}


@pytest.fixture
def screening(service: Service, engines: ScriptedEngines, clock: HandClock) -> Screening:
    """A candidate of an interview that asks for a résumé."""
    made = make_screening(service)
    assert service.patch(f"/interviews/{made.interview['id']}", {"resume": True}).status == 200
    return made


def announce(screening: Screening, content: bytes, content_type: str = PDF) -> str:
    body = {"contentType": content_type, "size": len(content)}
    reply = screening.page.post(f"/screening/{screening.token}/resume", body)
    assert reply.status == 201, reply.body
    return str(reply.data["mediaId"])


def upload(screening: Screening, engines: ScriptedEngines, content: bytes, content_type: str = PDF) -> str:
    media_id = announce(screening, content, content_type)
    engines.media().put(media_key(media_id), content, content_type)
    return media_id


def give(screening: Screening, media_id: str, name: str = "cv.pdf") -> Reply:
    body = {"mediaId": media_id, "fileName": name}
    return screening.page.put(f"/screening/{screening.token}/resume", body)


def take_back(screening: Screening) -> Reply:
    return screening.page.delete(f"/screening/{screening.token}/resume")


def shown(screening: Screening) -> dict[str, Any]:
    resume: dict[str, Any] = screening.show().data["screening"]["resume"]
    return resume


def stored_media(engines: ScriptedEngines) -> set[str]:
    return {key for key in engines.media().stored if key.startswith("media/")}


def complete(screening: Screening) -> None:
    screening.answer_all()
    assert screening.complete().status == 200


@pytest.mark.parametrize(
    ("content", "content_type", "name", "told"),
    [
        (pdf(), PDF, "cv.pdf", "cv.pdf"),
        (docx(), DOCX, "Lebenslauf Ädä.DOCX", "Lebenslauf Ädä.docx"),
        (odt(), ODT, "C:\\Users\\ada\\cv.odt", "cv.odt"),
        (pdf(), PDF, "../../etc/cv.pdf.exe", "cv.pdf.exe.pdf"),
        (pdf(), PDF, "\u202efdp.cv\x07\n", "fdp.cv.pdf"),
        (pdf(), PDF, "///", "resume.pdf"),
        (pdf(), PDF, "x" * 255, "x" * 116 + ".pdf"),
    ],
)
def test_a_resume_is_handed_in_and_stands_in_the_results(
    screening: Screening,
    engines: ScriptedEngines,
    content: bytes,
    content_type: str,
    name: str,
    told: str,
) -> None:
    assert shown(screening) == {"contentTypes": [PDF, DOCX, ODT], "largestBytes": 10_485_760, "given": None}
    media_id = upload(screening, engines, content, content_type)

    reply = give(screening, media_id, name)

    given = reply.data["resume"]
    assert reply.status == 200
    assert given == {
        "fileName": told,
        "contentType": content_type,
        "size": len(content),
        "givenAt": "2026-03-02T09:30:00.000Z",
    }
    assert shown(screening)["given"] == given
    complete(screening)
    in_results = screening.results()["resume"]
    assert in_results == {**given, "url": in_results["url"]}
    opened = screening.page.get(f"/media/{in_results['url'].rpartition('/')[2]}")
    assert opened.status == 302
    assert f"attachment%3B+filename%3D%22document.{told[-3:]}" in opened.headers["location"].replace(
        "document.docx", "document.ocx"
    )


def test_a_resume_may_be_handed_in_again_replaced_and_removed(
    screening: Screening, engines: ScriptedEngines
) -> None:
    first, second = upload(screening, engines, pdf()), upload(screening, engines, odt(), ODT)
    assert give(screening, first).data == give(screening, first).data

    assert give(screening, second, "new.odt").data["resume"]["fileName"] == "new.odt"
    assert stored_media(engines) == {media_key(second)}

    for _ in range(2):
        removed = take_back(screening)
        assert (removed.status, removed.data) == (200, {"resume": None})
    assert shown(screening)["given"] is None
    assert stored_media(engines) == set()


@pytest.mark.parametrize(
    ("content", "content_type"),
    [(MACRO_DOCX, DOCX), (docx(), PDF), (b"<html><script>alert(1)</script>", PDF), (b"MZ\x90", DOCX)],
)
def test_a_file_that_is_something_else_is_refused(
    screening: Screening, engines: ScriptedEngines, content: bytes, content_type: str
) -> None:
    kept = upload(screening, engines, pdf())
    give(screening, kept)

    reply = give(screening, upload(screening, engines, content, content_type), "cv.pdf")

    assert reply.status == 400
    assert reply.faulty_fields == {"mediaId"}
    assert shown(screening)["given"]["fileName"] == "cv.pdf"
    assert media_key(kept) in stored_media(engines)


@pytest.mark.parametrize(
    ("content", "content_type", "reason"),
    [
        (encrypted_pdf("secret"), PDF, "cannot be opened without a password"),
        (PASSWORD_DOCX, DOCX, "cannot be opened without a password"),
        (pdf()[: len(pdf()) // 2], PDF, "is damaged or incomplete and cannot be opened"),
        (b"%PDF-1.7\n", PDF, "is damaged or incomplete and cannot be opened"),
        (docx()[:-40], DOCX, "is damaged or incomplete and cannot be opened"),
        (MACRO_DOCX, DOCX, "has macros or other programs"),
        (docx(), PDF, "is of another kind than it was announced as"),
    ],
)
def test_what_nobody_can_open_is_refused_with_the_reason(
    screening: Screening, engines: ScriptedEngines, content: bytes, content_type: str, reason: str
) -> None:
    reply = give(screening, upload(screening, engines, content, content_type))

    assert reply.status == 400
    assert reply.error["details"] == [{"field": "mediaId", "reason": f"names a file that {reason}"}]
    assert shown(screening)["given"] is None


def test_a_resume_that_only_its_owner_may_print_is_taken(
    screening: Screening, engines: ScriptedEngines
) -> None:
    assert give(screening, upload(screening, engines, encrypted_pdf())).status == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"contentType": "application/msword", "size": 10}, "contentType"),
        ({"contentType": "audio/webm", "size": 10}, "contentType"),
        ({"contentType": PDF, "size": 10 * 1024 * 1024 + 1}, "size"),
        ({"contentType": PDF, "size": 0}, "size"),
    ],
)
def test_what_is_announced_is_a_document_of_a_bounded_size(
    screening: Screening, body: dict[str, object], field: str
) -> None:
    reply = screening.page.post(f"/screening/{screening.token}/resume", body)

    assert reply.status == 400
    assert field in reply.faulty_fields


def test_recordings_and_resumes_are_not_taken_for_each_other(
    screening: Screening, engines: ScriptedEngines
) -> None:
    body = {"contentType": "audio/webm", "size": 9}
    recording = screening.page.post(f"/screening/{screening.token}/media", body).data["mediaId"]
    engines.media().put(media_key(recording), b"recording", "audio/webm")
    resume = upload(screening, engines, pdf())

    assert give(screening, recording).status == 400
    assert screening.answer("spoken", mediaId=resume).status == 400
    assert give(screening, "unknown").status == 404
    assert give(screening, announce(screening, pdf())).status == 400


def test_an_interview_that_asks_for_none_takes_none(service: Service, screening: Screening) -> None:
    media_id = announce(screening, pdf())
    changed = service.patch(f"/interviews/{screening.interview['id']}", {"resume": False})
    assert changed.status == 200

    assert "resume" not in screening.show().data["screening"]
    assert screening.page.post(f"/screening/{screening.token}/resume", PDF_TYPE).status == 409
    assert give(screening, media_id).status == 409
    assert take_back(screening).status == 200


def test_nothing_is_handed_in_or_removed_after_the_completion(
    screening: Screening, engines: ScriptedEngines
) -> None:
    given, other = upload(screening, engines, pdf()), upload(screening, engines, pdf())
    give(screening, given)
    complete(screening)

    assert screening.page.post(f"/screening/{screening.token}/resume", PDF_TYPE).status == 409
    assert give(screening, other).status == 409
    assert take_back(screening).status == 409
    assert screening.results()["resume"]["fileName"] == "cv.pdf"
    assert media_key(given) in stored_media(engines)


@pytest.mark.features(CONSENT_REQUIRED)
def test_nothing_is_handed_in_before_a_consent_that_is_required(screening: Screening) -> None:
    assert screening.page.post(f"/screening/{screening.token}/resume", PDF_TYPE).status == 403
    assert give(screening, "any").status == 403
    screening.agree()
    assert screening.page.post(f"/screening/{screening.token}/resume", PDF_TYPE).status == 201


def test_an_interview_may_be_completed_without_one(screening: Screening) -> None:
    complete(screening)

    assert screening.results()["resume"] is None


def test_an_export_has_the_file_and_an_erasure_removes_it(
    service: Service, adapters: Adapters, engines: ScriptedEngines, screening: Screening
) -> None:
    give(screening, upload(screening, engines, docx(), DOCX), "Ada.docx")
    export = exported(service, screening.candidate["id"])
    run_jobs(adapters)

    archive = archive_of(engines, read(service, export))
    [interview] = json.loads(archive.read("candidate.json"))["candidateInterviews"]
    assert interview["resume"]["fileName"] == "Ada.docx"
    assert archive.read(interview["resume"]["file"]) == docx()
    assert interview["resume"]["file"] == f"resumes/{screening.id}.docx"

    erasure = service.post(f"/candidates/{screening.candidate['id']}/erase").data["erasure"]
    assert run_jobs(adapters) == []
    assert service.get(f"/erasures/{erasure['id']}").data["erasure"]["counts"]["resumes"] == 1
    assert engines.media().stored == {}

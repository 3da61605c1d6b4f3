"""The candidate's side and the addresses that a token opens.

Interface: Candidate side, rules 1 to 6; Resumes, rules 1 to 5; Results, rule 7; Share links, rule 3; Consent,
rules 1 to 4.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from aws_lambda_powertools.event_handler import Response

from gather.core.errors import Gone, NotFound
from gather.core.language import accepted_language
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.routes import Api
from gather.ports.media import PresignedUpload
from gather.screening.answers.models import StoredAnswer
from gather.screening.candidate_interviews.consent import Consent, GiveConsent
from gather.screening.candidate_interviews.erasure_mark_storage import is_erased_link
from gather.screening.recordings import audio
from gather.screening.results.storage import get_shared
from gather.screening.resumes import service as resume_service
from gather.screening.resumes.models import GivenResume, GiveResume, ResumeRequest
from gather.screening.sessions import service as session_service
from gather.screening.sessions.models import (
    AnswerRequest,
    GivenAnswer,
    Recording,
    RecordingRequest,
    Screening,
)
from gather.screening.sessions.storage import ScreeningSession, open_session
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from screening.pages import invite_page, results_page

Opened = TypeVar("Opened")

api = Api("screening", prefix="")
handler = api.handler


class OneScreening(Model):
    """Data of the routes that return what the candidate's page shows."""

    screening: Screening


class OneConsent(Model):
    """Data of PUT /screening/{inviteToken}/consent."""

    consent: Consent


class OneAnswer(Model):
    """Data of PUT /screening/{inviteToken}/answers/{questionId}."""

    answer: GivenAnswer


class Upload(Model):
    """Data of the routes that announce a recording or a résumé: PUT it to the URL with the headers."""

    media_id: str
    """The file's id, for an answer or a résumé."""
    upload_url: str
    """Where the file is PUT to."""
    headers: dict[str, str]
    """The headers that the upload has to have."""


class OneResume(Model):
    """Data of the routes that hand in a résumé and take it back."""

    resume: GivenResume | None
    """The résumé that there is now; null for none."""


@api.get("/screening/{inviteToken}", response=OneScreening)
def get_screening(call: Call[NoBody, TeamQuery]) -> OneScreening:
    """Show a candidate the questions."""
    return OneScreening(screening=_open(call).show())


@api.put("/screening/{inviteToken}/consent", response=OneConsent)
def give_consent(call: Call[GiveConsent, TeamQuery]) -> OneConsent:
    """Agree to what happens to the answers; again it stays as it was."""
    agreed = call.records.run(
        lambda unit: session_service.give_consent(unit, _open(call), call.body, call.now)
    )
    return OneConsent(consent=agreed.consent())


@api.put("/screening/{inviteToken}/answers/{questionId}", response=OneAnswer, refusals=frozenset({403}))
def give_answer(call: Call[AnswerRequest, TeamQuery]) -> OneAnswer:
    """Keep a candidate's answer; the last one before completion counts."""

    def save(unit: UnitOfWork) -> StoredAnswer:
        session = _open_agreed(call)
        question_id = call.path["questionId"]
        return session_service.save_answer(unit, session, question_id, call.body, call.adapters, call.now)

    answer = call.records.run(save)
    return OneAnswer(answer=GivenAnswer.model_validate(answer.model_dump()))


@api.post("/screening/{inviteToken}/media", response=Upload, refusals=frozenset({403}))
def announce_recording(call: Call[RecordingRequest, TeamQuery]) -> Upload:
    """Give a recording a place to be uploaded to."""
    media = call.adapters.engines.media()
    return _announced(session_service.announce_upload(_open_agreed(call), call.body, media))


@api.post("/screening/{inviteToken}/resume", response=Upload, refusals=frozenset({403}))
def announce_resume(call: Call[ResumeRequest, TeamQuery]) -> Upload:
    """Give a résumé a place to be uploaded to."""
    session, media = _open_agreed(call), call.adapters.engines.media()
    resume_service.check_requested(session)
    return _announced(session_service.announce_upload(session, call.body, media))


@api.put("/screening/{inviteToken}/resume", response=OneResume, refusals=frozenset({403}))
def give_resume(call: Call[GiveResume, TeamQuery]) -> OneResume:
    """Hand in a résumé that was uploaded, in place of an earlier one."""
    media = call.adapters.engines.media()
    change = call.records.run(
        lambda unit: resume_service.submit(unit, _open_agreed(call), call.body, media, call.now)
    )
    change.clear(media)
    return OneResume(resume=change.given())


@api.delete("/screening/{inviteToken}/resume", response=OneResume)
def take_resume_back(call: Call[NoBody, TeamQuery]) -> OneResume:
    """Remove the résumé that was handed in; without one nothing happens."""
    change = call.records.run(lambda unit: resume_service.withdraw(unit, _open(call)))
    change.clear(call.adapters.engines.media())
    return OneResume(resume=change.given())


@api.post("/screening/{inviteToken}/complete", response=OneScreening, status=200)
def complete_screening(call: Call[NoBody, TeamQuery]) -> OneScreening:
    """Complete the interview; again returns the same and does nothing."""
    completed = call.records.run(lambda unit: session_service.complete(unit, _open(call), call.now))
    return OneScreening(screening=completed.show())


@api.get("/i/{inviteToken}", response=str)
def open_invite(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The candidate's page."""
    token, language = call.path["inviteToken"], call.headers.get("accept-language", "")
    opening = _or_gone(call.records, token, lambda: _open(call))
    return invite_page.invite_page(opening, call.adapters, language)


@api.get("/share/{token}", response=str)
def open_share(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The read-only results page."""
    token = call.path["token"]
    language = accepted_language(call.headers.get("accept-language", ""))
    opening = _or_gone(call.records, token, lambda: get_shared(call.records, token, call.base_url, call.now))
    return results_page.show(opening, language)


@api.get("/media/{token}", response=str, status=302)
def open_media(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """A spoken question, or what a candidate has recorded or handed in: leads on to the content."""
    location = audio.location_of(call.path["token"], call.records.table, call.adapters, call.now)
    return Response(status_code=302, headers={"Location": location}, body="")


def _announced(announced: tuple[Recording, PresignedUpload]) -> Upload:
    file, upload = announced
    return Upload(media_id=file.media_id, upload_url=upload.url, headers=dict(upload.headers))


def _or_gone(records: Records, token: str, opening: Callable[[], Opened]) -> Callable[[], Opened]:
    """`opening`, for a page: the link of a candidate who was erased is gone, and not unknown. One round trip
    more for a token that opens nothing."""

    def opened() -> Opened:
        try:
            return opening()
        except NotFound:
            if is_erased_link(records.table, token):
                raise Gone("This link has ended.") from None
            raise

    return opened


def _open(call: Call[Any, Any]) -> ScreeningSession:
    return open_session(call.records, call.path["inviteToken"], call.now)


def _open_agreed(call: Call[Any, Any]) -> ScreeningSession:
    """The session of a candidate who has given the consent, where one is required."""
    session = _open(call)
    session.check_consent()
    return session

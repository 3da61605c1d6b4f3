"""The candidate's side and the addresses that a token opens.

Interface: Candidate side, rules 1 to 6; Results, rule 7; Share links, rule 3; Consent, rules 1 to 4.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from aws_lambda_powertools.event_handler import Response

from gather.core.errors import Gone, NotFound
from gather.core.identifiers import is_token
from gather.core.language import accepted_language
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.routes import Api
from gather.screening.candidate_interview import StoredAnswer
from gather.screening.consent import Consent, GiveConsent
from gather.screening.erasure_mark_storage import is_erased_link
from gather.screening.media import media_key, presentation_of
from gather.screening.results_storage import read_shared
from gather.screening.screening import AnswerRequest, GivenAnswer, RecordingRequest, Screening
from gather.screening.screening_session_storage import ScreeningSession, open_session, show
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from screening import answering, pages, results_page

Opened = TypeVar("Opened")

api = Api("screening", prefix="")
handler = api.handler

DOWNLOAD_SECONDS = 60 * 60


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
    """Data of POST /screening/{inviteToken}/media: PUT the recording to the URL with the headers."""

    media_id: str
    """The recording's id, for an answer."""
    upload_url: str
    """Where the recording is PUT to."""
    headers: dict[str, str]
    """The headers that the upload has to have."""


@api.get("/screening/{inviteToken}", response=OneScreening)
def get_screening(call: Call[NoBody, TeamQuery]) -> OneScreening:
    """Show a candidate the questions."""
    return OneScreening(screening=show(_open(call)))


@api.put("/screening/{inviteToken}/consent", response=OneConsent)
def give_consent(call: Call[GiveConsent, TeamQuery]) -> OneConsent:
    """Agree to what happens to the answers; again it stays as it was."""
    agreed = call.records.run(lambda unit: answering.agree(unit, _open(call), call.body, call.now))
    return OneConsent(consent=agreed.consent())


@api.put("/screening/{inviteToken}/answers/{questionId}", response=OneAnswer, refusals=frozenset({403}))
def give_answer(call: Call[AnswerRequest, TeamQuery]) -> OneAnswer:
    """Keep a candidate's answer; the last one before completion counts."""

    def save(unit: UnitOfWork) -> StoredAnswer:
        session = _open_agreed(call)
        question_id = call.path["questionId"]
        return answering.save_answer(unit, session, question_id, call.body, call.adapters, call.now)

    answer = call.records.run(save)
    return OneAnswer(answer=GivenAnswer.model_validate(answer.model_dump()))


@api.post("/screening/{inviteToken}/media", response=Upload, refusals=frozenset({403}))
def announce_recording(call: Call[RecordingRequest, TeamQuery]) -> Upload:
    """Give a recording a place to be uploaded to."""
    media = call.adapters.engines.media()
    recording, upload = answering.announce(_open_agreed(call), call.body, media, call.now)
    return Upload(media_id=recording.media_id, upload_url=upload.url, headers=dict(upload.headers))


@api.post("/screening/{inviteToken}/complete", response=OneScreening, status=200)
def complete_screening(call: Call[NoBody, TeamQuery]) -> OneScreening:
    """Complete the interview; again returns the same and does nothing."""
    completed = call.records.run(lambda unit: answering.complete(unit, _open(call), call.now))
    return OneScreening(screening=show(completed))


@api.get("/i/{inviteToken}", response=str)
def open_invite(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The candidate's page."""
    token, language = call.path["inviteToken"], call.headers.get("accept-language", "")
    opening = _or_gone(call.records, token, lambda: _open(call))
    return pages.invite_page(opening, call.adapters, language)


@api.get("/share/{token}", response=str)
def open_share(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The read-only results page."""
    token = call.path["token"]
    language = accepted_language(call.headers.get("accept-language", ""))
    opening = _or_gone(call.records, token, lambda: read_shared(call.records, token, call.base_url, call.now))
    return results_page.show(opening, language)


@api.get("/media/{token}", response=str, status=302)
def open_media(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """A spoken question or a recording: leads on to the content."""
    token = call.path["token"]
    media, key = call.adapters.engines.media(), media_key(token)
    stored = media.describe(key) if is_token(token) else None
    if stored is None:
        raise NotFound("recording", "")
    location = media.presigned_download(key, presentation_of(stored.content_type), DOWNLOAD_SECONDS)
    return Response(status_code=302, headers={"Location": location}, body="")


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

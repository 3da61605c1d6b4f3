"""The candidate's side and the addresses that a token opens (docs: the candidate's side)."""

from collections.abc import Callable
from typing import Any, TypeVar

from aws_lambda_powertools.event_handler import Response

from gather import wiring
from gather.core.errors import NotFound
from gather.core.identifiers import is_token
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.routes import Api, Call
from gather.screening.media import media_key, presentation_of
from gather.screening.results_storage import read_results
from gather.screening.screening import AnswerRequest, GivenAnswer, RecordingRequest, Screening
from gather.screening.whole_candidate_interview_storage import pointed_at
from gather.table import keys
from gather.table.records import CHANGE_ATTEMPTS, LostRace
from gather.wiring import records
from screening import answering, pages
from screening.session import Session, open_session, show

api = Api("screening", prefix="", scopes=frozenset(), works_in_team=False)
handler = api.handler

DOWNLOAD_SECONDS = 60 * 60

T = TypeVar("T")


class OneScreening(Model):
    """Data of the routes that answer the candidate's page."""

    screening: Screening


class OneAnswer(Model):
    """Data of PUT /screening/{inviteToken}/answers/{questionId}."""

    answer: GivenAnswer


class Upload(Model):
    """Data of POST /screening/{inviteToken}/media: PUT the recording to the URL with the headers."""

    media_id: str
    upload_url: str
    headers: dict[str, str]


@api.get("/screening/{inviteToken}", answer=OneScreening)
def get_screening(call: Call[NoBody, TeamQuery]) -> OneScreening:
    """Show a candidate the questions."""
    return OneScreening(screening=show(_open(call)))


@api.put("/screening/{inviteToken}/answers/{questionId}", answer=OneAnswer, body=AnswerRequest)
def give_answer(call: Call[AnswerRequest, TeamQuery]) -> OneAnswer:
    """Keep a candidate's answer; the last one before completion counts."""

    def give(session: Session) -> GivenAnswer:
        answer = answering.give(session, call.path["questionId"], call.body, call.now)
        return GivenAnswer.model_validate(answer.model_dump())

    return OneAnswer(answer=_repeated(call, give))


@api.post("/screening/{inviteToken}/media", answer=Upload, body=RecordingRequest)
def announce_recording(call: Call[RecordingRequest, TeamQuery]) -> Upload:
    """Give a recording a place to be uploaded to."""
    recording, upload = answering.announce(_open(call), call.body, call.now)
    return Upload(media_id=recording.media_id, upload_url=upload.url, headers=dict(upload.headers))


@api.post("/screening/{inviteToken}/complete", answer=OneScreening, status=200)
def complete_screening(call: Call[NoBody, TeamQuery]) -> OneScreening:
    """Complete the interview; again answers the same and does nothing."""
    return OneScreening(
        screening=show(_repeated(call, lambda session: answering.complete(session, call.now)))
    )


@api.get("/i/{inviteToken}", answer=str)
def open_invite(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The candidate's page."""
    return pages.invite_page(lambda: _open(call), call.headers.get("accept-language", ""))


@api.get("/share/{token}", answer=str)
def open_share(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The read-only results page."""
    place = pointed_at(wiring.table(), keys.share, call.path["token"])
    return pages.results_page(None if place is None else read_results(records(), *place, call.base_url))


@api.get("/media/{token}", answer=str, status=302)
def open_media(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """A spoken question or a recording: leads on to the content."""
    token = call.path["token"]
    media, key = wiring.engines().media(), media_key(token)
    stored = media.describe(key) if is_token(token) else None
    if stored is None:
        raise NotFound("recording", "")
    location = media.presigned_download(key, presentation_of(stored.content_type), DOWNLOAD_SECONDS)
    return Response(status_code=302, headers={"Location": location, "Cache-Control": "no-store"}, body="")


def _open(call: Call[Any, Any]) -> Session:
    return open_session(records(), call.path["inviteToken"], call.now)


def _repeated(call: Call[Any, Any], step: Callable[[Session], T]) -> T:
    """Take a step from what is stored, again when another request changed it meanwhile."""
    for _ in range(CHANGE_ATTEMPTS - 1):
        try:
            return step(_open(call))
        except LostRace:
            continue
    return step(_open(call))

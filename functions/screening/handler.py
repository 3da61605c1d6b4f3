"""The candidate's side and the addresses that a token opens.

Interface: Candidate side, rules 1 to 6; Resumes, rules 1 to 5; Results, rule 7; Share links, rule 3; Consent,
rules 1 to 4.
"""

from functools import partial

from aws_lambda_powertools.event_handler import Response

from gather.core.language import accepted_language
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.routes import Api
from gather.ports.media import PresignedUpload
from gather.screening.candidate_interviews.consent import Consent, GiveConsent
from gather.screening.candidate_requests.models import CandidateRequest, CreateCandidateRequest
from gather.screening.recordings import audio
from gather.screening.results import service as result_service
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
from gather.workflow.candidate_requests import service as request_service
from screening.pages import invite_page, results_page

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


class OneRequest(Model):
    """Data of POST /screening/{inviteToken}/requests."""

    request: CandidateRequest


@api.get("/screening/{inviteToken}", response=OneScreening)
def get_screening(call: Call[NoBody, TeamQuery]) -> OneScreening:
    """Show a candidate the questions."""
    return OneScreening(screening=session_service.show(call.records, call.path["inviteToken"], now=call.now))


@api.put("/screening/{inviteToken}/consent", response=OneConsent)
def give_consent(call: Call[GiveConsent, TeamQuery]) -> OneConsent:
    """Agree to what happens to the answers; again it stays as it was."""
    token = call.path["inviteToken"]
    return OneConsent(consent=session_service.give_consent(call.records, token, call.body, now=call.now))


@api.put("/screening/{inviteToken}/answers/{questionId}", response=OneAnswer, refusals=frozenset({403}))
def give_answer(call: Call[AnswerRequest, TeamQuery]) -> OneAnswer:
    """Keep a candidate's answer; the last one before completion counts."""
    token, question_id = call.path["inviteToken"], call.path["questionId"]
    answer = session_service.save_answer(
        call.records, call.adapters, token, question_id, call.body, now=call.now
    )
    return OneAnswer(answer=GivenAnswer.model_validate(answer.model_dump()))


@api.post("/screening/{inviteToken}/media", response=Upload, refusals=frozenset({403}))
def announce_recording(call: Call[RecordingRequest, TeamQuery]) -> Upload:
    """Give a recording a place to be uploaded to."""
    media, token = call.adapters.engines.media(), call.path["inviteToken"]
    return _announced(session_service.announce_recording(call.records, media, token, call.body, now=call.now))


@api.post("/screening/{inviteToken}/resume", response=Upload, refusals=frozenset({403}))
def announce_resume(call: Call[ResumeRequest, TeamQuery]) -> Upload:
    """Give a résumé a place to be uploaded to."""
    media, token = call.adapters.engines.media(), call.path["inviteToken"]
    return _announced(resume_service.announce(call.records, media, token, call.body, now=call.now))


@api.put("/screening/{inviteToken}/resume", response=OneResume, refusals=frozenset({403}))
def give_resume(call: Call[GiveResume, TeamQuery]) -> OneResume:
    """Hand in a résumé that was uploaded, in place of an earlier one."""
    media, token = call.adapters.engines.media(), call.path["inviteToken"]
    return OneResume(resume=resume_service.submit(call.records, media, token, call.body, now=call.now))


@api.delete("/screening/{inviteToken}/resume", response=OneResume)
def take_resume_back(call: Call[NoBody, TeamQuery]) -> OneResume:
    """Remove the résumé that was handed in; without one nothing happens."""
    media, token = call.adapters.engines.media(), call.path["inviteToken"]
    return OneResume(resume=resume_service.withdraw(call.records, media, token, now=call.now))


@api.post("/screening/{inviteToken}/complete", response=OneScreening, status=200)
def complete_screening(call: Call[NoBody, TeamQuery]) -> OneScreening:
    """Complete the interview; again returns the same and does nothing."""
    token = call.path["inviteToken"]
    return OneScreening(screening=session_service.complete(call.records, token, now=call.now))


@api.post("/screening/{inviteToken}/requests", response=OneRequest)
def create_candidate_request(call: Call[CreateCandidateRequest, TeamQuery]) -> OneRequest:
    """Ask the team for more time, another format or an answer, or withdraw."""
    token = call.path["inviteToken"]
    return OneRequest(request=request_service.create(call.records, token, call.body, now=call.now))


@api.get("/i/{inviteToken}", response=str)
def open_invite(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The candidate's page."""
    opening = partial(session_service.open_invite, call.records, call.path["inviteToken"])
    language = accepted_language(call.headers.get("accept-language", ""))
    return invite_page.invite_page(opening, call.adapters, language, call.now)


@api.get("/share/{token}", response=str)
def open_share(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The read-only results page."""
    language = accepted_language(call.headers.get("accept-language", ""))
    token = call.path["token"]
    opening = partial(result_service.open_shared, call.records, token, call.base_url, now=call.now)
    return results_page.show(opening, language)


@api.get("/media/{token}", response=str, status=302)
def open_media(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """A spoken question, or what a candidate has recorded or handed in: leads on to the content."""
    location = audio.get_location(call.path["token"], call.records.table, call.adapters, call.now)
    return Response(status_code=302, headers={"Location": location}, body="")


def _announced(announced: tuple[Recording, PresignedUpload]) -> Upload:
    file, upload = announced
    return Upload(media_id=file.media_id, upload_url=upload.url, headers=dict(upload.headers))

"""Every implementation of an engine's protocol, ready to use: what the contract tests run against."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import boto3
import pytest
from moto import mock_aws

import gather.aws.engines
import local_stack.engines
from gather.aws import clients as aws_clients
from gather.aws.encryption import KmsEncryption
from gather.aws.identity import CognitoIdentity
from gather.aws.ledger import S3LedgerStore
from gather.aws.media import S3Media
from gather.aws.messages import EndUserMessagingSms, SesEmail
from gather.aws.speech import PollySpeech
from gather.aws.transcription import TranscribeTranscription
from gather.compatible.api_keys import GivenKey
from gather.compatible.chat_completions import CompatibleModel
from gather.compatible.server import Server
from gather.compatible.speech import CompatibleSpeech
from gather.compatible.transcription import CompatibleTranscription
from gather.core.clock import SystemClock
from gather.core.settings import load
from gather.language_model.assistant import ModelAssistant
from gather.language_model.evaluation import ModelEvaluation
from gather.language_model.interviewer import ModelInterviewer
from gather.ports.assistant import Assistant
from gather.ports.encryption import Encryption
from gather.ports.evaluation import Evaluation
from gather.ports.identity import Identity
from gather.ports.interviewer import Avatar, Interviewer
from gather.ports.ledger import LedgerStore
from gather.ports.media import Media
from gather.ports.messages import Email, Sms
from gather.ports.speech import Speech
from gather.ports.transcription import WORKER_SECONDS, SpokenWord, Transcription, TranscriptionResult
from local_stack.engines.accounts import LocalIdentity
from local_stack.engines.espeak_speech import EspeakSpeech
from local_stack.engines.inbox import Inbox, InboxEmail, InboxSms
from local_stack.engines.local_encryption import LocalEncryption
from local_stack.engines.quoting_assistant import QuotingAssistant
from local_stack.engines.rubric_evaluation import RubricEvaluation
from local_stack.engines.rule_interviewer import RuleInterviewer
from local_stack.engines.sentence_encoder import ServerEncoder
from local_stack.engines.whisper_transcription import WhisperTranscription
from simulation.engines import (
    WRITTEN_DOWN,
    SimulatedAvatar,
    SimulatedEmail,
    SimulatedEncryption,
    SimulatedEvaluation,
    SimulatedIdentity,
    SimulatedLedger,
    SimulatedMedia,
    SimulatedSms,
    SimulatedSpeech,
    SimulatedTranscription,
)
from simulation.virtual_time import VirtualTime
from tests.doubles.aws_services import Call, FakeService, ServiceResponse, model_answer, refusal
from tests.doubles.bedrock_engines import bedrock_assistant, bedrock_evaluation, bedrock_interviewer
from tests.doubles.engines import (
    InMemoryEncryption,
    InMemoryLedger,
    InMemoryMedia,
    RecordingEmail,
    RecordingIdentity,
    RecordingSms,
    ScriptedAssistant,
    ScriptedAvatar,
    ScriptedEvaluation,
    ScriptedInterviewer,
    ScriptedSpeech,
    ScriptedTranscription,
)
from tests.doubles.openai_server import Answer, Asked, Said, completion, openai_server, refused
from tests.template.deployment import of_type

Members = Callable[[str, str], dict[str, Any]]
"""The members of a model's response, by the name of the form and the prompt."""
Served = Callable[[Answer], Server]

_BUCKET = "contract-media"
_SAID = "We found a solution together."
_SPOKEN = ((0, 0.1), (3, 0.4), (9, 0.7), (11, 1.0), (20, 1.3))
"""The place and the time in seconds of each word."""
_PROVIDERS = {"local": local_stack.engines.provide, "aws": gather.aws.engines.provide}


@pytest.fixture(autouse=True)
def _account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "contract")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "contract")


@pytest.fixture
def served() -> Iterator[Served]:
    """Starts servers that speak OpenAI's protocol; each gives the answers of a function."""
    with ExitStack() as stack:
        yield lambda answer: Server(
            "The engine", stack.enter_context(openai_server(answer)).url, GivenKey("a-key")
        )


def _behind(service: FakeService, make_client: Any) -> Any:
    """A new client, configured as in production, that talks to `service`."""
    client = make_client()
    service.attach(client)
    return lambda: client


@pytest.fixture
def virtual_time() -> VirtualTime:
    return VirtualTime(datetime(2026, 3, 2, tzinfo=UTC))


@pytest.fixture(params=["double", "simulated", "local", "aws", "compatible"])
def speech(request: pytest.FixtureRequest, served: Served) -> Speech:
    if request.param == "double":
        return ScriptedSpeech()
    if request.param == "simulated":
        return SimulatedSpeech()
    if request.param == "local":
        return EspeakSpeech()
    if request.param == "compatible":
        server = served(lambda asked: Said(b"ID3" + asked.body["input"].encode()))
        return CompatibleSpeech(server, "a-voice", EspeakSpeech())
    polly = FakeService(
        lambda call: ServiceResponse(f"mp3 of {call.body['Text']}".encode(), content_type="audio/mpeg")
    )
    return PollySpeech(_behind(polly, aws_clients.polly))


@pytest.fixture
def recordings() -> InMemoryMedia:
    """The media store of the transcription engines: `spoken.wav` says a sentence, `broken.webm` nothing."""
    local_speech = EspeakSpeech()
    media = InMemoryMedia()
    spoken = local_speech.synthesize(_SAID, local_speech.narrators()[0].id)
    media.put("spoken.wav", spoken.content, spoken.content_type)
    media.put("broken.webm", b"\x1aE\xdf\xa3", "video/webm")
    return media


@pytest.fixture(
    params=[
        "double",
        "simulated",
        pytest.param("local", marks=pytest.mark.models("whisper-base")),
        "aws",
        "compatible",
    ]
)
def transcription(
    request: pytest.FixtureRequest, recordings: InMemoryMedia, tmp_path: Path, served: Served
) -> Transcription:
    if request.param == "simulated":
        return _PatientTranscription(request.getfixturevalue("virtual_time"))
    if request.param == "double":
        from gather.ports.transcription import Transcribed, TranscriptionFailed

        return ScriptedTranscription(
            results={
                "spoken.wav": Transcribed(_SAID, tuple(SpokenWord(*each) for each in _SPOKEN)),
                "broken.webm": TranscriptionFailed("The double does not understand this recording."),
            }
        )
    if request.param == "local":
        return WhisperTranscription(request.getfixturevalue("engine_server"), recordings, tmp_path)
    if request.param == "compatible":
        return CompatibleTranscription(served(_transcribed), "a-model", recordings)
    transcribe = FakeService(_TranscribeJobs(recordings).answer)
    return TranscribeTranscription(_behind(transcribe, aws_clients.transcribe), recordings, _BUCKET)


class _PatientTranscription(SimulatedTranscription):
    """That of the simulation, on recordings that it understands. A minute passes with each question."""

    def __init__(self, time: VirtualTime) -> None:
        media = SimulatedMedia(time, {})
        media.put("spoken.wav", f"{WRITTEN_DOWN}{_SAID}".encode(), "audio/wav")
        media.put("broken.webm", b"\x1aE\xdf\xa3", "video/webm")
        super().__init__(time, Random(1), media)
        self._minutes = time

    def result(self, job_id: str, *, within_seconds: float = WORKER_SECONDS) -> TranscriptionResult:
        self._minutes.pause(60)
        return super().result(job_id, within_seconds=within_seconds)


def _transcribed(asked: Asked) -> Said:
    """A server that understands what has the beginning of a WAV file."""
    if not asked.form["file"].startswith(b"RIFF"):
        return refused("Invalid file format.")
    words = [
        {"word": word, "start": seconds} for word, (_, seconds) in zip(_SAID.split(), _SPOKEN, strict=True)
    ]
    return Said({"text": _SAID, "words": words})


class _TranscribeJobs:
    """Amazon Transcribe, as far as the adapter uses it."""

    def __init__(self, media: InMemoryMedia) -> None:
        self._media = media
        self._jobs: dict[str, dict[str, Any]] = {}

    def answer(self, call: Call) -> ServiceResponse:
        name = call.body["TranscriptionJobName"]
        if call.operation == "StartTranscriptionJob":
            return self._start(name, call)
        if name not in self._jobs:
            message = "The requested job couldn't be found. Check the job name and try your request again."
            return refusal("BadRequestException", message=message)
        return self._advance(name)

    def _start(self, name: str, call: Call) -> ServiceResponse:
        if name in self._jobs:
            return refusal("ConflictException")
        self._jobs[name] = {
            "TranscriptionJobName": name,
            "TranscriptionJobStatus": "IN_PROGRESS",
            "Media": call.body["Media"],
            "OutputKey": call.body["OutputKey"],
        }
        return ServiceResponse({"TranscriptionJob": {"TranscriptionJobName": name}})

    def _advance(self, name: str) -> ServiceResponse:
        """A job is seen in progress once, and finished from then on."""
        job = dict(self._jobs[name])
        if job["TranscriptionJobStatus"] == "COMPLETED":
            return ServiceResponse({"TranscriptionJob": job})
        if job["Media"]["MediaFileUri"] == f"s3://{_BUCKET}/spoken.wav":
            items = [
                {
                    "type": "pronunciation",
                    "start_time": str(seconds),
                    "end_time": str(seconds + 0.2),
                    "alternatives": [{"confidence": "0.99", "content": word}],
                }
                for word, (_, seconds) in zip(_SAID.split(), _SPOKEN, strict=True)
            ]
            text = {"results": {"transcripts": [{"transcript": _SAID}], "items": items}}
            self._media.put(job["OutputKey"], json.dumps(text).encode(), "application/json")
            self._jobs[name]["TranscriptionJobStatus"] = "COMPLETED"
        else:
            reason = "The media format does not match the detected media format."
            self._jobs[name].update(TranscriptionJobStatus="FAILED", FailureReason=reason)
        return ServiceResponse({"TranscriptionJob": job})


@pytest.fixture(params=["double", "local", "aws", "compatible"])
def assistant(request: pytest.FixtureRequest, served: Served) -> Assistant:
    if request.param == "double":
        return ScriptedAssistant()
    if request.param == "local":
        return QuotingAssistant()
    if request.param == "compatible":
        return ModelAssistant(_model_on(served, _reply))
    bedrock = FakeService(_on_bedrock(_reply))
    return bedrock_assistant(_behind(bedrock, aws_clients.bedrock_runtime_in_request))


def _model_on(served: Served, members: Members) -> CompatibleModel:
    """A model on a server that responds with `members` to each prompt."""

    def answer(asked: Asked) -> Said:
        form = asked.body["response_format"]["json_schema"]
        return completion(members(form["name"], asked.prompt))

    return CompatibleModel(served(answer), "a-model", 10)


def _on_bedrock(members: Members) -> Callable[[Call], ServiceResponse]:
    """The same on Amazon Bedrock."""

    def answer(call: Call) -> ServiceResponse:
        tool = call.body["toolConfig"]["tools"][0]["toolSpec"]["name"]
        return model_answer(tool, members(tool, call.body["messages"][0]["content"][0]["text"]))

    return answer


def _reply(_form: str, prompt: str) -> dict[str, Any]:
    """A model that names one thing more than there is of each."""
    articles, jobs = prompt.count("<article-"), prompt.count("<job-")
    return {
        "text": "This is what I know.",
        "knew": bool(articles or jobs),
        "jobNumbers": list(range(1, jobs + 2)),
        "articleNumbers": list(range(1, articles + 2)),
        "suggestions": ["One?", "Two?", "Three?", "Four?"],
    }


@pytest.fixture(params=["double", "local", "aws", "compatible"])
def interviewer(request: pytest.FixtureRequest, served: Served) -> Interviewer:
    if request.param == "double":
        return ScriptedInterviewer()
    if request.param == "local":
        return RuleInterviewer()
    if request.param == "compatible":
        return ModelInterviewer(_model_on(served, _response))
    bedrock = FakeService(_on_bedrock(_response))
    return bedrock_interviewer(_behind(bedrock, aws_clients.bedrock_runtime_in_conversation))


def _response(_form: str, prompt: str) -> dict[str, Any]:
    """A model that understands what was said, always asks on, and always claims to know."""
    said = prompt.rpartition("<candidate-said-")[2]
    if "The candidate was invited to ask" in prompt:
        intent = "question" if "?" in said else "decline"
    else:
        intent = "unclear" if "repeat the question" in said else "answer"
        intent = "about_interview" if "recorded" in said else intent
    return {
        "intent": intent,
        **({"aside": "recording"} if intent == "about_interview" else {}),
        "followUp": {"kind": "dig_deeper", "text": "What came of it?"},
        "lead": "Thank you.",
        "reply": "Shifts begin at 6 o'clock.",
        "knew": True,
    }


@pytest.fixture(
    params=[
        "double",
        "simulated",
        "words",
        pytest.param("meanings", marks=pytest.mark.models("minilm-l6")),
        "aws",
        "compatible",
    ]
)
def evaluation(request: pytest.FixtureRequest, served: Served) -> Evaluation:
    if request.param == "double":
        return ScriptedEvaluation()
    if request.param == "simulated":
        return SimulatedEvaluation()
    if request.param == "words":
        return RubricEvaluation()
    if request.param == "meanings":
        return RubricEvaluation(ServerEncoder(request.getfixturevalue("engine_server")))
    if request.param == "compatible":
        model = _model_on(served, _judged)
        return ModelEvaluation(model, model)
    bedrock = FakeService(_on_bedrock(_judged))
    return bedrock_evaluation(_behind(bedrock, aws_clients.bedrock_runtime))


def _judged(form: str, prompt: str) -> dict[str, Any]:
    """A model that knows no bounds and makes a quotation up."""
    topic_count = prompt.count("Topic: ")
    judged = {
        "score": 250,
        "confidence": 9,
        "explanation": "Good.",
        "evidence": ["I never said this."],
        "askNext": "What else?",
    }
    suggested = {
        "weight": 7,
        "description": "Explains clearly.",
        "lookingFor": ["explains"],
        "scoreDescriptions": {"level1": "None.", "level3": "Some.", "level5": "All."},
    }
    inputs: dict[str, dict[str, Any]] = {
        "record_evaluation": {
            "topics": [{"topicNumber": number, **judged} for number in range(1, topic_count + 1)],
            "explanation": "Fine.",
            "summary": "Said things.",
        },
        "suggest_topics": {"topics": [{"topic": name, **suggested} for name in ("One", "Two", "Three")]},
    }
    return inputs[form]


@pytest.fixture(params=["double", "local", "aws"])
def avatar(request: pytest.FixtureRequest) -> Avatar:
    """An avatar with a player."""
    if request.param == "double":
        return ScriptedAvatar("https://avatars.example/player")
    return _PROVIDERS[request.param](load({"AVATAR_PLAYER_URL": "https://avatars.example/player"})).avatar()


@pytest.fixture(params=["double", "simulated", "local", "aws"])
def no_avatar(request: pytest.FixtureRequest) -> Avatar:
    """An avatar without a player."""
    if request.param == "double":
        return ScriptedAvatar()
    if request.param == "simulated":
        return SimulatedAvatar()
    return _PROVIDERS[request.param](load({})).avatar()


@pytest.fixture(params=["double", "simulated", "local", "aws"])
def email(request: pytest.FixtureRequest, tmp_path: Path) -> Email:
    if request.param == "double":
        return RecordingEmail()
    if request.param == "simulated":
        return SimulatedEmail(request.getfixturevalue("virtual_time"))
    if request.param == "local":
        return InboxEmail(Inbox(tmp_path / "inbox.jsonl", SystemClock()))
    ses = FakeService(_numbered_messages())
    return SesEmail(_behind(ses, aws_clients.sesv2), "jobs@example.com")


@pytest.fixture(params=["double", "simulated", "local", "aws"])
def sms(request: pytest.FixtureRequest, tmp_path: Path) -> Sms:
    if request.param == "double":
        return RecordingSms()
    if request.param == "simulated":
        return SimulatedSms(request.getfixturevalue("virtual_time"))
    if request.param == "local":
        return InboxSms(Inbox(tmp_path / "inbox.jsonl", SystemClock()))
    messaging = FakeService(_numbered_messages())
    return EndUserMessagingSms(_behind(messaging, aws_clients.pinpoint_sms_voice_v2), "+12065550100")


def _numbered_messages() -> Any:
    numbers = iter(range(1, 100))
    return lambda _: ServiceResponse({"MessageId": f"message-{next(numbers)}"})


@pytest.fixture(params=["double", "simulated", "aws"])
def media(request: pytest.FixtureRequest) -> Iterator[Media]:
    if request.param == "double":
        yield InMemoryMedia()
        return
    if request.param == "simulated":
        yield SimulatedMedia(request.getfixturevalue("virtual_time"), {})
        return
    with mock_aws():
        boto3.client("s3").create_bucket(
            Bucket=_BUCKET, CreateBucketConfiguration={"LocationConstraint": "eu-central-1"}
        )
        client = aws_clients.s3()
        yield S3Media(lambda: client, _BUCKET)


@pytest.fixture(params=["double", "simulated", "aws"])
def ledger(request: pytest.FixtureRequest) -> Iterator[LedgerStore]:
    """A ledger; that of AWS in a bucket that is locked as the template says."""
    if request.param == "double":
        yield InMemoryLedger()
        return
    if request.param == "simulated":
        yield SimulatedLedger()
        return
    with mock_aws():
        s3 = boto3.client("s3")
        s3.create_bucket(
            Bucket=_BUCKET,
            CreateBucketConfiguration={"LocationConstraint": "eu-central-1"},
            ObjectLockEnabledForBucket=True,
        )
        s3.put_object_lock_configuration(
            Bucket=_BUCKET,
            ObjectLockConfiguration=of_type("AWS::S3::Bucket")["LedgerBucket"]["ObjectLockConfiguration"],
        )
        client = aws_clients.s3()
        yield S3LedgerStore(lambda: client, _BUCKET)


@pytest.fixture(params=["double", "simulated", "local", "aws"])
def identity_with_invitations(
    request: pytest.FixtureRequest, tmp_path: Path
) -> tuple[Identity, Callable[[], list[str]]]:
    if request.param == "simulated":
        simulated = SimulatedIdentity()
        return simulated, lambda: [account.email for account in simulated.accounts.values()]
    if request.param == "double":
        double = RecordingIdentity()
        return double, lambda: [account.email for account in double.accounts]
    if request.param == "local":
        inbox = tmp_path / "inbox.jsonl"
        local = LocalIdentity(tmp_path / "accounts", Inbox(inbox, SystemClock()))
        return local, lambda: [json.loads(line)["to"] for line in inbox.read_text().splitlines()]
    pool = _UserPool()
    client = _behind(FakeService(pool.answer), aws_clients.cognito_idp)
    return CognitoIdentity(client, "eu-central-1_Contract1"), lambda: pool.invited


@pytest.fixture(params=["double", "simulated", "local", "aws"])
def encryption_engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Encryption]:
    if request.param == "double":
        yield InMemoryEncryption()
        return
    if request.param == "simulated":
        yield SimulatedEncryption()
        return
    if request.param == "local":
        yield LocalEncryption(tmp_path / "encryption.key")
        return
    with mock_aws():
        key = boto3.client("kms").create_key()["KeyMetadata"]["Arn"]
        client = aws_clients.kms()
        yield KmsEncryption(lambda: client, key)


class _UserPool:
    """A user pool of Amazon Cognito, as far as the adapter uses it."""

    def __init__(self) -> None:
        self.invited: list[str] = []

    def answer(self, call: Call) -> ServiceResponse:
        username = call.body["Username"]
        if username.lower() in {known.lower() for known in self.invited}:
            return refusal("UsernameExistsException", message="User account already exists")
        self.invited.append(username)
        return ServiceResponse({"User": {"Username": "1", "UserStatus": "FORCE_CHANGE_PASSWORD"}})


@pytest.fixture
def identity(identity_with_invitations: tuple[Identity, Callable[[], list[str]]]) -> Identity:
    return identity_with_invitations[0]


@pytest.fixture
def invitations(
    identity_with_invitations: tuple[Identity, Callable[[], list[str]]],
) -> Callable[[], list[str]]:
    """The addresses that the engine has invited, in their order."""
    return identity_with_invitations[1]

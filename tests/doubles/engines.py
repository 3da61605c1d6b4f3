"""Engines for tests: they do as the test says and keep the requests.

Each implements the production protocol and passes the same contract tests as the other adapters.
Append EngineFailed to `failures` to let the next calls fail.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import BytesIO
from urllib.parse import urlencode
from uuid import uuid4

from gather.ports.assistant import AssistantReply, AssistantRequest
from gather.ports.encryption import SEALED, SecretNotReadable
from gather.ports.evaluation import (
    EvaluationRequest,
    EvaluationResult,
    EvaluationTopic,
    Judge,
    TopicEvaluation,
)
from gather.ports.failure import EngineFailed
from gather.ports.identity import DashboardAccount
from gather.ports.interviewer import InterviewerRequest, InterviewerResponse
from gather.ports.media import MediaWriter, Presentation, PresignedUpload, StoredMedia
from gather.ports.messages import EmailMessage, EmailQuota, SmsMessage
from gather.ports.speech import Narrator, SpokenAudio
from gather.ports.transcription import (
    WORKER_SECONDS,
    SpeechStream,
    Transcribed,
    TranscriptionPending,
    TranscriptionResult,
)
from gather.screening.conversations.asides import aside_of
from gather.screening.conversations.intents import plain_intent

NARRATORS = (
    Narrator("0c0ffee0-0000-5000-8000-000000000001", "Nora", "en-US", "female", "US English, for tests"),
    Narrator("0c0ffee0-0000-5000-8000-000000000002", "Norbert", "de-DE", "male", "German, for tests"),
)

_LEVELS = {"level1": "None of it.", "level3": "Some of it.", "level5": "All of it."}
TOPICS = (
    EvaluationTopic("Communication", 40, "Explains clearly.", ("explains",), _LEVELS),
    EvaluationTopic("Teamwork", 35, "Works with others.", ("helps",), _LEVELS),
    EvaluationTopic("Motivation", 25, "Wants the job.", ("reasons",), _LEVELS),
)


@dataclass
class _Fallible:
    failures: list[EngineFailed] = field(default_factory=list)

    def _fail_if_told(self) -> None:
        if self.failures:
            raise self.failures.pop(0)


@dataclass
class ScriptedSpeech(_Fallible):
    """`spoken` holds (text, narrator id) of every call; the audio names both."""

    spoken: list[tuple[str, str]] = field(default_factory=list)

    def narrators(self) -> Sequence[Narrator]:
        return NARRATORS

    def narrator(self, narrator_id: str) -> Narrator | None:
        return next((narrator for narrator in NARRATORS if narrator.id == narrator_id), None)

    def synthesize(self, text: str, narrator_id: str) -> SpokenAudio:
        self._fail_if_told()
        narrator = self.narrator(narrator_id)
        if narrator is None or not any(character.isalnum() for character in text):
            raise EngineFailed(retryable=False, reason="The speech engine refuses this script")
        self.spoken.append((text, narrator_id))
        return SpokenAudio(f"{narrator.name}: {text}".encode(), "audio/mpeg")


@dataclass
class ScriptedTranscription(_Fallible):
    """`results` maps media keys to how their jobs end; other recordings are transcribed as their key.

    Each job answers pending `pending_polls` times before that. `started` holds the arguments of the
    starts that made a job. Where it `announces`, it says that the end of each job is going to be announced.
    """

    results: dict[str, TranscriptionResult] = field(default_factory=dict)
    pending_polls: int = 0
    started: list[tuple[str, str, str]] = field(default_factory=list)
    _polls: dict[str, int] = field(default_factory=dict)
    _media_keys: dict[str, str] = field(default_factory=dict)
    languages: frozenset[str] | None = None
    streams: bool = False
    announces: bool = False

    def understands(self, language: str) -> bool:
        return self.languages is None or language in self.languages

    def stream_origin(self, language: str) -> str | None:
        return "wss://speech.example" if self.streams else None

    def stream(self, language: str, now: datetime) -> SpeechStream | None:
        if not self.streams:
            return None
        return SpeechStream("wss://speech.example/stream", language, 16_000, now + timedelta(minutes=5))

    def start(self, job_id: str, media_key: str, language: str) -> bool:
        self._fail_if_told()
        if job_id not in self._media_keys:
            self._media_keys[job_id] = media_key
            self.started.append((job_id, media_key, language))
        return self.announces

    def result(self, job_id: str, *, within_seconds: float = WORKER_SECONDS) -> TranscriptionResult:
        self._fail_if_told()
        media_key = self._media_keys.get(job_id)
        if media_key is None:
            raise EngineFailed(retryable=True, reason="The transcription engine has no such job")
        self._polls[job_id] = self._polls.get(job_id, 0) + 1
        if self._polls[job_id] <= self.pending_polls:
            return TranscriptionPending()
        return self.results.get(media_key, Transcribed(f"What is said in {media_key}"))

    def delete_jobs(self, candidate_interview_id: str) -> int:
        self._fail_if_told()
        found = [job_id for job_id in self._media_keys if job_id.startswith(f"{candidate_interview_id}-")]
        for job_id in found:
            del self._media_keys[job_id]
        self.started[:] = [each for each in self.started if each[0] not in found]
        return len(found)


@dataclass
class ScriptedEvaluation(_Fallible):
    """Gives each topic its score of `scores`, or `default_score`, and quotes the first answer. It is certain
    of all scores but those of `confidences`.

    Suggests `topics`; `suggestions` holds the job description and the questions of every such call.
    `meanwhile` is called during the evaluation.
    """

    scores: dict[str, int] = field(default_factory=dict)
    confidences: dict[str, float] = field(default_factory=dict)
    default_score: int = 80
    summary: str = "The candidate answered every question."
    requests: list[EvaluationRequest] = field(default_factory=list)
    topics: list[EvaluationTopic] = field(default_factory=lambda: list(TOPICS))
    suggestions: list[tuple[str, list[str]]] = field(default_factory=list)
    meanwhile: Callable[[], object] = lambda: None
    prompt_hash: str = "0" * 64

    def judge(self) -> Judge:
        return Judge("scripted", "script-1", "1", self.prompt_hash)

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        self._fail_if_told()
        self.meanwhile()
        self.requests.append(request)
        evidence = tuple(answer.text for answer in request.answers[:1] if answer.text)
        return EvaluationResult(
            topics=tuple(
                TopicEvaluation(
                    topic=topic.topic,
                    score=self.scores.get(topic.topic, self.default_score),
                    confidence=self.confidences.get(topic.topic, 0.75),
                    explanation=f"Scripted score of {topic.topic}.",
                    evidence=evidence,
                )
                for topic in request.topics
            ),
            explanation="Scripted evaluation.",
            summary=self.summary,
        )

    def suggest_topics(self, job_description: str, questions: Sequence[str]) -> list[EvaluationTopic]:
        self._fail_if_told()
        self.suggestions.append((job_description, list(questions)))
        return list(self.topics)


@dataclass
class ScriptedAssistant(_Fallible):
    """Says `text`, or repeats the message, and speaks of all jobs and passages that it was given.

    It knows something whenever it was given any. `requests` holds its requests, and `meanwhile` is called
    during each of them.
    """

    text: str | None = None
    suggestions: tuple[str, ...] = ("What are the benefits?",)
    requests: list[AssistantRequest] = field(default_factory=list)
    meanwhile: Callable[[], object] = lambda: None

    def reply(self, request: AssistantRequest) -> AssistantReply:
        self.requests.append(request)
        self.meanwhile()
        self._fail_if_told()
        return AssistantReply(
            text=self.text or f"You said: {request.message}",
            knew=bool(request.passages or request.jobs),
            jobs=request.jobs,
            passages=request.passages,
            suggestions=self.suggestions if request.with_suggestions else (),
        )


@dataclass
class ScriptedInterviewer(_Fallible):
    """Gives the next of `responses`. Without one it judges by the plain rules, and says nothing but the
    tip that it was given.

    `requests` holds the requests; `meanwhile` is called during each.
    """

    responses: list[InterviewerResponse] = field(default_factory=list)
    requests: list[InterviewerRequest] = field(default_factory=list)
    meanwhile: Callable[[], object] = lambda: None

    def respond(self, request: InterviewerRequest) -> InterviewerResponse:
        self.requests.append(request)
        self.meanwhile()
        self._fail_if_told()
        if self.responses:
            return self.responses.pop(0)
        return InterviewerResponse(
            intent=plain_intent(request.heard, request.language, is_inviting=request.is_inviting),
            aside=aside_of(request.heard, request.language),
            knew=bool(request.passages),
            lead=request.coaching.tip if request.coaching else "",
            reply=" ".join(passage.text for passage in request.passages[:1]),
            tokens=100,
        )


@dataclass
class ScriptedAvatar:
    """Has the player at `player_url`, unless it is None."""

    player_url: str | None = None

    def player(self, replica_id: str, language: str) -> str | None:
        if self.player_url is None:
            return None
        return f"{self.player_url}?{urlencode({'replicaId': replica_id, 'language': language})}"


@dataclass
class RecordingEmail(_Fallible):
    """Keeps what is sent in `messages`, and says that it takes so many."""

    messages: list[EmailMessage] = field(default_factory=list)
    the_quota: EmailQuota = field(default_factory=EmailQuota)

    def send(self, message: EmailMessage) -> str:
        self._fail_if_told()
        self.messages.append(message)
        return f"email-{len(self.messages)}"

    def quota(self) -> EmailQuota:
        return self.the_quota


@dataclass
class RecordingSms(_Fallible):
    """Keeps what is sent in `messages`."""

    messages: list[SmsMessage] = field(default_factory=list)
    parts_a_second: int | None = None

    def send(self, message: SmsMessage) -> str:
        self._fail_if_told()
        self.messages.append(message)
        return f"sms-{len(self.messages)}"

    def most_parts_a_second(self) -> int | None:
        return self.parts_a_second


@dataclass
class RecordedMessages:
    """The messages of both doubles."""

    email: RecordingEmail
    sms: RecordingSms

    def delete_about(self, about: str) -> int:
        emails = [message for message in self.email.messages if message.about == about]
        texts = [message for message in self.sms.messages if message.about == about]
        for email in emails:
            self.email.messages.remove(email)
        for text in texts:
            self.sms.messages.remove(text)
        return len(emails) + len(texts)


@dataclass
class RecordingIdentity(_Fallible):
    """Keeps the accounts that were made, each with its invitation, in `accounts`."""

    accounts: list[DashboardAccount] = field(default_factory=list)

    def create_account(self, account: DashboardAccount) -> None:
        self._fail_if_told()
        if account.email.casefold() not in {known.email.casefold() for known in self.accounts}:
            self.accounts.append(account)


@dataclass
class InMemoryEncryption(_Fallible):
    """Keeps texts and their contexts in `kept`. `decrypted` holds the contexts of what was decrypted."""

    kept: dict[str, tuple[str, str]] = field(default_factory=dict)
    decrypted: list[str] = field(default_factory=list)

    def encrypt(self, text: str, context: str) -> str:
        self._fail_if_told()
        sealed = f"{SEALED}{uuid4().hex}"
        self.kept[sealed] = (text, context)
        return sealed

    def decrypt(self, sealed: str, context: str) -> str:
        self._fail_if_told()
        self.decrypted.append(context)
        text, own_context = self.kept.get(sealed, ("", ""))
        if not own_context or own_context != context:
            raise SecretNotReadable
        return text


@dataclass
class InMemoryMedia(_Fallible):
    """Keeps content and content type by key in `stored`. Browsers send theirs to `uploads_at`."""

    stored: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    uploads_at: str = "https://media.test"

    def put(self, key: str, content: bytes, content_type: str) -> None:
        self._fail_if_told()
        self.stored[key] = (content, content_type)

    def get(self, key: str) -> bytes:
        self._fail_if_told()
        if key not in self.stored:
            raise EngineFailed(retryable=False, reason="The media store has nothing under this key")
        return self.stored[key][0]

    def read(self, key: str) -> Iterator[bytes]:
        yield self.get(key)

    def read_range(self, key: str, start: int, length: int) -> bytes:
        return self.get(key)[start : start + length]

    @contextmanager
    def writing(self, key: str, content_type: str) -> Iterator[MediaWriter]:
        written = BytesIO()
        yield written
        self.put(key, written.getvalue(), content_type)

    def describe(self, key: str) -> StoredMedia | None:
        self._fail_if_told()
        if key not in self.stored:
            return None
        content, content_type = self.stored[key]
        return StoredMedia(len(content), content_type)

    def delete(self, key: str) -> None:
        self._fail_if_told()
        self.stored.pop(key, None)

    def purge(self, prefix: str) -> int:
        self._fail_if_told()
        found = [key for key in self.stored if key.startswith(prefix)]
        for key in found:
            del self.stored[key]
        return len(found)

    def presigned_upload(
        self, key: str, content_type: str, size: int, expires_seconds: int
    ) -> PresignedUpload:
        return PresignedUpload(
            f"{self.uploads_at}/{key}?size={size}&expires={expires_seconds}",
            {"Content-Type": content_type, "If-None-Match": "*"},
        )

    def presigned_download(self, key: str, presentation: Presentation, expires_seconds: int) -> str:
        answered = {
            "response-content-type": presentation.content_type,
            "response-content-disposition": presentation.disposition,
        }
        return f"https://media.test/{key}?{urlencode(answered)}&expires={expires_seconds}"


@dataclass
class InMemoryLedger(_Fallible):
    """Keeps documents by name in `kept`."""

    kept: dict[str, bytes] = field(default_factory=dict)

    def save(self, name: str, document: bytes) -> bool:
        self._fail_if_told()
        is_new = name not in self.kept
        self.kept.setdefault(name, document)
        return is_new

    def names(self, prefix: str) -> Iterator[str]:
        self._fail_if_told()
        return iter(sorted(name for name in self.kept if name.startswith(prefix)))

    def read(self, name: str) -> bytes:
        self._fail_if_told()
        if name not in self.kept:
            raise EngineFailed(retryable=False, reason="The ledger has no such document")
        return self.kept[name]


@dataclass
class ScriptedTurnDetection:
    """Judges sound at `path`, or nowhere."""

    path: str | None = None

    def address(self) -> str | None:
        return self.path


@dataclass
class ScriptedEngines:
    """An EngineProvider of the doubles, one of each, for a test to look into."""

    the_speech: ScriptedSpeech = field(default_factory=ScriptedSpeech)
    the_transcription: ScriptedTranscription = field(default_factory=ScriptedTranscription)
    the_turn_detection: ScriptedTurnDetection = field(default_factory=ScriptedTurnDetection)
    the_evaluation: ScriptedEvaluation = field(default_factory=ScriptedEvaluation)
    the_assistant: ScriptedAssistant = field(default_factory=ScriptedAssistant)
    the_interviewer: ScriptedInterviewer = field(default_factory=ScriptedInterviewer)
    the_avatar: ScriptedAvatar = field(default_factory=ScriptedAvatar)
    the_email: RecordingEmail = field(default_factory=RecordingEmail)
    the_sms: RecordingSms = field(default_factory=RecordingSms)
    the_media: InMemoryMedia = field(default_factory=InMemoryMedia)
    the_identity: RecordingIdentity = field(default_factory=RecordingIdentity)
    the_encryption: InMemoryEncryption = field(default_factory=InMemoryEncryption)
    the_ledger: InMemoryLedger = field(default_factory=InMemoryLedger)

    def speech(self) -> ScriptedSpeech:
        return self.the_speech

    def transcription(self) -> ScriptedTranscription:
        return self.the_transcription

    def turn_detection(self) -> ScriptedTurnDetection:
        return self.the_turn_detection

    def evaluation(self) -> ScriptedEvaluation:
        return self.the_evaluation

    def assistant(self) -> ScriptedAssistant:
        return self.the_assistant

    def interviewer(self) -> ScriptedInterviewer:
        return self.the_interviewer

    def avatar(self) -> ScriptedAvatar:
        return self.the_avatar

    def email(self) -> RecordingEmail:
        return self.the_email

    def sms(self) -> RecordingSms:
        return self.the_sms

    def kept_messages(self) -> RecordedMessages:
        return RecordedMessages(self.email(), self.sms())

    def media(self) -> InMemoryMedia:
        return self.the_media

    def identity(self) -> RecordingIdentity:
        return self.the_identity

    def encryption(self) -> InMemoryEncryption:
        return self.the_encryption

    def ledger(self) -> InMemoryLedger:
        return self.the_ledger

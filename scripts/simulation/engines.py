"""The engines of the simulated world: they keep what they are given, and judge by rules easy to see.

Each call passes the gate, where it may go wrong like any other.
"""

import functools
from bisect import bisect_right
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import BytesIO
from random import Random
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import urlencode

from gather.core.word_places import word_places
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
from gather.ports.media import MediaWriter, Presentation, PresignedUpload, StoredMedia
from gather.ports.messages import EmailMessage, EmailQuota, SmsMessage
from gather.ports.speech import Narrator, SpokenAudio
from gather.ports.transcription import (
    WORKER_SECONDS,
    SpeechStream,
    SpokenWord,
    Transcribed,
    TranscriptionFailed,
    TranscriptionPending,
    TranscriptionResult,
)
from local_stack.engines.quoting_assistant import QuotingAssistant
from local_stack.engines.rule_interviewer import RuleInterviewer
from simulation.engine_quotas import DAY_SECONDS, QuotaGate
from simulation.functions import FaultGate, Invocation
from simulation.token_bucket import TokenBucket
from simulation.virtual_time import VirtualTime

NARRATORS: Final = (
    Narrator("0c0ffee0-0000-5000-8000-000000000003", "Noor", "en-US", "female", "of the simulation"),
    Narrator("0c0ffee0-0000-5000-8000-000000000004", "Nils", "de-DE", "male", "of the simulation"),
)
TRANSCRIPTION_SECONDS: Final = (5.0, 240.0)
"""How long a job takes."""
MEDIA_HOST: Final = "media.example"
WRITTEN_DOWN: Final = "SAID "
"""What a recording begins with that has words. The others are broken."""


class SimulatedMedia:
    """Files by their keys. `kept_days` says by prefix for how many days a file stays, as a bucket does."""

    def __init__(self, time: VirtualTime, kept_days: Mapping[str, int]) -> None:
        self._time = time
        self._kept_days = kept_days
        self._put_at: dict[str, datetime] = {}
        self.stored: dict[str, tuple[bytes, str]] = {}

    def put(self, key: str, content: bytes, content_type: str) -> None:
        self.stored[key] = (content, content_type)
        self._put_at[key] = self._time.now()

    def remove_expired(self) -> None:
        """Remove what the rules keep no longer. S3 does so at midnight."""
        now = self._time.now()
        for prefix, days in self._kept_days.items():
            for key in [each for each in self.stored if each.startswith(prefix)]:
                if now - self._put_at[key] >= timedelta(days=days):
                    del self.stored[key]

    def get(self, key: str) -> bytes:
        if key not in self.stored:
            raise EngineFailed(retryable=False, reason="The media store has nothing under this key")
        return self.stored[key][0]

    def read(self, key: str) -> Iterator[bytes]:
        yield self.get(key)

    def read_range(self, key: str, start: int, length: int) -> bytes:
        return self.get(key)[start : start + length]

    def writing(self, key: str, content_type: str) -> AbstractContextManager[MediaWriter]:
        return self._writing(key, content_type)

    @contextmanager
    def _writing(self, key: str, content_type: str) -> Iterator[MediaWriter]:
        written = BytesIO()
        yield written
        self.put(key, written.getvalue(), content_type)

    def describe(self, key: str) -> StoredMedia | None:
        if key not in self.stored:
            return None
        content, content_type = self.stored[key]
        return StoredMedia(len(content), content_type)

    def delete(self, key: str) -> None:
        self.stored.pop(key, None)

    def purge(self, prefix: str) -> int:
        found = [key for key in self.stored if key.startswith(prefix)]
        for key in found:
            del self.stored[key]
        return len(found)

    def presigned_upload(
        self, key: str, content_type: str, size: int, expires_seconds: int
    ) -> PresignedUpload:
        headers = {"Content-Type": content_type, "If-None-Match": "*"}
        return PresignedUpload(f"https://{MEDIA_HOST}/{key}", headers)

    def presigned_download(self, key: str, presentation: Presentation, expires_seconds: int) -> str:
        answered = {
            "response-content-type": presentation.content_type,
            "response-content-disposition": presentation.disposition,
        }
        return f"https://{MEDIA_HOST}/{key}?{urlencode(answered)}"


class SimulatedSpeech:
    """Narrators whose sound is the text."""

    def __init__(self) -> None:
        self.characters = 0
        """How many characters it has spoken."""

    def narrators(self) -> Sequence[Narrator]:
        return NARRATORS

    def narrator(self, narrator_id: str) -> Narrator | None:
        return next((each for each in NARRATORS if each.id == narrator_id), None)

    def synthesize(self, text: str, narrator_id: str) -> SpokenAudio:
        if self.narrator(narrator_id) is None or not any(character.isalnum() for character in text):
            raise EngineFailed(retryable=False, reason="The speech engine refuses this script")
        self.characters += len(text)
        return SpokenAudio(text.encode(), "audio/mpeg")


class SimulatedTranscription:
    """Jobs that end in virtual time. A recording's content is what is said in it."""

    def __init__(self, time: VirtualTime, random: Random, media: SimulatedMedia) -> None:
        self._time = time
        self._random = random
        self._media = media
        self.jobs: dict[str, float] = {}
        """The seconds at which each job ends."""
        self._heard: dict[str, str] = {}
        self.on_end: Callable[[str], None] = lambda _job_id: None
        """Told the id of each job that has ended."""

    def understands(self, language: str) -> bool:
        return True

    def stream_origin(self, language: str) -> str | None:
        return None

    def stream(self, language: str, now: datetime) -> SpeechStream | None:
        return None

    def start(self, job_id: str, media_key: str, language: str) -> bool:
        if job_id in self.jobs:
            return True
        seconds = self._random.uniform(*TRANSCRIPTION_SECONDS)
        self.jobs[job_id] = self._time.elapsed + seconds
        self._heard[job_id] = self._media.stored.get(media_key, (b"", ""))[0].decode(errors="replace")
        self._time.after(seconds, lambda: self.on_end(job_id))
        return True

    def under_way(self) -> int:
        """How many jobs have not ended."""
        return sum(ends_at > self._time.elapsed for ends_at in self.jobs.values())

    def result(self, job_id: str, *, within_seconds: float = WORKER_SECONDS) -> TranscriptionResult:
        if job_id not in self.jobs:
            raise EngineFailed(retryable=True, reason="The transcription engine has no such job")
        ends_at = self.jobs[job_id]
        if self._time.elapsed < ends_at:
            return TranscriptionPending()
        content = self._heard.get(job_id, "")
        if not content.startswith(WRITTEN_DOWN):
            return TranscriptionFailed("The recording is broken")
        text = content.removeprefix(WRITTEN_DOWN)
        timed = ((word, float(place)) for place, word in enumerate(text.split()))
        places = tuple(SpokenWord(*each) for each in word_places(text, timed))
        return Transcribed(text, places, certainty=0.95)

    def delete_jobs(self, candidate_interview_id: str) -> int:
        found = [job_id for job_id in self.jobs if job_id.startswith(f"{candidate_interview_id}-")]
        for job_id in found:
            del self.jobs[job_id], self._heard[job_id]
        return len(found)

    def transcripts(self) -> Iterator[tuple[str, str]]:
        """What the engine keeps of each job, by its id."""
        return iter(self._heard.items())


class SimulatedTurnDetection:
    """Judges no sound."""

    def address(self) -> str | None:
        return None


class SimulatedEvaluation:
    """Who says that something is excellent has 90 points, who says that it is poor 20, others 60."""

    def judge(self) -> Judge:
        return Judge("simulated", "words", "1", "0" * 64)

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        said = " ".join(answer.text for answer in request.answers)
        score = 90 if "excellent" in said else 20 if "poor" in said else 60
        evidence = tuple(answer.text for answer in request.answers[:1] if answer.text)
        return EvaluationResult(
            topics=tuple(
                TopicEvaluation(topic.topic, score, 0.8, "By its words.", evidence)
                for topic in request.topics
            ),
            explanation="By the words of the answers.",
            summary="The candidate has answered.",
        )

    def suggest_topics(self, job_description: str, questions: Sequence[str]) -> list[EvaluationTopic]:
        levels = {"level1": "None of it.", "level3": "Some of it.", "level5": "All of it."}
        return [
            EvaluationTopic(name, weight, f"Shows {name.lower()}.", (name.lower(),), levels)
            for name, weight in (("Care", 40), ("Skill", 40), ("Will", 20))
        ]


class SimulatedAvatar:
    """Has no face."""

    def player(self, replica_id: str, language: str) -> str | None:
        return None


@dataclass(slots=True)
class SimulatedEmail:
    """Keeps what is sent, when, and by which call of which invocation. More than `rate` e-mails a second are
    refused, as SES does; None for no limit. It says that it takes `most_a_day` in 24 hours."""

    time: VirtualTime
    rate: int | None = None
    most_a_day: int | None = None
    messages: list[EmailMessage] = field(default_factory=list)
    sent_at: list[float] = field(default_factory=list)
    """The seconds since the beginning."""
    senders: list[tuple[Invocation, int] | None] = field(default_factory=list)
    on_sent: Callable[[EmailMessage], None] = lambda _message: None
    """Told of each message that is sent."""
    _bucket: TokenBucket | None = None

    def send(self, message: EmailMessage) -> str:
        if self._is_too_much():
            raise EngineFailed(retryable=True, throttled=True, reason="TooManyRequestsException")
        sender = self.time.owner()
        self.messages.append(message)
        self.sent_at.append(self.time.elapsed)
        self.senders.append((sender, sender.calls) if isinstance(sender, Invocation) else None)
        self.on_sent(message)
        return f"email-{len(self.messages)}"

    def quota(self) -> EmailQuota:
        before = bisect_right(self.sent_at, self.time.elapsed - DAY_SECONDS)
        return EmailQuota(self.rate, self.most_a_day, len(self.sent_at) - before)

    def _is_too_much(self) -> bool:
        """Whether the account may send no more now: a second's e-mails at once, and then its rate."""
        if self.rate is None:
            return False
        if self._bucket is None:
            self._bucket = TokenBucket(self.rate, self.rate)
        return not self._bucket.take(1, self.time.elapsed)


@dataclass(slots=True)
class SimulatedSms:
    """Keeps what is sent, when, and by which call of which invocation. `rate` is how many parts of messages
    it says that it takes in a second."""

    time: VirtualTime
    rate: int | None = None
    messages: list[SmsMessage] = field(default_factory=list)
    sent_at: list[float] = field(default_factory=list)
    """The seconds since the beginning."""
    senders: list[tuple[Invocation, int] | None] = field(default_factory=list)

    def send(self, message: SmsMessage) -> str:
        sender = self.time.owner()
        self.messages.append(message)
        self.sent_at.append(self.time.elapsed)
        self.senders.append((sender, sender.calls) if isinstance(sender, Invocation) else None)
        return f"sms-{len(self.messages)}"

    def most_parts_a_second(self) -> int | None:
        return self.rate


class SimulatedKeptMessages:
    """Keeps none, like the engines of a deployment."""

    def delete_about(self, about: str) -> int:
        return 0


@dataclass(slots=True)
class SimulatedIdentity:
    """Accounts by their addresses."""

    accounts: dict[str, DashboardAccount] = field(default_factory=dict)

    def create_account(self, account: DashboardAccount) -> None:
        self.accounts.setdefault(account.email.casefold(), account)


class SimulatedEncryption:
    """Seals texts by writing their context beside them."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, str]] = {}

    def encrypt(self, text: str, context: str) -> str:
        sealed = f"{SEALED}{len(self._kept)}"
        self._kept[sealed] = (text, context)
        return sealed

    def decrypt(self, sealed: str, context: str) -> str:
        text, own_context = self._kept.get(sealed, ("", ""))
        if not own_context or own_context != context:
            raise SecretNotReadable
        return text


class SimulatedLedger:
    """Documents that stay as they are."""

    def __init__(self) -> None:
        self.documents: dict[str, bytes] = {}

    def save(self, name: str, document: bytes) -> bool:
        is_new = name not in self.documents
        self.documents.setdefault(name, document)
        return is_new

    def names(self, prefix: str) -> Iterator[str]:
        return iter(sorted(name for name in self.documents if name.startswith(prefix)))

    def read(self, name: str) -> bytes:
        if name not in self.documents:
            raise EngineFailed(retryable=False, reason="The ledger has no such document")
        return self.documents[name]


class WorldEngines(SimpleNamespace):
    """One engine of each kind for all functions, with what they have done and keep."""

    media: SimulatedMedia
    transcription: SimulatedTranscription
    email: SimulatedEmail
    sms: SimulatedSms
    ledger: SimulatedLedger
    encryption: SimulatedEncryption

    def __init__(self, time: VirtualTime, random: Random, kept_days: Mapping[str, int]) -> None:
        media = SimulatedMedia(time, kept_days)
        super().__init__(
            speech=SimulatedSpeech(),
            transcription=SimulatedTranscription(time, random, media),
            turn_detection=SimulatedTurnDetection(),
            evaluation=SimulatedEvaluation(),
            assistant=QuotingAssistant(),
            interviewer=RuleInterviewer(),
            avatar=SimulatedAvatar(),
            email=SimulatedEmail(time),
            sms=SimulatedSms(time),
            kept_messages=SimulatedKeptMessages(),
            media=media,
            identity=SimulatedIdentity(),
            encryption=SimulatedEncryption(),
            ledger=SimulatedLedger(),
        )


_WITHOUT_CALL: Final = frozenset(
    {
        "address",
        "remove_expired",
        "judge",
        "most_parts_a_second",
        "narrator",
        "narrators",
        "on_end",
        "player",
        "presigned_download",
        "presigned_upload",
        "quota",
        "stream_origin",
        "understands",
    }
)
"""What engines answer without a call."""


class GatedEngine:
    """An engine whose calls pass the gate. While its name is among those of `down`, it does not answer."""

    def __init__(
        self, gate: FaultGate, name: str, engine: object, down: Container[str], quotas: QuotaGate
    ) -> None:
        self._gate = gate
        self._quotas = quotas
        self._down = down
        self._name = name
        self._engine = engine

    def __getattr__(self, method: str) -> Any:
        found = getattr(self._engine, method)
        if method in _WITHOUT_CALL:
            return found

        @functools.wraps(found)
        def passing(*arguments: Any, **named: Any) -> Any:
            operation = f"{self._name}.{method}"

            def call() -> Any:
                if self._name in self._down:
                    raise _busy(operation)
                return found(*arguments, **named)

            with self._quotas.passing(operation, arguments):
                return self._gate.pass_through(operation, call, refusal=_busy, loss=_busy)

        return passing


class GatedEngines:
    """The provider of engines of every function. `down` has the names of those that do not answer."""

    def __init__(self, gate: FaultGate, engines: WorldEngines, quotas: QuotaGate) -> None:
        self.down: set[str] = set()
        self._gated = {
            name: GatedEngine(gate, name, engine, self.down, quotas) for name, engine in vars(engines).items()
        }

    def __getattr__(self, name: str) -> Callable[[], Any]:
        gated = self._gated[name]
        return lambda: gated


def _busy(operation: str) -> Exception:
    return EngineFailed(retryable=True, reason=f"{operation} does not answer")

"""The engine that turns recordings into words."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

WORKER_SECONDS: Final = 150.0
"""How long a worker waits for the result of a job."""


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word's place in the transcription, in Unicode code points, and its time, in seconds."""

    start: int
    seconds: float


@dataclass(frozen=True, slots=True)
class TranscriptionPending:
    """The job is under way."""


@dataclass(frozen=True, slots=True)
class Transcribed:
    """The job is done. `text` is empty when nothing was said, and has no white space around it.

    `words` are those of which the engine tells the time, in their order. `certainty` is how sure it is of the
    words on average, from 0 to 1; None where it does not tell.
    """

    text: str
    words: tuple[SpokenWord, ...] = ()
    certainty: float | None = None


@dataclass(frozen=True, slots=True)
class TranscriptionFailed:
    """The recording has no text: it is broken, or of an unknown format. `reason` holds no personal data."""

    reason: str


TranscriptionResult = TranscriptionPending | Transcribed | TranscriptionFailed


@dataclass(frozen=True, slots=True)
class SpeechStream:
    """The address of a WebSocket that speaks Amazon Transcribe's streaming protocol.

    A stream must begin before `expires_at`. It takes 16-bit PCM of `sample_rate` samples a second in the
    language `language_code`.
    """

    url: str
    language_code: str
    sample_rate: int
    expires_at: datetime


class Transcription(Protocol):
    """Writes down what is said: in a recording of the media store, in its own time, or in a stream."""

    def understands(self, language: str) -> bool:
        """Whether speech in the language can be written down. Makes no call."""
        ...

    def stream_origin(self, language: str) -> str | None:
        """The origin of the addresses of streams, which a page may connect to, or None. Makes no call."""
        ...

    def stream(self, language: str, now: datetime) -> SpeechStream | None:
        """An address that a browser may stream one person's speech to, or None. Makes no call."""
        ...

    def start(self, job_id: str, media_key: str, language: str) -> bool:
        """Begin job `job_id` (letters, digits, `-`, `_`, `.`) on the recording at `media_key`.

        `language` is a BCP 47 code. Starting a job that exists already does nothing. Returns whether the
        engine is going to announce the job's end, by the event of Amazon Transcribe, so that nobody has to
        ask for its result again and again.
        """
        ...

    def result(self, job_id: str, *, within_seconds: float = WORKER_SECONDS) -> TranscriptionResult:
        """Return the result of a job, as far as it is.

        An engine that transcribes only while it is asked takes `within_seconds` at most.

        Raises EngineFailed, retryable, for a job that does not exist: this says nothing about the recording,
        and the job can be started again.
        """
        ...

    def delete_jobs(self, candidate_interview_id: str) -> int:
        """Delete what the engine keeps of jobs whose ids begin with the id and `-`; how many."""
        ...

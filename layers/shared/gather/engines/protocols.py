"""The engines as the service sees them: one protocol each, with the values that go in and come out.

`gather.engines.aws` provides the deployed ones, the local stack its own; `gather.wiring` chooses.
Every method may raise EngineFailed, and raises nothing else for a fault of the engine.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from gather.core.errors import GatherError
from gather.screening.media import Presentation
from gather.screening.word_times import SpokenWord

if TYPE_CHECKING:
    # At run time only the chat pays for its models.
    from gather.chat.retrieval import OfferedJob, Passage
    from gather.screening.interview_conversation import FollowUp, Intent


class EngineFailed(GatherError):
    """An engine did not do what it was asked.

    `retryable` tells a worker whether the same call may succeed later (throttling, a timeout, a fault
    inside the engine) or never will (the engine refuses the request). `for_operator` says that only somebody
    who repairs the deployment or its account can help (no permission, a paused account, an unverified
    sender); until then the call is retryable. `reason` is written by the adapters and holds no personal data,
    so that it may be logged. A route that asks an engine directly responds with 503 without it: it is about
    the deployment.
    """

    status = 503
    code = "SERVICE_UNAVAILABLE"

    def __init__(self, *, retryable: bool, reason: str, for_operator: bool = False) -> None:
        super().__init__("A part of the service does not answer as it should. Try again in a moment.")
        self.retryable = retryable
        self.for_operator = for_operator
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True, slots=True)
class Narrator:
    """A voice of the speech engine (interface: Audio questions, rule 7). `id` is a UUID that never changes
    for a voice; `language` is a BCP 47 code, `gender` `female` or `male`."""

    id: str
    """The voice's id, a UUID that never changes."""
    name: str
    """The voice's name."""
    language: str
    """The language that the voice speaks, a BCP 47 code."""
    gender: str
    """`female` or `male`."""
    description: str
    """How the voice sounds."""


@dataclass(frozen=True, slots=True)
class SpokenAudio:
    """Speech as one playable file."""

    content: bytes
    content_type: str


class Speech(Protocol):
    """Turns a script into speech."""

    def narrators(self) -> Sequence[Narrator]:
        """The voices, in the order in which they are listed. Makes no call."""
        ...

    def narrator(self, narrator_id: str) -> Narrator | None:
        """The voice with this id, or None. Makes no call."""
        ...

    def synthesize(self, text: str, narrator_id: str) -> SpokenAudio:
        """`text`, of any length, spoken by the narrator.

        Raises EngineFailed, not retryable, for an unknown narrator and for a text without a word.
        """
        ...


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

    def start(self, job_id: str, media_key: str, language: str) -> None:
        """Begin job `job_id` (letters, digits, `-`, `_`, `.`) on the recording at `media_key`.

        `language` is a BCP 47 code. Starting a job that exists already does nothing.
        """
        ...

    def result(self, job_id: str) -> TranscriptionResult:
        """How the job stands.

        Raises EngineFailed, retryable, for a job that is not there: it says nothing about the recording, and
        can be started again.
        """
        ...

    def forget(self, candidate_interview_id: str) -> int:
        """Remove what the engine keeps of jobs whose ids begin with the id and `-`; how many."""
        ...


@dataclass(frozen=True, slots=True)
class EvaluationTopic:
    """One topic of a scorecard (interface: Scorecards, rules 1 and 2).

    `weight` runs from 0 to 100; `score_descriptions` maps `level1` to `level5` to rubric texts.
    """

    topic: str
    weight: float = 0
    description: str = ""
    looking_for: tuple[str, ...] = ()
    score_descriptions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EvaluationAnswer:
    """What a candidate answered to one question, as text. Untrusted. `question` is what was asked."""

    question_id: str
    question: str
    text: str


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """A finished interview to be scored against a scorecard."""

    language: str
    interview_title: str
    topics: tuple[EvaluationTopic, ...]
    answers: tuple[EvaluationAnswer, ...]


@dataclass(frozen=True, slots=True)
class TopicEvaluation:
    """How a candidate did on one topic.

    `score` runs from 0 to 100, `confidence` from 0 to 1. Every item of `evidence` stands word for word
    in one of the answers.
    """

    topic: str
    score: int
    confidence: float
    explanation: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """One evaluation for each requested topic, in the order of the request.

    `tokens` is what a model has used, in and out; None without a model.
    """

    topics: tuple[TopicEvaluation, ...]
    explanation: str
    summary: str
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """What judges: the engine, its model, and the words or rules by which it judges.

    `prompt_hash` changes with each change of them, `prompt_version` with each release of them.
    """

    engine: str
    model: str
    prompt_version: str
    prompt_hash: str


class Evaluation(Protocol):
    """Judges what candidates said."""

    def judge(self) -> Judge:
        """Who judges. Makes no call."""
        ...

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        """Score the answers against the topics and summarize them.

        Without topics only the explanation and the summary are written. An output of the engine that
        cannot be used raises EngineFailed, retryable.
        """
        ...

    def suggest_topics(self, job_description: str, questions: Sequence[str]) -> list[EvaluationTopic]:
        """Three to six topics for a scorecard, complete, with weights that add up to 100.

        Returns within 25 seconds, so that a route can wait.
        """
        ...


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """Something that was said before in a chat. What the candidate wrote is untrusted."""

    by_candidate: bool
    text: str


@dataclass(frozen=True, slots=True)
class AssistantRequest:
    """A candidate's message, and everything that the reply may rest on.

    `passages` and `jobs` are what retrieval chose for the message (`gather.chat.retrieval`); the texts in
    them are a customer's own and still no instructions. `is_resume` says that the message is a résumé, for
    which `jobs` were chosen. `guardrails` are rules in plain language. `with_suggestions` asks for short
    questions that the candidate may ask next.
    """

    language: str
    display_name: str
    message: str
    friendly: bool = False
    professional: bool = False
    guardrails: tuple[str, ...] = ()
    passages: tuple["Passage", ...] = ()
    jobs: tuple["OfferedJob", ...] = ()
    history: tuple[ChatTurn, ...] = ()
    is_resume: bool = False
    with_suggestions: bool = False


@dataclass(frozen=True, slots=True)
class AssistantReply:
    """What the chatbot says.

    `knew` is false when the request's material did not cover the message, and the text says so. `jobs` and
    `passages` are those of the request that the text mentions or rests on.
    """

    text: str
    knew: bool
    jobs: tuple["OfferedJob", ...] = ()
    passages: tuple["Passage", ...] = ()
    suggestions: tuple[str, ...] = ()


class Assistant(Protocol):
    """Replies to candidates in a chat."""

    def reply(self, request: AssistantRequest) -> AssistantReply:
        """A reply in plain text, never empty, from nothing but what the request holds.

        Returns within 25 seconds, because the candidate waits. An output of the engine that cannot be used
        raises EngineFailed, retryable.
        """
        ...


@dataclass(frozen=True, slots=True)
class Coaching:
    """How an interviewer coaches. `type` and `sub_type` are a customer's own words, empty for none, and no
    instructions. `tip` is what the written rules would say of the answer."""

    tip: str
    type: str = ""
    sub_type: str = ""


@dataclass(frozen=True, slots=True)
class InterviewerRequest:
    """What a candidate said in an AI interview, and everything that the interviewer may rest on.

    `prompt` is the persona's (`gather.content.persona`). `heard` is untrusted, as is what `history` has of
    the candidate. `open_question` is the wording of the question that waits for an answer, None once
    `is_inviting` (the candidate was invited to ask). `next_question` is what follows after it, None when it
    is the last. `offered_follow_ups` are the follow-ups that are allowed now, in the order in which they are
    preferred; `is_short` says that the answer has few words. `passages` are what a reply to the candidate's
    question may rest on. `is_conversational` asks for a lead-over to what comes next; with `coaching` the
    lead-over is one short tip on the answer.
    """

    prompt: str
    language: str
    heard: str
    history: tuple[ChatTurn, ...] = ()
    open_question: str | None = None
    next_question: str | None = None
    is_inviting: bool = False
    is_short: bool = False
    offered_follow_ups: tuple["FollowUp", ...] = ()
    passages: tuple["Passage", ...] = ()
    is_conversational: bool = True
    friendly: bool = True
    professional: bool = True
    coaching: Coaching | None = None


@dataclass(frozen=True, slots=True)
class InterviewerResponse:
    """How the interviewer understood what was said, and words for each way to go on.

    `follow_up` is one of the offered ones or None, with `follow_up_text`. `lead` leads over to what comes
    next without asking anything, empty for none. `reply` is what it says to a candidate who asks; `knew` is
    false when the passages held no answer. `tokens` is what the response has used, in and out.
    """

    intent: "Intent"
    follow_up: "FollowUp | None" = None
    follow_up_text: str = ""
    lead: str = ""
    reply: str = ""
    knew: bool = True
    tokens: int = 0


class Interviewer(Protocol):
    """Judges what a candidate's words are for, and phrases what the rules let the interviewer say."""

    def respond(self, request: InterviewerRequest) -> InterviewerResponse:
        """How to go on after `request.heard`. Takes at most 8 seconds, because the candidate waits.

        A response of the engine that cannot be used raises EngineFailed, retryable.
        """
        ...


class Avatar(Protocol):
    """Shows a face that moves while an interviewer speaks."""

    def player(self, replica_id: str, language: str) -> str | None:
        """The address of a page that a candidate's page embeds, or None where there is no avatar.

        `replica_id` is the replica's id at the provider of avatars, `language` a BCP 47 code. The messages
        between the two pages are in docs/candidate.md. Makes no call.
        """
        ...


@dataclass(frozen=True, slots=True)
class EmailMessage:
    """An e-mail to one person. `from_name` is shown as the sender, at the deployment's own address; what is
    answered goes to `reply_to` where there is one. `about` is the candidate whom it is about, for an
    engine that keeps messages."""

    to: str
    subject: str
    html: str
    text: str
    from_name: str
    reply_to: str | None = None
    about: str | None = None


class Email(Protocol):
    """Sends e-mail."""

    def send(self, message: EmailMessage) -> str:
        """Hand the message over and return the engine's message id."""
        ...


@dataclass(frozen=True, slots=True)
class SmsMessage:
    """A text message to one telephone number in E.164 form. `about` is as for an e-mail."""

    to: str
    body: str
    about: str | None = None


class Sms(Protocol):
    """Sends text messages."""

    def send(self, message: SmsMessage) -> str:
        """Hand the message over and return the engine's message id."""
        ...


class KeptMessages(Protocol):
    """What the engines keep of the messages that they were handed. A deployment's keep none."""

    def forget(self, about: str) -> int:
        """Remove all messages about a candidate; how many."""
        ...


@dataclass(frozen=True, slots=True)
class PresignedUpload:
    """Where and with which headers a browser PUTs a file."""

    url: str
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StoredMedia:
    """What is known of content without reading it: its bytes, and the type that it was stored with."""

    size: int
    content_type: str


class MediaWriter(Protocol):
    """Takes content in parts."""

    def write(self, content: bytes, /) -> object:
        """Take the next part."""
        ...


class Media(Protocol):
    """Keeps recordings and spoken questions under keys."""

    def put(self, key: str, content: bytes, content_type: str) -> None:
        """Store `content`, replacing what was there."""
        ...

    def get(self, key: str) -> bytes:
        """The content at `key`. Raises EngineFailed, not retryable, when there is none."""
        ...

    def read(self, key: str) -> Iterator[bytes]:
        """The content at `key` in parts of at most a megabyte. Raises EngineFailed as `get` does."""
        ...

    def writing(self, key: str, content_type: str) -> AbstractContextManager[MediaWriter]:
        """Store what is written inside of the context, of which a few megabytes are in memory at a time.

        It is there once the context has ended; after a fault nothing is.
        """
        ...

    def describe(self, key: str) -> StoredMedia | None:
        """What is at `key`, or None when there is nothing."""
        ...

    def delete(self, key: str) -> None:
        """Remove what is at `key`, if anything is. A store with versions may bring it back for a while."""
        ...

    def purge(self, prefix: str) -> int:
        """Remove everything whose key begins with `prefix` for good, all versions of it; how many keys."""
        ...

    def presigned_upload(
        self, key: str, content_type: str, size: int, expires_seconds: int
    ) -> PresignedUpload:
        """An address that accepts one file of exactly this type and size until it expires.

        What is at `key` is never replaced. The address is good only for a PUT with all of the headers.
        """
        ...

    def presigned_download(self, key: str, presentation: Presentation, expires_seconds: int) -> str:
        """An address from which the content can be read until it expires. Does not check the key.

        It is served as `presentation` says, whatever type it was stored with.
        """
        ...


@dataclass(frozen=True, slots=True)
class DashboardAccount:
    """A person who is to sign in to the dashboard, by their e-mail address."""

    email: str
    first_name: str
    last_name: str


class Identity(Protocol):
    """Keeps the accounts that people sign in to the dashboard with."""

    def create_account(self, account: DashboardAccount) -> None:
        """Make the account and send its invitation.

        An address has one account, whatever its case; one that has it already is left as it is, and
        nobody is invited again. So a call may be repeated.
        """
        ...


class EngineProvider(Protocol):
    """Provides the engines. The environment's `ENGINES` names a module whose `provide(settings)` makes one.

    Making it is cheap: libraries and clients are loaded when an engine is first asked for.
    """

    def speech(self) -> Speech: ...

    def transcription(self) -> Transcription: ...

    def evaluation(self) -> Evaluation: ...

    def assistant(self) -> Assistant: ...

    def interviewer(self) -> Interviewer: ...

    def avatar(self) -> Avatar: ...

    def email(self) -> Email: ...

    def sms(self) -> Sms: ...

    def kept_messages(self) -> KeptMessages: ...

    def media(self) -> Media: ...

    def identity(self) -> Identity: ...

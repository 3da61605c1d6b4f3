"""What an account may ask of the engines of AWS, whoever asks. What is beyond a quota is refused.

Bedrock reserves what a request reads and the most that it may write when it begins, and counts what it has
written when it ends. It refuses a request that does not fit, and does not say when it would.
https://docs.aws.amazon.com/bedrock/latest/userguide/quotas-token-burndown.html

Transcribe: https://docs.aws.amazon.com/transcribe/latest/dg/limits-guidelines.html. Polly:
https://docs.aws.amazon.com/polly/latest/dg/limits.html. Text messages count by their parts:
https://docs.aws.amazon.com/sms-voice/latest/userguide/sms-limitations-mps.html.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from gather.language_model import assistant, interviewer
from gather.messaging.rendering.gsm_text import parts_of
from gather.ports.evaluation import EvaluationRequest
from gather.ports.failure import EngineFailed
from simulation.token_bucket import TokenBucket
from simulation.virtual_time import VirtualTime

_CHARACTERS_OF_A_TOKEN: Final = 4


class CallTokens(NamedTuple):
    """The tokens of a call: those read beside what people said, those written, and the most of these."""

    read: int
    written: int
    most_written: int


CALLS: Final[Mapping[str, CallTokens]] = {
    "evaluation.evaluate": CallTokens(1_500, 1_000, 6_000),
    "interviewer.respond": CallTokens(1_830, 40, interviewer.MOST_TOKENS),
    "assistant.reply": CallTokens(1_500, 150, assistant.MOST_TOKENS),
}
"""Assumptions, as those of docs/operations.md, Costs."""


class RequestRate(NamedTuple):
    """How many requests an engine takes in a second, and how many at once."""

    a_second: float
    burst: float


@dataclass(frozen=True, slots=True)
class EngineQuotas:
    """The quotas of an account; None for no limit.

    `emails` are those in a second, `tokens` those of the model in a minute, `jobs` the transcriptions at
    once, `texts` the parts of text messages in a second. `rates` are those of other calls.
    """

    emails: int | None = None
    tokens: int | None = None
    jobs: int | None = None
    texts: int | None = None
    rates: Mapping[str, RequestRate] | None = None


@dataclass(frozen=True, slots=True)
class QuotaChoices:
    """The quotas that accounts have: one of each in a world. A kind without choices has no limit."""

    emails: Sequence[int | None]
    tokens: Sequence[int | None]
    jobs: Sequence[int | None]
    texts: Sequence[int | None]
    rates: Sequence[Mapping[str, RequestRate] | None]

    def of(self, seed: int) -> EngineQuotas:
        """The quotas of the world of a seed."""
        return EngineQuotas(
            emails=Random(f"e-mails {seed}").choice(self.emails),
            tokens=Random(f"tokens {seed}").choice(self.tokens),
            jobs=Random(f"jobs {seed}").choice(self.jobs),
            texts=Random(f"texts {seed}").choice(self.texts),
            rates=Random(f"rates {seed}").choice(self.rates),
        )


DEFAULT_RATES: Final = {
    "transcription.start": RequestRate(25, 25),
    "transcription.result": RequestRate(30, 30),
    "speech.synthesize": RequestRate(8, 10),
}
"""What a new account has. AWS names no bursts of Transcribe's: those are assumptions."""
LOW_RATES: Final = {
    "transcription.start": RequestRate(0.2, 1),
    "transcription.result": RequestRate(0.2, 2),
    "speech.synthesize": RequestRate(0.2, 1),
}
"""So little that even a few people meet it."""


class QuotaGate:
    """Refuses the calls of engines that are beyond the quotas. `jobs` says how many jobs are under way."""

    def __init__(self, time: VirtualTime, quotas: EngineQuotas, jobs: Callable[[], int] = lambda: 0) -> None:
        self._time = time
        self._quotas = quotas
        self._jobs = jobs
        self.refused: dict[str, int] = {}
        """How many calls of each operation were refused."""
        tokens, texts = quotas.tokens, quotas.texts
        self._tokens = None if tokens is None else TokenBucket(tokens / 60, tokens)
        self._texts = None if texts is None else TokenBucket(texts, texts)
        self._rates = {name: TokenBucket(*rate) for name, rate in (quotas.rates or {}).items()}

    def take(self, operation: str, arguments: tuple[Any, ...]) -> None:
        """Take from the quotas what a call uses up. Raises EngineFailed, throttled."""
        if self._is_taken(operation, arguments):
            return
        self.refused[operation] = self.refused.get(operation, 0) + 1
        raise EngineFailed(retryable=True, throttled=True, reason=f"{operation}: ThrottlingException")

    def _is_taken(self, operation: str, arguments: tuple[Any, ...]) -> bool:
        now = self._time.elapsed
        rate = self._rates.get(operation)
        if rate is not None and not rate.take(1, now):
            return False
        if operation == "transcription.start":
            return self._quotas.jobs is None or self._jobs() < self._quotas.jobs
        if operation == "sms.send" and self._texts is not None:
            # A message of more parts than a second has goes out when nothing else has.
            parts = parts_of(arguments[0].body)
            return self._texts.take(parts, now, needed=min(parts, self._texts.most))
        if operation in CALLS and self._tokens is not None:
            tokens = CALLS[operation]
            read = tokens.read + _characters(arguments) // _CHARACTERS_OF_A_TOKEN
            return self._tokens.take(read + tokens.written, now, needed=read + tokens.most_written)
        return True


def _characters(arguments: tuple[Any, ...]) -> int:
    """What candidates said in what is to be evaluated."""
    requests = (each for each in arguments if isinstance(each, EvaluationRequest))
    return sum(len(answer.text) for request in requests for answer in request.answers)

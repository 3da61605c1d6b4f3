"""What an account may ask of the engines of AWS, whoever asks. What is beyond a quota is refused.

Bedrock reserves what a request reads and the most that it may write when it begins, and counts what it has
written when it ends. It refuses a request that does not fit, and does not say when it would.
https://docs.aws.amazon.com/bedrock/latest/userguide/quotas-token-burndown.html

Transcribe: https://docs.aws.amazon.com/transcribe/latest/dg/limits-guidelines.html. Polly:
https://docs.aws.amazon.com/polly/latest/dg/limits.html. Text messages count by their parts:
https://docs.aws.amazon.com/sms-voice/latest/userguide/sms-limitations-mps.html.

SES counts the e-mails of the last 24 hours: https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas.html.
That Bedrock does so with tokens is an assumption. The spend limit of text messages is one of a calendar
month: https://docs.aws.amazon.com/sms-voice/latest/userguide/spend-limit.html.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from gather.language_model import assistant, interviewer
from gather.messaging.rendering.gsm_text import parts_of
from gather.ports.evaluation import EvaluationRequest
from gather.ports.failure import EngineFailed
from simulation.token_bucket import TokenBucket
from simulation.virtual_time import VirtualTime

Arguments = tuple[Any, ...]
"""Those of a call."""

DAY_SECONDS: Final = 86_400
_CHARACTERS_OF_A_TOKEN: Final = 4
_SEND_EMAIL: Final = "email.send"
_SEND_TEXT: Final = "sms.send"
_SPEAK: Final = "speech.synthesize"


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

    `emails` are those in a second, `tokens` those of the model in a minute, `jobs` the transcriptions and
    `voices` the spoken texts at once, `texts` the parts of text messages in a second. `rates` are those of
    other calls. `emails_a_day` and `tokens_a_day` are those of 24 hours, and `texts_a_month` the parts of
    text messages that the spend limit pays for.
    """

    emails: int | None = None
    tokens: int | None = None
    jobs: int | None = None
    voices: int | None = None
    texts: int | None = None
    rates: Mapping[str, RequestRate] | None = None
    emails_a_day: int | None = None
    tokens_a_day: int | None = None
    texts_a_month: int | None = None


@dataclass(frozen=True, slots=True)
class QuotaChoices:
    """The quotas that accounts have: one of each in a world. A kind without choices has no limit."""

    emails: Sequence[int | None]
    tokens: Sequence[int | None]
    jobs: Sequence[int | None]
    voices: Sequence[int | None]
    texts: Sequence[int | None]
    rates: Sequence[Mapping[str, RequestRate] | None]
    emails_a_day: Sequence[int | None] = (None,)
    tokens_a_day: Sequence[int | None] = (None,)
    texts_a_month: Sequence[int | None] = (None,)

    def of(self, seed: int) -> EngineQuotas:
        """The quotas of the world of a seed."""
        kinds = [each.name for each in fields(self)]
        return EngineQuotas(**{kind: Random(f"{kind} {seed}").choice(getattr(self, kind)) for kind in kinds})


DEFAULT_RATES: Final = {
    "transcription.start": RequestRate(25, 25),
    "transcription.result": RequestRate(30, 30),
    _SPEAK: RequestRate(8, 10),
}
"""What a new account has. AWS names no bursts of Transcribe's: those are assumptions."""
LOW_RATES: Final = {
    "transcription.start": RequestRate(0.2, 1),
    "transcription.result": RequestRate(0.2, 2),
    _SPEAK: RequestRate(0.2, 1),
}
"""So little that even a few people meet it."""


class Supply(Protocol):
    """What is given until it is used up."""

    def has(self, amount: int, now: float) -> bool:
        """Whether it gives so much, `now` seconds after the beginning."""
        ...

    def take(self, amount: int, now: float) -> None:
        """Give so much."""
        ...


class DayQuota:
    """A Supply of `most` within each 24 hours. None for no limit."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._given: deque[tuple[float, int]] = deque()

    def has(self, amount: int, now: float) -> bool:
        while self._given and self._given[0][0] <= now - DAY_SECONDS:
            self._given.popleft()
        return self._most is None or sum(given for _, given in self._given) + amount <= self._most

    def take(self, amount: int, now: float) -> None:
        self._given.append((now, amount))


class SpendLimit:
    """A Supply of `most` until somebody raises it. None for no limit."""

    def __init__(self, most: int | None) -> None:
        self._left = most

    def has(self, amount: int, now: float) -> bool:
        return self._left is None or amount <= self._left

    def take(self, amount: int, now: float) -> None:
        if self._left is not None:
            self._left -= amount

    def lift(self) -> None:
        """Give as much as is asked for from now on."""
        self._left = None


class Supplied(NamedTuple):
    """The supply of an operation, and how much of it a call with these arguments uses up."""

    supply: Supply
    amount: Callable[[Arguments], int]


class QuotaGate:
    """Refuses the calls of engines that are beyond the quotas. `jobs` says how many jobs are under way."""

    def __init__(self, time: VirtualTime, quotas: EngineQuotas, jobs: Callable[[], int] = lambda: 0) -> None:
        self._time = time
        self._voices = 0
        self.refused: dict[str, int] = {}
        """How many calls of each operation were refused as too many at once."""
        self.used_up: dict[str, int] = {}
        """How many calls of each operation were refused because a day's or a month's quota was used up."""
        self._spend_limit = SpendLimit(quotas.texts_a_month)
        self._supplies = self._made_supplies(quotas)
        self._paces = self._made_paces(quotas, jobs)

    def _made_supplies(self, quotas: EngineQuotas) -> Mapping[str, Supplied]:
        tokens = DayQuota(quotas.tokens_a_day)
        return {
            _SEND_EMAIL: Supplied(DayQuota(quotas.emails_a_day), lambda _: 1),
            _SEND_TEXT: Supplied(self._spend_limit, _parts_of),
            **{call: Supplied(tokens, partial(_tokens_of, call)) for call in CALLS},
        }

    def _made_paces(
        self, quotas: EngineQuotas, jobs: Callable[[], int]
    ) -> Mapping[str, Sequence[Callable[[Arguments], bool]]]:
        """What takes a call of each operation, and tells whether it is not too much for now."""
        paces: dict[str, list[Callable[[Arguments], bool]]] = defaultdict(list)
        for operation, rate in (quotas.rates or {}).items():
            paces[operation].append(self._requests(TokenBucket(*rate)))
        if (most_jobs := quotas.jobs) is not None:
            paces["transcription.start"].append(lambda _: jobs() < most_jobs)
        if (most_voices := quotas.voices) is not None:
            paces[_SPEAK].append(lambda _: self._voices < most_voices)
        if quotas.texts is not None:
            paces[_SEND_TEXT].append(self._texts(TokenBucket(quotas.texts, quotas.texts)))
        if quotas.tokens is not None:
            tokens = TokenBucket(quotas.tokens / 60, quotas.tokens)
            for call in CALLS:
                paces[call].append(self._tokens(tokens, call))
        return paces

    def _requests(self, bucket: TokenBucket) -> Callable[[Arguments], bool]:
        return lambda _: bucket.take(1, self._time.elapsed)

    def _texts(self, bucket: TokenBucket) -> Callable[[Arguments], bool]:
        def take(arguments: Arguments) -> bool:
            # A message of more parts than a second has goes out when nothing else has.
            parts = _parts_of(arguments)
            return bucket.take(parts, self._time.elapsed, needed=min(parts, bucket.most))

        return take

    def _tokens(self, bucket: TokenBucket, call: str) -> Callable[[Arguments], bool]:
        def take(arguments: Arguments) -> bool:
            tokens, amount = CALLS[call], _tokens_of(call, arguments)
            needed = amount - tokens.written + tokens.most_written
            return bucket.take(amount, self._time.elapsed, needed=needed)

        return take

    def raise_spend_limit(self) -> None:
        """Let text messages cost what they do from now on."""
        self._spend_limit.lift()

    @contextmanager
    def passing(self, operation: str, arguments: Arguments) -> Iterator[None]:
        """Take from the quotas what the call of the block uses up. Raises EngineFailed: `throttled` for what
        is too much for now, `for_operator` where a quota is used up."""
        self._take(operation, arguments)
        is_voice = operation == _SPEAK
        self._voices += is_voice
        try:
            yield
        finally:
            self._voices -= is_voice

    def _take(self, operation: str, arguments: Arguments) -> None:
        supplied = self._supplies.get(operation)
        amount = supplied.amount(arguments) if supplied else 0
        if supplied and not supplied.supply.has(amount, self._time.elapsed):
            self.used_up[operation] = self.used_up.get(operation, 0) + 1
            raise EngineFailed(retryable=True, for_operator=True, reason=f"{operation}: a quota is used up")
        if not all(take(arguments) for take in self._paces.get(operation, ())):
            self.refused[operation] = self.refused.get(operation, 0) + 1
            raise EngineFailed(retryable=True, throttled=True, reason=f"{operation}: ThrottlingException")
        if supplied:
            supplied.supply.take(amount, self._time.elapsed)


def _parts_of(arguments: Arguments) -> int:
    """The parts of the text message that is sent."""
    return parts_of(arguments[0].body)


def _tokens_of(operation: str, arguments: Arguments) -> int:
    """The tokens that a call of the model reads and writes."""
    tokens = CALLS[operation]
    return tokens.read + _characters(arguments) // _CHARACTERS_OF_A_TOKEN + tokens.written


def _characters(arguments: Arguments) -> int:
    """What candidates said in what is to be evaluated."""
    requests = (each for each in arguments if isinstance(each, EvaluationRequest))
    return sum(len(answer.text) for request in requests for answer in request.answers)

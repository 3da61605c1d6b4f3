"""The tokens that an account may use of a model in a minute, whoever asks the model.

Bedrock reserves what a request reads and the most that it may write when it begins, and counts what it has
written when it ends. It refuses a request that does not fit, and does not say when it would.
https://docs.aws.amazon.com/bedrock/latest/userguide/quotas-token-burndown.html
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from gather.language_model import assistant, interviewer
from gather.ports.evaluation import EvaluationRequest
from gather.ports.failure import EngineFailed
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


@dataclass(slots=True)
class ModelQuota:
    """What is left of the tokens. `tokens_a_minute` are those that the account may use; None for no limit.

    A minute's tokens can be used at once.
    """

    time: VirtualTime
    tokens_a_minute: int | None
    _used: float = 0.0
    _seen_at: float = 0.0

    def take(self, operation: str, arguments: tuple[Any, ...]) -> None:
        """Take the tokens of a call of an engine. Raises EngineFailed."""
        if self.tokens_a_minute is None or operation not in CALLS:
            return
        tokens = CALLS[operation]
        read = tokens.read + _characters(arguments) // _CHARACTERS_OF_A_TOKEN
        freed = (self.time.elapsed - self._seen_at) * self.tokens_a_minute / 60
        self._used, self._seen_at = max(0.0, self._used - freed), self.time.elapsed
        if self._used + read + tokens.most_written > self.tokens_a_minute:
            raise EngineFailed(retryable=True, throttled=True, reason=f"{operation}: ThrottlingException")
        self._used += read + tokens.written


def _characters(arguments: tuple[Any, ...]) -> int:
    """What candidates said in what is to be evaluated."""
    requests = (each for each in arguments if isinstance(each, EvaluationRequest))
    return sum(len(answer.text) for request in requests for answer in request.answers)

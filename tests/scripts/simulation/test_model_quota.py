"""A model's tokens are reserved before a call and counted after it, and come back within a minute."""

from datetime import UTC, datetime

import pytest

from gather.ports.evaluation import EvaluationAnswer, EvaluationRequest
from gather.ports.failure import EngineFailed
from simulation.model_quota import CALLS, ModelQuota
from simulation.virtual_time import VirtualTime

EVALUATE = "evaluation.evaluate"


def make_time() -> VirtualTime:
    return VirtualTime(datetime(2026, 3, 2, tzinfo=UTC))


def request(characters: int = 0) -> tuple[EvaluationRequest]:
    answer = EvaluationAnswer("question", "How?", "x" * characters)
    return (EvaluationRequest("en-US", "Shift lead", (), (answer,)),)


def test_what_a_call_may_write_has_to_fit_and_only_what_it_wrote_counts() -> None:
    tokens = CALLS[EVALUATE]
    quota = ModelQuota(make_time(), 2 * tokens.read + tokens.written + tokens.most_written)

    quota.take(EVALUATE, request())
    quota.take(EVALUATE, request())

    with pytest.raises(EngineFailed) as refused:
        quota.take(EVALUATE, request())
    assert refused.value.throttled
    assert refused.value.retry_after is None


def test_a_small_request_fits_where_a_long_one_does_not() -> None:
    quota = ModelQuota(make_time(), 20_000)

    with pytest.raises(EngineFailed):
        quota.take(EVALUATE, request(characters=60_000))
    quota.take(EVALUATE, request(characters=400))


def test_used_tokens_come_back_within_a_minute() -> None:
    tokens = CALLS[EVALUATE]
    time = make_time()
    quota = ModelQuota(time, tokens.read + tokens.most_written)
    quota.take(EVALUATE, request())
    with pytest.raises(EngineFailed):
        quota.take(EVALUATE, request())

    time.pause(60)

    quota.take(EVALUATE, request())


def test_an_account_without_a_limit_and_a_call_without_tokens_are_never_refused() -> None:
    ModelQuota(make_time(), None).take(EVALUATE, request(characters=10_000_000))
    ModelQuota(make_time(), 1).take("email.send", ())

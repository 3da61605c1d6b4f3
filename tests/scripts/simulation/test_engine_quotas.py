"""What is beyond a quota of an account's engines is refused, and comes back with time."""

from contextlib import suppress
from datetime import UTC, datetime

import pytest

from gather.ports.evaluation import EvaluationAnswer, EvaluationRequest
from gather.ports.failure import EngineFailed
from gather.ports.messages import SmsMessage
from simulation.engine_quotas import CALLS, DAY_SECONDS, EngineQuotas, QuotaGate, RequestRate
from simulation.virtual_time import VirtualTime

EMAIL = "email.send"
EVALUATE = "evaluation.evaluate"
SPEAK = "speech.synthesize"
START = "transcription.start"
TEXT = "sms.send"
TWO_PARTS = SmsMessage("+14155550123", "x" * 161)


def make_time() -> VirtualTime:
    return VirtualTime(datetime(2026, 3, 2, tzinfo=UTC))


def request(characters: int = 0) -> tuple[EvaluationRequest]:
    answer = EvaluationAnswer("question", "How?", "x" * characters)
    return (EvaluationRequest("en-US", "Shift lead", (), (answer,)),)


def refuses(gate: QuotaGate, operation: str, *arguments: object) -> bool:
    """Whether a call is beyond the quota."""
    before = sum(gate.refused.values())
    with suppress(EngineFailed), gate.passing(operation, arguments):
        pass
    return sum(gate.refused.values()) > before


def is_used_up(gate: QuotaGate, operation: str, *arguments: object) -> bool:
    """Whether a call is beyond what is left of a day or a month."""
    before = sum(gate.used_up.values())
    with suppress(EngineFailed), gate.passing(operation, arguments):
        pass
    return sum(gate.used_up.values()) > before


def test_a_refusal_does_not_say_for_how_long() -> None:
    gate = QuotaGate(make_time(), EngineQuotas(jobs=0))

    with pytest.raises(EngineFailed) as refused, gate.passing(START, ()):
        pass

    assert refused.value.throttled
    assert refused.value.retry_after is None


def test_what_a_call_may_write_has_to_fit_and_only_what_it_wrote_counts() -> None:
    tokens = CALLS[EVALUATE]
    fitting = 2 * tokens.read + tokens.written + tokens.most_written
    gate = QuotaGate(make_time(), EngineQuotas(tokens=fitting))

    assert [refuses(gate, EVALUATE, *request()) for _ in range(3)] == [False, False, True]
    assert gate.refused == {EVALUATE: 1}


def test_a_small_request_fits_where_a_long_one_does_not() -> None:
    gate = QuotaGate(make_time(), EngineQuotas(tokens=20_000))

    assert refuses(gate, EVALUATE, *request(characters=60_000))
    assert not refuses(gate, EVALUATE, *request(characters=400))


def test_used_tokens_come_back_within_a_minute() -> None:
    tokens, time = CALLS[EVALUATE], make_time()
    gate = QuotaGate(time, EngineQuotas(tokens=tokens.read + tokens.most_written))
    refused = [refuses(gate, EVALUATE, *request()) for _ in range(2)]
    time.pause(60)

    assert [*refused, refuses(gate, EVALUATE, *request())] == [False, True, False]


def test_requests_have_a_rate_and_a_burst() -> None:
    time = make_time()
    gate = QuotaGate(time, EngineQuotas(rates={SPEAK: RequestRate(a_second=2, burst=3)}))
    at_once = [refuses(gate, SPEAK) for _ in range(4)]
    time.pause(0.5)

    assert at_once == [False, False, False, True]
    assert [refuses(gate, SPEAK), refuses(gate, SPEAK)] == [False, True]


def test_a_job_is_refused_while_as_many_are_under_way() -> None:
    under_way = [1, 2, 1]
    gate = QuotaGate(make_time(), EngineQuotas(jobs=2), lambda: under_way.pop(0))

    assert [refuses(gate, START) for _ in range(3)] == [False, True, False]


def test_a_text_message_counts_by_its_parts() -> None:
    time = make_time()
    gate = QuotaGate(time, EngineQuotas(texts=3))
    at_once = [refuses(gate, TEXT, TWO_PARTS), refuses(gate, TEXT, TWO_PARTS)]
    time.pause(0.4)

    assert at_once == [False, True]
    assert not refuses(gate, TEXT, TWO_PARTS)


def test_a_text_message_of_more_parts_than_a_second_has_goes_out_alone() -> None:
    time = make_time()
    gate = QuotaGate(time, EngineQuotas(texts=1))
    refused = [refuses(gate, TEXT, TWO_PARTS)]
    for _ in range(2):
        time.pause(1)
        refused.append(refuses(gate, TEXT, TWO_PARTS))

    assert refused == [False, True, False]


def test_no_more_texts_are_spoken_at_once() -> None:
    gate = QuotaGate(make_time(), EngineQuotas(voices=2))

    with gate.passing(SPEAK, ()), gate.passing(SPEAK, ()):
        refused = refuses(gate, SPEAK)

    assert refused
    assert not refuses(gate, SPEAK)


def test_the_emails_of_a_day_come_back_when_they_are_a_day_old() -> None:
    time = make_time()
    gate = QuotaGate(time, EngineQuotas(emails_a_day=2))
    refused = [is_used_up(gate, EMAIL)]
    time.pause(3600)
    refused += [is_used_up(gate, EMAIL), is_used_up(gate, EMAIL)]
    time.pause(DAY_SECONDS - 3600)
    refused += [is_used_up(gate, EMAIL), is_used_up(gate, EMAIL)]

    assert refused == [False, False, True, False, True]


def test_a_day_has_tokens_for_so_many_calls() -> None:
    tokens = CALLS[EVALUATE]
    gate = QuotaGate(make_time(), EngineQuotas(tokens_a_day=2 * (tokens.read + tokens.written)))

    assert [is_used_up(gate, EVALUATE, *request()) for _ in range(3)] == [False, False, True]


def test_the_spend_limit_holds_until_it_is_raised() -> None:
    time = make_time()
    gate = QuotaGate(time, EngineQuotas(texts_a_month=3))
    refused = [is_used_up(gate, TEXT, TWO_PARTS), is_used_up(gate, TEXT, TWO_PARTS)]
    time.pause(2 * DAY_SECONDS)
    refused.append(is_used_up(gate, TEXT, TWO_PARTS))
    gate.raise_spend_limit()

    assert refused == [False, True, True]
    assert not is_used_up(gate, TEXT, TWO_PARTS)


def test_a_quota_that_is_used_up_is_the_operator_s_to_raise() -> None:
    gate = QuotaGate(make_time(), EngineQuotas(emails_a_day=0))

    with pytest.raises(EngineFailed) as refused, gate.passing(EMAIL, ()):
        pass

    assert (refused.value.for_operator, refused.value.throttled) == (True, False)


def test_what_is_refused_as_too_fast_does_not_count_for_the_day() -> None:
    time, tokens = make_time(), CALLS[EVALUATE]
    gate = QuotaGate(
        time,
        EngineQuotas(
            tokens=tokens.read + tokens.most_written, tokens_a_day=2 * (tokens.read + tokens.written)
        ),
    )
    refused = [refuses(gate, EVALUATE, *request()) for _ in range(2)]
    time.pause(60)

    assert refused == [False, True]
    assert not is_used_up(gate, EVALUATE, *request())


@pytest.mark.parametrize("operation", [EVALUATE, SPEAK, START, TEXT, EMAIL])
def test_an_account_without_limits_is_never_refused(operation: str) -> None:
    arguments = {EVALUATE: request(characters=10_000_000), TEXT: (TWO_PARTS,)}.get(operation, ())

    assert not any(refuses(QuotaGate(make_time(), EngineQuotas()), operation, *arguments) for _ in range(20))

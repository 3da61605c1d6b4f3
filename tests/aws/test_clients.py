"""The errors of AWS clients: their meaning to the workers, and the secrets that must not leak with them."""

import traceback
from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import (
    ConnectTimeoutError,
    EndpointConnectionError,
    NoCredentialsError,
    ReadTimeoutError,
)

from gather.aws import clients as aws_clients
from gather.aws.messages import EndUserMessagingSms, SesEmail
from gather.aws.speech import PollySpeech
from gather.aws.transcription import TranscribeTranscription
from gather.ports.failure import EngineFailed
from gather.ports.messages import EmailMessage, SmsMessage
from tests.doubles.aws_services import FakeService, ServiceResponse, refusal
from tests.doubles.engines import InMemoryMedia, RecordingSms

_MESSAGE = EmailMessage("ada@example.com", "Subject", "<p>Hello</p>", "Hello", "Bean")

Behind = Callable[..., tuple[Any, FakeService]]


def _failure(behind: Behind, answer: ServiceResponse) -> tuple[EngineFailed, FakeService]:
    client, service = behind(aws_clients.sesv2, lambda _: answer)
    with pytest.raises(EngineFailed) as failure:
        SesEmail(client, "jobs@example.com").send(_MESSAGE)
    return failure.value, service


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("TooManyRequestsException", 429),
        ("LimitExceededException", 400),
        ("ThrottlingException", 400),
        ("ServiceUnavailable", 503),
        ("SomethingNew", 500),
    ],
)
def test_throttling_and_faults_of_the_service_may_be_tried_again(
    behind: Behind, code: str, status: int
) -> None:
    failure, _ = _failure(behind, refusal(code, status))

    assert failure.retryable
    assert failure.reason == f"The e-mail engine answered {code}"


@pytest.mark.parametrize("code", ["BadRequestException", "MessageRejected"])
def test_refused_requests_are_refused_for_good(behind: Behind, code: str) -> None:
    failure, service = _failure(behind, refusal(code, 400))

    assert not failure.retryable
    assert len(service.calls) == 1


def test_a_call_is_tried_three_times_at_most(behind: Behind) -> None:
    client, service = behind(aws_clients.polly, lambda _: refusal("ServiceUnavailable", 503))
    speech = PollySpeech(client)

    with pytest.raises(EngineFailed):
        speech.synthesize("Why us?", speech.narrators()[0].id)

    assert len(service.calls) == 3


def test_a_message_is_handed_over_once_because_a_failed_call_may_have_sent_it(behind: Behind) -> None:
    _, emails = _failure(behind, refusal("ServiceUnavailable", 503))
    client, texts = behind(
        aws_clients.pinpoint_sms_voice_v2, lambda _: refusal("InternalServerException", 500)
    )
    with pytest.raises(EngineFailed):
        EndUserMessagingSms(client, "+14155550100").send(SmsMessage(to="+14155550123", body="Hello"))

    assert (len(emails.calls), len(texts.calls)) == (1, 1)


@pytest.mark.parametrize(
    "error",
    [
        ReadTimeoutError(endpoint_url="https://email.test"),
        ConnectTimeoutError(endpoint_url="https://email.test"),
        EndpointConnectionError(endpoint_url="https://email.test"),
    ],
)
def test_silence_may_be_tried_again(error: Exception) -> None:
    with pytest.raises(EngineFailed) as failure, aws_clients.engine_errors("The e-mail engine"):
        raise error

    assert failure.value.retryable


def test_missing_credentials_are_the_operator_s_to_repair() -> None:
    with pytest.raises(EngineFailed) as failure, aws_clients.engine_errors("The e-mail engine"):
        raise NoCredentialsError

    assert (failure.value.retryable, failure.value.for_operator) == (True, True)


def test_a_failure_does_not_repeat_what_the_service_said(behind: Behind) -> None:
    client, _ = behind(
        aws_clients.sesv2,
        lambda _: refusal("MessageRejected", message="Email address is not verified: ada@example.com"),
    )

    with pytest.raises(EngineFailed) as failure:
        SesEmail(client, "jobs@example.com").send(_MESSAGE)

    shown = "".join(traceback.format_exception(failure.value))

    assert "MessageRejected" in shown
    assert "ada@example.com" not in shown


def test_a_route_returns_503() -> None:
    failure = EngineFailed(retryable=False, reason="The evaluation engine answered ValidationException")

    assert (failure.status, failure.code) == (503, "SERVICE_UNAVAILABLE")


def test_transcription_over_its_limit_may_be_tried_again(behind: Behind) -> None:
    client, _ = behind(aws_clients.transcribe, lambda _: refusal("LimitExceededException"))

    with pytest.raises(EngineFailed) as failure:
        TranscribeTranscription(client, InMemoryMedia(), "media").start("job", "a.wav", "en")

    assert failure.value.retryable


def test_a_double_fails_when_told_and_then_goes_on() -> None:
    sms = RecordingSms(failures=[EngineFailed(retryable=True, reason="throttled")])
    message = SmsMessage("+14155550123", "Hello")

    with pytest.raises(EngineFailed):
        sms.send(message)
    sms.send(message)

    assert sms.messages == [message]

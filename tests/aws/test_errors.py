"""The meaning of each error code of the engines' services: no code of theirs lacks a decision."""

from collections.abc import Callable
from typing import Any

import botocore.session
import pytest
from botocore.exceptions import ClientError

from gather.aws import clients as aws_clients
from gather.aws.errors import KINDS, FaultKind, is_throttle, kind_of
from gather.aws.messages import EndUserMessagingSms, SesEmail
from gather.ports.failure import EngineFailed
from gather.ports.messages import EmailMessage, SmsMessage
from layer.services import OPERATIONS
from tests.doubles.aws_services import FakeService, ServiceResponse, refusal

# Their errors are the workers' own business: the runner of tasks tries again whatever they say.
MECHANISM = {"dynamodb", "sqs", "stepfunctions"}

TOO_MANY_JOBS = "You have too many jobs running at the same time. Try your request again later."

USED_UP = [
    ("SendEmail", "TooManyRequestsException", "Daily message quota exceeded"),
    ("SendEmail", "ThrottlingException", "Daily message quota exceeded."),
    ("SendEmail", "LimitExceededException", "Daily sending quota exceeded"),
    ("Converse", "ThrottlingException", "Too many tokens per day, please wait before trying again."),
    ("Converse", "ThrottlingException", "Too many requests per day, please wait before trying again."),
    (
        "AdminCreateUser",
        "LimitExceededException",
        "Exceeded daily email limit for the operation or the account. If a higher limit is required, …",
    ),
]
"""What services say when a quota of a day is used up."""

Behind = Callable[..., tuple[Any, FakeService]]


def _error(operation: str, code: str, message: str = "", status: int = 400, reason: str = "") -> ClientError:
    response: Any = {
        "Error": {"Code": code, "Message": message},
        "ResponseMetadata": {"HTTPStatusCode": status},
        "Reason": reason,
    }
    return ClientError(response, operation)


def _code(shape: Any) -> str:
    return str(shape.error_code or shape.name)


def _called() -> list[tuple[str, str]]:
    return [
        (service, each) for service in sorted(OPERATIONS.keys() - MECHANISM) for each in OPERATIONS[service]
    ]


@pytest.mark.parametrize(("service", "operation"), _called())
def test_every_error_of_an_operation_that_is_called_has_a_row(service: str, operation: str) -> None:
    model = botocore.session.get_session().get_service_model(service).operation_model(operation)

    assert {_code(shape) for shape in model.error_shapes} <= KINDS.keys()


@pytest.mark.parametrize("service", sorted(OPERATIONS.keys() - MECHANISM))
def test_no_error_of_a_service_can_lose_work_for_want_of_a_row(service: str) -> None:
    """A code without a row is never a refusal: only somebody's decision makes one."""
    operation = OPERATIONS[service][0]
    for shape in botocore.session.get_session().get_service_model(service).error_shapes:
        code = _code(shape)
        if code not in KINDS:
            assert kind_of(_error(operation, code)) is FaultKind.OPERATOR, code
            assert kind_of(_error(operation, code, status=503)) is FaultKind.TEMPORARY, code


@pytest.mark.parametrize(
    ("code", "status", "kind"),
    [
        ("SomethingNew", 400, FaultKind.OPERATOR),
        ("SomethingNew", 403, FaultKind.OPERATOR),
        ("SomethingNew", 408, FaultKind.TEMPORARY),
        ("SomethingNew", 429, FaultKind.TEMPORARY),
        ("SomethingNew", 500, FaultKind.TEMPORARY),
        ("KMS.DisabledException", 400, FaultKind.OPERATOR),
        ("KMSInvalidStateException", 400, FaultKind.OPERATOR),
    ],
)
def test_a_code_without_a_row_is_never_a_refusal(code: str, status: int, kind: FaultKind) -> None:
    assert kind_of(_error("SynthesizeSpeech", code, status=status)) is kind


@pytest.mark.parametrize(
    ("operation", "code", "said", "kind"),
    [
        ("SendEmail", "MessageRejected", "Email address is not verified.", FaultKind.OPERATOR),
        ("SendEmail", "MessageRejected", "Attachment has a virus.", FaultKind.FINAL),
        ("SendEmail", "NotFoundException", "No such configuration set.", FaultKind.OPERATOR),
        ("SendEmail", "SendingPausedException", "", FaultKind.OPERATOR),
        ("Encrypt", "NotFoundException", "Key does not exist.", FaultKind.OPERATOR),
        ("Decrypt", "NotFoundException", "Key does not exist.", FaultKind.OPERATOR),
        ("Decrypt", "KMSInternalException", "", FaultKind.TEMPORARY),
        ("SendEmail", "AccountSuspendedException", "", FaultKind.OPERATOR),
        ("SendTextMessage", "ConflictException", "DESTINATION_PHONE_NUMBER_NOT_VERIFIED", FaultKind.OPERATOR),
        ("SendTextMessage", "ConflictException", "DESTINATION_PHONE_NUMBER_OPTED_OUT", FaultKind.OPTED_OUT),
        (
            "SendTextMessage",
            "ConflictException",
            "DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION",
            FaultKind.COUNTRY_BLOCKED,
        ),
        (
            "SendTextMessage",
            "ConflictException",
            "DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE",
            FaultKind.FINAL,
        ),
        (
            "SendTextMessage",
            "ValidationException",
            "DESTINATION_COUNTRY_BLOCKED",
            FaultKind.COUNTRY_BLOCKED,
        ),
        ("SendTextMessage", "ValidationException", "SENDER_ID_NOT_REGISTERED", FaultKind.OPERATOR),
        ("SendTextMessage", "ValidationException", "FIELD_VALIDATION_FAILED", FaultKind.FINAL),
        ("SendTextMessage", "ServiceQuotaExceededException", "MONTHLY_SPEND_LIMIT", FaultKind.OPERATOR),
        ("StartTranscriptionJob", "BadRequestException", "The S3 URI can't be accessed.", FaultKind.OPERATOR),
        ("StartTranscriptionJob", "BadRequestException", "The object does not exist.", FaultKind.FINAL),
        ("StartTranscriptionJob", "BadRequestException", TOO_MANY_JOBS, FaultKind.TEMPORARY),
        ("Converse", "ValidationException", "The provided model identifier is invalid.", FaultKind.OPERATOR),
        ("Converse", "ValidationException", "Input is too long for requested model.", FaultKind.FINAL),
        ("Converse", "AccessDeniedException", "", FaultKind.OPERATOR),
        ("AdminCreateUser", "CodeDeliveryFailureException", "", FaultKind.FINAL),
        *((operation, code, said, FaultKind.OPERATOR) for operation, code, said in USED_UP),
        ("SendEmail", "TooManyRequestsException", "Maximum sending rate exceeded.", FaultKind.TEMPORARY),
        ("Converse", "ThrottlingException", "Too many tokens, please wait.", FaultKind.TEMPORARY),
        ("Converse", "ValidationException", "Plan your meals per day.", FaultKind.FINAL),
        ("AdminCreateUser", "LimitExceededException", "Too many groups.", FaultKind.TEMPORARY),
    ],
)
def test_a_code_that_stands_for_several_things_goes_by_what_it_says(
    operation: str, code: str, said: str, kind: FaultKind
) -> None:
    assert kind_of(_error(operation, code, said)) is kind
    assert kind_of(_error(operation, code, reason=said)) is kind


@pytest.mark.parametrize(
    ("operation", "code", "said", "is_refused_as_too_much"),
    [
        ("StartTranscriptionJob", "LimitExceededException", TOO_MANY_JOBS, True),
        ("StartTranscriptionJob", "BadRequestException", TOO_MANY_JOBS, True),
        ("StartTranscriptionJob", "BadRequestException", "The object does not exist.", False),
        ("GetTranscriptionJob", "LimitExceededException", "", True),
        ("GetTranscriptionJob", "ThrottlingException", "Rate exceeded", True),
        ("SynthesizeSpeech", "ThrottlingException", "", True),
        ("SendTextMessage", "ThrottlingException", "", True),
        ("SendTextMessage", "ServiceQuotaExceededException", "MONTHLY_SPEND_LIMIT", False),
        ("SendEmail", "LimitExceededException", "", False),
        ("SendEmail", "TooManyRequestsException", "Maximum sending rate exceeded.", True),
        ("Converse", "ThrottlingException", "Too many tokens, please wait.", True),
        # A quota of a day, which a moment does not change.
        *((*used_up, False) for used_up in USED_UP),
    ],
)
def test_a_service_that_takes_no_more_for_now_is_told_from_one_that_fails(
    operation: str, code: str, said: str, is_refused_as_too_much: bool
) -> None:
    assert is_throttle(_error(operation, code, said)) is is_refused_as_too_much


def test_a_sandboxed_sender_is_the_operator_s_to_repair(behind: Behind) -> None:
    client, _ = behind(
        aws_clients.sesv2, lambda _: refusal("MessageRejected", message="Email address is not verified.")
    )

    with pytest.raises(EngineFailed) as failure:
        SesEmail(client, "jobs@example.com").send(EmailMessage("ada@example.com", "S", "<p>", "H", "B"))

    assert (failure.value.retryable, failure.value.for_operator) == (True, True)


def test_the_reason_of_an_sms_is_read_where_the_service_writes_it(behind: Behind) -> None:
    refused = ServiceResponse(
        {"__type": "ConflictException", "Message": "No.", "Reason": "DESTINATION_PHONE_NUMBER_OPTED_OUT"}, 400
    )
    client, _ = behind(aws_clients.pinpoint_sms_voice_v2, lambda _: refused)

    with pytest.raises(EngineFailed) as failure:
        EndUserMessagingSms(client, "+14155550100").send(SmsMessage(to="+14155550123", body="Hello"))

    assert not failure.value.retryable

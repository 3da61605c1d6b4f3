"""The one table of the error codes of the engines' services, with their meaning for the work that met them.

A code without a row goes by its status, in a way that loses no work: an error that is not known to be a
refusal is kept and tried again. `tests/aws/test_errors.py` walks the codes that botocore knows of the
operations in use.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from botocore.exceptions import ClientError


class FaultKind(StrEnum):
    """The change that has to happen before the same call succeeds.

    `final`: none helps, the service refuses the request. `opted_out`: none helps, the recipient wants no
    messages. `country_blocked`: none helps, the account sends to no number of the country. `temporary`: time
    has to pass. `operator`: somebody has to repair the deployment or its account.
    """

    FINAL = "final"
    OPTED_OUT = "opted_out"
    COUNTRY_BLOCKED = "country_blocked"
    TEMPORARY = "temporary"
    OPERATOR = "operator"


THROTTLES: Final = frozenset(
    {
        "RequestThrottled",
        "SlowDown",
        "ThrottledException",
        "Throttling",
        "ThrottlingException",
        "TooManyRequestsException",
    }
)
"""The codes of a service that is asked too often, whatever the operation."""

_TOO_MANY_JOBS: Final = "too many jobs"
_OTHER_THROTTLES: Final[Mapping[tuple[str, str], str]] = {
    # Beyond the jobs at once, Transcribe has answered with either code: https://github.com/boto/boto3/issues/1633
    # and https://github.com/boto/boto3/issues/1974.
    ("StartTranscriptionJob", "BadRequestException"): _TOO_MANY_JOBS,
    ("StartTranscriptionJob", "LimitExceededException"): "",
    ("GetTranscriptionJob", "LimitExceededException"): "",
}
"""What an operation says in the other codes by which it refuses what is too much for now."""

_LIMITS: Final = THROTTLES | {"LimitExceededException"}
_USED_UP: Final[Mapping[str, str]] = {
    "AdminCreateUser": "daily email limit",
    "Converse": "per day",
    "SendEmail": "Daily ",
}
"""What an operation says in the codes of throttles and limits when a quota of the account is used up that
holds for a day: a moment changes nothing."""

_CODES: Final[Mapping[FaultKind, frozenset[str]]] = {
    FaultKind.TEMPORARY: frozenset(
        {
            "BandwidthLimitExceeded",
            "ConcurrentModificationException",
            "DependencyTimeoutException",
            "InternalErrorException",
            "InternalFailure",
            "InternalFailureException",
            "InternalServerException",
            "InternalServiceError",
            "InternalServiceErrorException",
            "KMSInternalException",
            "KeyUnavailableException",
            "LimitExceededException",
            "ModelErrorException",
            "ModelNotReadyException",
            "ModelStreamErrorException",
            "ModelTimeoutException",
            # The next attempt begins another upload.
            "NoSuchUpload",
            "OperationAborted",
            "PriorRequestNotComplete",
            "RequestLimitExceeded",
            "RequestTimeout",
            "RequestTimeoutException",
            "ServiceFailureException",
            "ServiceUnavailable",
            "ServiceUnavailableException",
            "TransactionInProgressException",
        }
    )
    | THROTTLES,
    FaultKind.OPERATOR: frozenset(
        {
            # Credentials, permissions and the account.
            "AccessDenied",
            "AccessDeniedException",
            "AccountProblem",
            "AccountSuspendedException",
            "AllAccessDisabled",
            "ExpiredToken",
            "ExpiredTokenException",
            "ForbiddenException",
            "IncompleteSignature",
            "InvalidAccessKeyId",
            "InvalidClientTokenId",
            "InvalidSignatureException",
            "InvalidToken",
            "MissingAuthenticationToken",
            "NotAuthorizedException",
            "NotSignedUp",
            "OptInRequired",
            "RequestExpired",
            "RequestTimeTooSkewed",
            "SignatureDoesNotMatch",
            "UnauthorizedException",
            "UnrecognizedClientException",
            # Senders, quotas and resources that the deployment names.
            "ConflictException",
            "DecryptionFailure",
            "DisabledException",
            "DryRunOperationException",
            "EncryptionTypeMismatch",
            "EngineNotSupportedException",
            "IncorrectKeyException",
            "InvalidEmailRoleAccessPolicyException",
            "InvalidGrantTokenException",
            "InvalidKeyUsageException",
            "InvalidLambdaResponseException",
            # A secret that is about to be deleted.
            "InvalidRequestException",
            "InvalidSmsRoleAccessPolicyException",
            "InvalidSmsRoleTrustRelationshipException",
            "KMSInvalidStateException",
            "LanguageNotSupportedException",
            "LexiconNotFoundException",
            "MailFromDomainNotVerifiedException",
            "MarksNotSupportedForFormatException",
            "InvalidSampleRateException",
            "NoSuchBucket",
            "OperationNotEnabledException",
            "PreconditionNotMetException",
            "ResourceNotFoundException",
            "SendingPausedException",
            "ServiceQuotaExceededException",
            "SsmlMarksNotSupportedForTextTypeException",
            "UnexpectedLambdaException",
            "UserLambdaValidationException",
        }
    ),
    FaultKind.FINAL: frozenset(
        {
            "BadRequestException",
            # The account is made and its invitation was not sent: another call would find the account.
            "CodeDeliveryFailureException",
            "IdempotencyParameterMismatch",
            "InvalidCiphertextException",
            "InvalidObjectState",
            "InvalidParameterException",
            "InvalidPasswordException",
            "InvalidRequest",
            "InvalidSsmlException",
            "InvalidWriteOffset",
            "MessageRejected",
            "NoSuchKey",
            "NotFoundException",
            "TextLengthExceededException",
            "TooManyParts",
            "UnsupportedUserStateException",
            "UserNotFoundException",
            "UsernameExistsException",
            "ValidationException",
        }
    ),
}

KINDS: Final[Mapping[str, FaultKind]] = {code: kind for kind, codes in _CODES.items() for code in codes}
"""The kind of each known code."""

_EXCEPTIONS: Final[Mapping[tuple[str, str], Mapping[FaultKind, tuple[str, ...]]]] = {
    # Some codes stand for several things, which the operation's reason or message tells apart.
    **{
        (operation, code): {FaultKind.OPERATOR: (text,)}
        for operation, text in _USED_UP.items()
        for code in _LIMITS
    },
    ("SendEmail", "MessageRejected"): {FaultKind.OPERATOR: ("not verified",)},
    ("SendEmail", "NotFoundException"): {FaultKind.OPERATOR: ("",)},
    # The key that the deployment names.
    ("Encrypt", "NotFoundException"): {FaultKind.OPERATOR: ("",)},
    ("Decrypt", "NotFoundException"): {FaultKind.OPERATOR: ("",)},
    ("StartTranscriptionJob", "BadRequestException"): {
        FaultKind.OPERATOR: ("can't be accessed", "permission", "security token"),
        FaultKind.TEMPORARY: (_TOO_MANY_JOBS,),
    },
    ("Converse", "ValidationException"): {
        FaultKind.OPERATOR: ("model identifier", "on-demand throughput", "Operation not allowed"),
    },
    ("SendTextMessage", "ConflictException"): {
        FaultKind.OPTED_OUT: ("DESTINATION_PHONE_NUMBER_OPTED_OUT",),
        FaultKind.COUNTRY_BLOCKED: ("DESTINATION_COUNTRY_BLOCKED",),
        FaultKind.FINAL: ("DESTINATION_PHONE_NUMBER_BLOCKED",),
    },
    ("SendTextMessage", "ValidationException"): {
        FaultKind.COUNTRY_BLOCKED: ("DESTINATION_COUNTRY_BLOCKED",),
        FaultKind.OPERATOR: (
            "CHANNEL_NOT_ENABLED",
            "COUNTRY_NOT_ENABLED",
            "INTERNATIONAL_SENDING_NOT_SUPPORTED",
            "INVALID_ARN",
            "INVALID_IDENTITY_FOR_DESTINATION_COUNTRY",
            "RESOURCE_NOT_ACCESSIBLE",
            "SENDER_ID_",
        ),
    },
}


def error_code(error: ClientError) -> str:
    """Returns the service's code of an error, such as ThrottlingException."""
    return str(error.response.get("Error", {}).get("Code", "Unknown"))


def kind_of(error: ClientError) -> FaultKind:
    """Returns the kind of a service's error."""
    code, status = error_code(error), error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    for kind, texts in _EXCEPTIONS.get((error.operation_name, code), {}).items():
        if any(text in _said(error) for text in texts):
            return kind
    if code in KINDS:
        return KINDS[code]
    return FaultKind.TEMPORARY if status >= 500 or status in (408, 429) else FaultKind.OPERATOR


def is_throttle(error: ClientError) -> bool:
    """Whether a service was asked too often, or has as much work as it takes at once."""
    if kind_of(error) is not FaultKind.TEMPORARY:
        return False
    code = error_code(error)
    text = _OTHER_THROTTLES.get((error.operation_name, code))
    return code in THROTTLES or (text is not None and text in _said(error))


def _said(error: ClientError) -> str:
    return f"{error.response.get('Reason', '')} {error.response.get('Error', {}).get('Message', '')}"

"""A client of the Talent Screening Service: `TalentScreening`, and `AsyncTalentScreening` for asyncio.

The bodies and records are in `talent_screening.models`.
"""

from talent_screening.answers import Answer, answer_of
from talent_screening.client import AsyncTalentScreening, TalentScreening
from talent_screening.errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    Fault,
    Forbidden,
    Gone,
    IdempotencyKeyReused,
    InternalError,
    MethodNotAllowed,
    NotFound,
    PayloadTooLarge,
    PreconditionFailed,
    RateLimitExceeded,
    ServiceUnavailable,
    TalentScreeningError,
    Unauthorized,
    UnexpectedAnswer,
    UnsupportedMediaType,
    ValidationFailed,
)
from talent_screening.imports import ImportFailed, ImportOptions
from talent_screening.retrying import RetryPolicy
from talent_screening.version import __version__
from talent_screening.webhooks import Event, WebhookRejected, verify_webhook

__all__ = [
    "Answer",
    "ApiError",
    "AsyncTalentScreening",
    "Conflict",
    "ConnectionFailed",
    "Event",
    "Fault",
    "Forbidden",
    "Gone",
    "IdempotencyKeyReused",
    "ImportFailed",
    "ImportOptions",
    "InternalError",
    "MethodNotAllowed",
    "NotFound",
    "PayloadTooLarge",
    "PreconditionFailed",
    "RateLimitExceeded",
    "RetryPolicy",
    "ServiceUnavailable",
    "TalentScreening",
    "TalentScreeningError",
    "Unauthorized",
    "UnexpectedAnswer",
    "UnsupportedMediaType",
    "ValidationFailed",
    "WebhookRejected",
    "__version__",
    "answer_of",
    "verify_webhook",
]

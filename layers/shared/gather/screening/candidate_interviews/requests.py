"""The bodies of requests about candidate interviews."""

from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Field

from gather.core.formats import HttpUrl, RecordId, ShortText
from gather.core.model import RequestModel
from gather.core.time_range import EndDate
from gather.outgoing.endpoint import WebhookUrl
from gather.screening.candidate_interviews.status import CHOICES, CandidateInterviewStatus
from gather.screening.candidates.delivery_type import DeliveryType


def _may_be_patched(value: object) -> object:
    if value not in CHOICES:
        raise ValueError(f"must be one of {', '.join(CHOICES)}")
    return value


PatchableStatus = Annotated[
    CandidateInterviewStatus,
    BeforeValidator(_may_be_patched),
    Field(json_schema_extra={"enum": list(CHOICES)}),
]
"""The statuses that a PATCH may set; the service alone sets `expired`."""

DeliveryTypes = Annotated[tuple[DeliveryType, ...], Field(min_length=1, max_length=len(DeliveryType))]

ExpiryDays = Annotated[int, Field(ge=1, le=365)]


class CreateCandidateInterview(RequestModel):
    """Body of POST /candidate-interviews; `expiry_days` is the organization's default when left out."""

    candidate_id: RecordId
    interview_id: RecordId
    send_invite: bool = False
    """Whether the invite is sent now."""
    delivery_types: DeliveryTypes | None = None
    expiry_days: ExpiryDays | None = None
    external_id: ShortText | None = None
    """The id of the candidate interview in the client's own system."""
    external_redirect_uri: HttpUrl | None = None
    webhook_url: WebhookUrl | None = None


class EvaluationMode(StrEnum):
    """Which evaluations are run again (interface: Provenance, rules 4 and 5)."""

    FAILED = "failed"
    CHANGED = "changed"
    ALWAYS = "always"


class EvaluateAgain(RequestModel):
    """Body of POST /candidate-interviews/{candidateInterviewId}/evaluate."""

    mode: EvaluationMode = EvaluationMode.FAILED
    """Which evaluations are run again."""


class ChangeStatus(RequestModel):
    """Body of PATCH /candidate-interviews/{candidateInterviewId}/status."""

    status: PatchableStatus


class ChangeCandidateInterview(RequestModel):
    """Body of PATCH /candidate-interviews/{candidateInterviewId}."""

    expiry: EndDate
    """Until when the candidate can answer: ISO 8601 in UTC. It has to be a time to come; a date alone is its
    end."""


class ResendInvite(RequestModel):
    """Body of POST /candidate-interviews/{candidateInterviewId}/resend-invite."""

    delivery_types: DeliveryTypes | None = None

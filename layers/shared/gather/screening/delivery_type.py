"""The channels that an invite takes, and those by which a candidate can be reached."""

from collections.abc import Sequence
from enum import StrEnum

from gather.core.errors import ValidationFailed
from gather.screening.candidate import Candidate


class DeliveryType(StrEnum):
    """A channel that an invite takes."""

    EMAIL = "email"
    SMS = "sms"


def channels(candidate: Candidate, wanted: Sequence[DeliveryType] | None) -> tuple[DeliveryType, ...]:
    """How a message reaches the candidate: of the channels `wanted` (all when None) those that can.

    An SMS needs a telephone number and the candidate's opt-in; without them only the e-mail goes. Raises
    ValidationFailed when nothing is left (interface: Candidate interviews, rule 8).
    """
    asked = tuple(DeliveryType) if wanted is None else wanted
    usable = tuple(channel for channel in DeliveryType if channel in asked and reaches(channel, candidate))
    if not usable:
        raise ValidationFailed.of("deliveryTypes", _unreachable(asked))
    return usable


def reaches(channel: DeliveryType, candidate: Candidate) -> bool:
    """Whether a message can and may be sent to the candidate this way."""
    if channel is DeliveryType.EMAIL:
        return candidate.email is not None
    return candidate.sms_opt_in and candidate.phone is not None


def _unreachable(asked: Sequence[DeliveryType]) -> str:
    if DeliveryType.SMS in asked:
        return "sms needs a candidate with a phone number who has opted in to text messages"
    return "email needs a candidate with an e-mail address"

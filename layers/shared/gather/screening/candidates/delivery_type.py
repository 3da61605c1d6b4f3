"""The channels that an invite takes, and those by which a candidate can be reached."""

from collections.abc import Sequence
from enum import StrEnum

from gather.core.errors import ValidationFailed
from gather.screening.candidates.calling_codes import may_be_texted
from gather.screening.candidates.models import Candidate


class DeliveryType(StrEnum):
    """A channel that an invite takes."""

    EMAIL = "email"
    SMS = "sms"

    def reaches(self, candidate: Candidate) -> bool:
        """Whether a message can be sent to the candidate this way, and the candidate allows it."""
        if self is DeliveryType.EMAIL:
            return candidate.email is not None
        return candidate.sms_opt_in and candidate.phone is not None


SmsCountries = frozenset[str] | None
"""The countries that an organization texts to; None for all."""


def choose_channels(
    candidate: Candidate, wanted: Sequence[DeliveryType] | None, sms_countries: SmsCountries
) -> tuple[DeliveryType, ...]:
    """How a message reaches the candidate: of the channels `wanted` (all when None) those that can.

    An SMS needs a telephone number in a country that the organization texts to, and the candidate's opt-in;
    without them only the e-mail goes. Raises ValidationFailed when nothing is left (interface: Candidate
    interviews, rule 8; Opt-outs, rule 9).
    """
    asked = tuple(DeliveryType) if wanted is None else wanted
    usable = tuple(channel for channel in open_channels(candidate, sms_countries) if channel in asked)
    if not usable:
        raise ValidationFailed.of("deliveryTypes", _unreachable(asked, candidate))
    return usable


def open_channels(candidate: Candidate, sms_countries: SmsCountries) -> tuple[DeliveryType, ...]:
    """The channels that reach the candidate and that the organization may use."""
    return tuple(
        channel
        for channel in DeliveryType
        if channel.reaches(candidate)
        and (channel is not DeliveryType.SMS or is_texted(candidate, sms_countries))
    )


def is_texted(candidate: Candidate, sms_countries: SmsCountries) -> bool:
    """Whether the organization texts to the candidate's number, if there is one."""
    return candidate.phone is None or may_be_texted(candidate.phone, sms_countries)


def _unreachable(asked: Sequence[DeliveryType], candidate: Candidate) -> str:
    if DeliveryType.SMS not in asked:
        return "email needs a candidate with an e-mail address"
    if DeliveryType.SMS.reaches(candidate):
        return "sms does not go to the country of the candidate's phone number, or to a premium number"
    return "sms needs a candidate with a phone number who has opted in to text messages"

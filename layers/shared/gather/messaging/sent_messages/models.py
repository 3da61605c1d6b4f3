"""A message to a candidate, and what became of it (interface: Opt-outs, rule 6)."""

from enum import StrEnum

from gather.core.model import Model
from gather.screening.candidates.delivery_type import DeliveryType

MOST_SHOWN = 100
"""How many messages to a candidate are shown at most."""


class SentMessageStatus(StrEnum):
    """The outcome of a message on one channel."""

    SENT = "sent"
    REFUSED = "refused"
    OPTED_OUT = "opted_out"
    BOUNCED = "bounced"
    COMPLAINED = "complained"
    SUPPRESSED = "suppressed"


class SentMessageType(StrEnum):
    """The moments that messages to candidates are for: those of message groups, and those that only the
    service writes."""

    INVITE = "INVITE"
    CANDIDATE_REMINDER = "CANDIDATE_REMINDER"
    COMPLETION_CONFIRMATION = "COMPLETION_CONFIRMATION"
    REJECTION = "REJECTION"
    ADVANCE = "ADVANCE"
    REQUEST_REPLY = "REQUEST_REPLY"
    WITHDRAWAL = "WITHDRAWAL"


class MessageReason(StrEnum):
    """Why a message did not arrive, or no further one goes out."""

    BOUNCE = "bounce"
    TEMPORARY_BOUNCE = "temporary_bounce"
    COMPLAINT = "complaint"
    COUNTRY_NOT_ALLOWED = "country_not_allowed"


class SentMessage(Model):
    """A message to a candidate on one channel, whether or not it went out."""

    channel: DeliveryType
    """The channel."""
    type: SentMessageType
    """The moment that the message is for. `ADVANCE` tells that it goes on, `REQUEST_REPLY` is the team's
    reply to a request of the candidate, and `WITHDRAWAL` confirms that they withdrew. Message groups have
    texts for the others."""
    status: SentMessageStatus = SentMessageStatus.SENT
    """Whether it was sent. `refused` is a message that the channel takes for no attempt, `opted_out` one that
    was held back because nobody at the address wants such messages. `bounced` is an e-mail that was sent and
    that the mail system of its receiver did not take, `complained` one that its reader called unwanted.
    `suppressed` is an e-mail that was held back because an earlier one to the address bounced for good or was
    complained of."""
    reason: MessageReason | None = None
    """Why an e-mail is `bounced`, `complained` or `suppressed`. `country_not_allowed` is a text message that
    is `refused` because the organization does not text to the country of the number, or the number is
    premium. Null for any other message."""
    candidate_interview_id: str | None = None
    """The candidate interview that the message is about; null for none."""
    candidate_meeting_id: str | None = None
    """The invite to a meeting that the message is about; null for none."""
    to: str
    """The e-mail address, or the telephone number in E.164 form."""
    subject: str | None = None
    """The subject of an e-mail; null for a text message."""
    body: str | None = None
    """The message as plain text; null where nothing was sent."""
    sent_at: str
    """When it was sent, refused or held back: ISO 8601 in UTC."""

"""Messages that would have been sent from a sandbox (interface: Sandbox, rules 5 and 6)."""

from datetime import timedelta

from gather.core.model import Model
from gather.screening.candidates.delivery_type import DeliveryType

MOST_MESSAGES = 500
"""How many messages of an inbox are shown."""

KEPT = timedelta(days=30)
"""How long a message is kept."""


class SandboxMessage(Model):
    """A message that nobody got."""

    channel: DeliveryType
    """The way that it would have taken."""
    to: str
    """The e-mail address, or the telephone number in E.164 form."""
    subject: str | None = None
    """The subject of an e-mail; null for a text message."""
    body: str
    """The message as plain text."""
    html: str | None = None
    """The e-mail as HTML; null for a text message."""
    sent_at: str
    """When it would have been sent: ISO 8601 in UTC."""

"""The messages of a sandbox: they go to its inbox.

SandboxMessengers(records.table, task, now, candidate_id).email().send(message)
"""

from dataclasses import dataclass
from datetime import datetime

from gather.core.clock import timestamp
from gather.core.identifiers import derived_id
from gather.ports.messages import Email, EmailMessage, EmailQuota, Sms, SmsMessage
from gather.sandbox.inbox import storage as inbox_storage
from gather.sandbox.inbox.models import SandboxMessage
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table.outbox import ClaimedTask
from gather.table.store import Table


@dataclass(frozen=True, slots=True)
class SandboxMessengers:
    """Saves the messages of a task in the sandbox's inbox."""

    table: Table
    task: ClaimedTask
    now: datetime
    candidate_id: str | None = None

    def email(self) -> Email:
        """E-mail into the inbox."""
        return SandboxEmail(self)

    def sms(self) -> Sms:
        """Text messages into the inbox."""
        return SandboxSms(self)

    def save(self, channel: DeliveryType, to: str, subject: str | None, body: str, html: str | None) -> str:
        """Save a message and return its id, which is the same when the task sends it again."""
        task = self.task
        message_id = derived_id(task.id, "MESSAGE", channel, to)
        message = SandboxMessage(
            channel=channel, to=to, subject=subject, body=body, html=html, sent_at=timestamp(self.now)
        )
        inbox_storage.save(
            self.table, task.organization_id, task.team_id, message_id, message, self.candidate_id
        )
        return message_id


@dataclass(frozen=True, slots=True)
class SandboxEmail:
    """E-mail of a sandbox."""

    messengers: SandboxMessengers

    def send(self, message: EmailMessage) -> str:
        """Save the e-mail and return its id."""
        return self.messengers.save(
            DeliveryType.EMAIL, message.to, message.subject, message.text, message.html
        )

    def quota(self) -> EmailQuota:
        """As many as come."""
        return EmailQuota()


@dataclass(frozen=True, slots=True)
class SandboxSms:
    """Text messages of a sandbox."""

    messengers: SandboxMessengers

    def send(self, message: SmsMessage) -> str:
        """Save the text message and return its id."""
        return self.messengers.save(DeliveryType.SMS, message.to, None, message.body, None)

    def most_parts_a_second(self) -> int | None:
        """As many as come."""
        return None

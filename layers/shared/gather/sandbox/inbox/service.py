"""The channels that workers send messages by: the deployment's engines, or the inbox of a sandbox.

    messengers = messengers_of(engines, records.table, task, now, candidate_id)
    messengers.email().send(message)

Whoever sends anything to a person asks `messengers_of`, so that nothing leaves a sandbox.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from gather.core.clock import timestamp
from gather.core.identifiers import derived_id
from gather.core.tenant import is_sandbox
from gather.ports.messages import Email, EmailMessage, Sms, SmsMessage
from gather.ports.provider import EngineProvider
from gather.sandbox.inbox import storage as inbox_storage
from gather.sandbox.inbox.models import SandboxMessage
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table.outbox import ClaimedTask
from gather.table.store import Table


class Messengers(Protocol):
    """Both ways to send a message."""

    def email(self) -> Email: ...

    def sms(self) -> Sms: ...


def messengers_of(
    engines: EngineProvider, table: Table, task: ClaimedTask, now: datetime, candidate_id: str | None = None
) -> Messengers:
    """The channels of the messages of `task`, to a candidate if one is named."""
    if not is_sandbox(task.organization_id):
        return engines
    return SandboxMessengers(table, task, now, candidate_id)


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


@dataclass(frozen=True, slots=True)
class SandboxSms:
    """Text messages of a sandbox."""

    messengers: SandboxMessengers

    def send(self, message: SmsMessage) -> str:
        """Save the text message and return its id."""
        return self.messengers.save(DeliveryType.SMS, message.to, None, message.body, None)

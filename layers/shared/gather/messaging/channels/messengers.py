"""The channels that workers send messages by: the deployment's engines, or the inbox of a sandbox.

    messengers = messengers_of(adapters, task, candidate_id)
    messengers.email().send(message)

Whoever sends anything to a person asks `messengers_of`, so that nothing leaves a sandbox.
"""

from dataclasses import dataclass
from typing import Protocol

from gather.core.tenant import is_sandbox
from gather.messaging.channels.email_pace import PacedEmail
from gather.ports.messages import Email, Sms
from gather.sandbox.inbox.service import SandboxMessengers
from gather.table.outbox import ClaimedTask
from gather.wiring import Adapters


class Messengers(Protocol):
    """Both ways to send a message."""

    def email(self) -> Email: ...

    def sms(self) -> Sms: ...


def messengers_of(adapters: Adapters, task: ClaimedTask, candidate_id: str | None = None) -> Messengers:
    """The channels of the messages of `task`, to a candidate if one is named."""
    if is_sandbox(task.organization_id):
        return SandboxMessengers(adapters.records.table, task, adapters.clock.now(), candidate_id)
    return PacedMessengers(adapters, task.team_id)


@dataclass(frozen=True, slots=True)
class PacedMessengers:
    """The deployment's engines, as fast as the account may send."""

    adapters: Adapters
    team_id: str

    def email(self) -> Email:
        """E-mail at the account's pace."""
        adapters = self.adapters
        return PacedEmail(adapters.engines.email(), adapters.records.table, adapters.clock, self.team_id)

    def sms(self) -> Sms:
        """Text messages, which the service's own queue paces."""
        return self.adapters.engines.sms()

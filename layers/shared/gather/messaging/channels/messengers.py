"""The channels that workers send messages by: the deployment's engines, or the inbox of a sandbox.

    messengers = messengers_of(adapters, task, candidate_id)
    messengers.email().send(message)

Whoever sends anything to a person asks here, so that nothing leaves a sandbox.
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
    """Both ways to send a message. Each takes so many of them in a second and no more."""

    def email(self) -> Email: ...

    def sms(self) -> Sms: ...


def messengers_of(adapters: Adapters, task: ClaimedTask, candidate_id: str | None = None) -> Messengers:
    """The channels of the messages of `task`, to a candidate if one is named."""
    if is_sandbox(task.organization_id):
        return SandboxMessengers(adapters.records.table, task, adapters.clock.now(), candidate_id)
    return _DeploymentMessengers(adapters)


def paced_email_of(adapters: Adapters, task: ClaimedTask) -> Email:
    """The e-mail of `task` to people of the team, which itself waits for the turn of each message."""
    email = messengers_of(adapters, task).email()
    return PacedEmail(email, adapters.records.table, adapters.clock, task.team_id)


@dataclass(frozen=True, slots=True)
class _DeploymentMessengers:
    """The deployment's engines."""

    adapters: Adapters

    def email(self) -> Email:
        return self.adapters.engines.email()

    def sms(self) -> Sms:
        return self.adapters.engines.sms()

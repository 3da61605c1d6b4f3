"""The notifications worker, with time that the test controls."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gather.events.task import TaskName
from gather.screening.candidate_interviews.lifecycle import task_of
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.outbox import LONGEST_RETRY
from gather.table.records import Records
from gather.wiring import Adapters
from notifications.handler import handler
from tests.builders.candidate_interviews import change_candidate_interview
from tests.builders.outbox import entries_of, events_of, queue_event
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.support.records import add_candidate, post_candidate_interview


@dataclass
class Post:
    """Candidate interviews with messages to send, and the worker that sends them."""

    adapters: Adapters
    service: Service
    records: Records
    tenant: Tenant
    clock: HandClock
    engines: ScriptedEngines

    def invite(self, *, sms: bool = False, **fields: Any) -> dict[str, Any]:
        """Creates a candidate interview whose invite waits to be sent."""
        fields.setdefault("candidateId", add_candidate(self.service, smsOptIn=sms))
        return post_candidate_interview(self.service, sendInvite=True, **fields)

    def ask(self, name: TaskName, record_id: str, channels: list[str] | None = None) -> None:
        """Leave a task for the worker, as other functions do."""
        record = self.records.get(CANDIDATE_INTERVIEW, self.tenant.team_id, record_id).record
        unit = self.records.unit_of_work()
        unit.send(task_of(name, record, self.clock.now(), deliveryTypes=channels))
        unit.commit()

    def change(self, record_id: str, **fields: Any) -> None:
        change_candidate_interview(self.records, self.tenant, record_id, **fields)

    def tasks(self) -> list[dict[str, Any]]:
        """Returns the unfinished tasks of this worker."""
        return [task for task in entries_of(self.records.table, "TASK") if task["name"].startswith("send_")]

    def deliver(self, *tasks: Mapping[str, Any]) -> list[str]:
        """Hand the messages of tasks to the worker. Returns the tasks whose messages come back."""
        answer = handler.run(queue_event(tasks or self.tasks()), Context(), self.adapters)
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def lose_claims(self) -> None:
        """Let the claims of all workers expire."""
        self.clock.advance(seconds=handler.policy.lease.total_seconds() + 1)

    def wait(self) -> None:
        """Let the longest pause between two attempts pass."""
        self.clock.advance(seconds=LONGEST_RETRY.total_seconds())

    @property
    def sent(self) -> list[str]:
        """The channels of all sent messages."""
        return ["email"] * len(self.engines.the_email.messages) + ["sms"] * len(self.engines.the_sms.messages)

    def invited(self) -> list[dict[str, Any]]:
        """The payloads of `candidate_interview.invited`."""
        return [
            payload
            for name, payload in events_of(self.records.table)
            if name == "candidate_interview.invited"
        ]

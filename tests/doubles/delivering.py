"""The way of an event from the outbox to its receivers, with queues, executions and time in the test's hand.

The functions are the real ones. Queues and executions are kept here to AWS's promises: a message comes
again until it was worked off, an execution name is taken once, a task that breaks ends its execution.
Every call that leaves a function may be made to fail, and the function may die before or after it.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from botocore.exceptions import ClientError, ReadTimeoutError

from deliveries.handler import handler as deliveries
from deliveries.slow import handler as slow_deliveries
from dispatcher.handler import handler as dispatcher
from fan_out.handler import handler as fan_out
from gather.core.clock import timestamp
from gather.core.errors import GatherError
from gather.core.identifiers import new_id
from gather.outgoing import transport
from gather.outgoing.result import AttemptResult
from gather.table import keys
from gather.table.due import due_items
from gather.table.outbox import Event, OutboxEntry, Task
from gather.table.store import KeyRange
from gather.webhooks.signing import verify
from gather.wiring import Adapters, Entry
from recovery.handler import handler as recovery
from tests.builders.deliveries import SECRET
from tests.builders.service import Tenant
from tests.doubles.aws_services import Call, FakeService, ServiceResponse, refusal
from tests.doubles.clock import HandClock
from tests.doubles.lambda_context import Context

QUEUES: dict[str, Any] = {
    "fan_out_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/fan-out",
    "delivery_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/deliveries",
    "slow_delivery_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/slow-deliveries",
    "notification_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/notifications",
    "speech_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/speech",
    "evaluation_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/evaluation",
    "dashboard_account_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/accounts",
    "play_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/plays",
    "scorecard_preview_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/previews",
    "enrollment_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/enrollments",
    "persona_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/personas",
    "push_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/pushes",
    "data_rights_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/data-rights",
    "import_queue_url": "https://sqs.eu-west-1.amazonaws.com/000000000000/imports",
}
FAN_OUT = QUEUES["fan_out_queue_url"]
DELIVERY = QUEUES["delivery_queue_url"]
SLOW = QUEUES["slow_delivery_queue_url"]
WORKERS = {FAN_OUT: fan_out, DELIVERY: deliveries, SLOW: slow_deliveries}
STATE_MACHINE = "arn:aws:states:eu-west-1:000000000000:stateMachine:retry"
VISIBILITY_TIMEOUT = timedelta(seconds=360)
TAKEN = AttemptResult(status=200, status_text="OK")
BUSY = AttemptResult(status=503, status_text="Busy", data="later")


class Died(BaseException):
    """The end of a function's process."""


@dataclass
class Faults:
    """Counts the calls that leave the functions; `at` is the one that goes wrong, in the way of `kind`."""

    kind: str = ""
    at: int = 0
    calls: int = 0
    triggered: bool = False

    @property
    def _strikes(self) -> bool:
        return self.calls == self.at

    def before(self, operation: str) -> None:
        self.calls += 1
        if self._strikes and self.kind in ("dies before", "fails"):
            self._strike(operation)

    def after(self, operation: str) -> None:
        if self._strikes and self.kind in ("dies after", "answer is lost"):
            self._strike(operation)

    def _strike(self, operation: str) -> None:
        self.triggered = True
        if self.kind.startswith("dies"):
            raise Died
        if self.kind == "fails":
            raise ClientError({"Error": {"Code": "ThrottlingException", "Message": "no"}}, operation)
        raise ReadTimeoutError(endpoint_url="https://aws.example.com")


KINDS = ("dies before", "dies after", "fails", "answer is lost")


@dataclass(frozen=True)
class Received:
    """A request at a receiver."""

    url: str
    body: bytes
    headers: dict[str, str]
    at: datetime


@dataclass
class Receivers:
    """Respond by URL: the results given, one for each request, and then with 200."""

    clock: HandClock
    faults: Faults
    answers: dict[str, list[AttemptResult]] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    secret: str = SECRET

    def send(self, url: str, body: bytes, headers: dict[str, str], **_: object) -> AttemptResult:
        """Stands in for `transport.send`."""
        if self.faults.kind in ("dies before", "dies after"):
            self.faults.before("send")
        now = int(self.clock.now().timestamp())
        if self.secret:
            assert verify(body, headers["X-Service-Signature-V2"], self.secret, now=now)
        assert headers["X-Service-Timestamp"] == str(now)
        self.received.append(Received(url, body, dict(headers), self.clock.now()))
        waiting = self.answers.get(url, [])
        result = waiting.pop(0) if waiting else TAKEN
        if self.faults.kind in ("dies before", "dies after"):
            self.faults.after("send")
        return result

    def at(self, url: str) -> list[Received]:
        return [request for request in self.received if request.url == url]


@dataclass
class Message:
    """A message that waits in a queue until `at`."""

    queue_url: str
    body: dict[str, Any]
    at: datetime
    group: str = ""
    id: str = field(default_factory=new_id)


@dataclass
class Execution:
    """A retry execution that waits until `at` to send the next attempt to its queue."""

    name: str
    state: dict[str, Any]
    at: datetime


class Delivering:
    """One team's events on their way."""

    def __init__(
        self, adapters: Adapters, tenant: Tenant, clock: HandClock, patch: pytest.MonkeyPatch
    ) -> None:
        self.adapters, self.records, self.tenant, self.clock = adapters, adapters.records, tenant, clock
        adapters.settings = replace(adapters.settings, **QUEUES, retry_state_machine_arn=STATE_MACHINE)
        self.faults = Faults()
        self.receivers = Receivers(clock, self.faults)
        self.stream: list[OutboxEntry] = []
        self.messages: list[Message] = []
        self.executions: list[Execution] = []
        self.names: dict[str, str] = {}
        self.loses_messages = False
        patch.setattr(transport, "send", self._send)
        for service, answer in (("sqs", self._queue), ("stepfunctions", self._start)):
            FakeService(answer).attach(self.adapters.clients.client(service))
            self._watch(self.adapters.clients.client(service), service)
        self._watch(self.adapters.clients.dynamodb, "dynamodb")
        self._is_inside = False

    def _send(self, *arguments: Any, **options: Any) -> AttemptResult:
        return self.receivers.send(*arguments, **options)

    def _watch(self, client: Any, service: str) -> None:
        def before(event_name: str, **_: object) -> None:
            if self._is_inside:
                self.faults.before(event_name.rpartition(".")[2])

        def after(event_name: str, **_: object) -> None:
            if self._is_inside:
                self.faults.after(event_name.rpartition(".")[2])

        client.meta.events.register(f"before-call.{service}", before)
        client.meta.events.register(f"after-call.{service}", after)

    def _queue(self, call: Call) -> ServiceResponse:
        entries = call.body["Entries"]
        for entry in entries:
            at = self.clock.now() + timedelta(seconds=entry["DelaySeconds"])
            body, group = json.loads(entry["MessageBody"]), entry["MessageGroupId"]
            self.messages.append(Message(call.body["QueueUrl"], body, at, group))
        taken = [{"Id": entry["Id"], "MessageId": new_id(), "MD5OfMessageBody": ""} for entry in entries]
        return ServiceResponse({"Successful": taken})

    def _start(self, call: Call) -> ServiceResponse:
        assert call.body["stateMachineArn"] == STATE_MACHINE
        name, state = call.body["name"], json.loads(call.body["input"])
        if name in self.names:
            return refusal("ExecutionAlreadyExists")
        self.names[name] = call.body["input"]
        at = self.clock.now() + timedelta(seconds=state["waitSeconds"])
        self.executions.append(Execution(name, state, at))
        return ServiceResponse({"executionArn": f"{STATE_MACHINE}:{name}", "startDate": 0})

    def publish(self, name: str = "interview.created", **payload: object) -> Event:
        """An event of the tenant's first team, as a request would send it."""
        event = Event(
            name=name,
            organization_id=self.tenant.organization_id,
            team_id=self.tenant.team_id,
            payload=payload or {"interviewId": new_id(), "status": 0},
            at=self.clock.now(),
        )
        self.send(event)
        return event

    def send(self, entry: OutboxEntry) -> None:
        """Put an entry in the outbox; the stream will bring it to the dispatcher."""
        unit = self.records.unit_of_work()
        unit.send(entry)
        unit.commit()
        self.stream.append(entry)

    @contextmanager
    def _inside(self) -> Iterator[None]:
        self._is_inside = True
        try:
            yield
        finally:
            self._is_inside = False

    def dispatch(self, *entries: OutboxEntry) -> list[str]:
        """Bring entries to the dispatcher and its events to their deliveries; returns the ids of those
        entries and messages that come back."""
        failed = self.bring(*entries)
        while batches := [message for message in self.messages if message.queue_url == FAN_OUT]:
            self.messages = [message for message in self.messages if message not in batches]
            failed += [message.body["eventId"] for message in batches for _ in self.deliver(fan_out, message)]
        return failed

    def bring(self, *entries: OutboxEntry) -> list[str]:
        """Bring entries to the dispatcher alone; returns the ids of those that it reports as failed."""
        records = [
            {
                "eventID": entry.id,
                "eventName": "INSERT",
                "dynamodb": {"Keys": keys.outbox(entry.id).attributes(), "SequenceNumber": entry.id},
            }
            for entry in entries
        ]
        with self._inside():
            answer = dispatcher.run({"Records": records}, Context(), self.adapters)
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def attempt(self, *messages: Message) -> list[str]:
        """Bring messages to the deliveries worker; returns the ids of those that come back."""
        return self.deliver(deliveries, *messages)

    def deliver(self, worker: Entry[PartialItemFailureResponse], *messages: Message) -> list[str]:
        """Bring messages to a worker; returns the ids of those that come back."""
        records = [
            {"messageId": message.id, "eventSource": "aws:sqs", "body": json.dumps(message.body)}
            for message in messages
        ]
        with self._inside():
            answer = worker.run({"Records": records}, Context(), self.adapters)
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def recover(self, *, queues_lost: bool = False) -> dict[str, Any]:
        """Run the recovery worker as of now."""
        event = {"time": timestamp(self.clock.now()), **({"queuesLost": True} if queues_lost else {})}
        with self._inside():
            return recovery.run(event, Context(), self.adapters)

    def run(self, *, leaves_tasks: bool = False) -> None:
        """Let everything happen in the order of its time, recovery each minute, until all is done.

        With `leaves_tasks` the tasks that deliveries leave, which no worker here does, are not waited for.
        """
        for _ in range(200):
            steps = self._steps(leaves_tasks)
            if not steps:
                return
            moment, step = min(steps, key=lambda entry: entry[0])
            self.clock.moment = max(self.clock.moment, moment)
            try:
                step()
            except (Died, GatherError):
                continue
        raise AssertionError("it never comes to an end")

    def _steps(self, leaves_tasks: bool) -> list[tuple[datetime, Callable[[], None]]]:
        steps: list[tuple[datetime, Callable[[], None]]] = []
        if self.stream:
            steps.append((self.clock.now(), self._step_stream))
        steps += [(message.at, self._step_message(message)) for message in self.messages]
        steps += [(execution.at, self._step_execution(execution)) for execution in self.executions]
        if any(item["entity"] != Task.entity or not leaves_tasks for item in self.due()):
            minute = self.clock.now().replace(second=0, microsecond=0) + timedelta(minutes=1)
            steps.append((minute, lambda: (None, self.recover())[0]))
        return steps

    def _step_stream(self) -> None:
        batch = self.stream
        if self.loses_messages:
            self.stream = []
        failed = self.bring(*batch)
        self.stream = [entry for entry in batch if entry.id in failed] if not self.loses_messages else []

    def _step_message(self, message: Message) -> Callable[[], None]:
        def step() -> None:
            message.at = self.clock.now() + VISIBILITY_TIMEOUT
            if self.loses_messages:
                self.messages.remove(message)
            worker = WORKERS.get(message.queue_url)
            # Messages for other workers count as done, as far as deliveries are concerned.
            failed = self.deliver(worker, message) if worker else []
            if not failed and message in self.messages:
                self.messages.remove(message)

        return step

    def _step_execution(self, execution: Execution) -> Callable[[], None]:
        def step() -> None:
            self.executions.remove(execution)
            body = {name: execution.state[name] for name in ("teamId", "deliveryId", "attempt")}
            self.messages.append(Message(DELIVERY, body, self.clock.now(), body["teamId"]))

        return step

    def due(self) -> list[dict[str, Any]]:
        """Everything that recovery would look after, now or later."""
        return [
            item
            for schedule in ("deliveries", "outbox", "webhook-deletions")
            for item in due_items(self.records.table, schedule, "~")
        ]

    def deliveries(self) -> list[dict[str, Any]]:
        """The team's stored deliveries."""
        listing = keys.listing(self.tenant.team_id, "WEBHOOK_DELIVERY")
        return list(self.records.table.query_all(KeyRange(listing, "listing1")))

    def counted(self) -> int:
        """Returns the number of deliveries that the listing counts."""
        head = self.records.table.get(
            keys.listing_head(keys.listing(self.tenant.team_id, "WEBHOOK_DELIVERY"))
        )
        return int(head["added"]) if head else 0

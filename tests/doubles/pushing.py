"""The pushes to a recruiting suite, with the suite, the queue and time in the test's hand.

The worker is the real one, and its requests go to a server on loopback.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from connect_pushes.handler import handler as connect_pushes
from gather.connect.integrations.storage import INTEGRATION
from gather.connect.orders.models import Order, OrderedCandidate
from gather.connect.orders.place import place_valid_order
from gather.connect.vendors.lever import LeverOrderOfPerson
from gather.core.clock import timestamp
from gather.events.order_tasks import OrderEvent
from gather.table.outbox import Task
from gather.wiring import Adapters
from tests.builders.outbox import queue_event
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock
from tests.doubles.delaying_queue import DelayingQueue

PUSH_QUEUE = "https://sqs.eu-west-1.amazonaws.com/000000000000/pushes"
WORK = ("push_order", "place_order")


@dataclass(frozen=True)
class PushRequest:
    """A request to the suite."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def fields(self) -> Any:
        """The members of its JSON body."""
        return json.loads(self.body)


@dataclass(frozen=True)
class Said:
    """An answer of the suite."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: object = None


Answerer = Callable[[PushRequest], Said]


@dataclass
class PushReceiver:
    """A suite on loopback, which answers as the test says."""

    url: str = ""
    answer: Answerer = field(default=lambda request: Said())
    requests: list[PushRequest] = field(default_factory=list)

    def script(self, *said: Said) -> None:
        """Give these answers, and then 200."""
        left = [*said]
        self.answer = lambda request: left.pop(0) if left else Said()

    def at(self, end: str) -> list[PushRequest]:
        """The requests to the paths that end so."""
        return [request for request in self.requests if request.path.endswith(end)]


@contextmanager
def push_receiver() -> Iterator[PushReceiver]:
    """Runs the suite until the end of the block."""
    made = PushReceiver()

    class Handler(BaseHTTPRequestHandler):
        def respond(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = PushRequest(self.command, self.path, headers, body)
            made.requests.append(request)
            said = made.answer(request)
            content = b"" if said.body is None else json.dumps(said.body).encode()
            self.send_response(said.status)
            for name, value in {"Content-Type": "application/json", **said.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_PATCH = respond

        def log_message(self, *_: object) -> None:
            """Log nothing: the test has the requests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class Pushing:
    """The worker of pushes of one team, its queue and its clock."""

    adapters: Adapters
    clock: HandClock
    tenant: Tenant
    queue: DelayingQueue = field(init=False)

    def __post_init__(self) -> None:
        settings = replace(
            self.adapters.settings, push_queue_url=PUSH_QUEUE, allow_private_webhook_addresses=True
        )
        self.adapters.settings = settings
        self.queue = DelayingQueue(self.adapters, self.clock, PUSH_QUEUE, connect_pushes.run, WORK)

    @property
    def sent(self) -> list[tuple[float, dict[str, Any]]]:
        """The messages on the queue, each with the time at which it is seen."""
        return self.queue.sent

    @property
    def messages(self) -> int:
        """How many messages were put on the queue by the worker itself."""
        return self.queue.messages

    def tasks(self) -> list[dict[str, Any]]:
        """The pushes that are not done."""
        return [task for task in self.queue.tasks() if task["name"] == "push_order"]

    def place_with_lever(self, integration_id: str, interview_id: str, number: int = 1) -> Order:
        """An order of Lever, whose opportunity has been read."""
        records = self.adapters.records
        integration = records.get(INTEGRATION, self.tenant.organization_id, integration_id).record
        person = OrderedCandidate(first_name="Ada", last_name="Lovelace", email=f"ada-{number}@example.com")
        asked = LeverOrderOfPerson(opportunity_id=f"o-{number}", interview_id=interview_id, person=person)
        order, _ = place_valid_order(records, integration, asked, None, now=self.clock.now())
        return order

    def send(self, order_id: str, event: OrderEvent, name: str = "push_order") -> None:
        """Have a suite told of an event."""
        payload = {"orderId": order_id, "event": event.value, "happenedAt": timestamp(self.clock.now())}
        unit = self.adapters.records.unit_of_work()
        unit.send(
            Task(
                name=name,
                organization_id=self.tenant.organization_id,
                team_id=self.tenant.team_id,
                payload=payload,
                at=self.clock.now(),
            )
        )
        unit.commit()

    def work(self) -> None:
        """Bring the message of every push that is not done."""
        self.bring(*self.tasks())

    def bring(self, *tasks: Mapping[str, Any]) -> list[str]:
        """Bring the messages of tasks; answers which come back."""
        if not tasks:
            return []
        answer = self.queue.run(queue_event(tasks))
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def next_message(self) -> timedelta | None:
        """How long the next message is held back; None where there is none."""
        return self.queue.next_message()

    def pass_time(self, **period: float) -> None:
        """Let time pass. The queue brings its messages in time, and recovery runs every five minutes."""
        self.queue.pass_time(**period)

"""What the worker of suites does: it tells a suite what became of an order, or asks it about one.

One worker at a time tells a suite of an order. A request that the suite has taken is never sent again, and an
event that a later one has overtaken is not told. Suites: Pushes.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from gather.connect.integrations.models import IntegrationRecord, IntegrationStatus
from gather.connect.integrations.storage import INTEGRATION
from gather.connect.orders import service as order_service
from gather.connect.orders.models import ENDED, Order, OrderResults
from gather.connect.orders.place import PersonErased, place_valid_order
from gather.connect.orders.storage import ORDER, reference_place
from gather.connect.pushes import storage
from gather.connect.pushes.caller import SuiteCaller, make_caller
from gather.connect.pushes.client import PushFailure
from gather.connect.pushes.failure import PushFailed
from gather.connect.pushes.models import LONGEST_ADDRESS, OrderPushes, PushAttempt
from gather.connect.pushes.storage import Turn
from gather.connect.suite_protocol import NotOrdered, Push, PushedOrder, Suite
from gather.connect.vendor_registry import get_vendor
from gather.content.interviews.storage import INTERVIEW
from gather.core.clock import epoch_milliseconds, from_timestamp, timestamp
from gather.core.errors import Conflict, NotFound, ValidationFailed
from gather.core.observability import logger
from gather.events.order_tasks import OrderEvent
from gather.events.task import TaskName
from gather.outgoing.result import AttemptResult
from gather.table.outbox import ClaimedTask
from gather.table.store import Table
from gather.table.unit_of_work import LostRace
from gather.wiring import Adapters
from gather.workers.queues import Queues
from gather.workers.task_runner import Attempt, Do, Policy


def _bring_back(adapters: Adapters, task: ClaimedTask, wait_seconds: int) -> None:
    Queues(adapters.clients, adapters.settings).send_push_again(task, wait_seconds)


POLICY: Final = Policy(
    timedelta(minutes=3),
    most_attempts=1_000,
    pauses=tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60)),
    longest_age=timedelta(hours=24),
    bring_back=_bring_back,
)
TURN: Final = timedelta(minutes=3)
"""Longer than the function runs."""
LOOKS: Final = 40
PAUSE_SECONDS: Final = 0.5
"""A worker looks so often, and so far apart, whether another one has told the suite."""

ENDS: Final = frozenset({OrderEvent.EXPIRED, OrderEvent.CANCELLED})


def do(attempt: Attempt) -> None:
    """Do a task of suites. Raises PushFailed, ServiceUnavailable, EngineFailed."""
    _WORK[TaskName(attempt.task.name)](attempt)


def push_order(attempt: Attempt) -> None:
    """Tell the suite of an order of an event, unless nobody is to be told any more."""
    order = _find_order(attempt)
    if order is None:
        attempt.end()
        return
    turn = _await_turn(attempt, order)
    telling = _Telling(attempt, turn, turn.pushes)
    try:
        # What came of the order is read within the turn: while this worker waited, another one may have told
        # of something newer.
        push = _find_push(attempt, order)
        if push is not None:
            telling.tell(push)
    finally:
        telling.end_turn()
    attempt.end()


def _await_turn(attempt: Attempt, order: Order) -> Turn:
    """Take the turn of an order, after another worker's. Raises PushFailed when that takes too long."""
    for _ in range(LOOKS):
        now = attempt.adapters.clock.now()
        turn = storage.take_turn(attempt.adapters.records.table, order, now, TURN)
        if turn is not None:
            return turn
        time.sleep(PAUSE_SECONDS)
    raise PushFailed(PushFailure("another worker tells the suite of the order", is_temporary=True))


@dataclass(frozen=True)
class _OrderPush:
    """An event of which a suite is to be told."""

    event: OrderEvent
    order: Order
    outcome: OrderResults
    integration: IntegrationRecord
    suite: Suite[Any, Any]
    interview_name: str


def _find_order(attempt: Attempt) -> Order | None:
    """Find the order of which a suite is to be told; None for one that is gone."""
    task = attempt.task
    order = attempt.adapters.records.find(ORDER, task.team_id, task.payload["orderId"])
    return None if order is None else order.record


def _find_push(attempt: Attempt, order: Order) -> _OrderPush | None:
    """Find what is to be told; None where nobody is: without its candidate or its integration.

    Raises PushFailed before the answers are judged.
    """
    records, task, now = attempt.adapters.records, attempt.task, attempt.adapters.clock.now()
    found = _find_integration(attempt, order.integration_id)
    if found is None:
        return None
    integration, suite = found
    event = OrderEvent(task.payload["event"])
    if event not in suite.told_of or (suite.is_told_by_reference and _is_followed(attempt, order)):
        return None
    base_url = attempt.adapters.settings.base_url
    try:
        outcome = order_service.get_results(records, integration, order.id, base_url, now=now)
    except NotFound:
        return None
    if _is_over(event, outcome, is_repeated=task.attempt > 1):
        return None
    if event is OrderEvent.COMPLETED and outcome.results is None:
        raise PushFailed(PushFailure("the answers are being evaluated", is_temporary=True))
    interview = records.find(INTERVIEW, task.team_id, order.interview_id)
    name = interview.record.title if interview else "Screening"
    return _OrderPush(event, order, outcome, integration, suite, name)


def _is_followed(attempt: Attempt, order: Order) -> bool:
    """Whether another order has the reference by now. One round trip."""
    if order.reference is None:
        return False
    place = reference_place(order.integration_id, order.reference)
    pointer = attempt.adapters.records.table.get(place.key)
    return pointer is not None and pointer["orderId"] != order.id


def _is_over(event: OrderEvent, outcome: OrderResults, *, is_repeated: bool) -> bool:
    """Whether an order has gone on since an event, or is not at the end that it tells of any more.

    A worker may have told the suite of what came later, and died before it saved that. So an attempt that
    is repeated tells of nothing that the results have overtaken.
    """
    status = outcome.order.status
    if event in ENDS:
        return status.value != event.value
    return event is not OrderEvent.COMPLETED and (
        status in ENDED or (is_repeated and outcome.results is not None)
    )


def _find_integration(
    attempt: Attempt, integration_id: str
) -> tuple[IntegrationRecord, Suite[Any, Any]] | None:
    """Find an active integration with a suite."""
    stored = attempt.adapters.records.find(INTEGRATION, attempt.task.organization_id, integration_id)
    if stored is None or stored.record.status is IntegrationStatus.DISABLED:
        return None
    vendor = get_vendor(stored.record.vendor)
    return (stored.record, vendor) if isinstance(vendor, Suite) else None


@dataclass
class _Telling:
    """The turn in which a suite is told of an event. `pushes` is what it was told so far."""

    attempt: Attempt
    turn: Turn
    pushes: OrderPushes

    def tell(self, push: _OrderPush) -> None:
        """Send the requests of an event that were not sent before. Raises PushFailed."""
        if self.pushes.is_overtaken(push.event):
            return
        caller = make_caller(self.attempt.adapters, push.suite, push.integration)
        update = self._next_update()
        requests = push.suite.pushes(
            PushedOrder(
                event=push.event,
                order=push.order,
                outcome=push.outcome,
                configuration=caller.configuration,
                tried=self.pushes.tried,
                update=update,
                interview_name=push.interview_name,
            )
        )
        failures = [self._send(caller, request, push.event) for request in requests]
        _raise_first(failure for failure in failures if failure is not None)
        if requests:
            self.pushes = self.pushes.add_event(push.event, update)

    def end_turn(self) -> None:
        """Save what the suite was told, and let the next worker."""
        storage.end_turn(self._table, self.turn, self.pushes)

    def _send(self, caller: SuiteCaller, request: Push, event: OrderEvent) -> PushFailure | None:
        """Send a request, unless the suite has taken it, or refused it since the task was queued."""
        if self.pushes.has_taken(event, request.name):
            return None
        since, _, refusal = self.attempt.marks.get(request.name, "").partition(" ")
        wanted_since = timestamp(self.attempt.task.wanted_since)
        if since == wanted_since:
            return PushFailure(refusal, is_temporary=False)

        def save(result: AttemptResult, failure: PushFailure | None) -> None:
            self.pushes = self.pushes.add_attempt(
                PushAttempt(
                    at=timestamp(self.attempt.adapters.clock.now()),
                    event=event,
                    method=request.method,
                    url=request.url[:LONGEST_ADDRESS],
                    http_status=result.status,
                    error=None if failure is None else failure.error,
                ),
                request.name,
            )
            storage.save(self._table, self.turn, self.pushes)

        _, failure = caller.attempt(request, save)
        if failure is not None and not failure.is_temporary:
            self.attempt.mark(request.name, f"{wanted_since} {failure.reason}")
        return failure

    def _next_update(self) -> int:
        """The number of the event: when it happened, or later where another one was told with that number."""
        happened = epoch_milliseconds(from_timestamp(self.attempt.task.payload["happenedAt"]))
        return max(happened, self.pushes.update + 1)

    @property
    def _table(self) -> Table:
        return self.attempt.adapters.records.table


def _raise_first(failures: Iterable[PushFailure]) -> None:
    """Raises PushFailed for the failure after which there is most left to do: one that may pass."""
    for failure in sorted(failures, key=lambda each: (not each.is_temporary, -each.wait_seconds)):
        raise PushFailed(failure)


def place_order(attempt: Attempt) -> None:
    """Place an order, of which its suite has to be asked first."""
    payload = attempt.task.payload
    found = _find_integration(attempt, payload["integrationId"])
    if found is None:
        attempt.end()
        return
    integration, suite = found
    order = suite.order.model_validate(payload["order"], by_alias=True, by_name=False)
    try:
        complete = make_caller(attempt.adapters, suite, integration).complete(order)
        place_valid_order(
            attempt.adapters.records,
            integration,
            complete,
            None,
            requested_at=payload["requestedAt"],
            now=attempt.adapters.clock.now(),
        )
    except (NotOrdered, PersonErased) as reason:
        logger.info(
            "what a suite has sent is no order", extra={**attempt.log_fields, "reason": reason.message}
        )
    except LostRace:
        raise
    except (NotFound, ValidationFailed, Conflict) as fault:
        raise PushFailed(PushFailure(f"the order was not placed: {fault.code}", is_temporary=False)) from None
    attempt.end()


_WORK: Mapping[TaskName, Do] = {TaskName.PUSH_ORDER: push_order, TaskName.PLACE_ORDER: place_order}

"""The loop of the workers that do tasks: each task is done once, whatever fails, or it is given up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError

from administration import failures
from gather.core.clock import from_timestamp
from gather.core.errors import Conflict, NotFound, ServiceUnavailable
from gather.events.task import TaskName
from gather.ports.failure import EngineFailed
from gather.table import outbox
from gather.table.outbox import LONGEST_RETRY, ClaimedTask, Task
from gather.table.store import Table
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.wiring import Adapters
from gather.workers.task_runner import HELD_UP_AT, Attempt, Policy, TaskWorker
from tests.builders.failures import given_up, retry_all
from tests.builders.outbox import entries_of, queue_event
from tests.doubles.clock import HandClock
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import Deadline
from tests.doubles.table_faults import fail, throttled

THROTTLED = EngineFailed(retryable=True, reason="The engine answered ThrottlingException")
DENIED = EngineFailed(retryable=True, for_operator=True, reason="The engine answered AccessDeniedException")
REFUSED = EngineFailed(retryable=False, reason="The engine answered InvalidRequestException")
LEASE = timedelta(minutes=2)
POLICY = Policy(LEASE, most_attempts=8, retried="Retries", held_up="HeldUp", given_up="GivenUp")
METRICS = {"Retries", "HeldUp", "GivenUp", "TasksGivenUp", "OperatorNeeded"}


class Died(BaseException):
    """The end of the worker's process."""


@dataclass
class Shop:
    """A worker that bakes loaves, one for each task, and writes down each loaf with the end of its task."""

    adapters: Adapters
    clock: HandClock
    policy: Policy = POLICY
    faults: list[BaseException] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    is_wanted: bool = True
    meanwhile: Callable[[], object] = field(default=lambda: None)

    @property
    def table(self) -> Table:
        return self.adapters.records.table

    @property
    def worker(self) -> TaskWorker:
        return TaskWorker("bakery", self._bake, self.policy, self._give_up)

    def _bake(self, attempt: Attempt) -> None:
        self.attempts.append(attempt)
        if self.faults:
            raise self.faults.pop(0)
        self.meanwhile()
        attempt.finish(lambda unit: unit.send(self._task(TaskName.SPEAK_QUESTION)))

    def _give_up(self, attempt: Attempt, _unit: UnitOfWork) -> bool:
        self.given_up.append(attempt.task.id)
        return self.is_wanted

    def _task(self, name: str) -> Task:
        payload = {"orderId": "order-7", "baker": "Ada Lovelace"}
        return Task(name=name, organization_id="org", team_id="team", payload=payload, at=self.clock.now())

    def order(self) -> dict[str, Any]:
        """A task for the worker, as it is stored."""
        unit = self.adapters.records.unit_of_work()
        unit.send(self._task(TaskName.PLAY_CANDIDATE))
        unit.commit()
        return self.orders()[-1]

    def orders(self) -> list[dict[str, Any]]:
        """The tasks that are not done."""
        return [task for task in entries_of(self.table, "TASK") if task["name"] == TaskName.PLAY_CANDIDATE]

    def loaves(self) -> int:
        """Returns the number of finished tasks."""
        return len(
            [task for task in entries_of(self.table, "TASK") if task["name"] == TaskName.SPEAK_QUESTION]
        )

    def deliver(self, *tasks: Mapping[str, Any], context: Context | None = None) -> list[str]:
        """Hand the messages of tasks to the worker; answers the tasks whose messages come back."""
        answer = self.worker.run(queue_event(tasks), context or Context(), self.adapters)
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def lose_claims(self) -> None:
        """Let the time pass after which nobody is believed to be working."""
        self.clock.advance(seconds=LEASE.total_seconds() + 1)


@pytest.fixture
def shop(adapters: Adapters, clock: HandClock) -> Shop:
    return Shop(adapters, clock)


def counted(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The metrics of tasks, in the order in which they were counted."""
    return [name for entry in caplog.records for name in vars(entry) if name in METRICS]


def test_a_task_ends_together_with_what_came_of_it(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    task = shop.order()

    assert shop.deliver(task) == []

    assert (shop.orders(), shop.loaves()) == ([], 1)
    assert counted(caplog) == []


def test_what_a_worker_is_given_is_the_claimed_task(shop: Shop) -> None:
    task = shop.order()
    shop.faults.append(THROTTLED)
    shop.deliver(task)
    shop.clock.advance(minutes=1)
    shop.deliver(task)

    assert [attempt.task.id for attempt in shop.attempts] == [task["id"]] * 2
    assert [attempt.task.attempt for attempt in shop.attempts] == [1, 2]
    assert shop.attempts[0].task.payload == {"orderId": "order-7", "baker": "Ada Lovelace"}
    assert shop.attempts[0].adapters is shop.adapters


# Delivered twice, ended by another, died


def test_a_message_delivered_twice_is_worked_off_once(shop: Shop) -> None:
    task = shop.order()

    assert shop.deliver(task, task) == []
    shop.lose_claims()
    assert shop.deliver(task) == []

    assert (len(shop.attempts), shop.loaves()) == (1, 1)


def test_a_task_of_another_worker_is_left_alone(shop: Shop) -> None:
    task = shop.order()
    copies: list[list[str]] = []

    def copy_arrives() -> None:
        shop.meanwhile = lambda: None
        copies.append(shop.deliver(task))

    shop.meanwhile = copy_arrives

    assert shop.deliver(task) == []

    assert (copies, len(shop.attempts), shop.loaves()) == ([[]], 1, 1)


def test_a_task_that_another_worker_has_ended_is_no_error_and_writes_nothing(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    task = shop.order()
    shop.meanwhile = lambda: outbox.end(shop.table, task["id"])

    assert shop.deliver(task) == []

    assert (shop.orders(), shop.loaves()) == ([], 0)
    assert caplog.records == []


def test_a_worker_that_outlives_its_claim_ends_the_task_no_second_time(shop: Shop) -> None:
    task = shop.order()

    def another_is_faster() -> None:
        shop.meanwhile = lambda: None
        shop.lose_claims()
        assert shop.deliver(task) == []

    shop.meanwhile = another_is_faster

    assert shop.deliver(task) == []

    assert (len(shop.attempts), shop.loaves()) == (2, 1)


def test_an_engine_that_asks_to_wait_is_not_asked_before(shop: Shop) -> None:
    task = shop.order()
    busy = EngineFailed(retryable=True, reason="The engine answered 429", retry_after=7_200)
    shop.faults = [busy, THROTTLED]

    shop.deliver(task)
    (waiting,) = shop.orders()

    pause = from_timestamp(waiting["claimedUntil"]) - shop.clock.now()
    assert pause == timedelta(hours=2)


def test_a_task_of_a_worker_that_died_is_free_once_its_claim_has_run_out(shop: Shop) -> None:
    task = shop.order()
    shop.faults.append(Died())
    with pytest.raises(Died):
        shop.deliver(task)

    shop.clock.advance(seconds=LEASE.total_seconds() - 1)
    assert shop.deliver(task) == []
    assert (len(shop.attempts), shop.loaves()) == (1, 0)

    shop.clock.advance(seconds=1)
    assert shop.deliver(task) == []
    assert (len(shop.attempts), shop.loaves()) == (2, 1)


# Temporary failures


@pytest.mark.parametrize(
    "fault",
    [
        THROTTLED,
        ServiceUnavailable("The service is busy."),
        Conflict("The record is being changed by many others."),
        NotFound("user", "unknown"),
        throttled("StartExecution"),
        ReadTimeoutError(endpoint_url="https://aws.example.com"),
        KeyError("a member that a later version writes"),
        ValueError("a value that a later version knows"),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_a_failure_that_may_pass_brings_the_task_back_after_a_pause(
    shop: Shop, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    task = shop.order()
    shop.faults.append(fault)

    assert shop.deliver(task) == [task["id"]]
    assert shop.deliver(task) == []
    assert len(shop.attempts) == 1
    shop.clock.advance(minutes=1)
    assert shop.deliver(task) == []

    assert (len(shop.attempts), shop.loaves(), shop.given_up) == (2, 1, [])
    assert counted(caplog) == ["Retries"]


def test_pauses_grow_to_an_hour(shop: Shop) -> None:
    shop.policy = Policy(LEASE)
    shop.faults += [THROTTLED] * 12
    task, pauses = shop.order(), []
    for _ in range(12):
        assert shop.deliver(task) == [task["id"]]
        [released] = shop.orders()
        assert released["claimedUntil"] == released["dueSk"]
        pauses.append(from_timestamp(released["dueSk"]) - shop.clock.now())
        shop.clock.advance(seconds=LONGEST_RETRY.total_seconds())

    for number, pause in enumerate(pauses):
        longest = min(timedelta(minutes=2**number), LONGEST_RETRY)
        assert longest / 2 <= pause <= longest


def test_pauses_pass_faster_on_a_local_stack(adapters: Adapters, shop: Shop) -> None:
    adapters.settings = replace(adapters.settings, time_scale=60)
    shop.faults.append(THROTTLED)
    task = shop.order()
    shop.deliver(task)

    [released] = shop.orders()
    pause = from_timestamp(released["dueSk"]) - shop.clock.now()
    assert timedelta(milliseconds=499) <= pause <= timedelta(seconds=1)


def test_what_the_operator_has_to_repair_is_kept_and_raises_an_alarm(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    shop.faults.append(DENIED)
    task = shop.order()

    assert shop.deliver(task) == [task["id"]]

    assert shop.given_up == []
    assert counted(caplog) == ["OperatorNeeded", "Retries"]


def test_a_release_leaves_the_claim_of_a_faster_worker_alone(shop: Shop) -> None:
    """The first worker's claim had run out before it failed."""
    task = shop.order()

    def another_claims() -> None:
        shop.lose_claims()
        assert outbox.claim(shop.table, task["id"], shop.clock.now(), LEASE) is not None
        raise THROTTLED

    shop.meanwhile = another_claims
    shop.deliver(task)

    [claimed] = shop.orders()
    assert from_timestamp(claimed["claimedUntil"]) == shop.clock.now() + LEASE


def test_a_table_that_does_not_take_the_end_leaves_the_task_to_be_done_again(
    adapters: Adapters, shop: Shop
) -> None:
    task = shop.order()
    stop = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))
    assert shop.deliver(task) == [task["id"]]
    assert len(shop.orders()) == 1
    stop()
    shop.clock.advance(minutes=1)

    assert shop.deliver(task) == []

    assert (shop.orders(), shop.loaves()) == ([], 1)


def test_a_table_that_does_not_take_the_release_leaves_the_claim_to_run_out(
    adapters: Adapters, shop: Shop
) -> None:
    task = shop.order()
    stops: list[Callable[[], None]] = []

    def table_goes_down() -> None:
        stops.append(fail(adapters, "UpdateItem", throttled("UpdateItem")))
        raise THROTTLED

    shop.meanwhile = table_goes_down
    assert shop.deliver(task) == [task["id"]]
    stops.pop()()
    shop.meanwhile = lambda: None
    assert shop.deliver(task) == []
    assert shop.loaves() == 0
    shop.lose_claims()

    assert shop.deliver(task) == []

    assert shop.loaves() == 1


def test_a_fault_of_the_code_gives_no_task_up(shop: Shop) -> None:
    """It comes back until a version that is mended does it, or its message is put aside."""
    task = shop.order()
    shop.faults.append(TypeError("a mistake"))

    assert shop.deliver(task) == [task["id"]]

    assert (len(shop.orders()), shop.given_up) == (1, [])
    shop.lose_claims()
    assert shop.deliver(task) == []
    assert shop.loaves() == 1


def test_one_task_that_fails_keeps_no_other_from_its_end(shop: Shop) -> None:
    first, second = shop.order(), shop.order()
    shop.faults.append(THROTTLED)

    assert shop.deliver(first, second) == [first["id"]]

    assert ([task["id"] for task in shop.orders()], shop.loaves()) == ([first["id"]], 1)


# Giving up


def test_what_an_engine_refuses_is_given_up_at_once(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    task = shop.order()
    shop.faults.append(REFUSED)

    assert shop.deliver(task) == []

    assert (shop.orders(), shop.given_up) == ([], [task["id"]])
    assert counted(caplog) == ["GivenUp"]
    [line] = [entry for entry in caplog.records if entry.getMessage() == "a task was given up"]
    assert (vars(line)["taskId"], vars(line)["reason"]) == (task["id"], REFUSED.reason)


def test_what_is_given_up_is_set_aside_and_done_again_when_the_operator_retries_it(
    adapters: Adapters, shop: Shop
) -> None:
    task = shop.order()
    shop.faults.append(REFUSED)
    shop.deliver(task)
    [failure] = given_up(adapters.records)

    assert retry_all(adapters.records, shop.clock.now()) == [True]
    with pytest.raises(NotFound):
        failures.retry(adapters.records, failure.id, shop.clock.now())

    assert (failure.id, failure.name, failure.attempts, failure.reason) == (
        task["id"],
        TaskName.PLAY_CANDIDATE,
        1,
        REFUSED.reason,
    )
    assert failure.subject == {"orderId": "order-7"}
    assert given_up(adapters.records) == []
    [again] = shop.orders()
    assert (again["payload"], again["createdAt"]) == (task["payload"], task["createdAt"])
    assert shop.deliver(again) == []
    assert (shop.orders(), shop.loaves()) == ([], 1)


def test_a_task_that_cannot_be_set_aside_is_not_given_up(adapters: Adapters, shop: Shop) -> None:
    task = shop.order()
    shop.faults.append(REFUSED)
    stop = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))

    assert shop.deliver(task) == [task["id"]]

    stop()
    assert (len(shop.orders()), given_up(adapters.records)) == (1, [])


def test_a_task_is_given_up_with_its_last_attempt(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    task, most = shop.order(), POLICY.most_attempts
    shop.faults += [THROTTLED] * (most + 1)
    outcomes = []
    for _ in range(most + 1):
        outcomes.append(shop.deliver(task))
        shop.clock.advance(hours=1)

    assert outcomes == [[task["id"]]] * (most - 1) + [[], []]
    assert len(shop.attempts) == most
    assert (shop.orders(), shop.given_up) == ([], [task["id"]])
    assert counted(caplog).count("Retries") == most - 1
    assert counted(caplog)[-1] == "GivenUp"


def test_a_task_that_is_held_up_is_counted_once(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    task = shop.order()
    shop.faults += [THROTTLED] * (HELD_UP_AT + 1)
    held_up = []
    for _ in range(HELD_UP_AT + 1):
        shop.deliver(task)
        held_up.append(counted(caplog).count("HeldUp"))
        shop.clock.advance(hours=1)

    assert held_up == [0] * (HELD_UP_AT - 1) + [1, 1]


def test_a_task_whose_last_attempt_died_is_given_up_without_another(shop: Shop) -> None:
    shop.policy = Policy(LEASE, most_attempts=1)
    task = shop.order()
    shop.faults.append(Died())
    with pytest.raises(Died):
        shop.deliver(task)
    shop.lose_claims()

    assert shop.deliver(task) == []

    assert (len(shop.attempts), shop.orders(), shop.given_up) == (1, [], [task["id"]])


def test_giving_up_that_fails_is_taken_up_again(adapters: Adapters, shop: Shop) -> None:
    task = shop.order()
    shop.faults += [REFUSED, REFUSED]
    stop = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))
    assert shop.deliver(task) == [task["id"]]
    stop()
    shop.lose_claims()

    assert shop.deliver(task) == []

    assert shop.orders() == []
    assert [failure.id for failure in given_up(adapters.records)] == [task["id"]]


def test_a_task_that_is_no_longer_wanted_is_not_counted_as_given_up(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    shop.is_wanted = False
    shop.faults.append(REFUSED)

    assert shop.deliver(shop.order()) == []

    assert (shop.orders(), counted(caplog)) == ([], [])
    assert given_up(shop.adapters.records) == []


def test_a_task_that_another_worker_ended_is_not_counted_as_given_up(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    task = shop.order()

    def refuse_after_the_end() -> None:
        outbox.end(shop.table, task["id"])
        raise REFUSED

    shop.meanwhile = refuse_after_the_end

    assert shop.deliver(task) == []

    assert counted(caplog) == []
    assert given_up(shop.adapters.records) == []


@pytest.mark.produces("TasksGivenUp")
def test_without_more_to_do_a_task_that_is_given_up_ends_and_is_set_aside(
    adapters: Adapters, shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_attempt: Attempt) -> None:
        raise REFUSED

    worker = TaskWorker("bakery", refuse, Policy(LEASE))

    assert worker.run(queue_event([shop.order()]), Context(), adapters)["batchItemFailures"] == []

    assert (shop.orders(), counted(caplog)) == ([], ["TasksGivenUp"])


def test_the_log_names_what_a_task_is_about_and_no_person(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    task = shop.order()
    shop.faults += [NotFound("baker", "Ada Lovelace"), REFUSED]
    shop.deliver(task)
    shop.clock.advance(minutes=1)
    shop.deliver(task)

    lines = [vars(entry) for entry in caplog.records if entry.getMessage().startswith("a task ")]
    assert [(line["orderId"], line["attempt"]) for line in lines] == [("order-7", 1), ("order-7", 2)]
    assert [line["reason"] for line in lines] == ["NotFound", REFUSED.reason]
    assert not any("Lovelace" in str(vars(entry)) for entry in caplog.records)


# The parts of an attempt


def test_parts_that_are_done_are_known_to_this_attempt_and_the_next(adapters: Adapters, shop: Shop) -> None:
    marks: list[dict[str, str]] = []

    def knead_and_fail(attempt: Attempt) -> None:
        marks.append(dict(attempt.marks))
        attempt.mark(f"dough {attempt.task.attempt}", "risen")
        marks.append(dict(attempt.marks))
        raise THROTTLED

    worker = TaskWorker("bakery", knead_and_fail, POLICY)
    event = queue_event([shop.order()])
    worker.run(event, Context(), adapters)
    shop.clock.advance(minutes=1)
    worker.run(event, Context(), adapters)

    first, both = {"dough 1": "risen"}, {"dough 1": "risen", "dough 2": "risen"}
    assert marks == [{}, first, first, both]


def test_the_end_is_planned_again_when_another_change_was_faster(adapters: Adapters, shop: Shop) -> None:
    plans: list[int] = []

    def bake(attempt: Attempt) -> None:
        def plan(unit: UnitOfWork) -> int:
            plans.append(len(plans))
            if len(plans) == 1:
                raise LostRace()
            return plans[-1]

        assert attempt.finish(plan) == 1

    worker = TaskWorker("bakery", bake, POLICY)

    assert worker.run(queue_event([shop.order()]), Context(), adapters)["batchItemFailures"] == []

    assert (plans, shop.orders()) == ([0, 1], [])


def test_an_attempt_knows_how_much_time_is_left(shop: Shop) -> None:
    shop.deliver(shop.order(), context=Deadline(1))
    [attempt] = shop.attempts

    times = [attempt.has_time() for _ in range(3)]

    assert times[0] is True
    assert times[-1] is False


# Pauses of a policy's own


def asked_back(shop: Shop) -> list[int]:
    """Give the shop's worker pauses of its own; returns the seconds for which its messages are held back."""
    waits: list[int] = []
    shop.policy = Policy(
        LEASE,
        most_attempts=1_000,
        pauses=(timedelta(minutes=1), timedelta(minutes=15), timedelta(minutes=60)),
        longest_age=timedelta(hours=24),
        bring_back=lambda _adapters, _task, seconds: waits.append(seconds),
    )
    return waits


@pytest.mark.parametrize(("attempt", "minutes"), [(1, 1), (2, 15), (3, 60), (4, 60), (900, 60)])
def test_a_pause_is_a_tenth_shorter_or_longer_and_the_last_one_stays(attempt: int, minutes: int) -> None:
    policy = Policy(LEASE, pauses=tuple(timedelta(minutes=each) for each in (1, 15, 60)))

    pauses = [policy.pause_after(attempt).total_seconds() / 60 for _ in range(200)]

    assert 0.9 * minutes <= min(pauses) < max(pauses) <= 1.1 * minutes
    assert minutes != 15 or max(pauses) == 15, "a queue holds no message back for longer"


@pytest.mark.parametrize(
    ("attempt", "hours", "is_last"), [(1, 23.9, False), (2, 24, True), (29, 1, False), (30, 1, True)]
)
def test_the_last_attempt_is_known_by_its_number_or_by_the_age_of_its_task(
    attempt: int, hours: float, is_last: bool
) -> None:
    policy = Policy(LEASE, most_attempts=30, longest_age=timedelta(hours=24))
    made, now = "2026-03-01T09:00:00.000Z", "2026-03-02T09:00:00.000Z"
    task = ClaimedTask("task", TaskName.PLAY_CANDIDATE, "org", "team", {}, made, attempt)
    later = replace(task, queued_at=now)

    assert policy.is_last(task, from_timestamp(made) + timedelta(hours=hours)) is is_last
    assert policy.is_last(later, from_timestamp(now) + timedelta(hours=hours)) is is_last
    assert policy.is_last(later, from_timestamp(now)) is (attempt == 30), "its age begins anew"


def test_an_engine_may_ask_for_a_longer_pause_than_the_policy_has(shop: Shop) -> None:
    waits = asked_back(shop)
    task = shop.order()
    shop.faults += [EngineFailed(retryable=True, reason="The engine answered 429", retry_after=600)]

    assert shop.deliver(task) == []

    assert waits == [601]


def test_pauses_of_its_own_pass_faster_on_a_local_stack(adapters: Adapters, shop: Shop) -> None:
    asked_back(shop)
    adapters.settings = replace(adapters.settings, time_scale=60)
    shop.faults.append(THROTTLED)
    shop.deliver(shop.order())

    [released] = shop.orders()
    pause = from_timestamp(released["dueSk"]) - shop.clock.now()
    assert timedelta(seconds=0.89) <= pause <= timedelta(seconds=1.1)


def test_a_task_with_pauses_of_its_own_brings_its_message_back_itself(shop: Shop) -> None:
    waits = asked_back(shop)
    task = shop.order()
    shop.faults.append(THROTTLED)

    assert shop.deliver(task) == [], "the message is over: another one comes"
    [wait] = waits
    assert 54 <= wait <= 67
    shop.clock.advance(seconds=50)
    shop.deliver(task)
    assert len(shop.attempts) == 1
    shop.clock.advance(seconds=wait - 50)
    shop.deliver(task)
    assert (len(shop.attempts), shop.loaves()) == (2, 1)


def test_a_queue_is_not_asked_to_hold_a_message_longer_than_it_can(shop: Shop) -> None:
    waits = asked_back(shop)
    task = shop.order()
    for _ in range(3):
        shop.faults.append(THROTTLED)
        shop.deliver(task)
        shop.clock.advance(minutes=70)

    assert len(waits) == 2, "after an hour recovery sends it"
    assert 13 * 60 <= waits[1] <= 15 * 60 + 1


def test_a_task_with_a_longest_age_is_given_up_by_its_age_alone(shop: Shop) -> None:
    asked_back(shop)
    task = shop.order()
    attempts = 0
    while shop.orders():
        shop.faults.append(THROTTLED)
        shop.deliver(task)
        attempts += 1
        shop.clock.advance(minutes=20)

    assert shop.attempts[-1].task.wanted_since + timedelta(hours=24) <= shop.clock.now()
    assert len(given_up(shop.adapters.records)) == 1

    retry_all(shop.adapters.records, shop.clock.now())
    shop.faults.append(THROTTLED)
    shop.deliver(task)
    assert (len(shop.orders()), given_up(shop.adapters.records)) == (1, []), "it has its day again"

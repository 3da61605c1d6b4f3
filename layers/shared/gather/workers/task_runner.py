"""The one loop of the workers that do tasks: claim, do, and then finish, release or give up.

    message ──▶ claim ──▶ the worker's function ──▶ finish, together with what came of the task
                                  │
                                  ├── too early ──▶ put off, which is no attempt
                                  ├── temporary failure ──▶ release; the task comes back after a pause
                                  └── refusal, or no attempt is left ──▶ give up, and set it aside

A message names a task of the outbox. The claim keeps other workers from the task until its lease ends, so a
message that is delivered twice does its task once. The claim of a worker that dies expires, and the
recovery worker then sends the task to its queue again. A task that another worker has ended is no error.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from datetime import datetime, timedelta
from math import ceil
from typing import Any, TypeVar

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.observability import count, logger
from gather.ports.failure import EngineFailed
from gather.table import outbox
from gather.table.due import FAULTS
from gather.table.failures import GivenUpWork, failed_task, set_aside
from gather.table.outbox import ClaimedTask
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters, Entry
from gather.workers.batch import run_batch

Outcome = TypeVar("Outcome")

MARGIN_MILLISECONDS = 10_000
"""The time that an attempt leaves of the function's, to end its task."""

LONGEST_DELAY = timedelta(minutes=15)
"""The longest pause after which a queue itself brings a message back."""

BringBack = Callable[[Adapters, ClaimedTask, int], None]
"""Sends the message of a task again, to be seen after so many seconds. Raises ServiceUnavailable."""

HELD_UP_AT = 5
"""The failure after which a task counts as held up, about ten minutes after the first."""


class TaskEnded(Exception):
    """Another worker ended the task first."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules for the attempts of a worker's tasks, and the metrics about them.

    `lease` is how long a claim lasts. It is longer than the function's time limit, so that no claim ends
    before its worker has. `most_attempts` is how often a task is attempted: forty attempts take about a day
    with the pauses between them, and outages of an engine are shorter.

    With `pauses` a failed task comes back after the first of them, then after the second, and so on; the last
    one stays. It is given up once it has been wanted for `longest_age`. `bring_back` sends the message of a
    task again, so many seconds from now.

    The metric `retried` counts the failures after which a task is tried again, `held_up` the tasks that have
    failed HELD_UP_AT times, `given_up` the tasks that are not tried again.
    """

    lease: timedelta
    _: KW_ONLY
    most_attempts: int = 40
    pauses: tuple[timedelta, ...] = ()
    longest_age: timedelta | None = None
    bring_back: BringBack | None = None
    retried: str | None = None
    held_up: str | None = None
    given_up: str = "TasksGivenUp"

    def pause_after(self, attempt: int) -> timedelta:
        """The pause after a failed attempt, a tenth shorter or longer at random.

        One that a queue can hold a message back for stays one.
        """
        pause = self.pauses[min(attempt, len(self.pauses)) - 1]
        varied = pause * random.uniform(0.9, 1.1)
        return min(varied, LONGEST_DELAY) if pause <= LONGEST_DELAY else varied

    def is_last(self, task: ClaimedTask, now: datetime, time_scale: float = 1) -> bool:
        """Whether a task is not attempted again when its attempt of now fails.

        `time_scale` divides the longest age as it does the pauses.
        """
        age = (now - task.wanted_since) * time_scale
        is_old = self.longest_age is not None and age >= self.longest_age
        return is_old or task.attempt == self.most_attempts


class Attempt:
    """One attempt of a claimed task. `marks` are the outcomes of its parts, from earlier attempts too."""

    def __init__(
        self, task: ClaimedTask, adapters: Adapters, remaining_milliseconds: Callable[[], int]
    ) -> None:
        self.task = task
        self.adapters = adapters
        self.marks = dict(task.marks)
        self._remaining_milliseconds = remaining_milliseconds

    @property
    def log_fields(self) -> dict[str, object]:
        """The fields of a log line about the task. Of the payload only ids: the rest may name a person."""
        task = self.task
        return {
            **{name: value for name, value in task.payload.items() if name.endswith("Id")},
            "task": task.name,
            "taskId": task.id,
            "organizationId": task.organization_id,
            "teamId": task.team_id,
            "attempt": task.attempt,
        }

    def has_time(self) -> bool:
        """Whether the function has more time left than it takes to end the task."""
        return self._remaining_milliseconds() > MARGIN_MILLISECONDS

    def mark(self, name: str, outcome: str) -> None:
        """Remember what became of one part of the task, for later attempts too. One round trip."""
        self.marks[name] = outcome
        outbox.mark(self.adapters.records.table, self.task.id, name, outcome)

    def failure(self, reason: str) -> GivenUpWork:
        """The task as one that is given up now, with the marks that it has."""
        return failed_task(replace(self.task, marks=self.marks), reason, self.adapters.clock.now())

    def finish(self, work: Callable[[UnitOfWork], Outcome]) -> Outcome:
        """End the task in one unit of work with what `work` plans. Returns what `work` returns.

        As in `Records.run`, `work` may be called more than once. Raises TaskEnded, which the runner expects,
        when another worker has ended the task; then nothing is written.
        """

        def finishing(unit: UnitOfWork) -> Outcome:
            unit.write(outbox.finish(self.task.id), _task_ended())
            return work(unit)

        return self.adapters.records.run(finishing)

    def put_off(self, until: datetime) -> None:
        """Leave the task: nobody does it before `until`, and this was no attempt. One round trip."""
        outbox.put_off(self.adapters.records.table, self.task, until)

    def end(self) -> None:
        """End the task; there is nothing to write with its end. Raises TaskEnded as `finish` does."""
        self.finish(_nothing)


Do = Callable[[Attempt], None]
"""Does a task and ends it (`Attempt.finish`, `Attempt.end`), unless what it starts will end it, or leaves it
for later (`Attempt.put_off`).

Raises one of FAULTS when it fails.
"""

ReceiveNotice = Callable[[Adapters, Mapping[str, Any]], None]
"""Does what a message of the queue asks for that is of no task. It may come more than once.

Raises one of FAULTS when the message has to come back.
"""

GiveUp = Callable[[Attempt, UnitOfWork], bool]
"""Adds to the end of a task that will not be done. Returns False when the task is no longer wanted."""


def is_temporary(fault: Exception) -> bool:
    """Whether a failed attempt may succeed later. Only an engine's refusal is final."""
    return not isinstance(fault, EngineFailed) or fault.retryable


class TaskWorker(Entry[PartialItemFailureResponse]):
    """The entry of a function that does the tasks of a queue.

    A batch of messages goes in, those that must come back come out. `name` stands in logs.
    A task that is given up ends, and is set aside for the operator. `give_up` adds what else is to be done.
    `receive_notice` takes messages without a task, where a service of AWS sends to the queue too.
    """

    def __init__(
        self,
        name: str,
        do: Do,
        policy: Policy,
        give_up: GiveUp | None = None,
        receive_notice: ReceiveNotice | None = None,
    ) -> None:
        super().__init__(self._run_batch)
        self.name = name
        self.policy = policy
        self._do = do
        self._on_give_up = give_up or _nothing_more
        self._receive_notice = receive_notice

    def _run_batch(
        self, event: dict[str, Any], context: LambdaContext, adapters: Adapters
    ) -> PartialItemFailureResponse:
        def receive(message: Mapping[str, Any]) -> None:
            if self._receive_notice is not None and "taskId" not in message:
                self._receive_notice(adapters, message)
                return
            now = adapters.clock.now()
            task = outbox.claim(adapters.records.table, message["taskId"], now, self.policy.lease)
            if task is not None:
                self._carry_out(Attempt(task, adapters, context.get_remaining_time_in_millis))

        return run_batch(self.name, event, context, receive)

    def _carry_out(self, attempt: Attempt) -> None:
        """Do the task. Raises what a temporary failure was, so that the message comes back."""
        try:
            if attempt.task.attempt > self.policy.most_attempts:
                self._give_up(attempt, "The last attempt did not finish")
            else:
                self._try(attempt)
        except TaskEnded:
            return

    def _try(self, attempt: Attempt) -> None:
        try:
            self._do(attempt)
        except FAULTS as fault:
            is_last = self.policy.is_last(
                attempt.task, attempt.adapters.clock.now(), attempt.adapters.settings.time_scale
            )
            if is_last or not is_temporary(fault):
                self._give_up(attempt, _reason(fault))
                return
            if self.policy.pauses:
                self._release_for_a_pause(attempt, fault)
                return
            self._release(attempt, fault)
            raise

    def _release_for_a_pause(self, attempt: Attempt, fault: Exception) -> None:
        """Release a failed task, whose message comes back after the pause of the policy.

        A queue holds a message back for LONGEST_DELAY at most; after a longer pause recovery sends it.
        """
        adapters, task = attempt.adapters, attempt.task
        pause = max(self.policy.pause_after(task.attempt), asked_pause(fault))
        until = adapters.clock.now() + pause / adapters.settings.time_scale
        outbox.release(adapters.records.table, task.id, task.attempt, until)
        self._note_failure(attempt, fault)
        if self.policy.bring_back is not None and pause <= LONGEST_DELAY:
            # A little later than the task is free, so that the message is not in vain.
            self.policy.bring_back(adapters, task, ceil(pause.total_seconds()) + 1)

    def _release(self, attempt: Attempt, fault: Exception) -> None:
        adapters, task = attempt.adapters, attempt.task
        outbox.release_with_backoff(
            adapters.records.table,
            task.id,
            task.attempt,
            adapters.clock.now(),
            adapters.settings.time_scale,
            asked_pause(fault),
        )
        self._note_failure(attempt, fault)

    def _note_failure(self, attempt: Attempt, fault: Exception) -> None:
        logger.warning(
            "a task waits for another attempt", extra={**attempt.log_fields, "reason": _reason(fault)}
        )
        tell_operator(fault)
        if self.policy.retried is not None:
            count(self.policy.retried)
        if self.policy.held_up is not None and attempt.task.attempt == HELD_UP_AT:
            count(self.policy.held_up)

    def _give_up(self, attempt: Attempt, reason: str) -> None:
        def giving_up(unit: UnitOfWork) -> bool:
            is_wanted = self._on_give_up(attempt, unit)
            if is_wanted:
                unit.write(set_aside(attempt.failure(reason)))
            return is_wanted

        if not attempt.finish(giving_up):
            return
        logger.error("a task was given up", extra={**attempt.log_fields, "reason": reason})
        count(self.policy.given_up)


def asked_pause(fault: Exception) -> timedelta:
    """How long a fault asks to wait before the next attempt."""
    seconds = fault.retry_after if isinstance(fault, EngineFailed) else None
    return timedelta(seconds=seconds or 0)


def tell_operator(fault: Exception) -> None:
    """Count a fault that lasts until somebody repairs the deployment."""
    if isinstance(fault, EngineFailed) and fault.for_operator:
        count("OperatorNeeded")


def _reason(fault: Exception) -> str:
    """The name of a fault in the log. Only an engine's own words are known to quote nobody."""
    return fault.reason if isinstance(fault, EngineFailed) else type(fault).__qualname__


def _task_ended() -> Exception:
    return TaskEnded()


def _nothing(_unit: UnitOfWork) -> None:
    """Write nothing with the end of the task."""


def _nothing_more(_attempt: Attempt, _unit: UnitOfWork) -> bool:
    return True

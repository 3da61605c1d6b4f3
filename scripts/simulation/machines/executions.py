"""All executions of a deployment's state machines, run in virtual time.

An execution calls functions and queues, waits for tokens and for moments. Its name is taken once. What it
waits for is told to it by `succeed`, or by time.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from simulation.functions import Functions, InvocationEnd
from simulation.machines.execution import Ended, Execution, Pause, TaskCall, WaitedFor
from simulation.queues import SimulatedQueue
from simulation.table.refusals import refusal
from simulation.virtual_time import VirtualTime

STEP_SECONDS: Final = (0.01, 0.2)
"""How long Step Functions takes from one state to the next."""


@dataclass(slots=True)
class _Running:
    """An execution, and what it waits for. `step` counts what it waited for, so that a late answer is known
    as one."""

    arn: str
    machine: str
    document: Mapping[str, Any]
    execution: Execution
    step: int = 0
    waited_for: WaitedFor | None = None
    status: str = "RUNNING"
    error: str | None = None


class SimulatedExecutions:
    """The executions by their ARNs."""

    def __init__(
        self,
        definition_of: Callable[[str], Mapping[str, Any]],
        time: VirtualTime,
        random: Random,
        functions: Functions,
        queues: Mapping[str, SimulatedQueue],
        tell: Callable[[str], None],
    ) -> None:
        """`definition_of` tells what an execution that begins follows, by its state machine's ARN."""
        self._definition_of = definition_of
        self._time = time
        self._random = random
        self._functions = functions
        self._queues = queues
        self._tell = tell
        self._all: dict[str, _Running] = {}
        self._tokens: dict[str, tuple[_Running, int]] = {}

    def failed(self) -> dict[str, str]:
        """The errors of the executions that have failed, by their ARNs."""
        return {arn: each.error or "" for arn, each in self._all.items() if each.status == "FAILED"}

    def transitions(self) -> Counter[str]:
        """The state transitions that are charged, by state machine."""
        counts: Counter[str] = Counter()
        for running in self._all.values():
            counts[running.machine] += running.execution.transitions
        return counts

    def start(self, machine: str, name: str, document: Mapping[str, Any]) -> str:
        """Start an execution. Raises ExecutionAlreadyExists for a name that is taken.

        As Step Functions does, it takes the same name with the same input while the execution runs.
        """
        arn = f"{machine.replace(':stateMachine:', ':execution:')}:{name}"
        known = self._all.get(arn)
        if known is not None:
            if known.status == "RUNNING" and known.document == document:
                return arn
            raise refusal("ExecutionAlreadyExists", "Execution Already Exists")
        execution = Execution(
            self._definition_of(machine), document, name=f"{arn}", jitter=self._random.random
        )
        running = self._all[arn] = _Running(arn, machine, document, execution)
        self._tell(f"execution {name} starts")
        self._time.after(self._pause(), lambda: self._go_on(running, execution.begin))
        return arn

    def stop(self, arn: str) -> dict[str, Any]:
        """End an execution from outside. Raises ExecutionDoesNotExist."""
        running = self._known(arn)
        if running.status == "RUNNING":
            self._tell(f"execution {arn} is stopped")
            running.status, running.step = "ABORTED", running.step + 1
        return {}

    def status(self, arn: str) -> str:
        """How an execution stands. Raises ExecutionDoesNotExist."""
        return self._known(arn).status

    def succeed(self, token: str, output: Any) -> dict[str, Any]:
        """The task that waits with a token has brought a result. Raises TaskTimedOut for one that no longer
        waits, InvalidToken for one that never did."""
        if token not in self._tokens:
            raise refusal("InvalidToken", "Invalid Token")
        running, step = self._tokens[token]
        if running.status != "RUNNING" or running.step != step:
            raise refusal("TaskTimedOut", "Task Timed Out: 'Provided task does not exist anymore'")
        self._go_on(running, lambda now: running.execution.succeed(output, now))
        return {}

    def _known(self, arn: str) -> _Running:
        if arn not in self._all:
            raise refusal("ExecutionDoesNotExist", "Execution Does Not Exist")
        return self._all[arn]

    def _go_on(self, running: _Running, how: Callable[[Any], WaitedFor]) -> None:
        """Take the next step of an execution that has not ended meanwhile."""
        if running.status != "RUNNING":
            return
        running.step += 1
        waited_for = running.waited_for = how(self._time.now())
        step = running.step
        match waited_for:
            case Ended():
                running.status, running.error = waited_for.status, waited_for.error
                self._tell(f"execution {running.arn} ends: {waited_for.status} {waited_for.error or ''}")
            case Pause():
                self._time.at(waited_for.until, lambda: self._wake(running, step))
            case TaskCall():
                self._time.after(self._pause(), lambda: self._call(running, step, waited_for))
                if waited_for.deadline is not None:
                    self._time.at(waited_for.deadline, lambda: self._expire(running, step))

    def _wake(self, running: _Running, step: int) -> None:
        if running.step == step:
            self._go_on(running, running.execution.wake)

    def _expire(self, running: _Running, step: int) -> None:
        if running.step == step:
            self._go_on(running, running.execution.expire)

    def _call(self, running: _Running, step: int, call: TaskCall) -> None:
        if running.step != step or running.status != "RUNNING":
            return
        if call.token is not None:
            self._tokens[call.token] = (running, step)
        if ":sqs:sendMessage" in call.resource:
            queue = self._queues[call.parameters["QueueUrl"]]
            body = call.parameters["MessageBody"]
            queue.send(body, self._time.now(), group=call.parameters.get("MessageGroupId", ""))
            self._time.after(self._pause(), lambda: self._answer(running, step, InvocationEnd({}), call))
            return
        name = call.parameters["FunctionName"].partition(":function:")[2].partition(":")[0]
        event = json.loads(json.dumps(call.parameters["Payload"]))
        self._functions.invoke(name, event, lambda outcome: self._answer(running, step, outcome, call))

    def _answer(self, running: _Running, step: int, outcome: InvocationEnd, call: TaskCall) -> None:
        """A call has ended. One that waits for its token goes on when that comes, or when it has failed."""
        if running.step != step:
            return
        execution = running.execution
        error = outcome.error
        if error is not None:
            self._go_on(running, lambda now: execution.fail(error, "", now))
        elif call.token is None:
            result = {"StatusCode": 200, "Payload": json.loads(json.dumps(outcome.result))}
            self._go_on(running, lambda now: execution.succeed(result, now))

    def _pause(self) -> float:
        return self._random.uniform(*STEP_SECONDS)

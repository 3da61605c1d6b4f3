"""An execution of a state machine, which says what it waits for and is told what came.

    execution = Execution(definition, {"teamId": "t"}, name="e", jitter=random.random)
    waited_for = execution.begin(now)
    match waited_for:
        case TaskCall(): waited_for = execution.succeed({"Payload": ...}, now)
        case Pause(): waited_for = execution.wake(waited_for.until)
        case Ended(): ...

It does nothing by itself and knows no clock, so that whoever runs it decides the order of everything.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from simulation.machines.language import Document, PathMissing, UnknownPart, chosen, fill, put, read

WAITS_FOR_TOKEN: Final = ".waitForTaskToken"  # noqa: S105  # a suffix of a resource
TIMED_OUT: Final = "States.Timeout"
_RUNTIME: Final = "States.Runtime"
_ANY: Final = "States.ALL"
_TASK_FAILED: Final = "States.TaskFailed"
MOST_EVENTS: Final = 25_000
"""Step Functions ends an execution whose history has more."""
_EVENTS_OF_TASK: Final = 5
_EVENTS_OF_OTHERS: Final = 2


@dataclass(frozen=True, slots=True)
class TaskCall:
    """A task that is to be done. With a `token`, it ends when that comes back, not when the call returns."""

    resource: str
    parameters: Document
    deadline: datetime | None
    token: str | None


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing happens until then: a Wait, or the pause before a task is repeated."""

    until: datetime
    is_retry: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """It is over: with an output, or with an error."""

    status: str
    output: Document = None
    error: str | None = None


WaitedFor = TaskCall | Pause | Ended


class Execution:
    """One execution. After each of `begin`, `succeed`, `fail`, `wake` it returns what it waits for next."""

    def __init__(
        self, definition: Mapping[str, Any], document: Document, *, name: str, jitter: Callable[[], float]
    ) -> None:
        """`jitter` gives a number from 0 to 1, by which a pause is shortened where the definition says so."""
        self._definition = definition
        self._document = document
        self._name = name
        self._jitter = jitter
        self._tokens = itertools.count(1)
        self._state_name = str(definition["StartAt"])
        self._repeats: dict[int, int] = {}
        self._deadline: datetime | None = None
        self.entered: list[str] = []
        """The states that were entered, which Step Functions charges for."""
        self.transitions = 0
        """What is charged: the states, and each repetition of a task."""
        self._events = 0

    def begin(self, now: datetime) -> WaitedFor:
        """Enter the first state."""
        seconds = self._definition.get("TimeoutSeconds")
        self._deadline = None if seconds is None else now + timedelta(seconds=seconds)
        return self._enter(self._state_name, now)

    def succeed(self, result: Document, now: datetime) -> WaitedFor:
        """The task has brought a result."""
        state, document = self._state, self._document
        try:
            if "ResultSelector" in state:
                result = fill(state["ResultSelector"], result, self._context(None))
            self._document = put(state.get("ResultPath", "$"), document, result)
        except PathMissing as fault:
            return self.fail(_RUNTIME, str(fault), now)
        return self._follow(state, now)

    def fail(self, error: str, cause: str, now: datetime) -> WaitedFor:
        """The task has failed: it is repeated, or caught, or ends everything."""
        state = self._state
        for number, retrier in enumerate(state.get("Retry", ())):
            if _matches(error, retrier["ErrorEquals"]):
                repeats = self._repeats.get(number, 0)
                if repeats < retrier.get("MaxAttempts", 3):
                    self._repeats[number] = repeats + 1
                    return Pause(
                        now + timedelta(seconds=self._pause_seconds(retrier, repeats)), is_retry=True
                    )
                break
        for catcher in state.get("Catch", ()):
            if _matches(error, catcher["ErrorEquals"]):
                failure = {"Error": error, "Cause": cause}
                self._document = put(catcher.get("ResultPath", "$"), self._document, failure)
                return self._enter(str(catcher["Next"]), now)
        return Ended("TIMED_OUT" if error == TIMED_OUT else "FAILED", error=error)

    def wake(self, now: datetime) -> WaitedFor:
        """A pause is over."""
        state = self._state
        if state["Type"] == "Wait":
            return self._follow(state, now)
        self.transitions += 1
        return self._call_of(state, now)

    def expire(self, now: datetime) -> WaitedFor:
        """The deadline of the task has passed."""
        return self.fail(TIMED_OUT, "", now)

    @property
    def _state(self) -> Mapping[str, Any]:
        state: Mapping[str, Any] = self._definition["States"][self._state_name]
        return state

    def _follow(self, state: Mapping[str, Any], now: datetime) -> WaitedFor:
        if state.get("End"):
            return Ended("SUCCEEDED", self._document)
        return self._enter(str(state["Next"]), now)

    def _enter(self, name: str, now: datetime) -> WaitedFor:
        """Go through the states that take no time, until something is waited for."""
        step: WaitedFor | str = name
        while isinstance(step, str):
            if self._deadline is not None and now >= self._deadline:
                return Ended("TIMED_OUT", error=TIMED_OUT)
            self._state_name, self._repeats = step, {}
            self.entered.append(step)
            self.transitions += 1
            self._events += _EVENTS_OF_TASK if self._state["Type"] == "Task" else _EVENTS_OF_OTHERS
            if self._events > MOST_EVENTS:
                return Ended("FAILED", error=_RUNTIME)
            try:
                step = self._run(self._state, now)
            except PathMissing as fault:
                return Ended("FAILED", error=f"{_RUNTIME}: {fault}")
        return step

    def _run(self, state: Mapping[str, Any], now: datetime) -> WaitedFor | str:
        """What a state waits for, or the name of the next one. Raises PathMissing."""
        match state["Type"]:
            case "Task":
                return self._call_of(state, now)
            case "Wait":
                return Pause(self._end_of_wait(state, now))
            case "Choice":
                return chosen(state, self._document, self._context(None))
            case "Pass":
                self._document = self._passed(state)
                return str(state["Next"])
            case "Succeed":
                return Ended("SUCCEEDED", self._document)
            case "Fail":
                return Ended("FAILED", error=state.get("Error"))
        raise UnknownPart(state["Type"])

    def _call_of(self, state: Mapping[str, Any], now: datetime) -> TaskCall:
        resource = str(state["Resource"])
        token = f"{self._name}/{next(self._tokens)}" if resource.endswith(WAITS_FOR_TOKEN) else None
        context = self._context(token)
        parameters = fill(state.get("Parameters", {}), self._document, context)
        limit = state.get("TimeoutSecondsPath")
        seconds = state.get("TimeoutSeconds") if limit is None else read(limit, self._document, context)
        deadline = None if seconds is None else now + timedelta(seconds=seconds)
        return TaskCall(resource, parameters, deadline, token)

    def _end_of_wait(self, state: Mapping[str, Any], now: datetime) -> datetime:
        context = self._context(None)
        if "TimestampPath" in state:
            until = datetime.fromisoformat(read(state["TimestampPath"], self._document, context))
            return max(now, until if until.tzinfo else until.replace(tzinfo=UTC))
        seconds = read(state["SecondsPath"], self._document, context) if "SecondsPath" in state else None
        return now + timedelta(seconds=state["Seconds"] if seconds is None else seconds)

    def _passed(self, state: Mapping[str, Any]) -> Document:
        if "Parameters" in state:
            result = fill(state["Parameters"], self._document, self._context(None))
        else:
            result = state.get("Result", self._document)
        return put(state.get("ResultPath", "$"), self._document, result)

    def _context(self, token: str | None) -> Document:
        return {"Execution": {"Name": self._name}, "Task": {"Token": token}}

    def _pause_seconds(self, retrier: Mapping[str, Any], repeats: int) -> float:
        seconds = retrier.get("IntervalSeconds", 1) * retrier.get("BackoffRate", 2.0) ** repeats
        longest = min(seconds, retrier.get("MaxDelaySeconds", seconds))
        return float(longest * self._jitter() if retrier.get("JitterStrategy") == "FULL" else longest)


def _matches(error: str, wanted: Sequence[str]) -> bool:
    """Whether a retrier or a catcher is for an error. States.ALL is for all but those of the definition."""
    if error in wanted:
        return True
    if error == _RUNTIME:
        return False
    return _ANY in wanted or (_TASK_FAILED in wanted and error != TIMED_OUT)

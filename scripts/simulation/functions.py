"""The functions of a deployment, each called with the adapters that its own variables ask for.

An invocation is a process: it pauses at each call to an adapter, where others go on, and where it may die. An
environment serves one invocation at a time and is kept for the next one, as Lambda does.
"""

import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final, TypeVar

from aws_lambda_powertools.event_handler.api_gateway import BaseRouter
from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import ClientError, ReadTimeoutError
from pydantic import BaseModel

from gather.wiring import Adapters, Entry
from local_stack.template.resources import Function
from simulation.clocks import Clocks, EnvironmentClock
from simulation.concurrency import InvocationSlots
from simulation.faults import CallFault, CallFaults
from simulation.latencies import Latencies
from simulation.table.refusals import is_conflict
from simulation.virtual_time import VirtualTime

Result = TypeVar("Result")

EXITED: Final = "Runtime.ExitError"
TIMED_OUT: Final = "Sandbox.Timedout"
THROTTLED: Final = "Lambda.TooManyRequestsException"
COLD_SECONDS: Final = (0.2, 1.5)
_OF_REQUEST: Final = ("current_event", "lambda_context")
"""What powertools' routers keep of the request that they lead."""


class WorldIsRestless(BaseException):
    """A world makes ever more calls: something in it is begun again and again."""


class FunctionDied(BaseException):
    """The end of an environment in the middle of an invocation. No handler may catch it."""


@dataclass(slots=True)
class InvocationEnd:
    """How an invocation has ended: with a result, or with the name of an error."""

    result: Any = None
    error: str | None = None


class SimulatedContext(LambdaContext):
    """Lambda's context of an invocation in virtual time."""

    def __init__(self, function: Function, request_id: str, remaining_seconds: Callable[[], float]) -> None:
        self._function_name = function.name
        self._memory_limit_in_mb = 1024
        self._invoked_function_arn = f"arn:aws:lambda:us-east-1:123456789012:function:{function.name}"
        self._aws_request_id = request_id
        self._remaining_seconds = remaining_seconds

    def get_remaining_time_in_millis(self) -> int:  # type: ignore[override]  # static in its stub alone
        return max(0, int(self._remaining_seconds() * 1000))


@dataclass(slots=True)
class Invocation:
    """One run of a function for an event. `calls` counts its calls to adapters, of which the last one
    `has_just_requested` something of a system outside; `wrong_calls` are those that failed, and
    `conflicting_calls` those that the table has refused for what a transaction holds."""

    function: Function
    number: int
    event: Mapping[str, Any]
    deadline: datetime
    is_dead: bool = False
    calls: int = 0
    has_just_requested: bool = False
    wrong_calls: list[int] = field(default_factory=list)
    conflicting_calls: list[int] = field(default_factory=list)

    def is_in_doubt(self, call: int) -> bool:
        """Whether it may not have noted what a call has done: that call went wrong, or the next one, which
        notes it, or one of those that try it again."""
        last = call + 1
        while last in self.conflicting_calls:
            last += 1
        return not set(range(call, last + 1)).isdisjoint(self.wrong_calls)

    @property
    def name(self) -> str:
        return f"{self.function.logical_id} {self.number}"


class FaultGate:
    """Where every call of a function to an adapter passes, and where it may go wrong."""

    def __init__(
        self,
        time: VirtualTime,
        faults: CallFaults,
        latencies: Latencies,
        tell: Callable[[str], None],
        most_calls: int,
    ) -> None:
        """`most_calls` is how many calls a world makes that has an end."""
        self._time = time
        self._faults = faults
        self._latencies = latencies
        self._tell = tell
        self._most_calls = most_calls
        self.on_call: Callable[[Invocation, str], None] = lambda _invocation, _operation: None
        """Told of each call, by the operation."""

    def pass_through(
        self,
        operation: str,
        call: Callable[[], Result],
        refusal: Callable[[str], Exception] = lambda operation: refused(operation),
        loss: Callable[[str], Exception] = lambda operation: lost(operation),
        *,
        is_request: bool = False,
    ) -> Result:
        """What `call` returns, later. Outside of an invocation nothing goes wrong, and no time passes.

        `refusal` and `loss` make the errors of a call that is refused, or whose answer does not come.
        `is_request` is one to a system outside.
        """
        invocation = self._time.owner()
        if not isinstance(invocation, Invocation):
            return call()
        if invocation.is_dead:
            raise FunctionDied
        if self._faults.calls >= self._most_calls:
            raise WorldIsRestless(
                f"{invocation.name} makes call {self._most_calls:,} of the world: {operation}"
            )
        invocation.calls += 1
        self.on_call(invocation, operation)
        fault = self._faults.next(
            f"{invocation.name}: {operation}", is_after_request=invocation.has_just_requested
        )
        invocation.has_just_requested = is_request
        if fault is not None:
            invocation.wrong_calls.append(invocation.calls)
        self._pause(invocation, self._latencies.seconds(operation) + self._faults.delay(fault))
        if fault is CallFault.DIES_BEFORE:
            self._die(invocation, operation, "before")
        if fault is CallFault.REFUSED:
            self._tell(f"{invocation.name}: {operation} is refused")
            raise refusal(operation)
        result = self._made(invocation, call, is_repeated=fault is CallFault.REPEATED)
        if fault is CallFault.DIES_AFTER:
            self._die(invocation, operation, "after")
        if fault is CallFault.LOST:
            self._tell(f"{invocation.name}: {operation} is carried out, its answer is lost")
            raise loss(operation)
        return result

    def wait(self, seconds: float) -> None:
        """Let time pass for the invocation that runs, as far as its time limit lets it."""
        invocation = self._time.owner()
        if seconds > 0 and isinstance(invocation, Invocation):
            self._pause(invocation, seconds)

    def _made(self, invocation: Invocation, call: Callable[[], Result], *, is_repeated: bool) -> Result:
        """The answer of a call; that of the second time where the client repeats it."""
        try:
            if is_repeated:
                call()
            return call()
        except ClientError as error:
            if is_conflict(error):
                invocation.conflicting_calls.append(invocation.calls)
            raise

    def _pause(self, invocation: Invocation, seconds: float) -> None:
        with own_request():
            self._time.pause(seconds)
        if self._time.now() > invocation.deadline:
            self._tell(f"{invocation.name} has reached its time limit")
            invocation.is_dead = True
            invocation.wrong_calls.append(invocation.calls)
            raise FunctionDied

    def _die(self, invocation: Invocation, operation: str, moment: str) -> None:
        self._tell(f"{invocation.name} dies {moment} {operation}")
        invocation.is_dead = True
        raise FunctionDied


@contextmanager
def own_request() -> Iterator[None]:
    """Let an invocation find its own request after a pause: the routers of a process have one for all, which
    is enough for an environment."""
    own = {name: getattr(BaseRouter, name) for name in _OF_REQUEST if hasattr(BaseRouter, name)}
    try:
        yield
    finally:
        for name, value in own.items():
            setattr(BaseRouter, name, value)


def refused(operation: str) -> Exception:
    """The error of a service that is asked too often, after the client's own attempts."""
    return ClientError({"Error": {"Code": "ThrottlingException", "Message": "slow down"}}, operation)


def lost(_operation: str) -> Exception:
    """The error of a client that has no answer."""
    return ReadTimeoutError(endpoint_url="https://aws.example.com")


@dataclass(slots=True)
class DeployedFunction:
    """A function with its idle environments."""

    function: Function
    entry: Entry[Any]
    idle: list[Adapters] = field(default_factory=list)


class Functions:
    """All functions of a deployment. `adapt` makes the adapters of a new environment of one."""

    def __init__(
        self,
        functions: list[Function],
        time: VirtualTime,
        random: Random,
        adapt: Callable[[Function, EnvironmentClock], Adapters],
        clocks: Clocks,
        on_failure: Callable[[Invocation, Exception], None],
        slots: InvocationSlots,
    ) -> None:
        """`on_failure` is told what a function raises. `slots` are the invocations that may be at work."""
        self._functions = {function.name: _deployed(function) for function in functions}
        self._time = time
        self._random = random
        self._adapt = adapt
        self._clocks = clocks
        self._on_failure = on_failure
        self._slots = slots
        self.invocations = 0
        self.uncalled = {function.logical_id for function in functions}
        """The functions that nobody has called so far, by their logical ids."""
        self.on_invocation: Callable[[Invocation], None] = lambda _invocation: None
        """Told of each invocation at its beginning."""
        self.throttled: Counter[str] = Counter()
        """How often an invocation was refused because too many were at work, by function."""

    def invoke(self, name: str, event: dict[str, Any], then: Callable[[InvocationEnd], object]) -> Invocation:
        """Begin an invocation; `then` is told how it has ended, or that too many are at work."""
        deployed = self._functions[name]
        self.invocations += 1
        if not self._slots.take(name):
            self.throttled[name] += 1
            self._time.after(0, lambda: then(InvocationEnd(error=THROTTLED)))
            return Invocation(deployed.function, self.invocations, event, self._time.now(), is_dead=True)
        is_cold = not deployed.idle
        adapters = self._new_environment(deployed.function) if is_cold else self._idle_environment(deployed)
        begin = self._random.uniform(*COLD_SECONDS) if is_cold else 0.0
        deadline = self._time.now() + timedelta(seconds=begin + deployed.function.timeout)
        invocation = Invocation(deployed.function, self.invocations, event, deadline)
        self.uncalled.discard(deployed.function.logical_id)
        self.on_invocation(invocation)

        def run() -> None:
            self._time.pause(begin)
            outcome = self._run(deployed, invocation, event, adapters)
            self._slots.give_back(name)
            if not invocation.is_dead:
                deployed.idle.append(adapters)
            self._time.after(0, lambda: then(outcome))

        self._time.start(invocation.name, run, invocation)
        return invocation

    def _run(
        self, deployed: DeployedFunction, invocation: Invocation, event: dict[str, Any], adapters: Adapters
    ) -> InvocationEnd:
        request_id = f"{self._random.getrandbits(128):032x}"
        context = SimulatedContext(
            deployed.function,
            request_id,
            lambda: (invocation.deadline - self._time.now()).total_seconds(),
        )
        try:
            return InvocationEnd(deployed.entry.run(event, context, adapters))
        except FunctionDied:
            is_late = self._time.now() > invocation.deadline
            return InvocationEnd(error=TIMED_OUT if is_late else EXITED)
        except Exception as failure:  # noqa: BLE001  # whatever a function raises is its answer
            self._on_failure(invocation, failure)
            return InvocationEnd(error=type(failure).__name__)

    def _new_environment(self, function: Function) -> Adapters:
        return self._adapt(function, self._clocks.new(function.logical_id))

    def _idle_environment(self, deployed: DeployedFunction) -> Adapters:
        return deployed.idle.pop(self._random.randrange(len(deployed.idle)))


def load_functions(functions: Iterable[Function]) -> None:
    """Import what the functions are made of, and build their models, before the process is copied for each
    world."""
    for function in functions:
        _deployed(function)
    _build_models(BaseModel)


def _build_models(model: type[BaseModel]) -> None:
    """Build the models that have been put off until they are used."""
    for derived in model.__subclasses__():
        derived.model_rebuild(raise_errors=False)
        _build_models(derived)


def _deployed(function: Function) -> DeployedFunction:
    module, _, attribute = function.handler.rpartition(".")
    entry: Entry[Any] = getattr(importlib.import_module(module), attribute)
    return DeployedFunction(function, entry)

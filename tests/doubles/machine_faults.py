"""Faults of Step Functions, injected where the service's own client sends its requests."""

from collections.abc import Callable

from gather.wiring import Adapters
from tests.doubles.table_faults import timed_out


def refuse(adapters: Adapters, operation: str, error: Exception) -> Callable[[], None]:
    """Make Step Functions refuse an operation before it is sent; returns what ends that."""
    events = adapters.clients.client("stepfunctions").meta.events
    event = f"before-call.stepfunctions.{operation}"

    def raise_error(**_: object) -> None:
        raise error

    events.register(event, raise_error)
    return lambda: events.unregister(event, raise_error)


def lose_answers(adapters: Adapters, operation: str) -> Callable[[], None]:
    """Have Step Functions do an operation whose response never arrives; returns what ends that."""
    events = adapters.clients.client("stepfunctions").meta.events
    event = f"after-call.stepfunctions.{operation}"

    def raise_error(**_: object) -> None:
        raise timed_out(operation)

    events.register(event, raise_error)
    return lambda: events.unregister(event, raise_error)

"""Faults of the table, injected where the service's own client sends its requests."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from botocore.exceptions import ClientError, ReadTimeoutError

from gather.wiring import Adapters


def throttled(operation: str) -> Exception:
    """Returns the error of a throttled DynamoDB, after the client's own retries."""
    return ClientError({"Error": {"Code": "ThrottlingException", "Message": "slow down"}}, operation)


def timed_out(_operation: str) -> Exception:
    """Returns the error that the client raises when DynamoDB does not respond."""
    return ReadTimeoutError(endpoint_url="https://dynamodb.example.com")


def during(adapters: Adapters, operation: str, action: Callable[..., None]) -> Callable[[], None]:
    """Call `action` before each `operation` (`PutItem`) is sent. Returns a function that ends this."""
    event = f"before-call.dynamodb.{operation}"
    events: Any = adapters.clients.dynamodb.meta.events
    events.register(event, action)

    def stop() -> None:
        events.unregister(event, action)

    return stop


def once_before(adapters: Adapters, operation: str, action: Callable[[], object]) -> None:
    """Call `action` once, just before the next call of `operation` is sent, as a faster request would."""

    def act(**_: object) -> None:
        stop()
        action()

    stop = during(adapters, operation, act)


def fail(adapters: Adapters, operation: str, fault: BaseException) -> Callable[[], None]:
    """Make every call of `operation` raise `fault` before it is sent. Returns a function that ends this."""

    def raise_fault(**_: object) -> None:
        raise fault

    return during(adapters, operation, raise_fault)


WRITES = ("TransactWriteItems", "PutItem", "UpdateItem", "DeleteItem")


@contextmanager
def fault_at_write(
    adapters: Adapters, at: int, phase: str, fault: Callable[[str], BaseException]
) -> Iterator[None]:
    """Raise a fault at the write of this number, counted from 1: in the phase `before` it is sent, or `after`
    it was carried out and before its response is read."""
    events: Any = adapters.clients.dynamodb.meta.events
    count = 0

    def before(event_name: str, **_: object) -> None:
        nonlocal count
        count += 1
        if phase == "before" and count == at:
            raise fault(event_name)

    def after(event_name: str, **_: object) -> None:
        nonlocal count
        if phase == "after" and count == at:
            count += 1
            raise fault(event_name)

    names = [f"-call.dynamodb.{operation}" for operation in WRITES]
    for name in names:
        events.register(f"before{name}", before)
        events.register(f"after{name}", after)
    try:
        yield
    finally:
        for name in names:
            events.unregister(f"before{name}", before)
            events.unregister(f"after{name}", after)

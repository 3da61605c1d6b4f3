"""Invocations take turns at their calls, and each goes on as if it were alone in its environment."""

from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import BaseRouter
from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEventV2

from local_stack.template.resources import Function
from simulation.faults import CallFault, CallFaults
from simulation.functions import FaultGate, Invocation
from simulation.latencies import Latencies
from simulation.virtual_time import VirtualTime


def make_function() -> Function:
    return Function("Api", "api", "handler.entry", 10.0, {})


def test_an_invocation_finds_its_own_request_after_a_call() -> None:
    time = VirtualTime(datetime(2026, 3, 2, tzinfo=UTC))
    faults = CallFaults(Random(1), 0.0, (CallFault.SLOW,))
    gate = FaultGate(time, faults, Latencies(2), lambda _text: None, most_calls=10)
    found: dict[str, str] = {}

    def respond(path: str) -> None:
        event: dict[str, Any] = {"rawPath": path, "requestContext": {"stage": "$default"}}
        BaseRouter.current_event = APIGatewayProxyEventV2(event)
        gate.pass_through("Query", lambda: None)
        found[path] = BaseRouter.current_event.path

    for number, path in enumerate(("/jobs", "/meetings")):
        invocation = Invocation(make_function(), number, {}, time.now() + timedelta(seconds=10))
        time.start(path, partial(respond, path), invocation)
    time.run(until=time.now() + timedelta(minutes=1))

    assert found == {"/jobs": "/jobs", "/meetings": "/meetings"}

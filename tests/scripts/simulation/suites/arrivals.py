"""Requests that reach a suite of the simulation."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from local_stack.template.resources import Function
from simulation.functions import Invocation
from simulation.suites.credentials import PushRequest
from simulation.unreliable_hosts import RequestArrival

START = datetime(2026, 3, 2, tzinfo=UTC)


def arrival(*, has_answered: bool = True, is_dead: bool = False) -> RequestArrival:
    """The arrival of a request, sent by the first call of an invocation."""
    invocation = Invocation(
        Function("Pushes", "pushes", "handler.entry", 10.0, {}), 1, {}, START, is_dead=is_dead, calls=1
    )
    return RequestArrival(invocation, 1, has_answered)


def request(
    method: str,
    url: str,
    body: Any = None,
    authorization: str = "",
    *,
    minutes: float = 0,
    by: RequestArrival | None = None,
) -> PushRequest:
    """A request with a JSON body, `minutes` after the start."""
    content = b"" if body is None else json.dumps(body).encode()
    at = START + timedelta(minutes=minutes)
    return PushRequest(method, url, content, authorization, by or arrival(), at)


def token_request(
    form: Mapping[str, str], *, minutes: float = 0, by: RequestArrival | None = None
) -> PushRequest:
    """A request for a token."""
    at = START + timedelta(minutes=minutes)
    return PushRequest(
        "POST", "https://suite.example/token", urlencode(form).encode(), "", by or arrival(), at
    )

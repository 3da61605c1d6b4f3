"""Retries on the running local stack, sixty times faster: their times, their signatures, a stop between."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from gather.webhooks.signing import sign_body, verify
from tests.builders.service import Service
from tests.doubles.over_http import Http, running_stack
from tests.doubles.receiver import PATIENCE_SECONDS, Receiver, Request, receiving

SCALE = 60
SECRET = "sixteen letters!"
INTERVIEW = {"title": "Baker", "displayName": "Baker", "interviewType": "standard"}

pytestmark = [pytest.mark.slow, pytest.mark.in_process]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@contextmanager
def stack(state: Path) -> Iterator[Service]:
    """The stack on `state`, used with the key of its team."""
    with running_stack(state, GATHER_TIME_SCALE=str(SCALE)) as ready:
        address = urlsplit(ready["baseUrl"])
        yield Service(Http(address.hostname or "", address.port or 80), ready["apiKey"])


def subscribe(service: Service, *urls: str) -> None:
    """To an event that nothing but the test causes: the seed of a stack makes interviews too, and on a busy
    machine their events are still on their way."""
    body = {"urls": urls, "events": ["interview.updated"], "secret": SECRET}
    assert service.post("/webhooks", body).status == 201


def cause_event(service: Service) -> str:
    """The id of the interview that the event is about."""
    interview_id: str = service.post("/interviews", INTERVIEW).data["interview"]["id"]
    assert service.patch(f"/interviews/{interview_id}", {"title": "Pastry chef"}).status == 200
    return interview_id


def logged(service: Service, is_awaited: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """The log once it is as awaited."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        deliveries: list[dict[str, Any]] = service.get("/webhook-deliveries").data["webhookDeliveries"]
        if is_awaited(deliveries):
            return deliveries
        time.sleep(0.1)
    raise AssertionError("the log did not come to say what was awaited")


def are_over(deliveries: list[dict[str, Any]]) -> bool:
    return bool(deliveries) and all(delivery["status"] in ("completed", "failed") for delivery in deliveries)


def check_signatures(requests: list[Request]) -> None:
    """Every request is signed anew, and the event keeps its id."""
    for request in requests:
        signature = request.headers["x-service-signature-v2"]
        assert verify(request.body, signature, SECRET, now=int(request.at))
        assert signature.startswith(f"t={request.headers['x-service-timestamp']},v1=")
        assert request.headers["x-service-signature"] == sign_body(request.body, SECRET)
    assert len({request.headers["x-service-id"] for request in requests}) == 1
    assert len({request.body for request in requests}) == 1


def check_waits(requests: list[Request]) -> None:
    """No attempt is early. How late one is on a busy machine is not for this test: `tests/workflow` has the
    exact waits."""
    waits = [after.at - before.at for before, after in pairwise(requests)]
    for wait, minutes in zip(waits, (1, 5), strict=True):
        assert wait >= minutes * 60 / SCALE * 0.9


def test_a_receiver_is_tried_three_times_at_the_times_of_the_interface(
    tmp_path: Path, receiver: Receiver
) -> None:
    receiver.refusals = {"/recovers": 2, "/never": 9}
    paths = ("/fine", "/recovers", "/never", "/moved")
    with stack(tmp_path) as service:
        subscribe(service, *map(receiver.url, paths))
        interview_id = cause_event(service)
        for path in paths[1:]:
            receiver.await_requests(path, 3)
        deliveries = logged(service, are_over)

    for path in paths[1:]:
        assert len(receiver.at(path)) == 3
        check_waits(receiver.at(path))
    assert len(receiver.at("/fine")) == 1
    check_signatures(receiver.requests)
    assert json.loads(receiver.requests[0].body)["interviewId"] == interview_id
    outcomes = sorted(
        (delivery["status"], delivery["attempts"], delivery["response"]["status"]) for delivery in deliveries
    )
    assert outcomes == [("completed", 1, 204), ("completed", 3, 204), ("failed", 3, 302), ("failed", 3, 503)]


def test_a_stop_between_two_attempts_loses_none(tmp_path: Path, receiver: Receiver) -> None:
    receiver.refusals = {"/recovers": 2}
    with stack(tmp_path) as service:
        subscribe(service, receiver.url("/recovers"))
        cause_event(service)
        receiver.await_requests("/recovers", 1)
        logged(service, lambda deliveries: any(delivery["response"] for delivery in deliveries))
    with stack(tmp_path) as service:
        receiver.await_requests("/recovers", 3)
        [delivery] = logged(service, are_over)

    assert (delivery["status"], delivery["attempts"]) == ("completed", 3)
    assert len(receiver.at("/recovers")) == 3
    check_signatures(receiver.requests)

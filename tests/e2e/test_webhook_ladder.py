"""Retries on the running local stack, sixty times faster: their times, their signatures, a stop between."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from gather.webhooks.signing import sign_body, verify
from talent_screening import TalentScreening
from talent_screening.models import ChangeInterview, CreateInterview, CreateWebhook, WebhookDelivery
from tests.doubles.over_http import running_stack
from tests.doubles.python_clients import client_of
from tests.doubles.receiver import Receiver, Request, receiving
from tests.support.waiting import wait_until

SCALE = 60
SECRET = "sixteen letters!"
INTERVIEW = CreateInterview(title="Baker", display_name="Baker", interview_type="standard")

pytestmark = [pytest.mark.slow, pytest.mark.in_process]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@contextmanager
def stack(state: Path) -> Iterator[TalentScreening]:
    """The stack on `state`, used with the key of its team."""
    with running_stack(state, GATHER_TIME_SCALE=str(SCALE)) as ready, client_of(ready) as client:
        yield client


def subscribe(client: TalentScreening, *urls: str) -> None:
    """Subscribe to an event that only the test causes: the seed of a stack creates interviews too, and on a
    busy machine their events are still on their way."""
    client.create_webhook(CreateWebhook(urls=[*urls], events=["interview.updated"], secret=SECRET))


def cause_event(client: TalentScreening) -> str:
    """The id of the interview that the event is about."""
    interview_id = client.create_interview(INTERVIEW).interview.id
    client.change_interview(interview_id, ChangeInterview(title="Pastry chef"))
    return interview_id


def logged(
    client: TalentScreening, is_awaited: Callable[[list[WebhookDelivery]], bool]
) -> list[WebhookDelivery]:
    """The log once it is as awaited."""

    def look() -> list[WebhookDelivery] | None:
        deliveries = [*client.iterate_webhook_deliveries()]
        return deliveries if is_awaited(deliveries) else None

    return wait_until(look)


def are_over(deliveries: list[WebhookDelivery]) -> bool:
    return bool(deliveries) and all(delivery.status in ("completed", "failed") for delivery in deliveries)


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
    """No attempt is early. How late one is on a busy machine is not for this test: `tests/state_machines` has
    the exact waits."""
    waits = [after.at - before.at for before, after in pairwise(requests)]
    for wait, minutes in zip(waits, (1, 5), strict=True):
        assert wait >= minutes * 60 / SCALE * 0.9


def test_a_receiver_is_tried_three_times_at_the_times_of_the_interface(
    tmp_path: Path, receiver: Receiver
) -> None:
    receiver.refusals = {"/recovers": 2, "/never": 9}
    paths = ("/fine", "/recovers", "/never", "/moved")
    with stack(tmp_path) as client:
        subscribe(client, *map(receiver.url, paths))
        interview_id = cause_event(client)
        for path in paths[1:]:
            receiver.await_requests(path, 3)
        deliveries = logged(client, are_over)

    for path in paths[1:]:
        assert len(receiver.at(path)) == 3
        check_waits(receiver.at(path))
    assert len(receiver.at("/fine")) == 1
    check_signatures(receiver.requests)
    assert json.loads(receiver.requests[0].body)["interviewId"] == interview_id
    outcomes = sorted(
        (delivery.status, delivery.attempts, delivery.response.status)
        for delivery in deliveries
        if delivery.response
    )
    assert outcomes == [("completed", 1, 204), ("completed", 3, 204), ("failed", 3, 302), ("failed", 3, 503)]


def test_a_stop_between_two_attempts_loses_none(tmp_path: Path, receiver: Receiver) -> None:
    receiver.refusals = {"/recovers": 2}
    with stack(tmp_path) as client:
        subscribe(client, receiver.url("/recovers"))
        cause_event(client)
        receiver.await_requests("/recovers", 1)
        logged(client, lambda deliveries: any(delivery.response for delivery in deliveries))
    with stack(tmp_path) as client:
        receiver.await_requests("/recovers", 3)
        [delivery] = logged(client, are_over)

    assert (delivery.status, delivery.attempts) == ("completed", 3)
    assert len(receiver.at("/recovers")) == 3
    check_signatures(receiver.requests)

"""The demo's customer takes some events only when they are sent again, and one never."""

import pytest

from gather.events.event import EventName
from local_stack.seeding.example_receiver import REFUSED_ALWAYS, REFUSED_AT_FIRST, ExampleReceiver


@pytest.mark.parametrize("name", sorted(REFUSED_AT_FIRST))
def test_an_event_that_is_refused_at_first_is_taken_when_it_comes_again(name: str) -> None:
    receiver = ExampleReceiver()

    first, _ = receiver.respond(name, "one")
    other, _ = receiver.respond(name, "two")
    again, body = receiver.respond(name, "one")

    assert (first, other, again) == (503, 503, 200)
    assert body == {"received": name}
    assert receiver.respond(name, "one")[0] == 200


@pytest.mark.parametrize("name", sorted(REFUSED_ALWAYS))
def test_an_event_that_the_customer_does_not_know_is_refused_each_time(name: str) -> None:
    receiver = ExampleReceiver()

    for _ in range(3):
        status, body = receiver.respond(name, "one")
        assert (status, name in body["message"]) == (422, True)


def test_any_other_event_is_taken_at_once() -> None:
    for name in {*EventName} - REFUSED_AT_FIRST - REFUSED_ALWAYS:
        assert ExampleReceiver().respond(name, "one") == (200, {"received": name})


def test_the_refused_events_exist() -> None:
    assert {*EventName} > REFUSED_AT_FIRST | REFUSED_ALWAYS
    assert REFUSED_ALWAYS


@pytest.mark.parametrize(("event", "service_id"), [(None, "one"), ("candidate_interview.completed", None)])
def test_what_is_no_delivery_is_refused(event: str | None, service_id: str | None) -> None:
    assert ExampleReceiver().respond(event, service_id)[0] == 400

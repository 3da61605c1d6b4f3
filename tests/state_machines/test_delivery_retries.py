"""The waits before retries of a webhook delivery (interface: Deliveries, rule 5)."""

import pytest

from tests.state_machines.conftest import Interpreter, Payload, TaskFailed

DEFINITION = "deliveries/assets/retry.asl.json"


@pytest.mark.parametrize(("attempt", "wait_seconds"), [(2, 60), (3, 300), (2, 0)])
def test_an_attempt_is_sent_to_its_queue_when_its_time_has_come(
    interpreter: Interpreter, attempt: int, wait_seconds: int
) -> None:
    message = {"teamId": "team", "deliveryId": "delivery", "attempt": attempt}

    run = interpreter.run(DEFINITION, {**message, "waitSeconds": wait_seconds}, lambda _: None)

    assert run.waits == [wait_seconds]
    assert run.payloads == [
        {"QueueUrl": "${DeliveryQueueUrl}", "MessageGroupId": "team", "MessageBody": message}
    ]
    assert run.status == "SUCCEEDED"


AFTER_FIRST_FAILURE = {"teamId": "team", "deliveryId": "delivery", "attempt": 2, "waitSeconds": 60}


def test_a_message_that_the_queue_did_not_take_is_sent_after_a_pause(interpreter: Interpreter) -> None:
    refusals = [TaskFailed("ThrottlingException"), TaskFailed("ServiceUnavailable")]

    def busy_at_first(_payload: Payload) -> None:
        if refusals:
            raise refusals.pop()

    run = interpreter.run(DEFINITION, AFTER_FIRST_FAILURE, busy_at_first)

    assert (len(run.pauses), len(run.payloads)) == (2, 3)
    assert run.entered[-1] == "Sent"


def test_a_message_that_the_queue_never_takes_is_left_to_the_recovery_worker(
    interpreter: Interpreter,
) -> None:
    """The table says when the next attempt is due, so an execution that gives up loses nothing."""

    def broken(_payload: Payload) -> None:
        raise TaskFailed("QueueDoesNotExist")

    run = interpreter.run(DEFINITION, AFTER_FIRST_FAILURE, broken)

    assert len(run.payloads) == 6
    assert (run.status, run.entered[-1]) == ("SUCCEEDED", "LeftToRecovery")

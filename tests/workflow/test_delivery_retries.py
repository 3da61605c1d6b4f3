"""Retries of a webhook delivery (interface: Deliveries, rule 5)."""

from tests.workflow.conftest import Interpreter, LambdaRefused, Payload, TaskFailed

DEFINITION = "deliveries/retry.asl.json"
AFTER_FIRST_FAILURE = {"teamId": "team", "deliveryId": "delivery", "attempt": 2, "waitSeconds": 60}


def _fails_always(payload: Payload) -> Payload:
    if payload["attempt"] == 2:
        return {"done": False, "attempt": 3, "waitSeconds": 300}
    return {"done": True, "attempt": 3, "waitSeconds": 0}


def test_a_delivery_that_keeps_failing_is_attempted_after_one_and_after_five_more_minutes(
    interpreter: Interpreter,
) -> None:
    run = interpreter.run(DEFINITION, AFTER_FIRST_FAILURE, _fails_always)

    assert run.waits == [60, 300]
    assert run.payloads == [
        {"teamId": "team", "deliveryId": "delivery", "attempt": 2},
        {"teamId": "team", "deliveryId": "delivery", "attempt": 3},
    ]
    assert run.status == "SUCCEEDED"


def test_a_delivery_that_arrives_is_not_attempted_again(interpreter: Interpreter) -> None:
    run = interpreter.run(
        DEFINITION, AFTER_FIRST_FAILURE, lambda _: {"done": True, "attempt": 2, "waitSeconds": 0}
    )

    assert run.waits == [60]
    assert len(run.payloads) == 1
    assert run.status == "SUCCEEDED"


def test_an_attempt_that_lambda_could_not_run_is_made_after_a_pause(interpreter: Interpreter) -> None:
    refusals = [LambdaRefused("TooManyRequestsException"), LambdaRefused("ServiceException")]

    def busy_at_first(payload: Payload) -> Payload:
        if refusals:
            raise refusals.pop()
        return {"done": True, "attempt": payload["attempt"], "waitSeconds": 0}

    run = interpreter.run(DEFINITION, AFTER_FIRST_FAILURE, busy_at_first)

    assert len(run.pauses) == 2
    assert [payload["attempt"] for payload in run.payloads] == [2, 2, 2]
    assert run.status == "SUCCEEDED"


def test_an_attempt_that_breaks_is_left_to_the_recovery_worker(interpreter: Interpreter) -> None:
    """The table says when the next attempt is due, so an execution that gives up loses nothing."""

    def broken(_payload: Payload) -> Payload:
        raise TaskFailed("KeyError")

    run = interpreter.run(DEFINITION, AFTER_FIRST_FAILURE, broken)

    assert len(run.payloads) == 1
    assert run.status == "SUCCEEDED"

"""Deliveries: claims, outcomes and retries (interface: Deliveries, rules 5 to 8)."""

from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from gather.core.clock import timestamp
from gather.core.identifiers import first_id_at, new_id
from gather.deliveries.attempt_result import ERROR_MESSAGES
from gather.deliveries.models import (
    LEASE_SECONDS,
    RECOVERY_GRACE_SECONDS,
    TRANSITIONS,
    AwaitedAttempt,
    DeliveryRecord,
    DeliveryStatus,
    DeliveryStep,
    WebhookDelivery,
    new_delivery,
)
from gather.deliveries.recovery import plan_recovery
from gather.deliveries.schedule import MOST_ATTEMPTS
from gather.outgoing.result import AttemptError, AttemptResult
from gather.webhooks.models import DeliveryTarget
from tests.builders.delivery_attempts import (
    EVENT,
    NOW,
    REFUSED,
    SILENT,
    TAKEN,
    TARGET,
    after,
    after_failures,
    in_flight,
)


def answer_of(delivery: DeliveryRecord) -> dict[str, Any]:
    """Returns a delivery as the log shows it."""
    shown: dict[str, Any] = TypeAdapter(WebhookDelivery).dump_python(delivery, by_alias=True)
    return shown


class TestMaking:
    def test_the_same_event_and_target_always_make_the_same_record(self) -> None:
        assert new_delivery(EVENT, TARGET) == new_delivery(EVENT, TARGET)

    def test_each_event_owner_and_url_has_a_delivery_of_its_own(self) -> None:
        others = [
            new_delivery(EVENT, TARGET),
            new_delivery(EVENT.changed(id=new_id()), TARGET),
            new_delivery(EVENT, DeliveryTarget(TARGET.url, webhook_configuration_id="another")),
            new_delivery(EVENT, DeliveryTarget("https://hooks.example/2", "a configuration")),
            new_delivery(EVENT, DeliveryTarget(TARGET.url, candidate_interview_id="theirs")),
        ]
        assert len({delivery.id for delivery in others}) == len(others)

    def test_its_id_and_its_date_are_those_of_its_event(self) -> None:
        delivery = new_delivery(EVENT, TARGET)
        assert delivery.created_at == EVENT.created_at
        assert delivery.id[:13] == first_id_at(NOW)[:13]

    def test_it_is_pending_without_attempts_and_due_at_once(self) -> None:
        delivery = new_delivery(EVENT, TARGET)
        assert (delivery.status, delivery.attempts) == (DeliveryStatus.PENDING, 0)
        assert delivery.overdue_at == timestamp(after(RECOVERY_GRACE_SECONDS))

    def test_the_log_shows_the_members_of_the_interface_and_no_others(self) -> None:
        assert answer_of(new_delivery(EVENT, TARGET)) == {
            "id": new_delivery(EVENT, TARGET).id,
            "webhookConfigurationId": "a configuration",
            "eventType": "candidate_interview.status_changed",
            "status": "pending",
            "attempts": 0,
            "payload": EVENT.payload,
            "response": None,
            "errorResponse": None,
            "createdAt": timestamp(NOW),
            "updatedAt": timestamp(NOW),
        }

    def test_what_is_stored_reads_back_whole(self) -> None:
        delivery = after_failures(3, REFUSED)
        assert DeliveryRecord.model_validate(delivery.model_dump(by_alias=True)) == delivery


class TestRetryAfter:
    """Interface: Deliveries, rule 16."""

    @pytest.mark.parametrize(
        ("status", "asked", "wait"),
        [
            (503, "90", 90),
            (429, "90", 90),
            (500, "90", 60),
            (503, "5", 60),
            (503, "86400", 300),
            (503, "soon", 60),
            (503, "-90", 60),
            (503, "9" * 5_000, 300),
            (503, format(after(120), "%a, %d %b %Y %H:%M:%S GMT"), 120),
        ],
    )
    def test_a_busy_receiver_may_ask_for_a_longer_pause_within_the_ladder(
        self, status: int, asked: str, wait: int
    ) -> None:
        flying = in_flight(new_delivery(EVENT, TARGET), 1)
        result = AttemptResult(status=status, headers={"retry-after": asked})
        settled = flying.settle(result, NOW)
        assert settled.awaited is not None
        assert abs(settled.awaited.wait_seconds - wait) <= 1
        assert settled.record.next_attempt_at == timestamp(after(settled.awaited.wait_seconds))


class TestHistory:
    """Interface: Deliveries, rule 11."""

    def test_each_attempt_that_is_over_is_stored_in_order(self) -> None:
        busy = AttemptResult(status=503, body="x" * 2_000)
        flying = in_flight(after_failures(1), 2, after(60))
        over = in_flight(flying.settle(busy, after(61.5)).record, 3).settle(TAKEN, NOW).record
        assert [attempt.model_dump() for attempt in flying.attempt_history] == [
            {
                "number": 1,
                "started_at": timestamp(NOW),
                "duration_ms": 0,
                "http_status": None,
                "error": "timeout",
                "response_body": None,
            }
        ]
        [_, second, third] = over.attempt_history
        assert (second.started_at, second.duration_ms) == (timestamp(after(60)), 1_500)
        assert (second.http_status, second.error, second.response_body) == (503, None, "x" * 1_024)
        assert (third.number, third.http_status, third.error, third.response_body) == (3, 204, None, None)

    def test_an_attempt_whose_worker_is_gone_is_stored_once(self) -> None:
        flying = in_flight(new_delivery(EVENT, TARGET), 1)
        gone = after(LEASE_SECONDS)
        found = plan_recovery(flying, gone)
        assert found is not None
        for later in (found.record, in_flight(flying, 2, gone)):
            assert [(attempt.number, attempt.error) for attempt in later.attempt_history] == [
                (1, "worker_lost")
            ]
        assert in_flight(found.record, 2, gone).attempt_history == found.record.attempt_history


class TestClaiming:
    def test_a_claimed_attempt_counts_and_is_processing(self) -> None:
        delivery = in_flight(new_delivery(EVENT, TARGET), 1)
        assert (delivery.status, delivery.attempts) == (DeliveryStatus.PROCESSING, 1)
        assert delivery.overdue_at == timestamp(after(LEASE_SECONDS))

    def test_a_repeated_message_finds_its_attempt_taken(self) -> None:
        flying = in_flight(new_delivery(EVENT, TARGET), 1)
        assert flying.claim(1, NOW) is None
        assert flying.settle(SILENT, NOW).record.claim(1, NOW) is None

    def test_no_attempt_is_skipped_or_made_beside_another(self) -> None:
        assert new_delivery(EVENT, TARGET).claim(2, NOW) is None
        assert new_delivery(EVENT, TARGET).claim(0, NOW) is None
        flying = in_flight(new_delivery(EVENT, TARGET), 1)
        assert flying.claim(2, after(LEASE_SECONDS - 0.001)) is None
        assert flying.claim(2, after(LEASE_SECONDS)) is not None

    @pytest.mark.parametrize("result", [TAKEN, SILENT])
    def test_nothing_is_claimed_when_the_delivery_is_over(self, result: AttemptResult) -> None:
        over = in_flight(after_failures(2), 3).settle(result, NOW).record
        assert [over.claim(attempt, after(10_000)) for attempt in (1, 2, 3, 4)] == [None] * 4


class TestSettling:
    def test_a_2xx_completes_it(self) -> None:
        settlement = in_flight(new_delivery(EVENT, TARGET), 1).settle(TAKEN, after(2))
        assert settlement.awaited is None
        answer = answer_of(settlement.record)
        assert (answer["status"], answer["attempts"]) == ("completed", 1)
        assert answer["response"] == {
            "status": 204, "statusText": "No Content", "headers": {"server": "theirs"}, "data": "",
        }  # fmt: skip
        assert answer["errorResponse"] is None
        assert answer["updatedAt"] == timestamp(after(2))
        assert settlement.record.overdue_at is None

    def test_failures_are_retried_after_one_minute_and_five_minutes(self) -> None:
        waits = []
        delivery = new_delivery(EVENT, TARGET)
        for attempt in range(1, MOST_ATTEMPTS + 1):
            settlement = in_flight(delivery, attempt).settle(REFUSED, after(attempt))
            delivery = settlement.record
            waits.append(settlement.awaited)
        assert waits == [AwaitedAttempt(1, 60), AwaitedAttempt(1, 300), None]
        assert delivery.status is DeliveryStatus.FAILED

    def test_a_delivery_that_waits_is_processing_and_shows_no_error_yet(self) -> None:
        waiting = in_flight(new_delivery(EVENT, TARGET), 1).settle(REFUSED, after(2)).record
        answer = answer_of(waiting)
        assert (answer["status"], answer["errorResponse"]) == ("processing", None)
        assert answer["response"]["status"] == 503
        assert waiting.overdue_at == timestamp(after(62 + RECOVERY_GRACE_SECONDS))

    def test_a_failed_delivery_holds_what_the_receiver_said_last(self) -> None:
        assert answer_of(after_failures(3, REFUSED))["errorResponse"] == {
            "status": 503,
            "data": {"retry": True},
            "error": None,
            "message": "The receiver answered with status 503.",
        }

    def test_a_failed_delivery_without_an_answer_says_why(self) -> None:
        answer = answer_of(after_failures(3, SILENT))
        assert answer["response"] is None
        assert answer["errorResponse"] == {
            "status": None,
            "data": None,
            "error": "timeout",
            "message": ERROR_MESSAGES[AttemptError.TIMEOUT],
        }

    def test_an_outcome_is_settled_once(self) -> None:
        settled = in_flight(new_delivery(EVENT, TARGET), 1).settle(SILENT, NOW).record
        with pytest.raises(ValueError, match="in flight"):
            settled.settle(TAKEN, NOW)

    def test_a_delivery_that_is_no_longer_wanted_is_not_tried_again(self) -> None:
        unwanted = AttemptResult(error=AttemptError.NO_LONGER_CONFIGURED)
        settlement = in_flight(new_delivery(EVENT, TARGET), 1).settle(unwanted, NOW)
        assert settlement.awaited is None
        assert settlement.record.status is DeliveryStatus.FAILED
        assert answer_of(settlement.record)["errorResponse"]["error"] == "no_longer_configured"

    def test_a_repeated_step_finds_what_is_left_to_wait(self) -> None:
        waiting = in_flight(new_delivery(EVENT, TARGET), 1).settle(SILENT, NOW).record
        assert waiting.find_next_attempt(1, after(0)) == AwaitedAttempt(1, 60)
        assert waiting.find_next_attempt(1, after(12.5)) == AwaitedAttempt(1, 48)
        assert waiting.find_next_attempt(1, after(100)) == AwaitedAttempt(1, 0)

    def test_a_repeated_step_of_another_attempt_or_an_ended_delivery_awaits_nothing(self) -> None:
        waiting = in_flight(new_delivery(EVENT, TARGET), 1).settle(SILENT, NOW).record
        assert waiting.find_next_attempt(2, NOW) is None
        assert in_flight(waiting, 2).find_next_attempt(2, NOW) is None
        assert after_failures(3).find_next_attempt(3, NOW) is None

    @pytest.mark.parametrize(
        ("status", "error", "delivered"),
        [
            (200, None, True),
            (299, None, True),
            (199, None, False),
            (302, None, False),
            (500, None, False),
            (200, AttemptError.TIMEOUT, False),
            (None, AttemptError.CONNECTION_FAILED, False),
        ],
    )
    def test_only_a_complete_2xx_is_a_success(
        self, status: int | None, error: AttemptError | None, delivered: bool
    ) -> None:
        assert AttemptResult(status=status, error=error).delivered is delivered

    def test_every_error_has_words(self) -> None:
        assert set(ERROR_MESSAGES) == set(AttemptError)


ACTIONS = st.lists(
    st.tuples(st.sampled_from(["claim", "taken", "refused", "recover"]), st.integers(0, 400)), max_size=40
)


@given(ACTIONS)
def test_whatever_happens_there_are_three_attempts_each_made_once_and_an_end(
    actions: list[tuple[str, int]],
) -> None:
    delivery, moment, made = new_delivery(EVENT, TARGET), NOW, []
    for action, seconds in actions:
        moment += timedelta(seconds=seconds)
        before = delivery
        if action == "claim":
            for attempt in range(MOST_ATTEMPTS + 2):
                claimed = delivery.claim(attempt, moment)
                if claimed is not None:
                    made.append(attempt)
                    delivery = claimed
        elif action == "recover":
            found = plan_recovery(delivery, moment)
            delivery = delivery if found is None else found.record
        elif delivery.lease_expires_at is not None:
            delivery = delivery.settle(TAKEN if action == "taken" else REFUSED, moment).record
        if before.status in (DeliveryStatus.COMPLETED, DeliveryStatus.FAILED):
            assert delivery == before
        assert delivery.attempts == len(made)
        is_over = delivery.status in (DeliveryStatus.COMPLETED, DeliveryStatus.FAILED)
        assert (delivery.overdue_at is None) == is_over
        assert (delivery.error_response is not None) == (delivery.status is DeliveryStatus.FAILED)
    assert made == list(range(1, len(made) + 1))
    assert len(made) <= MOST_ATTEMPTS


def test_the_moves_of_a_delivery_are_those_of_the_interface() -> None:
    assert {(before.value, step.value): after.value for (before, step), after in TRANSITIONS.items()} == {
        ("pending", "claimed"): "processing",
        ("pending", "postponed"): "pending",
        ("processing", "claimed"): "processing",
        ("processing", "postponed"): "processing",
        ("processing", "delivered"): "completed",
        ("processing", "exhausted"): "failed",
        ("failed", "retried"): "pending",
    }
    ends = {DeliveryStatus.COMPLETED, DeliveryStatus.FAILED}
    # Only an operator has a delivery attempted again that is over.
    assert [move for move in product(ends, DeliveryStep) if move in TRANSITIONS] == [
        (DeliveryStatus.FAILED, DeliveryStep.RETRIED)
    ]

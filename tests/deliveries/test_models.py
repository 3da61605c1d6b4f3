"""Deliveries: claims, outcomes, retries and recovery (interface: Deliveries, rules 5 to 8)."""

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

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
from gather.deliveries.recovery import plan_recovery, plan_resumption
from gather.deliveries.requests import WebhookDeliveryQuery
from gather.deliveries.schedule import MOST_ATTEMPTS
from gather.events.event import EventName, EventRecord
from gather.outgoing.result import AttemptError, AttemptResult
from gather.webhooks.models import DeliveryTarget

NOW = datetime(2026, 2, 3, 4, 5, 6, 789_000, tzinfo=UTC)
EVENT = EventRecord(
    id=new_id(),
    name=EventName.CANDIDATE_INTERVIEW_STATUS_CHANGED,
    organization_id="an organization",
    team_id="a team",
    payload={"candidateInterviewId": "theirs", "previousStatus": None},
    created_at=timestamp(NOW),
)
TARGET = DeliveryTarget("https://hooks.example/in", webhook_configuration_id="a configuration")
TAKEN = AttemptResult(status=204, status_text="No Content", headers={"server": "theirs"})
REFUSED = AttemptResult(status=503, status_text="Busy", headers={}, data={"retry": True})
SILENT = AttemptResult(error=AttemptError.TIMEOUT)


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def answer_of(delivery: DeliveryRecord) -> dict[str, Any]:
    """Returns a delivery as the log shows it."""
    shown: dict[str, Any] = TypeAdapter(WebhookDelivery).dump_python(delivery, by_alias=True)
    return shown


def in_flight(delivery: DeliveryRecord, attempt: int, now: datetime = NOW) -> DeliveryRecord:
    claimed = delivery.claim(attempt, now)
    assert claimed is not None
    return claimed


def after_failures(count: int, result: AttemptResult = SILENT) -> DeliveryRecord:
    delivery = new_delivery(EVENT, TARGET)
    for attempt in range(1, count + 1):
        delivery = in_flight(delivery, attempt).settle(result, NOW).record
    return delivery


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


class TestRecovery:
    def test_a_delivery_that_is_in_flight_is_not_recovered(self) -> None:
        flying = in_flight(new_delivery(EVENT, TARGET), 1)
        assert plan_recovery(flying, after(LEASE_SECONDS - 1)) is None
        waiting = flying.settle(SILENT, NOW).record
        assert plan_recovery(waiting, after(60 + RECOVERY_GRACE_SECONDS - 1)) is None
        assert plan_recovery(new_delivery(EVENT, TARGET), after(RECOVERY_GRACE_SECONDS - 1)) is None

    @pytest.mark.parametrize("result", [TAKEN, SILENT])
    def test_a_delivery_that_is_over_stays_over(self, result: AttemptResult) -> None:
        over = in_flight(after_failures(2), 3).settle(result, NOW).record
        assert plan_recovery(over, after(100_000)) is None

    @pytest.mark.parametrize("failures", [0, 1, 2])
    def test_a_lost_message_or_execution_is_made_up_for(self, failures: int) -> None:
        waiting = after_failures(failures)
        found = plan_recovery(waiting, after(300 + RECOVERY_GRACE_SECONDS))
        assert found is not None
        assert found.attempt == failures + 1
        assert (found.record.status, found.record.attempts) == (waiting.status, failures)
        assert found.record.claim(failures + 1, after(300 + RECOVERY_GRACE_SECONDS)) is not None

    def test_a_claimed_attempt_whose_worker_is_gone_counts_as_made(self) -> None:
        flying = in_flight(new_delivery(EVENT, TARGET), 1)
        found = plan_recovery(flying, after(LEASE_SECONDS))
        assert found is not None
        assert (found.attempt, found.record.attempts) == (2, 1)
        assert found.record.overdue_at == timestamp(after(LEASE_SECONDS + RECOVERY_GRACE_SECONDS))
        assert found.record.claim(2, after(LEASE_SECONDS)) is not None

    def test_a_worker_that_comes_back_too_late_changes_nothing(self) -> None:
        found = plan_recovery(in_flight(new_delivery(EVENT, TARGET), 1), after(LEASE_SECONDS))
        assert found is not None
        with pytest.raises(ValueError, match="in flight"):
            found.record.settle(TAKEN, after(LEASE_SECONDS))

    def test_a_delivery_whose_last_worker_is_gone_has_failed(self) -> None:
        found = plan_recovery(in_flight(after_failures(2), 3), after(LEASE_SECONDS))
        assert found is not None
        assert (found.attempt, found.record.status) == (None, DeliveryStatus.FAILED)
        assert found.record.error_response is not None
        assert found.record.error_response.error == "worker_lost"

    def test_a_recovery_run_soon_after_another_finds_nothing_to_do(self) -> None:
        found = plan_recovery(new_delivery(EVENT, TARGET), after(1000))
        assert found is not None
        assert plan_recovery(found.record, after(1000 + RECOVERY_GRACE_SECONDS - 1)) is None


class TestResumption:
    """After queues, executions and workers were lost together."""

    @pytest.mark.parametrize(("failures", "wait"), [(0, 0), (1, 50), (2, 290)])
    def test_an_awaited_attempt_keeps_its_time(self, failures: int, wait: int) -> None:
        waiting = after_failures(failures)
        found = plan_resumption(waiting, after(10))
        assert found is not None
        assert (found.record, found.attempt, found.wait_seconds) == (waiting, failures + 1, wait)

    def test_an_attempt_that_was_in_flight_counts_as_made(self) -> None:
        flying = in_flight(new_delivery(EVENT, TARGET), 1)
        found = plan_resumption(flying, after(1))
        assert found is not None
        assert (found.attempt, found.wait_seconds, found.record.attempts) == (2, 0, 1)
        assert found.record.claim(2, after(1)) is not None

    def test_what_was_worked_on_since_is_left_alone(self) -> None:
        waiting = after_failures(1)
        assert plan_resumption(in_flight(waiting, 2, after(11)), after(10)) is None

    @pytest.mark.parametrize("result", [TAKEN, SILENT])
    def test_a_delivery_that_is_over_stays_over(self, result: AttemptResult) -> None:
        over = in_flight(after_failures(2), 3).settle(result, NOW).record
        assert plan_resumption(over, after(100_000)) is None


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


class TestQuery:
    def test_without_parameters_it_is_the_first_page_of_50_of_everything(self) -> None:
        query = WebhookDeliveryQuery.model_validate({})
        assert (query.page, query.page_size) == (1, 50)
        assert query.ids() is None

    @pytest.mark.parametrize(
        "parameters",
        [
            {"page": "0"},
            {"page": "x"},
            {"page": "1.5"},
            {"page": "1000001"},
            {"pageSize": "0"},
            {"pageSize": "201"},
            {"status": "done"},
            {"startDate": "yesterday"},
            {"endDate": "2026-13-01"},
            {"startDate": "0001-01-01T00:00:00+14:00"},
            {"endDate": "9999-12-31T23:59:59-14:00"},
        ],
    )
    def test_what_is_out_of_range_is_refused_and_not_clamped(self, parameters: dict[str, str]) -> None:
        with pytest.raises(ValidationError) as refusal:
            WebhookDeliveryQuery.model_validate(parameters)
        assert [error["loc"] for error in refusal.value.errors()] == [(next(iter(parameters)),)]

    @pytest.mark.parametrize(
        ("parameters", "selected"),
        [
            ({"startDate": "2026-02-03T04:05:06.789Z"}, True),
            ({"startDate": "2026-02-03T04:05:06.7891Z"}, False),
            ({"startDate": "2026-02-03T06:05:06.789+02:00"}, True),
            ({"startDate": "2026-02-03"}, True),
            ({"startDate": "2026-02-04"}, False),
            ({"startDate": "0001-01-01"}, True),
            ({"startDate": "9999-12-31"}, False),
            ({"endDate": "2026-02-03T04:05:06.789Z"}, True),
            ({"endDate": "2026-02-03T04:05:06.788Z"}, False),
            ({"endDate": "2026-02-03"}, True),
            ({"endDate": "2026-02-02"}, False),
            ({"endDate": "0001-01-01"}, False),
            ({"endDate": "9999-12-31T23:59:59.999Z"}, True),
            ({"startDate": "2026-02-03T04:05:06.789Z", "endDate": "2026-02-03T04:05:06.789Z"}, True),
        ],
    )
    def test_dates_are_inclusive_and_ranges_of_ids(self, parameters: dict[str, Any], selected: bool) -> None:
        ids = WebhookDeliveryQuery.model_validate(parameters).ids()
        assert ids is not None
        assert (ids[0] <= new_delivery(EVENT, TARGET).id <= ids[1]) is selected

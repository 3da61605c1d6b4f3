"""The recovery of deliveries that were lost (interface: Deliveries, rules 5 to 8)."""

import pytest

from gather.core.clock import timestamp
from gather.deliveries.models import LEASE_SECONDS, RECOVERY_GRACE_SECONDS, DeliveryStatus, new_delivery
from gather.deliveries.recovery import plan_recovery, plan_resumption
from gather.outgoing.result import AttemptResult
from tests.builders.delivery_attempts import (
    EVENT,
    NOW,
    SILENT,
    TAKEN,
    TARGET,
    after,
    after_failures,
    in_flight,
)


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

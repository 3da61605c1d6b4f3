"""Deliveries and the results of their attempts, without a table."""

from datetime import UTC, datetime, timedelta

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.deliveries.models import DeliveryRecord, new_delivery
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


def in_flight(delivery: DeliveryRecord, attempt: int, now: datetime = NOW) -> DeliveryRecord:
    claimed = delivery.claim(attempt, now)
    assert claimed is not None
    return claimed


def after_failures(count: int, result: AttemptResult = SILENT) -> DeliveryRecord:
    delivery = new_delivery(EVENT, TARGET)
    for attempt in range(1, count + 1):
        delivery = in_flight(delivery, attempt).settle(result, NOW).record
    return delivery

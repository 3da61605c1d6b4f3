"""Webhook deliveries: one event on its way to one URL (interface: Deliveries, rules 1, 5 and 7).

A worker claims an attempt, makes it and settles it. Each step is a pure function from the record to
the record; the table writes the new one only if `attempts` and `lease_expires_at` are still those
of the old, so that of two workers one wins. An attempt is claimed by its number: repeated messages
and replayed tasks find it taken.

    pending ──claimed──▶ processing ──delivered──▶ completed
                          │  ▲   └───exhausted──▶ failed
       ▲                  └──┘ claimed, postponed │
       └──────────── retried by an operator ──────┘
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from pydantic import Field

from gather.core.clock import from_timestamp, timestamp
from gather.core.identifiers import derived_id, first_id_at
from gather.core.record import Identified
from gather.core.tenant import TenantId
from gather.deliveries.attempt_result import (
    FINAL_ERRORS,
    LONGEST_RESPONSE_BODY,
    DeliveryAttempt,
    DeliveryFailure,
    DeliveryResponse,
    kept_failure,
    kept_response,
)
from gather.deliveries.schedule import MOST_ATTEMPTS, seconds_until, wait_seconds
from gather.events.event import EventRecord
from gather.outgoing.result import AttemptError, AttemptResult
from gather.webhooks.models import DeliveryTarget

LEASE_SECONDS = 30
"""How long a claimed attempt may take before it counts as made and lost: its limit is 5 s."""

RECOVERY_GRACE_SECONDS = 120
"""How long the queue and the state machine get after an attempt is due before recovery steps in."""

SLOW_LANE_GRACE_SECONDS = 3_600
"""The same for an attempt in the slow lane, which waits behind what is slow."""


class DeliveryStatus(StrEnum):
    """Status of a delivery (interface: Deliveries, rule 7)."""

    PENDING = "pending"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"


OVER = frozenset({DeliveryStatus.COMPLETED, DeliveryStatus.FAILED})
"""The statuses of a delivery that gets no further attempt."""


class DeliveryStep(StrEnum):
    """What can happen to a delivery."""

    CLAIMED = "claimed"
    DELIVERED = "delivered"
    POSTPONED = "postponed"
    EXHAUSTED = "exhausted"
    RETRIED = "retried"


TRANSITIONS: Mapping[tuple[DeliveryStatus, DeliveryStep], DeliveryStatus] = {
    (DeliveryStatus.PENDING, DeliveryStep.CLAIMED): DeliveryStatus.PROCESSING,
    (DeliveryStatus.PENDING, DeliveryStep.POSTPONED): DeliveryStatus.PENDING,
    (DeliveryStatus.PROCESSING, DeliveryStep.CLAIMED): DeliveryStatus.PROCESSING,
    (DeliveryStatus.PROCESSING, DeliveryStep.POSTPONED): DeliveryStatus.PROCESSING,
    (DeliveryStatus.PROCESSING, DeliveryStep.DELIVERED): DeliveryStatus.COMPLETED,
    (DeliveryStatus.PROCESSING, DeliveryStep.EXHAUSTED): DeliveryStatus.FAILED,
    (DeliveryStatus.FAILED, DeliveryStep.RETRIED): DeliveryStatus.PENDING,
}
"""Every move of a delivery; what is not here is impossible."""


class WebhookDelivery(Identified):
    """A delivery as the log shows it (interface: Deliveries, rules 7 and 8).

    Exactly the interface's members; `webhook_configuration_id` is null for a candidate interview's
    own `webhookUrl`.
    """

    webhook_configuration_id: str | None = None
    """The configuration that the delivery is for; null for the address of a candidate interview."""
    event_type: str
    """The event that is delivered."""
    status: DeliveryStatus = DeliveryStatus.PENDING
    """How far the delivery is."""
    attempts: int = 0
    """How many attempts were made."""
    payload: dict[str, Any]
    """What is sent."""
    response: DeliveryResponse | None = None
    """The receiver's answer; null before there is one."""
    error_response: DeliveryFailure | None = None
    """What went wrong in the last attempt; null when nothing did."""


class WebhookDeliveryDetail(WebhookDelivery):
    """A delivery as it is shown alone (interface: Deliveries, rule 11).

    `event_id` is the `X-Service-Id` of its requests. `attempt_history` has the attempts that are over, in
    their order.
    """

    event_id: str
    """The id of the event, which every request of the delivery has as its `X-Service-Id`."""
    url: str
    """Where the delivery goes."""
    attempt_history: list[DeliveryAttempt] = Field(default_factory=list)
    """The attempts that are over, in their order."""
    is_test: bool = False
    """Whether the event was made up by the test of a configuration."""
    redelivery_of: str | None = None
    """The delivery that this one repeats; null unless it was redelivered."""


class DeliveryRecord(WebhookDeliveryDetail):
    """A delivery as the table keeps it, with what its workers need.

    `candidate_interview_id` is the one that the payload is about, if any. `lease_expires_at` and
    `attempt_started_at` are set while an attempt is in flight, `next_attempt_at` while one is awaited, none
    when the delivery is over. `in_slow_lane` is set while an attempt is awaited that was deferred to the slow
    lane. `ladder` counts how often the attempts began: an operator has them begin again.
    """

    organization_id: TenantId
    team_id: TenantId
    candidate_interview_id: str | None = None
    next_attempt_at: str | None = None
    lease_expires_at: str | None = None
    attempt_started_at: str | None = None
    in_slow_lane: bool = False
    ladder: int = 1

    @property
    def subject_id(self) -> str | None:
        """What of a candidate the payload is about: a candidate interview, a meeting's invite, or else an
        enrollment; None where it is about nobody."""
        names = ("candidateInterviewId", "candidateMeetingId", "enrollmentId")
        named = (self.payload.get(name) for name in names)
        return self.candidate_interview_id or next((str(each) for each in named if each), None)

    @property
    def overdue_at(self) -> str | None:
        """When recovery has to take this delivery up; None when the delivery is over.

        A lease that ends, or an awaited attempt whose grace is over. Recovery's index sorts by it.
        """
        if self.next_attempt_at is None:
            return self.lease_expires_at
        grace_seconds = SLOW_LANE_GRACE_SECONDS if self.in_slow_lane else RECOVERY_GRACE_SECONDS
        return timestamp(from_timestamp(self.next_attempt_at) + timedelta(seconds=grace_seconds))


@dataclass(frozen=True, slots=True)
class AwaitedAttempt:
    """An attempt of a ladder (`DeliveryRecord`) that is to be made in `wait_seconds`."""

    ladder: int
    wait_seconds: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """The record after an attempt, and the next attempt; None when there is none."""

    record: DeliveryRecord
    awaited: AwaitedAttempt | None


def delivery_ids(event: EventRecord, targets: Iterable[DeliveryTarget]) -> list[str]:
    """The ids of the deliveries of `event` to `targets`, each the same every time.

    An id begins with the date of its event, so that ranges of dates are ranges of ids.
    """
    first_id = first_id_at(from_timestamp(event.created_at))
    return [derived_id(first_id, event.id, target.owner_id, target.url) for target in targets]


def new_delivery(event: EventRecord, target: DeliveryTarget) -> DeliveryRecord:
    """The delivery of `event` to `target`, dated by its event. The fan-out worker makes the same record each
    time."""
    [identifier] = delivery_ids(event, [target])
    return DeliveryRecord(
        id=identifier,
        webhook_configuration_id=target.webhook_configuration_id,
        candidate_interview_id=event.payload.get("candidateInterviewId"),
        event_type=event.name,
        event_id=event.id,
        payload=event.payload,
        url=target.url,
        organization_id=event.organization_id,
        team_id=event.team_id,
        next_attempt_at=event.created_at,
        created_at=event.created_at,
        updated_at=event.created_at,
    )


def redelivery(delivery: DeliveryRecord, request_id: str, now: datetime) -> DeliveryRecord:
    """The delivery that repeats `delivery`, which is over: the same event to the same URL.

    `request_id` and `now` are those of the request for it, which makes the same record each time. It is dated
    by the request.
    """
    moment = timestamp(now)
    return DeliveryRecord(
        id=derived_id(first_id_at(now), request_id, delivery.id),
        webhook_configuration_id=delivery.webhook_configuration_id,
        candidate_interview_id=delivery.candidate_interview_id,
        event_type=delivery.event_type,
        event_id=delivery.event_id,
        payload=delivery.payload,
        url=delivery.url,
        is_test=delivery.is_test,
        redelivery_of=delivery.id,
        organization_id=delivery.organization_id,
        team_id=delivery.team_id,
        next_attempt_at=moment,
        created_at=moment,
        updated_at=moment,
    )


def claim(delivery: DeliveryRecord, attempt: int, now: datetime) -> DeliveryRecord | None:
    """`delivery` with `attempt` (1 to 3) in flight from `now` on, or None when it may not be made.

    It may not when it was made before, when another is in flight, and when the delivery is over. The
    time of the attempt is its caller's business: queues and state machines keep the schedule.
    """
    expected = attempt == delivery.attempts + 1 and attempt <= MOST_ATTEMPTS
    if (delivery.status, DeliveryStep.CLAIMED) not in TRANSITIONS or not expected:
        return None
    if delivery.lease_expires_at is not None and not has_passed(delivery.lease_expires_at, now):
        return None
    lease_end = timestamp(now + timedelta(seconds=LEASE_SECONDS))
    in_flight = _without_lost_attempt(delivery, now).changed(
        attempts=attempt,
        lease_expires_at=lease_end,
        attempt_started_at=timestamp(now),
        next_attempt_at=None,
        in_slow_lane=False,
    )
    return _moved(in_flight, DeliveryStep.CLAIMED, now)


def due_again(delivery: DeliveryRecord, now: datetime) -> DeliveryRecord:
    """`delivery`, whose next attempt is due at once; one that was in flight counts as made and lost."""
    waiting = _without_lost_attempt(delivery, now).changed(next_attempt_at=timestamp(now), in_slow_lane=False)
    return _moved(waiting, DeliveryStep.POSTPONED, now)


def deferred(delivery: DeliveryRecord, now: datetime) -> DeliveryRecord:
    """`delivery`, whose next attempt is awaited in the slow lane from `now` on."""
    waiting = delivery.changed(lease_expires_at=None, next_attempt_at=timestamp(now), in_slow_lane=True)
    return _moved(waiting, DeliveryStep.POSTPONED, now)


def settle(delivery: DeliveryRecord, result: AttemptResult, now: datetime) -> Settlement:
    """`delivery`, whose attempt is in flight, after that attempt ended with `result` at `now`.

    Raises ValueError when no attempt is in flight: its outcome was settled before.
    """
    if delivery.lease_expires_at is None:
        raise ValueError("no attempt of this delivery is in flight")
    over = _attempted(delivery, result, now).changed(response=kept_response(result), next_attempt_at=None)
    if result.delivered:
        return Settlement(_moved(over, DeliveryStep.DELIVERED, now), None)
    if delivery.attempts >= MOST_ATTEMPTS or result.error in FINAL_ERRORS:
        failed = over.changed(error_response=kept_failure(result))
        return Settlement(_moved(failed, DeliveryStep.EXHAUSTED, now), None)
    pause = wait_seconds(delivery.attempts, result, now)
    due = timestamp(now + timedelta(seconds=pause))
    postponed = _moved(over.changed(next_attempt_at=due), DeliveryStep.POSTPONED, now)
    return Settlement(postponed, AwaitedAttempt(delivery.ladder, pause))


def retried(delivery: DeliveryRecord, now: datetime) -> DeliveryRecord:
    """A failed delivery with all of its attempts before it again, as an operator wants it."""
    again = delivery.changed(
        attempts=0,
        response=None,
        error_response=None,
        next_attempt_at=timestamp(now),
        ladder=delivery.ladder + 1,
    )
    return _moved(again, DeliveryStep.RETRIED, now)


def awaited_after(delivery: DeliveryRecord, attempt: int, now: datetime) -> AwaitedAttempt | None:
    """The attempt after `attempt`, which has been made; None if none is awaited.

    What a repeated step finds that was interrupted after its outcome was stored.
    """
    if delivery.attempts != attempt or delivery.next_attempt_at is None:
        return None
    return AwaitedAttempt(delivery.ladder, seconds_until(delivery.next_attempt_at, now))


def _moved(delivery: DeliveryRecord, step: DeliveryStep, now: datetime) -> DeliveryRecord:
    status = TRANSITIONS.get((delivery.status, step))
    if status is None:
        raise ValueError(f"a {delivery.status} delivery cannot be {step}")
    return delivery.changed(status=status, updated_at=timestamp(now))


def _without_lost_attempt(delivery: DeliveryRecord, now: datetime) -> DeliveryRecord:
    if delivery.lease_expires_at is None:
        return delivery
    return _attempted(delivery, AttemptResult(error=AttemptError.WORKER_LOST), now)


def _attempted(delivery: DeliveryRecord, result: AttemptResult, now: datetime) -> DeliveryRecord:
    """`delivery` without an attempt in flight: it ended with `result` at `now`."""
    # Attempts that an earlier release began have no time of their own.
    started_at = delivery.attempt_started_at or delivery.updated_at
    attempt = DeliveryAttempt(
        number=delivery.attempts,
        started_at=started_at,
        duration_ms=max(0, round((now - from_timestamp(started_at)).total_seconds() * 1000)),
        http_status=result.status,
        error=result.error,
        response_body=result.body[:LONGEST_RESPONSE_BODY] or None,
    )
    return delivery.changed(
        attempt_history=[*delivery.attempt_history, attempt], attempt_started_at=None, lease_expires_at=None
    )


def has_passed(moment: str, now: datetime) -> bool:
    """Whether `now` is at `moment` or after it."""
    return from_timestamp(moment) <= now

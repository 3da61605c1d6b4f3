"""Webhook deliveries: one event on its way to one URL (interface: Deliveries, rules 1, 5 and 7).

A worker claims an attempt, makes it and settles it. Each step is a method that returns the next record. The
table writes that only if `attempts` and `lease_expires_at` are still those of the old one, so that of two
workers one wins. An attempt is claimed by its number: repeated messages and replayed tasks find it taken.

    in_flight = delivery.claim(attempt=1, now=clock.now())
    settlement = in_flight.settle(result, clock.now())
    settlement.record.status, settlement.awaited

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
"""The same for an attempt in the slow queue, which waits behind what is slow."""


class DeliveryStatus(StrEnum):
    """Status of a delivery (interface: Deliveries, rule 7)."""

    PENDING = "pending"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"


OVER = frozenset({DeliveryStatus.COMPLETED, DeliveryStatus.FAILED})
"""The statuses of a delivery that gets no further attempt."""


class DeliveryStep(StrEnum):
    """A step in the life of a delivery."""

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
"""Every step of a delivery; any other is impossible."""


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
    """The status of the delivery."""
    attempts: int = 0
    """How many attempts were made."""
    payload: dict[str, Any]
    """The body that is sent."""
    response: DeliveryResponse | None = None
    """The receiver's answer; null before there is one."""
    error_response: DeliveryFailure | None = None
    """The failure of the last attempt; null when it did not fail."""


class WebhookDeliveryDetail(WebhookDelivery):
    """A delivery as it is shown alone (interface: Deliveries, rule 11).

    `event_id` is the `X-Service-Id` of its requests. `attempt_history` has the attempts that are over, in
    their order.
    """

    event_id: str
    """The id of the event, which every request of the delivery has as its `X-Service-Id`."""
    url: str
    """The URL that the delivery goes to."""
    attempt_history: list[DeliveryAttempt] = Field(default_factory=list)
    """The attempts that are over, in their order."""
    is_test: bool = False
    """Whether the event was made up by the test of a configuration."""
    redelivery_of: str | None = None
    """The delivery that this one repeats; null unless it was redelivered."""


class DeliveryRecord(WebhookDeliveryDetail):
    """A delivery as the table has it, with the state that its workers need.

    `candidate_interview_id` is the one that the payload is about, if any. `lease_expires_at` and
    `attempt_started_at` are set while an attempt is in flight, `next_attempt_at` while one is awaited, none
    when the delivery is over. `in_slow_lane` is set while an attempt is awaited that was deferred to the slow
    queue. `ladder` counts how often the attempts began: an operator has them begin again.
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
        """The id of the candidate interview, else the meeting's invite, else the enrollment that the payload
        is about; None where it is about nobody."""
        names = ("candidateInterviewId", "candidateMeetingId", "enrollmentId")
        named = (self.payload.get(name) for name in names)
        return self.candidate_interview_id or next((str(each) for each in named if each), None)

    @property
    def is_over(self) -> bool:
        """Whether the delivery gets no further attempt."""
        return self.status in OVER

    @property
    def overdue_at(self) -> str | None:
        """The time when recovery takes the delivery up; None when the delivery is over.

        A lease that ends, or an awaited attempt whose grace is over. Recovery's index sorts by it.
        """
        if self.next_attempt_at is None:
            return self.lease_expires_at
        grace_seconds = SLOW_LANE_GRACE_SECONDS if self.in_slow_lane else RECOVERY_GRACE_SECONDS
        return timestamp(from_timestamp(self.next_attempt_at) + timedelta(seconds=grace_seconds))

    def repeat(self, request_id: str, now: datetime) -> "DeliveryRecord":
        """Repeat a delivery that is over: the same event to the same URL, as a delivery of its own.

        `request_id` and `now` are those of the request for it, which makes the same record each time. The
        request dates it.
        """
        moment = timestamp(now)
        return DeliveryRecord(
            id=derived_id(first_id_at(now), request_id, self.id),
            webhook_configuration_id=self.webhook_configuration_id,
            candidate_interview_id=self.candidate_interview_id,
            event_type=self.event_type,
            event_id=self.event_id,
            payload=self.payload,
            url=self.url,
            is_test=self.is_test,
            redelivery_of=self.id,
            organization_id=self.organization_id,
            team_id=self.team_id,
            next_attempt_at=moment,
            created_at=moment,
            updated_at=moment,
        )

    def claim(self, attempt: int, now: datetime) -> "DeliveryRecord | None":
        """Put `attempt` (1 to 3) in flight from `now` on; None when it may not be made.

        It may not when it was made before, when another is in flight, and when the delivery is over. The
        time of the attempt is its caller's business: queues and state machines keep the schedule.
        """
        expected = attempt == self.attempts + 1 and attempt <= MOST_ATTEMPTS
        if (self.status, DeliveryStep.CLAIMED) not in TRANSITIONS or not expected:
            return None
        if self.lease_expires_at is not None and not has_passed(self.lease_expires_at, now):
            return None
        lease_end = timestamp(now + timedelta(seconds=LEASE_SECONDS))
        in_flight = self._end_lost_attempt(now).changed(
            attempts=attempt,
            lease_expires_at=lease_end,
            attempt_started_at=timestamp(now),
            next_attempt_at=None,
            in_slow_lane=False,
        )
        return in_flight._move(DeliveryStep.CLAIMED, now)

    def requeue(self, now: datetime) -> "DeliveryRecord":
        """Make the next attempt due at once; one that was in flight counts as made and lost."""
        waiting = self._end_lost_attempt(now).changed(next_attempt_at=timestamp(now), in_slow_lane=False)
        return waiting._move(DeliveryStep.POSTPONED, now)

    def defer(self, now: datetime) -> "DeliveryRecord":
        """Await the next attempt in the slow queue from `now` on."""
        waiting = self.changed(lease_expires_at=None, next_attempt_at=timestamp(now), in_slow_lane=True)
        return waiting._move(DeliveryStep.POSTPONED, now)

    def settle(self, result: AttemptResult, now: datetime) -> "Settlement":
        """End the attempt in flight with `result` at `now`, and schedule the next one if there is one.

        Raises ValueError when no attempt is in flight: its outcome was settled before.
        """
        if self.lease_expires_at is None:
            raise ValueError("no attempt of this delivery is in flight")
        response = DeliveryResponse.of(result)
        over = self._end_attempt(result, now).changed(response=response, next_attempt_at=None)
        if result.delivered:
            return Settlement(over._move(DeliveryStep.DELIVERED, now), None)
        if self.attempts >= MOST_ATTEMPTS or result.error in FINAL_ERRORS:
            failed = over.changed(error_response=DeliveryFailure.of(result))
            return Settlement(failed._move(DeliveryStep.EXHAUSTED, now), None)
        pause = wait_seconds(self.attempts, result, now)
        due = timestamp(now + timedelta(seconds=pause))
        postponed = over.changed(next_attempt_at=due)._move(DeliveryStep.POSTPONED, now)
        return Settlement(postponed, AwaitedAttempt(self.ladder, pause))

    def retry(self, now: datetime) -> "DeliveryRecord":
        """Begin the attempts of a failed delivery again, as an operator wants it."""
        again = self.changed(
            attempts=0,
            response=None,
            error_response=None,
            next_attempt_at=timestamp(now),
            ladder=self.ladder + 1,
        )
        return again._move(DeliveryStep.RETRIED, now)

    def find_next_attempt(self, attempt: int, now: datetime) -> "AwaitedAttempt | None":
        """Find the attempt after `attempt`, which has been made; None if none is awaited.

        A repeated step that was interrupted after its outcome was stored finds it here.
        """
        if self.attempts != attempt or self.next_attempt_at is None:
            return None
        return AwaitedAttempt(self.ladder, seconds_until(self.next_attempt_at, now))

    def _move(self, step: DeliveryStep, now: datetime) -> "DeliveryRecord":
        status = TRANSITIONS.get((self.status, step))
        if status is None:
            raise ValueError(f"a {self.status} delivery cannot be {step}")
        return self.changed(status=status, updated_at=timestamp(now))

    def _end_lost_attempt(self, now: datetime) -> "DeliveryRecord":
        if self.lease_expires_at is None:
            return self
        return self._end_attempt(AttemptResult(error=AttemptError.WORKER_LOST), now)

    def _end_attempt(self, result: AttemptResult, now: datetime) -> "DeliveryRecord":
        """Add the attempt in flight to the history: it ended with `result` at `now`."""
        # The record changes when an attempt begins, and not again until its end.
        started_at = self.attempt_started_at or self.updated_at
        attempt = DeliveryAttempt(
            number=self.attempts,
            started_at=started_at,
            duration_ms=max(0, round((now - from_timestamp(started_at)).total_seconds() * 1000)),
            http_status=result.status,
            error=result.error,
            response_body=result.body[:LONGEST_RESPONSE_BODY] or None,
        )
        return self.changed(
            attempt_history=[*self.attempt_history, attempt], attempt_started_at=None, lease_expires_at=None
        )


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
    """Make the delivery of `event` to `target`, dated by its event; the same record each time."""
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


def has_passed(moment: str, now: datetime) -> bool:
    """Whether `now` is at `moment` or after it."""
    return from_timestamp(moment) <= now

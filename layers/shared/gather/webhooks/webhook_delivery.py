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

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from math import ceil
from typing import Any

from pydantic import Field

from gather.core.clock import from_timestamp, timestamp
from gather.core.identifiers import derived_id, first_id_at
from gather.core.model import Model
from gather.core.record import Identified
from gather.core.tenant import TenantId
from gather.events.event import EventRecord
from gather.webhooks.webhook import DeliveryTarget

ATTEMPT_DELAYS_SECONDS = (0, 60, 300)
"""How long after the end of the attempt before it each attempt is made (interface: Deliveries, rule 5)."""

MOST_ATTEMPTS = len(ATTEMPT_DELAYS_SECONDS)

LEASE_SECONDS = 30
"""How long a claimed attempt may take before it counts as made and lost: its limit is 5 s."""

BUSY_STATUSES = frozenset({429, 503})
"""With these a receiver may say in `Retry-After` when it wants to be asked again."""

LONGEST_RESPONSE_BODY = 1_024
"""How many characters of a response's body the history of attempts keeps."""

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


class AttemptError(StrEnum):
    """Why an attempt got no complete response."""

    INVALID_URL = "invalid_url"
    NAME_NOT_RESOLVED = "name_not_resolved"
    ADDRESS_REFUSED = "address_refused"
    CONNECTION_FAILED = "connection_failed"
    TLS_FAILED = "tls_failed"
    TIMEOUT = "timeout"
    INVALID_ANSWER = "invalid_answer"
    WORKER_LOST = "worker_lost"
    NO_LONGER_CONFIGURED = "no_longer_configured"


ERROR_MESSAGES: Mapping[AttemptError, str] = {
    AttemptError.INVALID_URL: "The URL cannot be used.",
    AttemptError.NAME_NOT_RESOLVED: "The host name could not be resolved.",
    AttemptError.ADDRESS_REFUSED: "The host name leads to an address that deliveries do not go to.",
    AttemptError.CONNECTION_FAILED: "The connection failed or was closed before the answer.",
    AttemptError.TLS_FAILED: "The TLS connection failed; the certificate may not be valid for the host.",
    AttemptError.TIMEOUT: "The receiver did not answer completely within the time limit.",
    AttemptError.INVALID_ANSWER: "The receiver's answer is not a complete HTTP message.",
    AttemptError.WORKER_LOST: "The attempt was started and its outcome is not known.",
    AttemptError.NO_LONGER_CONFIGURED: "The webhook configuration is inactive or no longer names the URL.",
}
"""What the delivery log says of each error."""

FINAL_ERRORS = frozenset({AttemptError.NO_LONGER_CONFIGURED})
"""After these no further attempt is made."""


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """What came of one attempt.

    `status` to `data` are the receiver's response as far as it came; `data` is a JSON value or text.
    `body` is its text before any reading. `error` is None when the response is complete, whatever its
    status.
    """

    status: int | None = None
    """How far the delivery is, or the HTTP status of an answer."""
    status_text: str = ""
    """The words beside the HTTP status."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """The headers of the receiver's answer."""
    data: Any = ""
    """The body of the receiver's answer."""
    error: AttemptError | None = None
    """What failed, as a name."""
    body: str = ""
    """The body of the receiver's answer as text."""

    @property
    def delivered(self) -> bool:
        """Whether the receiver took the event: a complete response with a 2xx status."""
        return self.error is None and self.status is not None and 200 <= self.status < 300


class DeliveryResponse(Model):
    """The receiver's last response (interface: Deliveries, rule 8)."""

    status: int
    status_text: str
    headers: dict[str, str]
    data: Any


class DeliveryFailure(Model):
    """Why the delivery failed in the end (interface: Deliveries, rule 8).

    `status` and `data` are those of the receiver's response, null without one; `error` is an
    `AttemptError`, null when the receiver responded with a status other than 2xx.
    """

    status: int | None
    data: Any
    error: str | None
    message: str
    """What failed, in words."""


class DeliveryAttempt(Model):
    """One attempt of a delivery (interface: Deliveries, rule 11).

    `duration_ms` is in milliseconds. `error` is an `AttemptError`, null when the response was complete;
    `response_body` the beginning of the response's body, null when nothing came.
    """

    number: int
    """Which attempt it was, counted from 1."""
    started_at: str
    """When the attempt began."""
    duration_ms: int
    """How long the attempt took, in milliseconds."""
    http_status: int | None
    """The HTTP status of the receiver's answer; null when there was none."""
    error: str | None
    """Why there was no complete answer, as a name; null when there was one."""
    response_body: str | None
    """The first 1,024 characters of the answer's body; null when nothing came."""


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
    lane.
    """

    organization_id: TenantId
    team_id: TenantId
    candidate_interview_id: str | None = None
    next_attempt_at: str | None = None
    lease_expires_at: str | None = None
    attempt_started_at: str | None = None
    in_slow_lane: bool = False

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
class Settlement:
    """The record after an attempt and the seconds to wait before the next; None when there is none."""

    record: DeliveryRecord
    wait_seconds: int | None


@dataclass(frozen=True, slots=True)
class DeliveryRecovery:
    """What recovery does: write `record`, then queue `attempt`, to be made in `wait_seconds`.

    `attempt` is None when the delivery is over.
    """

    record: DeliveryRecord
    attempt: int | None
    wait_seconds: int = 0

    @property
    def is_given_up(self) -> bool:
        """Whether the delivery fails because a worker was lost with its last attempt."""
        return self.record.status is DeliveryStatus.FAILED


def new_delivery(event: EventRecord, target: DeliveryTarget) -> DeliveryRecord:
    """The delivery of `event` to `target`. The fan-out worker makes the same record each time.

    It is dated by its event, and its id begins with that date, so that ranges of dates are ranges of ids.
    """
    first_id = first_id_at(from_timestamp(event.created_at))
    return DeliveryRecord(
        id=derived_id(first_id, event.id, target.owner_id, target.url),
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
    if delivery.lease_expires_at is not None and not _has_passed(delivery.lease_expires_at, now):
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
    over = _attempted(delivery, result, now).changed(response=_response(result), next_attempt_at=None)
    if result.delivered:
        return Settlement(_moved(over, DeliveryStep.DELIVERED, now), None)
    if delivery.attempts >= MOST_ATTEMPTS or result.error in FINAL_ERRORS:
        failed = over.changed(error_response=_failure(result))
        return Settlement(_moved(failed, DeliveryStep.EXHAUSTED, now), None)
    wait_seconds = _wait_seconds(delivery, result, now)
    due = timestamp(now + timedelta(seconds=wait_seconds))
    postponed = _moved(over.changed(next_attempt_at=due), DeliveryStep.POSTPONED, now)
    return Settlement(postponed, wait_seconds)


def retried(delivery: DeliveryRecord, now: datetime) -> DeliveryRecord:
    """A failed delivery with all of its attempts before it again, as an operator wants it."""
    again = delivery.changed(attempts=0, response=None, error_response=None, next_attempt_at=timestamp(now))
    return _moved(again, DeliveryStep.RETRIED, now)


def awaited_in_seconds(delivery: DeliveryRecord, attempt: int, now: datetime) -> int | None:
    """The seconds from `now` to the attempt after `attempt`, which has been made; None if none is awaited.

    What a repeated step finds that was interrupted after its outcome was stored.
    """
    if delivery.attempts != attempt or delivery.next_attempt_at is None:
        return None
    return _seconds_until(delivery.next_attempt_at, now)


def delivery_recovery(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery | None:
    """What recovery has to do for `delivery` at `now`, or None when it is not overdue.

    An attempt whose lease has passed counts as made: the next one is due at once, and after the last
    one the delivery has failed. An awaited attempt is taken over after a grace. Either way the next
    moment moves on, so that a recovery run that comes soon after finds nothing to do.
    """
    if delivery.overdue_at is None or not _has_passed(delivery.overdue_at, now):
        return None
    return _lost(delivery, now) if delivery.lease_expires_at else _requeued(delivery, now)


def resumption(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery | None:
    """What recovery has to do when all queues, executions and workers of before `now` are lost.

    An awaited attempt is queued for its own time, one that was in flight counts as made. None when the
    delivery is over or a worker has changed it since.
    """
    if delivery.overdue_at is None or not _has_passed(delivery.updated_at, now):
        return None
    if delivery.next_attempt_at is None:
        return _lost(delivery, now)
    return DeliveryRecovery(delivery, delivery.attempts + 1, _seconds_until(delivery.next_attempt_at, now))


def _seconds_until(moment: str, now: datetime) -> int:
    return max(0, ceil((from_timestamp(moment) - now).total_seconds()))


def _lost(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery:
    if delivery.attempts >= MOST_ATTEMPTS:
        return DeliveryRecovery(
            settle(delivery, AttemptResult(error=AttemptError.WORKER_LOST), now).record, None
        )
    return _requeued(delivery, now)


def _requeued(delivery: DeliveryRecord, now: datetime) -> DeliveryRecovery:
    waiting = _without_lost_attempt(delivery, now).changed(next_attempt_at=timestamp(now), in_slow_lane=False)
    record = _moved(waiting, DeliveryStep.POSTPONED, now)
    return DeliveryRecovery(record, delivery.attempts + 1)


def _moved(delivery: DeliveryRecord, step: DeliveryStep, now: datetime) -> DeliveryRecord:
    status = TRANSITIONS.get((delivery.status, step))
    if status is None:
        raise ValueError(f"a {delivery.status} delivery cannot be {step}")
    return delivery.changed(status=status, updated_at=timestamp(now))


def _wait_seconds(delivery: DeliveryRecord, result: AttemptResult, now: datetime) -> int:
    """The pause before the next attempt: the ladder's, or a longer one that a busy receiver asked for.

    It is never longer than the longest of the ladder (interface: Deliveries, rule 16).
    """
    asked = result.headers.get("retry-after", "") if result.status in BUSY_STATUSES else ""
    longest = max(ATTEMPT_DELAYS_SECONDS)
    return max(ATTEMPT_DELAYS_SECONDS[delivery.attempts], min(_retry_after_seconds(asked, now), longest))


def _retry_after_seconds(asked: str, now: datetime) -> int:
    """The seconds that a Retry-After header names, as a number or as a date; 0 for anything else."""
    if asked.isascii() and asked.isdigit():
        return int(asked[:6])
    try:
        moment = datetime.strptime(asked, "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
    except ValueError:
        return 0
    return max(0, ceil((moment - now).total_seconds()))


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


def _response(result: AttemptResult) -> DeliveryResponse | None:
    if result.status is None:
        return None
    return DeliveryResponse(
        status=result.status,
        status_text=result.status_text,
        headers=dict(result.headers),
        data=result.data,
    )


def _failure(result: AttemptResult) -> DeliveryFailure:
    refused = f"The receiver answered with status {result.status}."
    return DeliveryFailure(
        status=result.status,
        data=None if result.status is None else result.data,
        error=result.error,
        message=ERROR_MESSAGES[result.error] if result.error else refused,
    )


def _has_passed(moment: str, now: datetime) -> bool:
    return from_timestamp(moment) <= now

"""One attempt of a webhook delivery: claimed, signed, sent and settled (interface: Events, Retries).

The claim and the outcome are conditional writes, so that a message that comes twice, two workers or a
late one never make an attempt again. A worker that dies in between leaves a claim that ends, or an
awaited attempt that is overdue; the recovery worker goes on from either.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from gather import wiring
from gather.core.clock import epoch_seconds
from gather.core.observability import count, logger
from gather.core.settings import settings
from gather.events import catalogue
from gather.outgoing import transport
from gather.outgoing.address_policy import AddressPolicy, system_resolver
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table.records import LostRace, Stored
from gather.webhooks import signing
from gather.webhooks.webhook_delivery import (
    AttemptError,
    AttemptResult,
    DeliveryRecord,
    awaited_in_seconds,
    claim,
    settle,
)
from gather.webhooks.webhook_storage import WEBHOOK, WEBHOOK_DELIVERY


@dataclass(frozen=True, slots=True)
class AttemptMessage:
    """Which attempt (1 to 3) of which delivery is to be made; what queue and state machine carry."""

    team_id: str
    delivery_id: str
    attempt: int

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> "AttemptMessage":
        """From `{teamId, deliveryId, attempt}`."""
        return cls(message["teamId"], message["deliveryId"], message["attempt"])


@dataclass(frozen=True, slots=True)
class _Receiver:
    """Who the attempt goes to; `is_wanted` is false when the configuration has turned away since."""

    secret: str | None
    is_wanted: bool = True


def make_attempt(message: AttemptMessage) -> int | None:
    """Make the attempt, unless it was made before; the seconds to wait before the next, None if none.

    Raises ServiceUnavailable when the table cannot say or keep how the delivery stands.
    """
    stored = _read(message)
    if stored is None:
        return None
    claimed = claim(stored.record, message.attempt, wiring.clock().now())
    if claimed is None:
        return awaited_in_seconds(stored.record, message.attempt, wiring.clock().now())
    receiver = _receiver(stored.record)
    if receiver is None:
        return None
    in_flight = _replaced(stored, claimed)
    if in_flight is None:
        return None
    return _carried_out(message, in_flight, receiver)


def _read(message: AttemptMessage) -> Stored[DeliveryRecord] | None:
    return wiring.records().find(WEBHOOK_DELIVERY, message.team_id, message.delivery_id)


def _receiver(delivery: DeliveryRecord) -> _Receiver | None:
    """Whose URL it is now; None when the configuration was deleted, as the delivery soon will be."""
    records, team_id = wiring.records(), delivery.team_id
    if delivery.webhook_configuration_id is not None:
        configuration = records.find(WEBHOOK, team_id, delivery.webhook_configuration_id)
        if configuration is None:
            return None
        found = configuration.record
        return _Receiver(found.secret, is_wanted=found.is_active and delivery.url in found.urls)
    interview = records.find(CANDIDATE_INTERVIEW, team_id, delivery.candidate_interview_id or "")
    return _Receiver(interview.record.webhook_secret) if interview else _Receiver(None, is_wanted=False)


def _replaced(stored: Stored[DeliveryRecord], record: DeliveryRecord) -> Stored[DeliveryRecord] | None:
    """Write the delivery's next state; None when somebody else has moved or deleted it meanwhile."""
    transaction = wiring.records().transaction()
    replaced = transaction.replace(stored, record)
    try:
        transaction.commit()
    except LostRace:
        return None
    return replaced


def _carried_out(
    message: AttemptMessage, in_flight: Stored[DeliveryRecord], receiver: _Receiver
) -> int | None:
    started = time.perf_counter()
    unwanted = AttemptResult(error=AttemptError.NO_LONGER_CONFIGURED)
    result = _send(in_flight.record, receiver.secret) if receiver.is_wanted else unwanted
    _tell(in_flight.record, result, started)
    now = wiring.clock().now()
    settlement = settle(in_flight.record, result, now)
    if _replaced(in_flight, settlement.record) is not None:
        return settlement.wait_seconds
    # Either this write came through and its answer got lost, or the claim was over before the attempt.
    stored = _read(message)
    return None if stored is None else awaited_in_seconds(stored.record, message.attempt, now)


def _send(delivery: DeliveryRecord, secret: str | None) -> AttemptResult:
    body = catalogue.body(delivery.payload)
    headers = signing.attempt_headers(
        event_name=delivery.event_type,
        event_id=delivery.event_id,
        body=body,
        secret=secret,
        timestamp=epoch_seconds(wiring.clock().now()),
        prefix=settings().header_prefix,
    )
    policy = AddressPolicy(system_resolver, settings().allow_private_webhook_addresses)
    return transport.send(delivery.url, body, headers, policy=policy)


def _tell(delivery: DeliveryRecord, result: AttemptResult, started: float) -> None:
    """Log and count the attempt. Of the URL only the host: paths and queries hold receivers' tokens."""
    outcome = "delivered" if result.delivered else "refused" if result.error is None else result.error.value
    fields = {
        "deliveryId": delivery.id,
        "teamId": delivery.team_id,
        "eventId": delivery.event_id,
        "event": delivery.event_type,
        "host": urlsplit(delivery.url).hostname,
        "attempt": delivery.attempts,
        "outcome": outcome,
        "status": result.status,
        "milliseconds": round((time.perf_counter() - started) * 1000, 1),
    }
    logger.info("delivery attempt", extra=fields)
    count("DeliveryAttempts", outcome=outcome)

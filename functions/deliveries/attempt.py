"""One attempt of a delivery: claimed, signed, sent and settled (interface: Deliveries, rules 3 and 5 to 7).

The claim and the outcome are conditional writes, so that a message that comes twice, two workers or a
late one never make an attempt again. A worker that dies in between leaves a claim that ends, or an
awaited attempt that is overdue; the recovery worker goes on from either.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from gather.core.clock import epoch_seconds
from gather.core.observability import count, logger
from gather.events import catalogue
from gather.outgoing import transport
from gather.outgoing.address_policy import AddressPolicy, system_resolver
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import LostRace
from gather.webhooks import signing
from gather.webhooks.webhook import signing_secrets
from gather.webhooks.webhook_delivery import (
    AttemptError,
    AttemptResult,
    DeliveryRecord,
    awaited_in_seconds,
    claim,
    settle,
)
from gather.webhooks.webhook_storage import WEBHOOK, WEBHOOK_DELIVERY
from gather.wiring import Adapters


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

    secrets: tuple[str, ...]
    is_wanted: bool = True


def make_attempt(adapters: Adapters, message: AttemptMessage) -> int | None:
    """Make the attempt, unless it was made before; the seconds to wait before the next, None if none.

    Raises ServiceUnavailable when the table cannot say or keep how the delivery stands.
    """
    records, now = adapters.records, adapters.clock.now()
    stored = _read(records, message)
    if stored is None:
        return None
    claimed = claim(stored.record, message.attempt, now)
    if claimed is None:
        return awaited_in_seconds(stored.record, message.attempt, now)
    receiver = _receiver(records, stored.record, now)
    if receiver is None:
        return None
    in_flight = _replaced(records, stored, claimed)
    if in_flight is None:
        return None
    return _carried_out(adapters, message, in_flight, receiver)


def _read(records: Records, message: AttemptMessage) -> Stored[DeliveryRecord] | None:
    return records.find(WEBHOOK_DELIVERY, message.team_id, message.delivery_id)


def _receiver(records: Records, delivery: DeliveryRecord, now: datetime) -> _Receiver | None:
    """Whose URL it is now; None when the configuration was deleted, as the delivery soon will be."""
    team_id = delivery.team_id
    if delivery.webhook_configuration_id is not None:
        configuration = records.find(WEBHOOK, team_id, delivery.webhook_configuration_id)
        if configuration is None:
            return None
        found = configuration.record
        secrets = signing_secrets(found, now)
        return _Receiver(secrets, is_wanted=found.is_active and delivery.url in found.urls)
    interview = records.find(CANDIDATE_INTERVIEW, team_id, delivery.candidate_interview_id or "")
    if interview is None:
        return _Receiver((), is_wanted=False)
    secret = interview.record.webhook_secret
    return _Receiver((secret,) if secret else ())


def _replaced(
    records: Records, stored: Stored[DeliveryRecord], record: DeliveryRecord
) -> Stored[DeliveryRecord] | None:
    """Write the delivery's next state; None when it was changed or deleted meanwhile."""
    unit = records.unit_of_work()
    replaced = unit.replace(stored, record)
    try:
        unit.commit()
    except LostRace:
        return None
    return replaced


def _carried_out(
    adapters: Adapters, message: AttemptMessage, in_flight: Stored[DeliveryRecord], receiver: _Receiver
) -> int | None:
    started = time.perf_counter()
    unwanted = AttemptResult(error=AttemptError.NO_LONGER_CONFIGURED)
    result = _send(adapters, in_flight.record, receiver.secrets) if receiver.is_wanted else unwanted
    _tell(in_flight.record, result, started)
    now = adapters.clock.now()
    settlement = settle(in_flight.record, result, now)
    if _replaced(adapters.records, in_flight, settlement.record) is not None:
        return settlement.wait_seconds
    # Either this write succeeded and its response was lost, or the claim ended before the attempt.
    stored = _read(adapters.records, message)
    return None if stored is None else awaited_in_seconds(stored.record, message.attempt, now)


def _send(adapters: Adapters, delivery: DeliveryRecord, secrets: tuple[str, ...]) -> AttemptResult:
    body = catalogue.body(delivery.payload)
    headers = signing.attempt_headers(
        event_name=delivery.event_type,
        event_id=delivery.event_id,
        body=body,
        secrets=secrets,
        timestamp=epoch_seconds(adapters.clock.now()),
        prefix=adapters.settings.header_prefix,
    )
    policy = AddressPolicy(system_resolver, adapters.settings.allow_private_webhook_addresses)
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

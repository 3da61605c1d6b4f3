"""One attempt of a delivery: claimed, signed, sent and settled (interface: Deliveries, rules 3 and 5 to 7).

The claim and the outcome are conditional writes, so that a message that comes twice, two workers or a
late one never make an attempt again. A worker that dies in between leaves a claim that ends, or an
awaited attempt that is overdue; the recovery worker goes on from either.

    awaited = make_attempt(adapters, AttemptMessage(team_id, delivery_id, 1), admit_to_usual_queue, defer)
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gather.core.clock import epoch_seconds
from gather.core.errors import Conflict, ServiceUnavailable
from gather.core.observability import count, logger
from gather.deliveries.attempt_queues import Admission, DeliveryReceiver
from gather.deliveries.circuit_breaker import host_of
from gather.deliveries.circuit_breaker_storage import RECEIVER, read_health, save_failure, save_success
from gather.deliveries.failing_webhook import save_outcome
from gather.deliveries.models import (
    AwaitedAttempt,
    DeliveryRecord,
    DeliveryStatus,
)
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.events import catalogue
from gather.outgoing import transport
from gather.outgoing.address_policy import AddressPolicy, system_resolver
from gather.outgoing.result import AttemptError, AttemptResult
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.conversion import Item
from gather.table.kind import Kind, Stored
from gather.table.records import Records
from gather.table.unit_of_work import LostRace
from gather.webhooks import signing
from gather.webhooks.models import WebhookRecord
from gather.webhooks.storage import WEBHOOK, list_configurations
from gather.wiring import Adapters
from gather.workers.queues import Queues

MOST_READS = 5
"""How often a delivery is read that others are changing."""


@dataclass(frozen=True, slots=True)
class AttemptMessage:
    """The message of queues and the state machine: attempt 1 to 3 of a delivery."""

    team_id: str
    delivery_id: str
    attempt: int

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> "AttemptMessage":
        """Read a message `{teamId, deliveryId, attempt}`."""
        return cls(message["teamId"], message["deliveryId"], message["attempt"])


class _Raced(Exception):
    """Another worker changed the delivery after it was read."""


@dataclass(frozen=True, slots=True)
class _Signer:
    """The owner of the URL, whose secrets sign; `is_wanted` is false when it no longer wants the delivery.

    `configuration` is None for the URL of a candidate interview.
    """

    secrets: tuple[str, ...]
    is_wanted: bool = True
    configuration: WebhookRecord | None = None


Defer = Callable[[Adapters, Stored[DeliveryRecord], int, datetime], None]
"""Sends an attempt that its queue does not admit to another queue."""


def make_attempt(
    adapters: Adapters, message: AttemptMessage, admit: Admission, defer: Defer | None
) -> AwaitedAttempt | None:
    """Make the attempt, unless it was made before; returns the next one, None if none is awaited.

    An attempt that `admit` refuses is deferred; without `defer` every attempt is made. A delivery that was
    changed meanwhile is read again: the change may have been its own deferral. Raises ServiceUnavailable when
    the table does not answer, or others never stop changing the delivery.
    """
    for _ in range(MOST_READS):
        try:
            return _try_attempt(adapters, message, admit, defer)
        except _Raced:
            continue
    raise ServiceUnavailable("The delivery is being changed by many others.")


def _try_attempt(
    adapters: Adapters, message: AttemptMessage, admit: Admission, defer: Defer | None
) -> AwaitedAttempt | None:
    """Make the attempt as the delivery is now. Raises _Raced."""
    records, now = adapters.records, adapters.clock.now()
    stored = _read(records, message)
    if stored is None:
        return None
    claimed = stored.record.claim(message.attempt, now)
    if claimed is None:
        return stored.record.find_next_attempt(message.attempt, now)
    signer, receiver = _read_parties(records, stored.record, now)
    if signer is None:
        return None
    if not signer.is_wanted and stored.record.webhook_configuration_id is not None:
        signer = _find_other_signer(records, stored.record, now) or signer
    with admit(adapters, stored.record, receiver, now) as is_admitted:
        if defer is not None and not is_admitted:
            defer(adapters, stored, message.attempt, now)
            return None
        in_flight = _replace(records, stored, claimed)
        return _make_claimed_attempt(adapters, message, in_flight, signer, receiver)


def defer(adapters: Adapters, stored: Stored[DeliveryRecord], attempt: int, now: datetime) -> None:
    """Save that the attempt is awaited in the slow queue, and then send it there.

    The slow queue itself has no use for this: a function that sends to its own queue may loop.

    In this order no worker of the slow queue reads the delivery before it is saved. A worker that dies in
    between leaves its message in the usual queue.
    """
    _replace(adapters.records, stored, stored.record.defer(now))
    Queues(adapters.clients, adapters.settings).send_deferred([(stored.record, attempt)])
    count("DeliveriesDeferred")


def _read(records: Records, message: AttemptMessage) -> Stored[DeliveryRecord] | None:
    return records.find(WEBHOOK_DELIVERY, message.team_id, message.delivery_id)


def _read_parties(
    records: Records, delivery: DeliveryRecord, now: datetime
) -> tuple[_Signer | None, DeliveryReceiver]:
    """Read the owner of the URL as it is now, and the health of its receiver. One round trip.

    The first is None when the configuration was deleted, as the delivery soon will be.
    """
    host = host_of(delivery.url)
    receiver_key = RECEIVER.key(delivery.team_id, host)
    owner_kind, owner_id = _owner_of(delivery)
    owner_key = owner_kind.key(delivery.team_id, owner_id)
    found = records.table.get_many([owner_key, receiver_key])
    receiver = DeliveryReceiver(receiver_key, host, read_health(found.get(receiver_key)))
    owner = found.get(owner_key)
    return _signer(delivery, owner, now), receiver


def _owner_of(delivery: DeliveryRecord) -> tuple[Kind[Any], str]:
    """The kind and the id of the record that names the URL."""
    if delivery.webhook_configuration_id is not None:
        return WEBHOOK, delivery.webhook_configuration_id
    return CANDIDATE_INTERVIEW, delivery.candidate_interview_id or ""


def _signer(delivery: DeliveryRecord, owner: Item | None, now: datetime) -> _Signer | None:
    if delivery.webhook_configuration_id is None:
        if owner is None:
            return _Signer((), is_wanted=False)
        secret = CANDIDATE_INTERVIEW.model.model_validate(owner).webhook_secret
        return _Signer((secret,) if secret else ())
    if owner is None:
        return None
    configuration = WEBHOOK.model.model_validate(owner)
    # A redelivery goes to the recorded URL, whatever the configuration names by now.
    is_named = delivery.redelivery_of is not None or delivery.url in configuration.urls
    is_wanted = configuration.is_active and is_named
    return _Signer(configuration.signing_secrets(now), is_wanted, configuration)


def _find_other_signer(records: Records, delivery: DeliveryRecord, now: datetime) -> _Signer | None:
    """Find another configuration that wants the event at the address, of which only the oldest got a delivery
    (interface: Webhooks, rule 7). One round trip, for a configuration that has turned away alone.
    """
    for configuration in list_configurations(records.table, delivery.team_id):
        if configuration.wants(delivery.event_type, delivery.created_at) and configuration.has_url(
            delivery.url
        ):
            return _Signer(configuration.signing_secrets(now), configuration=configuration)
    return None


def _replace(
    records: Records, stored: Stored[DeliveryRecord], record: DeliveryRecord
) -> Stored[DeliveryRecord]:
    """Write the delivery's next state. Raises _Raced when it was changed or deleted meanwhile."""
    unit = records.unit_of_work()
    replaced = unit.replace(stored, record)
    try:
        unit.commit()
    except LostRace:
        raise _Raced from None
    return replaced


def _make_claimed_attempt(
    adapters: Adapters,
    message: AttemptMessage,
    in_flight: Stored[DeliveryRecord],
    signer: _Signer,
    receiver: DeliveryReceiver,
) -> AwaitedAttempt | None:
    started = time.perf_counter()
    unwanted = AttemptResult(error=AttemptError.NO_LONGER_CONFIGURED)
    result = _send(adapters, in_flight.record, signer.secrets) if signer.is_wanted else unwanted
    _log_attempt(in_flight.record, result, started)
    now = adapters.clock.now()
    settlement = in_flight.record.settle(result, now)
    try:
        _replace(adapters.records, in_flight, settlement.record)
        awaited = settlement.awaited
        _save_outcome(adapters.records, settlement.record, signer, now)
    except _Raced:
        # Either this write succeeded and its response was lost, or the claim ended before the attempt.
        stored = _read(adapters.records, message)
        awaited = stored.record.find_next_attempt(message.attempt, now) if stored else None
    if signer.is_wanted:
        _save_health(adapters.records, in_flight.record, receiver, result, now)
    return awaited


def _save_outcome(records: Records, delivery: DeliveryRecord, signer: _Signer, now: datetime) -> None:
    """Save at the configuration how its delivery ended. No round trip while that is nothing new.

    A worker that dies before leaves it to the configuration's next delivery, and so does one that others are
    always faster than.
    """
    if not delivery.is_over or signer.configuration is None or not signer.is_wanted:
        return
    delivered = delivery.status is DeliveryStatus.COMPLETED
    fields = {"teamId": delivery.team_id, "webhookConfigurationId": signer.configuration.id}
    try:
        is_switched_off = save_outcome(records, signer.configuration, delivered=delivered, now=now)
    except Conflict:
        logger.warning("the end of a delivery was not noted at its configuration", extra=fields)
        return
    if is_switched_off:
        logger.warning("a webhook configuration is switched off", extra=fields)
        count("WebhooksSwitchedOff")


def _save_health(
    records: Records,
    delivery: DeliveryRecord,
    receiver: DeliveryReceiver,
    result: AttemptResult,
    now: datetime,
) -> None:
    """Save how the receiver did. No round trip for a proven one that took the event."""
    fields = {"teamId": delivery.team_id, "host": receiver.host}
    if not result.delivered:
        if save_failure(records, receiver.host, delivery, now):
            logger.warning("a receiver keeps failing and is slowed down", extra=fields)
            count("ReceiversSlowedDown")
        return
    if receiver.health.is_news(now):
        save_success(records.table, delivery.team_id, receiver.host, now)
    if receiver.health.is_open:
        logger.info("a receiver works again", extra=fields)
        count("ReceiversBack")


def _send(adapters: Adapters, delivery: DeliveryRecord, secrets: tuple[str, ...]) -> AttemptResult:
    body = catalogue.body(delivery.payload)
    headers = signing.attempt_headers(
        event_name=delivery.event_type,
        event_id=delivery.event_id,
        body=body,
        secrets=secrets,
        timestamp=epoch_seconds(adapters.clock.now()),
        prefix=adapters.settings.header_prefix,
        is_test=delivery.is_test,
    )
    policy = AddressPolicy(system_resolver, adapters.settings.allow_private_webhook_addresses)
    return transport.send(delivery.url, body, headers, policy=policy)


def _log_attempt(delivery: DeliveryRecord, result: AttemptResult, started: float) -> None:
    """Log and count the attempt. Of the URL only the host: paths and queries hold receivers' tokens."""
    outcome = "delivered" if result.delivered else "refused" if result.error is None else result.error.value
    fields = {
        "deliveryId": delivery.id,
        "teamId": delivery.team_id,
        "eventId": delivery.event_id,
        "event": delivery.event_type,
        "host": host_of(delivery.url),
        "attempt": delivery.attempts,
        "outcome": outcome,
        "status": result.status,
        "milliseconds": round((time.perf_counter() - started) * 1000, 1),
    }
    logger.info("delivery attempt", extra=fields)
    count("DeliveryAttempts", outcome=outcome)

"""One attempt of a delivery: claimed, signed, sent and settled (interface: Deliveries, rules 3 and 5 to 7).

The claim and the outcome are conditional writes, so that a message that comes twice, two workers or a
late one never make an attempt again. A worker that dies in between leaves a claim that ends, or an
awaited attempt that is overdue; the recovery worker goes on from either.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gather.core.clock import epoch_seconds
from gather.core.errors import Conflict, ServiceUnavailable
from gather.core.observability import count, logger
from gather.deliveries.attempt_queues import Lane, MetReceiver
from gather.deliveries.circuit_breaker import host_of
from gather.deliveries.circuit_breaker_storage import RECEIVER, health_in, note_failure, note_success
from gather.deliveries.failing_webhook import note_delivery
from gather.deliveries.models import (
    OVER,
    AwaitedAttempt,
    DeliveryRecord,
    DeliveryStatus,
    awaited_after,
    claim,
    deferred,
    settle,
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
from gather.webhooks.models import WebhookRecord, names, signing_secrets, wants
from gather.webhooks.storage import WEBHOOK, configurations
from gather.wiring import Adapters
from gather.workers.queues import Queues

LOOKS = 5
"""How often a delivery is looked at that others are changing."""


@dataclass(frozen=True, slots=True)
class AttemptMessage:
    """Which attempt (1 to 3) of which delivery is to be made; what queues and the state machine carry."""

    team_id: str
    delivery_id: str
    attempt: int

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> "AttemptMessage":
        """From `{teamId, deliveryId, attempt}`."""
        return cls(message["teamId"], message["deliveryId"], message["attempt"])


class _Raced(Exception):
    """Another worker changed the delivery after it was read."""


@dataclass(frozen=True, slots=True)
class _Signer:
    """Whose URL it is now; `is_wanted` is false when the configuration has turned away since.

    `configuration` is None for the URL of a candidate interview.
    """

    secrets: tuple[str, ...]
    is_wanted: bool = True
    configuration: WebhookRecord | None = None


Defer = Callable[[Adapters, Stored[DeliveryRecord], int, datetime], None]
"""Takes an attempt that a lane does not admit to another lane."""


def make_attempt(
    adapters: Adapters, message: AttemptMessage, lane: Lane, defer: Defer | None
) -> AwaitedAttempt | None:
    """Make the attempt, unless it was made before; the next one, None if none is awaited.

    What `lane` does not admit is deferred; without `defer` it admits everything. A delivery that was changed
    meanwhile is looked at again: the change may have been the note of its own deferral. Raises
    ServiceUnavailable when the table cannot say or keep how the delivery stands, or it never stands still.
    """
    for _ in range(LOOKS):
        try:
            return _attempted(adapters, message, lane, defer)
        except _Raced:
            continue
    raise ServiceUnavailable("The delivery is being changed by many others.")


def _attempted(
    adapters: Adapters, message: AttemptMessage, lane: Lane, defer: Defer | None
) -> AwaitedAttempt | None:
    """As `make_attempt`, as the delivery stands now. Raises _Raced."""
    records, now = adapters.records, adapters.clock.now()
    stored = _read(records, message)
    if stored is None:
        return None
    claimed = claim(stored.record, message.attempt, now)
    if claimed is None:
        return awaited_after(stored.record, message.attempt, now)
    signer, receiver = _parties(records, stored.record, now)
    if signer is None:
        return None
    if not signer.is_wanted and stored.record.webhook_configuration_id is not None:
        signer = _other_signer(records, stored.record, now) or signer
    with lane(records.table, stored.record, receiver, now) as is_admitted:
        if defer is not None and not is_admitted:
            defer(adapters, stored, message.attempt, now)
            return None
        in_flight = _replaced(records, stored, claimed)
        return _carried_out(adapters, message, in_flight, signer, receiver)


def defer(adapters: Adapters, stored: Stored[DeliveryRecord], attempt: int, now: datetime) -> None:
    """Note that the attempt is awaited in the slow lane, and then send it there.

    The slow lane itself has no use for this: a function that sends to its own queue may loop.

    In this order no worker of the slow lane reads the delivery before the note. A worker that dies in between
    leaves its message in the usual lane.
    """
    _replaced(adapters.records, stored, deferred(stored.record, now))
    Queues(adapters.clients, adapters.settings).send_deferred([(stored.record, attempt)])
    count("DeliveriesDeferred")


def _read(records: Records, message: AttemptMessage) -> Stored[DeliveryRecord] | None:
    return records.find(WEBHOOK_DELIVERY, message.team_id, message.delivery_id)


def _parties(records: Records, delivery: DeliveryRecord, now: datetime) -> tuple[_Signer | None, MetReceiver]:
    """Whose URL it is now, and how its receiver does. One round trip.

    The first is None when the configuration was deleted, as the delivery soon will be.
    """
    host = host_of(delivery.url)
    receiver_key = RECEIVER.key(delivery.team_id, host)
    owner_kind, owner_id = _owner_of(delivery)
    owner_key = owner_kind.key(delivery.team_id, owner_id)
    found = records.table.get_many([owner_key, receiver_key])
    receiver = MetReceiver(receiver_key, host, health_in(found.get(receiver_key)))
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
    return _Signer(signing_secrets(configuration, now), is_wanted, configuration)


def _other_signer(records: Records, delivery: DeliveryRecord, now: datetime) -> _Signer | None:
    """Another configuration that wants the event at the address, of which only the oldest got a delivery
    (interface: Webhooks, rule 7). One round trip, for a configuration that has turned away alone.
    """
    for configuration in configurations(records.table, delivery.team_id):
        if wants(configuration, delivery.event_type, delivery.created_at) and names(
            configuration, delivery.url
        ):
            return _Signer(signing_secrets(configuration, now), configuration=configuration)
    return None


def _replaced(
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


def _carried_out(
    adapters: Adapters,
    message: AttemptMessage,
    in_flight: Stored[DeliveryRecord],
    signer: _Signer,
    receiver: MetReceiver,
) -> AwaitedAttempt | None:
    started = time.perf_counter()
    unwanted = AttemptResult(error=AttemptError.NO_LONGER_CONFIGURED)
    result = _send(adapters, in_flight.record, signer.secrets) if signer.is_wanted else unwanted
    _tell(in_flight.record, result, started)
    now = adapters.clock.now()
    settlement = settle(in_flight.record, result, now)
    try:
        _replaced(adapters.records, in_flight, settlement.record)
        awaited = settlement.awaited
        _note_end(adapters.records, settlement.record, signer, now)
    except _Raced:
        # Either this write succeeded and its response was lost, or the claim ended before the attempt.
        stored = _read(adapters.records, message)
        awaited = awaited_after(stored.record, message.attempt, now) if stored else None
    if signer.is_wanted:
        _note_health(adapters.records, in_flight.record, receiver, result, now)
    return awaited


def _note_end(records: Records, delivery: DeliveryRecord, signer: _Signer, now: datetime) -> None:
    """Tell the configuration that one of its deliveries is over. No round trip while that is nothing new.

    A worker that dies before leaves it to the configuration's next delivery, and so does one that others are
    always faster than.
    """
    if delivery.status not in OVER or signer.configuration is None or not signer.is_wanted:
        return
    delivered = delivery.status is DeliveryStatus.COMPLETED
    fields = {"teamId": delivery.team_id, "webhookConfigurationId": signer.configuration.id}
    try:
        is_switched_off = note_delivery(records, signer.configuration, delivered=delivered, now=now)
    except Conflict:
        logger.warning("the end of a delivery was not noted at its configuration", extra=fields)
        return
    if is_switched_off:
        logger.warning("a webhook configuration is switched off", extra=fields)
        count("WebhooksSwitchedOff")


def _note_health(
    records: Records, delivery: DeliveryRecord, receiver: MetReceiver, result: AttemptResult, now: datetime
) -> None:
    """Remember how the receiver did. No round trip for a healthy one that took the event."""
    fields = {"teamId": delivery.team_id, "host": receiver.host}
    if not result.delivered:
        if note_failure(records, receiver.host, delivery, now):
            logger.warning("a receiver keeps failing and is slowed down", extra=fields)
            count("ReceiversSlowedDown")
        return
    if receiver.health.failures:
        note_success(records.table, receiver.key)
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


def _tell(delivery: DeliveryRecord, result: AttemptResult, started: float) -> None:
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

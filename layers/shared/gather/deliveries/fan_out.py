"""The fan-out of events, batch by batch: the next deliveries are stored, counted, listed and queued.

Batches of several events of a team go together, as far as one transaction takes them: all transactions that
store deliveries of a team have the heads of its listings and its configurations, and DynamoDB makes one of
these at a time.

Each step may be repeated. A delivery's id follows from the event, the address and the record that names it,
so a delivery that an earlier run has stored is stored once. The batches of an event go in the order of these
ids: a configuration that comes or goes between two batches moves none of the others. The entry of the outbox
stays until the last batch, so that recovery begins again where a message was lost.

    fan_out_batches(adapters, [FanOutMessage(team_id, event_id, after="")])
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import Any

from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.observability import count
from gather.deliveries.circuit_breaker import host_of
from gather.deliveries.circuit_breaker_storage import RECEIVER, read_health
from gather.deliveries.models import DeliveryRecord, delivery_ids, new_delivery
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.events import event_log_storage
from gather.events.event import EventRecord
from gather.screening.candidate_interviews.erasure_mark_storage import is_erased
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table import keys, outbox
from gather.table.concurrency import Started
from gather.table.conditions import present
from gather.table.conversion import Item
from gather.table.keys import Key
from gather.table.records import Records
from gather.webhooks.models import RESULT_EVENTS, DeliveryTarget, WebhookRecord, list_targets
from gather.webhooks.storage import WEBHOOK, list_configurations
from gather.wiring import Adapters
from gather.workers.queues import Queues
from gather.workers.unknown_work import require_known_event

MOST_DELIVERIES = 20
"""The most deliveries of a transaction: at most 86 writes of the hundred that a transaction takes. With
more, other teams would wait longer for a worker, while the batch waits for its own team's partition of the
listing."""

STORE_ATTEMPTS = 5
"""How often a batch is tried whose configurations or deliveries others are changing."""


@dataclass(frozen=True, slots=True)
class FanOutMessage:
    """A batch of an event: its next deliveries with ids after `after`, which is empty for the first batch."""

    team_id: str
    event_id: str
    after: str

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> "FanOutMessage":
        """Read a message `{teamId, eventId, after}`."""
        return cls(message["teamId"], message["eventId"], message["after"])


class _Refused(Exception):
    """A delivery is stored already, or its configuration was deleted after it was read."""


@dataclass(frozen=True, slots=True)
class _EventBatch:
    """The next deliveries of an event, and whether they are the last ones."""

    event: EventRecord
    deliveries: Sequence[DeliveryRecord]
    is_last: bool


def fan_out_batches(adapters: Adapters, messages: Sequence[FanOutMessage]) -> None:
    """Save and queue the next deliveries of events of one team, and leave the others to the next batches.

    Does nothing for an event that is done. Raises ServiceUnavailable or Conflict when the batches have to be
    run again; UnknownWork for an event that this release does not know.
    """
    records = adapters.records
    batches, left = _take_batches(adapters, messages)
    queues = Queues(adapters.clients, adapters.settings)
    _send(queues, _save_missing(records, [delivery for batch in batches for delivery in batch.deliveries]))
    next_ones = [
        FanOutMessage(batch.event.team_id, batch.event.id, after=batch.deliveries[-1].id)
        for batch in batches
        if not batch.is_last
    ]
    # What does not fit takes another turn, since other teams wait too.
    queues.send_batches([*next_ones, *left])
    for batch in batches:
        if batch.is_last:
            outbox.end(records.table, batch.event.id)


def _take_batches(
    adapters: Adapters, messages: Sequence[FanOutMessage]
) -> tuple[list[_EventBatch], Sequence[FanOutMessage]]:
    """The batches that fit into one transaction, of events that are not done, and the messages of the others.

    The first one fits in any case. Saves their events in the log of the team.
    """
    records, start = adapters.records, adapters.records.table.start
    configured = start(lambda: list_configurations(records.table, messages[0].team_id))
    entries = records.table.get_many([keys.outbox(message.event_id) for message in messages])
    # However late the events are fanned out, their first attempts are awaited from now on.
    now = adapters.clock.now()
    batches: list[_EventBatch] = []
    saved: list[Started[None]] = []
    room = MOST_DELIVERIES
    left: Sequence[FanOutMessage] = ()
    for place, message in enumerate(messages):
        # A message that came twice would store the same deliveries twice in one transaction.
        entry = entries.pop(keys.outbox(message.event_id), None)
        if entry is None:
            continue
        require_known_event(entry)
        event = EventRecord.model_validate(entry)
        if _leads_to_an_erased_candidate(records, event):
            batches.append(_EventBatch(event, (), is_last=True))
            continue
        batch = _next_batch(records, event, message.after, configured.result(), now)
        if batches and len(batch.deliveries) > room:
            left = messages[place:]
            break
        room -= len(batch.deliveries)
        batches.append(batch)
        if not message.after:
            saved.append(start(partial(event_log_storage.save, records.table, event)))
    placed = _choose_queues(records, batches, now)
    for each in saved:
        each.result()
    return placed, left


def _next_batch(
    records: Records, event: EventRecord, after: str, configured: Iterable[WebhookRecord], now: datetime
) -> _EventBatch:
    """The next deliveries of an event, as many as a transaction takes."""
    waiting = _targets_after(after, event, _list_targets(records, event, configured))
    # Made as they are taken, because a batch takes few of what may be hundreds.
    next_ones = (new_delivery(event, target).changed(next_attempt_at=timestamp(now)) for target in waiting)
    deliveries = [*islice(next_ones, MOST_DELIVERIES)]
    return _EventBatch(event, deliveries, is_last=len(deliveries) == len(waiting))


def _send(queues: Queues, stored: Sequence[DeliveryRecord]) -> None:
    """Send the first attempts, each to the queue of its delivery."""
    queues.send_attempts([(delivery, 1) for delivery in stored if not delivery.in_slow_lane])
    slow = [(delivery, 1) for delivery in stored if delivery.in_slow_lane]
    if slow:
        queues.send_deferred(slow)
        count("DeliveriesDeferred", len(slow))


def _leads_to_an_erased_candidate(records: Records, event: EventRecord) -> bool:
    """Whether the event holds more than ids of a candidate who was erased after it happened: a link."""
    if "inviteUrl" not in event.payload:
        return False
    return is_erased(records.table, event.team_id, event.payload["candidateId"])


def _list_targets(
    records: Records, event: EventRecord, configured: Iterable[WebhookRecord]
) -> list[DeliveryTarget]:
    """List the targets of the event, as the team's configurations are."""
    return list_targets(
        event,
        configured,
        candidate_interview_url=_candidate_interview_url(records, event),
    )


def _targets_after(after: str, event: EventRecord, found: Sequence[DeliveryTarget]) -> list[DeliveryTarget]:
    """The targets of deliveries whose ids come after `after`, in the order of these ids."""
    by_id = sorted(zip(delivery_ids(event, found), found, strict=True), key=itemgetter(0))
    return [target for identifier, target in by_id if identifier > after]


def _candidate_interview_url(records: Records, event: EventRecord) -> str | None:
    """The `webhookUrl` of the candidate interview whose results the event announces."""
    if event.name not in RESULT_EVENTS:
        return None
    found = records.find(CANDIDATE_INTERVIEW, event.team_id, event.payload["candidateInterviewId"])
    return found.record.webhook_url if found else None


def _choose_queues(records: Records, batches: Sequence[_EventBatch], now: datetime) -> list[_EventBatch]:
    """Choose the queue of each delivery: the slow one for receivers that keep failing. One round trip.

    The usual queue would only defer them, at the cost of an attempt each. It gets one for a receiver that
    awaits its probe.
    """
    hosts = {
        host_of(delivery.url): RECEIVER.key(delivery.team_id, host_of(delivery.url))
        for batch in batches
        for delivery in batch.deliveries
    }
    found = records.table.get_many([*hosts.values()])
    health = {host: read_health(found.get(key)) for host, key in hosts.items()}
    probed: set[str] = set()

    def place(delivery: DeliveryRecord) -> DeliveryRecord:
        host = host_of(delivery.url)
        is_probe = health[host].awaits_probe(now) and host not in probed
        if is_probe:
            probed.add(host)
        is_slow = health[host].is_open and not is_probe
        return delivery.changed(in_slow_lane=True) if is_slow else delivery

    return [
        replace(batch, deliveries=[place(delivery) for delivery in batch.deliveries]) for batch in batches
    ]


def _save_missing(records: Records, batch: Sequence[DeliveryRecord]) -> list[DeliveryRecord]:
    """Save the deliveries that are not stored; returns all, without those whose configuration was deleted."""
    missing, stored = list(batch), list(batch)
    for _ in range(STORE_ATTEMPTS):
        try:
            _save(records, missing)
        except _Refused:
            found = records.table.get_many(_keys_of(batch))
            stored = [delivery for delivery in batch if _has_owner(delivery, found)]
            missing = [delivery for delivery in stored if _key_of(delivery) not in found]
        else:
            return stored
    raise Conflict("The deliveries of an event are being changed by many others.")


def _save(records: Records, deliveries: Iterable[DeliveryRecord]) -> None:
    unit = records.unit_of_work()
    owners: set[Key] = set()
    for delivery in deliveries:
        unit.create(WEBHOOK_DELIVERY, delivery, _refused())
        owners |= _owner_of(delivery)
    for owner in owners:
        unit.require(owner, present(), _refused())
    unit.commit()


def _refused() -> Exception:
    return _Refused()


def _key_of(delivery: DeliveryRecord) -> Key:
    return WEBHOOK_DELIVERY.key(delivery.team_id, delivery.id)


def _owner_of(delivery: DeliveryRecord) -> set[Key]:
    """The key of the configuration that names the address; none for a candidate interview's own."""
    configuration_id = delivery.webhook_configuration_id
    return set() if configuration_id is None else {WEBHOOK.key(delivery.team_id, configuration_id)}


def _keys_of(batch: Iterable[DeliveryRecord]) -> list[Key]:
    return [key for delivery in batch for key in (_key_of(delivery), *_owner_of(delivery))]


def _has_owner(delivery: DeliveryRecord, found: Mapping[Key, Item]) -> bool:
    return _owner_of(delivery) <= found.keys()

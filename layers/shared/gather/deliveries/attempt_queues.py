"""The two queues of attempts, and which attempts each admits.

All teams share the usual queue. In it a team has a few attempts under way at once, some more for receivers
that took an event lately, and none for a receiver that keeps failing: an attempt that the usual queue does
not admit is deferred to the slow queue. That has workers of its own and admits every attempt, so that
receivers that hang are out of everybody's way.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.core.settings import Settings
from gather.deliveries.circuit_breaker import ReceiverHealth
from gather.deliveries.circuit_breaker_storage import claim_probe
from gather.deliveries.models import LEASE_SECONDS, DeliveryRecord
from gather.table.keys import Key
from gather.table.store import Table
from gather.table.team_limits import SlotLimit, held_slot
from gather.wiring import Adapters

PROVEN_TIMES = 3
"""How many times as many attempts a team has under way for proven receivers. A burst of events finds a slot,
and behind those of other teams that hang it would wait for seconds."""


def delivery_slots(settings: Settings) -> SlotLimit:
    """The attempts that a team has at once in the usual queue, for receivers that are not proven."""
    return SlotLimit("DELIVERY", settings.team_deliveries, timedelta(seconds=LEASE_SECONDS))


def proven_delivery_slots(settings: Settings) -> SlotLimit:
    """The same for receivers that are proven."""
    most = PROVEN_TIMES * settings.team_deliveries
    return SlotLimit("PROVEN_DELIVERY", most, timedelta(seconds=LEASE_SECONDS))


@dataclass(frozen=True, slots=True)
class DeliveryReceiver:
    """The receiver of an attempt, with its health."""

    key: Key
    host: str
    health: ReceiverHealth


Admission = Callable[[Adapters, DeliveryRecord, DeliveryReceiver, datetime], AbstractContextManager[bool]]
"""Admits an attempt to a queue, or not, for as long as the context is held:

    with admit_to_usual_queue(adapters, delivery, receiver, now) as is_admitted:
        ...
"""


@contextmanager
def admit_to_usual_queue(
    adapters: Adapters, delivery: DeliveryRecord, receiver: DeliveryReceiver, now: datetime
) -> Iterator[bool]:
    """Admit an attempt that gets a slot; for an open receiver its probe alone."""
    table = adapters.records.table
    if receiver.health.is_open and not _is_probe(table, receiver, now):
        yield False
        return
    slots = proven_delivery_slots if receiver.health.is_proven(now) else delivery_slots
    with held_slot(table, delivery.team_id, slots(adapters.settings), now) as has_slot:
        yield has_slot


@contextmanager
def admit_to_slow_queue(
    _adapters: Adapters, _delivery: DeliveryRecord, _receiver: DeliveryReceiver, _now: datetime
) -> Iterator[bool]:
    """Admit every attempt."""
    yield True


def _is_probe(table: Table, receiver: DeliveryReceiver, now: datetime) -> bool:
    return receiver.health.awaits_probe(now) and claim_probe(table, receiver.key, receiver.health, now)

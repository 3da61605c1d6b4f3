"""The two lanes of attempts, and who may go in which.

All teams share the usual lane. In it a team has a few attempts under way at once, and none for a receiver
that keeps failing: an attempt that may not go there is deferred to the slow lane. That has workers of its
own, makes every attempt that comes to it, and so takes what hangs out of everybody's way.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.deliveries.circuit_breaker import ReceiverHealth
from gather.deliveries.circuit_breaker_storage import begin_probe
from gather.deliveries.models import LEASE_SECONDS, DeliveryRecord
from gather.table.keys import Key
from gather.table.store import Table
from gather.table.team_limits import SlotLimit, held_slot

SLOTS = SlotLimit("DELIVERY", 5, timedelta(seconds=LEASE_SECONDS))
"""The attempts that a team has under way at once in the usual lane."""


@dataclass(frozen=True, slots=True)
class MetReceiver:
    """A receiver as the attempt finds it."""

    key: Key
    host: str
    health: ReceiverHealth


Lane = Callable[[Table, DeliveryRecord, MetReceiver, datetime], AbstractContextManager[bool]]
"""Admits an attempt or not, for as long as the context is held."""


@contextmanager
def usual_lane(
    table: Table, delivery: DeliveryRecord, receiver: MetReceiver, now: datetime
) -> Iterator[bool]:
    """Admits what has a slot, and for an open receiver its probe alone."""
    if receiver.health.is_open and not _begins_probe(table, receiver, now):
        yield False
        return
    with held_slot(table, delivery.team_id, SLOTS, now) as has_slot:
        yield has_slot


@contextmanager
def slow_lane(
    _table: Table, _delivery: DeliveryRecord, _receiver: MetReceiver, _now: datetime
) -> Iterator[bool]:
    """Admits everything."""
    yield True


def _begins_probe(table: Table, receiver: MetReceiver, now: datetime) -> bool:
    return receiver.health.awaits_probe(now) and begin_probe(table, receiver.key, receiver.health, now)

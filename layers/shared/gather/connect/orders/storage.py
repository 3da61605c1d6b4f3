"""Orders in the table, and the items that recognize them: the vendor's reference, the ordered person."""

import hashlib
from datetime import timedelta
from typing import Final

from gather.connect.orders.models import Order
from gather.table import keys
from gather.table.conditions import absent, equal
from gather.table.item_kind import ItemKind, Place
from gather.table.kind import Kind, team_of
from gather.table.lookup import Lookup
from gather.table.unit_of_work import Refusal, UnitOfWork


def order_of_candidate_key(team_id: str, candidate_hash: str, record_id: str) -> keys.Key:
    """The key from a candidate to an order."""
    return keys.Key(f"TEAM#{team_id}#ORDER#CANDIDATE#{candidate_hash}", record_id)


ORDER_OF_CANDIDATE = ItemKind("ORDER_OF_CANDIDATE", order_of_candidate_key)
BY_CANDIDATE: Lookup[Order] = Lookup(ORDER_OF_CANDIDATE, lambda order: order.candidate_id)

ORDER = Kind(
    resource="order",
    name="ORDER",
    model=Order,
    team_of=team_of,
    listings=lambda record: [integration_listing(record.team_id, record.integration_id)],
    lookups=(BY_CANDIDATE,),
    person_of=lambda record: record.candidate_id,
)


def integration_listing(team_id: str, integration_id: str) -> str:
    """The partition that lists an integration's orders."""
    return keys.sublisting(team_id, "ORDER", "INTEGRATION", integration_id)


def order_reference_key(integration_id: str, reference_hash: str) -> keys.Key:
    """The key from a vendor's own reference, by its hash, to the one order of an integration."""
    return keys.pointer(f"ORDERREFERENCE#{integration_id}", reference_hash)


def ordered_candidate_key(team_id: str, person_hash: str) -> keys.Key:
    """The key from an ordered person, by a hash of the vendor's id or the address, to the candidate."""
    return keys.pointer(f"TEAM#{team_id}#ORDEREDCANDIDATE", person_hash)


ORDER_REFERENCE = ItemKind("ORDER_REFERENCE", order_reference_key)
ORDERED_CANDIDATE = ItemKind("ORDERED_CANDIDATE", ordered_candidate_key)


def reference_place(integration_id: str, reference: str) -> Place:
    """The place of the item that says which order of an integration has a vendor's reference."""
    return ORDER_REFERENCE.at(integration_id, _hash(reference))


def person_place(team_id: str, *identity: str) -> Place:
    """The place of the item that names the candidate of an ordered person. Its key has a hash, because no key
    may hold personal data."""
    return ORDERED_CANDIDATE.at(team_id, _hash(*identity))


def erased_person_key(team_id: str, person_hash: str) -> keys.Key:
    """The key of the mark of an erased person, by the hash that an ordered person is recognized by."""
    return keys.pointer(f"TEAM#{team_id}#ERASEDPERSON", person_hash)


ERASED_PERSON = ItemKind("ERASED_PERSON", erased_person_key)
ERASED_PERSON_KEPT: Final = timedelta(days=7)
"""Longer than an order waits to be placed, also one that an operator tries again."""


def erased_person_place(team_id: str, *identity: str) -> Place:
    """The place of the mark that keeps an order of before an erasure from making the person anew."""
    return ERASED_PERSON.at(team_id, _hash(*identity))


def _hash(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def save_reference(
    unit: UnitOfWork, place: Place, order: Order, fingerprint: str, before: str | None, refused: Refusal
) -> None:
    """Save the reference of a new order, as part of `unit`, which is refused when another has it by then.

    `before` is the order that held it and has ended, None for none.
    """
    unchanged = absent() if before is None else equal("orderId", before)
    unit.write(place.replace(unchanged, orderId=order.id, fingerprint=fingerprint), refused)


def save_person(
    unit: UnitOfWork, place: Place, candidate_id: str, before: str | None, refused: Refusal
) -> None:
    """Save which candidate a person is, as part of `unit`, which is refused unless it was `before`."""
    unchanged = absent() if before is None else equal("candidateId", before)
    unit.write(place.replace(unchanged, candidateId=candidate_id), refused)

"""The orders and deliveries of an erased candidate that no lookup leads to: those of release 0.1.0.

Where the records of an organization have not been supplemented yet, an erasure walks over all orders and
deliveries of the team. How far it came is kept with the erasure, so that nothing is looked at twice.
"""

from collections.abc import Callable
from typing import Any

from gather.connect.integrations import storage as integration_storage
from gather.connect.orders.storage import ORDER, orders_of
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.rights.erasure import service as erasure_service
from gather.rights.erasure import storage as erasure_storage
from gather.rights.erasure.models import ErasureRecord
from gather.table import keys
from gather.table.conversion import Item
from gather.table.kind import Kind
from gather.table.listing import SLOTS
from gather.table.readable import UnreadableRecord, read
from gather.table.records import Records
from gather.table.store import KeyRange
from gather.table.unit_of_work import UnitOfWork

LOOKED_AT_ONCE = 500
"""How many orders or deliveries are looked at in one round trip."""

Remove = Callable[[UnitOfWork, ErasureRecord, str], None]


def delete_without_lookups(records: Records, erasure: ErasureRecord, has_time: Callable[[], bool]) -> bool:
    """Remove the candidate's orders and deliveries that a walk finds; False when time ran out before the end.

    One round trip for each five hundred or each megabyte, one more to keep the place, two for each removal.
    """
    team_id = erasure.team_id
    integrations = integration_storage.ids_of(records.table, erasure.organization_id)
    walks: list[tuple[str, Kind[Any], Remove]] = [
        *((orders_of(team_id, each), ORDER, erasure_service.delete_order) for each in integrations),
        (keys.listing(team_id, WEBHOOK_DELIVERY.name), WEBHOOK_DELIVERY, _remove_delivery),
    ]
    walked = erasure_storage.walked_until(records.table, erasure)
    return all(
        _walk(records, erasure, partition, walked.get(partition, ""), kind, remove, has_time)
        for partition, kind, remove in walks
    )


def _walk(
    records: Records,
    erasure: ErasureRecord,
    partition: str,
    after: str,
    kind: Kind[Any],
    remove: Remove,
    has_time: Callable[[], bool],
) -> bool:
    slot = SLOTS[0]
    while has_time():
        page = records.table.query(
            KeyRange(partition, slot.index, between=(after + "!", "~")), limit=LOOKED_AT_ONCE
        )
        for item in page.items:
            if _is_about(kind, item, erasure.candidate_id):
                _run(records, remove, erasure, item["id"])
        if page.next_key is None:
            return True
        after = page.items[-1][slot.sort_attribute]
        erasure_storage.save_walked(records.table, erasure, partition, after)
    return False


def _run(records: Records, remove: Remove, erasure: ErasureRecord, of: str) -> None:
    records.run(lambda unit: remove(unit, erasure, of))


def _is_about(kind: Kind[Any], item: Item, candidate_id: str) -> bool:
    try:
        return kind.person_of(read(kind.model, item)) == candidate_id
    except UnreadableRecord:
        if item.get("candidateId") in (None, candidate_id):
            # It may be the candidate's, so that the erasure cannot end.
            raise
        return False


def _remove_delivery(unit: UnitOfWork, erasure: ErasureRecord, delivery_id: str) -> None:
    stored = unit.find(WEBHOOK_DELIVERY, erasure.team_id, delivery_id)
    if stored is not None:
        unit.delete(stored)
        erasure_storage.count(unit, erasure, {"deliveries": 1})

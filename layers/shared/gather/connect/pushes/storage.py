"""What suites were told, in the table: one item beside each order, and one with the suite's reports.

A worker takes the turn of an order before it tells the suite of it, so that one worker does at a time:

    turn = storage.take_turn(table, order, now, lease)
    storage.save(table, turn, pushes.add_attempt(attempt))
    storage.end_turn(table, turn, pushes.add_event(event, update))
"""

import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.connect.orders.models import Order
from gather.connect.orders.storage import ORDER
from gather.connect.pushes.models import MOST_REPORTS, OrderPushes, PushReport
from gather.core.clock import timestamp
from gather.core.errors import NotFound, ServiceUnavailable
from gather.table import keys, store
from gather.table.changes import Update
from gather.table.conditions import at_most, equal, lacks, present
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.store import ConditionFailed, Table, TransactionRefused, Write


def order_pushes_key(team_id: str, order_id: str) -> keys.Key:
    """What the suite of an order was told."""
    return keys.Key(f"TEAM#{team_id}#ORDERPUSHES#{order_id}", "PUSHES")


def order_reports_key(team_id: str, order_id: str) -> keys.Key:
    """What the suite of an order reports."""
    return keys.Key(f"TEAM#{team_id}#ORDERPUSHES#{order_id}", "REPORTS")


ORDER_PUSHES = ItemKind("ORDER_PUSHES", order_pushes_key)
ORDER_REPORTS = ItemKind("ORDER_REPORTS", order_reports_key)


@dataclass(frozen=True, slots=True)
class Turn:
    """The right of one worker to tell the suite of an order. `pushes` is what it was told before."""

    key: keys.Key
    holder: str
    pushes: OrderPushes


class TurnLost(ServiceUnavailable):
    """A worker has no longer the turn of an order. What is left to do is found out anew."""


def take_turn(table: Table, order: Order, now: datetime, lease: timedelta) -> Turn | None:
    """Take the turn of an order until `lease` ends; None while another worker has it. Two round trips.

    Raises NotFound for an order that is gone, so that nothing of it comes back after an erasure.
    """
    holder, place = secrets.token_hex(8), ORDER_PUSHES.at(order.team_id, order.id)
    change = Update(
        set=place.named(turnUntil=timestamp(now + lease), turnHolder=holder),
        condition=lacks("turnUntil") | at_most("turnUntil", timestamp(now)) | equal("turnHolder", holder),
    )
    order_key = ORDER.key(order.team_id, order.id)
    try:
        table.transact([place.update(change), store.check(order_key, present())])
    except TransactionRefused as refused:
        if 1 in refused.failed:
            raise NotFound(ORDER.resource, order.id) from None
        return None
    return Turn(place.key, holder, OrderPushes.model_validate(table.get(place.key) or {}))


def save(table: Table, turn: Turn, pushes: OrderPushes) -> None:
    """Save what the suite was told so far. One round trip.

    Raises TurnLost when the order is gone, or another worker has taken the turn over.
    """
    change = Update(set=_attributes(pushes), condition=equal("turnHolder", turn.holder))
    try:
        table.update(turn.key, change)
    except ConditionFailed:
        raise TurnLost("The order is gone, or another worker tells the suite of it.") from None


def end_turn(table: Table, turn: Turn, pushes: OrderPushes) -> None:
    """Save what the suite was told, and end the turn. One round trip.

    Does nothing where another worker has taken the turn over, since this one was away for too long.
    """
    change = Update(
        set=_attributes(pushes),
        remove=["turnUntil", "turnHolder"],
        condition=equal("turnHolder", turn.holder),
    )
    with suppress(ConditionFailed):
        table.update(turn.key, change)


def _attributes(pushes: OrderPushes) -> dict[str, object]:
    return pushes.model_dump(mode="json", by_alias=True)


def find(table: Table, team_id: str, order_id: str) -> tuple[OrderPushes, list[PushReport]]:
    """Find what the suite of an order was told, and what it reports. One round trip, consistent."""
    pushes_key, reports_key = ORDER_PUSHES.key(team_id, order_id), ORDER_REPORTS.key(team_id, order_id)
    found = table.get_many([pushes_key, reports_key])
    return OrderPushes.model_validate(found.get(pushes_key, {})), _reports(found.get(reports_key, {}))


def save_report(table: Table, team_id: str, order_id: str, report: PushReport) -> None:
    """Save a report of a suite; of many the first ones are kept. Two round trips."""
    place = ORDER_REPORTS.at(team_id, order_id)
    if len(_reports(table.get(place.key) or {})) >= MOST_REPORTS:
        return
    added = {"reports": [report.model_dump(mode="json", by_alias=True)]}
    table.update(place.key, Update(set=place.named(), set_once={"reports": []}))
    table.update(place.key, Update(append=added))


def _reports(item: Item) -> list[PushReport]:
    return [PushReport.model_validate(each) for each in item.get("reports", ())]


def deletions(team_id: str, order_id: str) -> list[Write]:
    """The writes that delete what belongs to an order, as part of its erasure."""
    return [ORDER_PUSHES.at(team_id, order_id).delete(), ORDER_REPORTS.at(team_id, order_id).delete()]

"""The tasks of the worker that tells recruiting suites what became of their orders.

Apart from what they are about, because families that only cause them should not have to load it.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from gather.core.clock import timestamp
from gather.events.task import TaskName
from gather.table.outbox import Task


class OrderEvent(StrEnum):
    """What a suite may be told of an order."""

    INVITED = "invited"
    STARTED = "started"
    COMPLETED = "completed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


class _Owner(Protocol):
    @property
    def organization_id(self) -> str: ...

    @property
    def team_id(self) -> str: ...


class _Ordered(_Owner, Protocol):
    @property
    def order_id(self) -> str | None: ...


def send_push(ordered: _Ordered, event: OrderEvent, now: datetime) -> list[Task]:
    """The task to tell the suite of an event of a candidate interview; none where no suite is told."""
    if ordered.order_id is None:
        return []
    return [
        Task(
            name=TaskName.PUSH_ORDER,
            organization_id=ordered.organization_id,
            team_id=ordered.team_id,
            payload={"orderId": ordered.order_id, "event": event.value, "happenedAt": timestamp(now)},
            at=now,
        )
    ]


def place_order(
    owner: _Owner, integration_id: str, order: Mapping[str, object], requested_at: datetime, now: datetime
) -> Task:
    """The task to place an order, of which the suite has to be asked first."""
    return Task(
        name=TaskName.PLACE_ORDER,
        organization_id=owner.organization_id,
        team_id=owner.team_id,
        payload={
            "integrationId": integration_id,
            "order": dict(order),
            "requestedAt": timestamp(requested_at),
        },
        at=now,
    )

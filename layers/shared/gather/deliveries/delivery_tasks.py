"""The tasks of deliveries that a customer asks for: first attempts of stored ones, redeliveries of a range.

A redelivery of a range goes batch by batch, as an event does. Each step may be repeated: the ids of the new
deliveries follow from the task and the old ones. The task has the place where it goes on, so that recovery
goes on where a message was lost, and a batch that was run before is not run again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from gather.core.clock import from_timestamp
from gather.core.errors import Conflict
from gather.deliveries.models import DeliveryRecord
from gather.deliveries.redelivery import list_part_of_range
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.events.task import TaskName
from gather.table import keys, outbox
from gather.table.conditions import present
from gather.table.conversion import Item
from gather.table.records import Records
from gather.webhooks.storage import WEBHOOK
from gather.wiring import Adapters
from gather.workers.queues import Queues
from gather.workers.unknown_work import UnknownWork

STORE_ATTEMPTS = 5
"""How often a batch is tried of which another run stores some deliveries at the same time."""

_PLACE = "place"


class _Deleted(Exception):
    """The configuration was deleted, and its deliveries with it."""


class _AlreadyStored(Exception):
    """Another run of the batch has stored some of its deliveries."""


def run_task(adapters: Adapters, message: Mapping[str, Any]) -> None:
    """Run a task of the outbox, or its next batch. Does nothing for one that is done.

    Raises ServiceUnavailable or Conflict when the batch has to be run again; UnknownWork for a task that is
    not of this worker.
    """
    task = adapters.records.table.get(keys.outbox(message["taskId"]))
    if task is None:
        return
    match TaskName(message["name"]):
        case TaskName.SEND_DELIVERIES:
            _send_first_attempts(adapters, task)
        case TaskName.REDELIVER:
            _redeliver_batch(adapters, task, message.get("after"))
        case other:
            raise UnknownWork(other, task["id"])


def _send_first_attempts(adapters: Adapters, task: Item) -> None:
    found = adapters.records.get_readable(WEBHOOK_DELIVERY, task["teamId"], task["payload"]["deliveryIds"])
    _queues(adapters).send_attempts([(delivery, 1) for delivery in found.values()])
    outbox.end(adapters.records.table, task["id"])


def _redeliver_batch(adapters: Adapters, task: Item, after: str | None) -> None:
    """Repeat the next deliveries. A message of an earlier batch, which was run, does nothing."""
    records, place = adapters.records, task.get(outbox.mark_name(_PLACE), "")
    if after is not None and after != place:
        return
    found, following = list_part_of_range(records.table, task["teamId"], task["payload"], place)
    try:
        stored = _save_redeliveries(records, task, found)
    except _Deleted:
        outbox.end(records.table, task["id"])
        return
    _queues(adapters).send_attempts([(delivery, 1) for delivery in stored])
    if following is None:
        outbox.end(records.table, task["id"])
        return
    outbox.mark(records.table, task["id"], _PLACE, following)
    _queues(adapters).continue_task(task, following)


def _save_redeliveries(records: Records, task: Item, delivery_ids: Sequence[str]) -> list[DeliveryRecord]:
    """Save the redeliveries of some deliveries, unless an earlier run has; returns all of them."""
    team_id, now = task["teamId"], from_timestamp(task["payload"]["requestedAt"])
    found = records.get_readable(WEBHOOK_DELIVERY, team_id, delivery_ids)
    repeated = [delivery.repeat(task["id"], now) for delivery in found.values()]
    for _ in range(STORE_ATTEMPTS):
        known = records.get_many(WEBHOOK_DELIVERY, team_id, [delivery.id for delivery in repeated])
        missing = [delivery for delivery in repeated if delivery.id not in known]
        try:
            _save(records, task, missing)
        except _AlreadyStored:
            continue
        return repeated
    raise Conflict("A redelivery is being made by several others.")


def _save(records: Records, task: Item, deliveries: Sequence[DeliveryRecord]) -> None:
    if not deliveries:
        return
    unit = records.unit_of_work()
    for delivery in deliveries:
        unit.create(WEBHOOK_DELIVERY, delivery, _already_stored())
    owner = WEBHOOK.key(task["teamId"], task["payload"]["webhookConfigurationId"])
    unit.require(owner, present(), _deleted())
    unit.commit()


def _already_stored() -> Exception:
    return _AlreadyStored()


def _deleted() -> Exception:
    return _Deleted()


def _queues(adapters: Adapters) -> Queues:
    return Queues(adapters.clients, adapters.settings)

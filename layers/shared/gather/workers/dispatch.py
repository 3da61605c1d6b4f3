"""From the outbox to those who act on it: deliveries for events, queue messages for tasks.

    event ──▶ one stored delivery for each URL ──▶ the deliveries queue ──▶ the entry is ended
    task  ──▶ the queue of its worker, which ends the entry with its work

Each step may be repeated: a delivery's id follows from event and URL, a message that comes twice finds
its attempt or task taken. An entry that is gone has been dispatched, and is left alone.
"""

from datetime import datetime, timedelta

from gather.core.clock import from_timestamp, timestamp
from gather.core.settings import settings
from gather.events.event import EventRecord
from gather.events.task import TaskName
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table import keys, outbox
from gather.table.conversion import Item
from gather.table.records import Records
from gather.table.store import ConditionFailed, Update
from gather.webhooks.webhook import RESULT_EVENTS, DeliveryTarget, WebhookConfiguration, targets
from gather.webhooks.webhook_delivery import DeliveryRecord, new_delivery
from gather.webhooks.webhook_storage import WEBHOOK, WEBHOOK_DELIVERY, configurations
from gather.workers import queues

LONGEST_PAUSE = timedelta(hours=1)


class _AlreadyStored(Exception):
    """An earlier dispatch of the event stored this delivery."""


class _Unsubscribed(Exception):
    """The configuration was deleted after it was read."""


class Dispatch:
    """Dispatches the entries of one batch; it reads the configurations of each team once."""

    def __init__(self, records: Records, now: datetime) -> None:
        self._records = records
        self._now = timestamp(now)
        self._configurations: dict[str, list[WebhookConfiguration]] = {}

    def entry(self, item: Item) -> None:
        """Dispatch one outbox entry, given as it is stored now.

        Raises ServiceUnavailable or Conflict when it has to be dispatched again; ValueError for a name
        that this version does not know.
        """
        if item["entity"] == outbox.Event.entity:
            self._event(EventRecord.model_validate(item))
        else:
            _task(item)

    def _event(self, event: EventRecord) -> None:
        # However late the event is dispatched, its first attempts are awaited from now on.
        wanted = [
            new_delivery(event, target).changed(next_attempt_at=self._now) for target in self._targets(event)
        ]
        stored = [delivery for delivery in wanted if self._is_stored(delivery)]
        queue_attempts([(delivery, 1) for delivery in stored])
        outbox.end(self._records.table, event.id)

    def _targets(self, event: EventRecord) -> list[DeliveryTarget]:
        if event.team_id not in self._configurations:
            self._configurations[event.team_id] = [*configurations(self._records.table, event.team_id)]
        return targets(
            event,
            self._configurations[event.team_id],
            candidate_interview_url=self._candidate_interview_url(event),
        )

    def _candidate_interview_url(self, event: EventRecord) -> str | None:
        """The `webhookUrl` of the candidate interview whose results the event announces."""
        if event.name not in RESULT_EVENTS:
            return None
        candidate_interview_id = event.payload["candidateInterviewId"]
        found = self._records.find(CANDIDATE_INTERVIEW, event.team_id, candidate_interview_id)
        return found.record.webhook_url if found else None

    def _is_stored(self, delivery: DeliveryRecord) -> bool:
        """Store a delivery, count and list it; False when its configuration was deleted meanwhile."""
        transaction = self._records.transaction()
        transaction.create(WEBHOOK_DELIVERY, delivery, lambda _item: _AlreadyStored())
        if delivery.webhook_configuration_id is not None:
            configuration = WEBHOOK.key(delivery.team_id, delivery.webhook_configuration_id)
            transaction.require(configuration, "attribute_exists(pk)", lambda _item: _Unsubscribed())
        try:
            transaction.commit()
        except _AlreadyStored:
            return True
        except _Unsubscribed:
            return False
        return True


def queue_attempts(attempts: list[tuple[DeliveryRecord, int]], wait_seconds: int = 0) -> None:
    """Have the given attempts of deliveries made, `wait_seconds` from now. Raises ServiceUnavailable."""
    messages = [
        {"teamId": delivery.team_id, "deliveryId": delivery.id, "attempt": attempt}
        for delivery, attempt in attempts
    ]
    queues.send(settings().delivery_queue_url, messages, wait_seconds)


def postpone(records: Records, item: Item, now: datetime, *, end_claim: bool = False) -> bool:
    """Claim the repeated dispatch of an entry for this run; False when another run was faster.

    With `end_claim` the worker that holds the task is known to be gone, and the task is free again.

    The entry is due again after as long as it has been waiting already, an hour at most: a task whose
    worker is only slow is not sent over and over.
    """
    waited = now - from_timestamp(item["createdAt"])
    pause = min(max(waited, outbox.DISPATCH_GRACE), LONGEST_PAUSE)
    change = Update(
        "SET dueSk = :due REMOVE claimedUntil" if end_claim else "SET dueSk = :due",
        {":due": timestamp(now + pause), ":read": item["dueSk"]},
        condition="dueSk = :read",
    )
    try:
        records.table.update(keys.outbox(item["id"]), change)
    except ConditionFailed:
        return False
    return True


def _task(item: Item) -> None:
    name = TaskName(item["name"])
    message = {
        **item["payload"],
        "taskId": item["id"],
        "teamId": item["teamId"],
        "organizationId": item["organizationId"],
        "name": item["name"],
    }
    queues.send(queues.queue_of(name), [message], queues.delay_of(name))

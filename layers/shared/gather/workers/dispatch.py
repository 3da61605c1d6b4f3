"""From the outbox to those who act on it: deliveries for events, queue messages for tasks.

    event ──▶ one stored delivery for each URL ──▶ the deliveries queue ──▶ the entry is ended
    task  ──▶ the queue of its worker, which ends the entry with its work

Each step may be repeated: a delivery's id follows from event and URL, a message that comes twice finds
its attempt or task taken. An entry that is gone has been dispatched, and is left alone.
"""

from datetime import datetime

from gather.core.clock import timestamp
from gather.events.event import EventRecord
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table import outbox
from gather.table.conditions import present
from gather.table.conversion import Item
from gather.table.records import Records
from gather.webhooks.webhook import RESULT_EVENTS, DeliveryTarget, WebhookConfiguration, targets
from gather.webhooks.webhook_delivery import DeliveryRecord, new_delivery
from gather.webhooks.webhook_storage import WEBHOOK, WEBHOOK_DELIVERY, configurations
from gather.workers.queues import Queues


class _AlreadyStored(Exception):
    """An earlier dispatch of the event stored this delivery."""


class _Unsubscribed(Exception):
    """The configuration was deleted after it was read."""


class Dispatch:
    """Dispatches the entries of one batch; it reads the configurations of each team once."""

    def __init__(self, records: Records, queues: Queues, now: datetime) -> None:
        self._records = records
        self._queues = queues
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
            self._queues.send_task(item)

    def _event(self, event: EventRecord) -> None:
        # However late the event is dispatched, its first attempts are awaited from now on.
        wanted = [
            new_delivery(event, target).changed(next_attempt_at=self._now) for target in self._targets(event)
        ]
        stored = [delivery for delivery in wanted if self._is_stored(delivery)]
        self._queues.send_attempts([(delivery, 1) for delivery in stored])
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
        unit = self._records.unit_of_work()
        unit.create(WEBHOOK_DELIVERY, delivery, lambda _item: _AlreadyStored())
        if delivery.webhook_configuration_id is not None:
            configuration = WEBHOOK.key(delivery.team_id, delivery.webhook_configuration_id)
            unit.require(configuration, present(), lambda _item: _Unsubscribed())
        try:
            unit.commit()
        except _AlreadyStored:
            return True
        except _Unsubscribed:
            return False
        return True

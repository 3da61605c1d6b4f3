"""The digest schedule: one e-mail a day to users who want no more (interface: Notifications, rule 4).

It runs every quarter of an hour, so that an alarm can tell that it stopped, and does the work of a day at
DIGEST_TIME. Without `daily` a run does what is due at its time.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from gather.core.clock import from_timestamp
from gather.messaging.digests.request import request_digest
from gather.messaging.digests.storage import DIGEST_SCHEDULE
from gather.table.conversion import Item
from gather.workers.schedule import ScheduledRun, scheduled

DIGEST_TIME: Final = time(6, tzinfo=UTC)
"""When the day's digests are asked for. Each waits for its user's morning."""


def due_until(event: Mapping[str, Any]) -> datetime:
    """The time by which news are due for a digest: the latest DIGEST_TIME of a run that is `daily`."""
    moment = from_timestamp(event["time"])
    if not event.get("daily"):
        return moment
    today = datetime.combine(moment.date(), DIGEST_TIME)
    return today if today <= moment else today - timedelta(days=1)


def _request(run: ScheduledRun, item: Item) -> bool:
    return request_digest(run.records, item, now=run.now)


handler = scheduled(DIGEST_SCHEDULE, "DigestsAsked", _request, due_until)

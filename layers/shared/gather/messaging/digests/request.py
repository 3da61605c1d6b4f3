"""The schedule of digests: has those sent that have news.

request_digest(records, due_item, now=now)
"""

from datetime import datetime

from gather.events.task import TaskName
from gather.messaging.digests import storage
from gather.table.conversion import Item
from gather.table.outbox import Task
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


class _DigestRequested(Exception):
    """Another run has requested the digest."""


def request_digest(records: Records, due: Item, *, now: datetime) -> bool:
    """Have the digest of a user sent whose marker is due. Returns whether this run did. Two round trips."""

    def request(unit: UnitOfWork) -> bool:
        storage.delete_due(unit, due, _digest_requested())
        unit.send(
            Task(
                name=TaskName.SEND_DIGEST,
                organization_id=storage.organization_of(due),
                team_id=due["teamId"],
                payload={"userId": due["id"]},
                at=now,
            )
        )
        return True

    try:
        return records.run(request)
    except _DigestRequested:
        return False


def _digest_requested() -> Exception:
    return _DigestRequested()

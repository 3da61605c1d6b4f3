"""The task of an erasure."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import ServiceUnavailable
from gather.core.media_address import media_key
from gather.core.observability import count
from gather.events.task import TaskName
from gather.rights.erasure import service as erasure_service
from gather.rights.erasure.models import ErasureRecord, RightsJobStatus
from gather.rights.erasure.parts import delete_parts
from gather.rights.erasure.storage import ERASURE, Look
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.unit_of_work import UnitOfWork
from gather.workers.task_runner import Attempt

SECOND_LOOK = timedelta(hours=1)
"""So long after its end an erasure looks again. Every request and worker that had read the candidate before
the erasure has ended by then."""


def erase(attempt: Attempt) -> None:
    """Remove what is left of a candidate, and end the erasure once there is nothing left.

    Raises ServiceUnavailable when the indexes do not show yet what has to be removed.
    """
    stored = _stored(attempt)
    if stored is None or stored.record.status is RightsJobStatus.COMPLETE:
        attempt.end()
        return
    adapters, erasure = attempt.adapters, stored.record
    has_records = not erasure_service.delete_records(
        adapters.records, erasure, attempt.has_time, now=adapters.clock.now()
    )
    is_done = delete_parts(adapters, erasure, attempt.has_time)
    if not is_done or (has_records and not attempt.has_time()):
        attempt.finish(lambda unit: unit.send(_rest(attempt)))
        return
    if has_records:
        raise ServiceUnavailable("The indexes do not show yet what is left of the candidate.")
    attempt.finish(lambda unit: _complete(unit, attempt))
    count("Erasures")


def erase_late_writes(attempt: Attempt) -> None:
    """Remove what requests and workers wrote that had read the candidate before the erasure."""
    not_before = from_timestamp(attempt.task.payload["notBefore"])
    if attempt.adapters.clock.now() < not_before:
        attempt.put_off(not_before)
        return
    stored = _stored(attempt)
    if stored is None or delete_parts(attempt.adapters, stored.record, attempt.has_time, Look.SECOND):
        attempt.end()
    else:
        attempt.finish(lambda unit: unit.send(_rest(attempt)))


def give_up_erasure(attempt: Attempt, unit: UnitOfWork) -> bool:
    """Save that an erasure has failed; the operator has it tried again."""
    _end(unit, attempt, RightsJobStatus.FAILED)
    return True


def _complete(unit: UnitOfWork, attempt: Attempt) -> None:
    now = attempt.adapters.clock.now()
    _end(unit, attempt, RightsJobStatus.COMPLETE)
    payload = {**attempt.task.payload, "notBefore": timestamp(now + SECOND_LOOK)}
    unit.send(_task(attempt, TaskName.ERASE_LATE_WRITES, payload))


def _end(unit: UnitOfWork, attempt: Attempt, status: RightsJobStatus) -> None:
    stored = unit.get(ERASURE, attempt.task.team_id, attempt.task.payload["erasureId"])
    unit.replace(stored, stored.record.end(status, attempt.adapters.clock.now()))


def _stored(attempt: Attempt) -> Stored[ErasureRecord] | None:
    return attempt.adapters.records.find(ERASURE, attempt.task.team_id, attempt.task.payload["erasureId"])


def _rest(attempt: Attempt) -> Task:
    """The task that goes on."""
    return _task(attempt, attempt.task.name, attempt.task.payload)


def _task(attempt: Attempt, name: str, payload: Mapping[str, Any]) -> Task:
    return Task(
        name=name,
        organization_id=attempt.task.organization_id,
        team_id=attempt.task.team_id,
        payload=payload,
        at=attempt.adapters.clock.now(),
    )


def delete_late_uploads(attempt: Attempt) -> None:
    """Remove files that a candidate who was erased was uploading then, once none can arrive any more."""
    adapters, payload = attempt.adapters, attempt.task.payload
    not_before = from_timestamp(payload["notBefore"])
    if adapters.clock.now() < not_before:
        attempt.put_off(not_before)
        return
    for media_id in payload["mediaIds"]:
        adapters.engines.media().purge(media_key(media_id))
    attempt.end()

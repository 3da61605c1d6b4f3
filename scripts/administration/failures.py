"""Work that was given up, and having it done again or not.

A retry takes the work off the list and puts it back where it came from, in one transaction: a second retry
finds nothing on the list. Work that nobody wants any more is only taken off.
"""

from collections.abc import Callable
from datetime import datetime

from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import NotFound
from gather.deliveries.models import DeliveryStatus
from gather.deliveries.redelivery import send_first_attempt
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.events.task import TaskName
from gather.screening.candidate_interviews.requests import EvaluationMode
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.evaluations import service as evaluation_service
from gather.screening.evaluations import storage as evaluation_storage
from gather.table import failures
from gather.table.conditions import absent
from gather.table.failures import FailedWork, GivenUpWork
from gather.table.outbox import Event, OutboxEntry, Task
from gather.table.records import Records
from gather.table.store import put
from gather.table.unit_of_work import UnitOfWork

RESOURCE = "failure"


def listed(records: Records, organization_id: str | None = None) -> list[GivenUpWork]:
    """The work that was given up, of one organization or of all, the latest first."""
    found = [
        failure
        for failure in failures.all_failures(records.table)
        if organization_id in (None, failure.organization_id)
    ]
    return sorted(found, key=lambda failure: failure.given_up_at, reverse=True)


def read(records: Records, failure_id: str) -> GivenUpWork:
    """Work on the list. Raises NotFound."""
    failure = failures.find(records.table, failure_id)
    if failure is None:
        raise NotFound(RESOURCE, failure_id)
    return failure


def retry(records: Records, failure_id: str, now: datetime) -> bool:
    """Have work done again. Returns False when nobody wants it any more. Raises NotFound."""

    def retrying(unit: UnitOfWork) -> bool:
        failure = read(records, failure_id)
        return _again_of(failure)(unit, failure, now)

    return records.run(retrying)


def dismiss(records: Records, failure_id: str) -> bool:
    """Take work off the list without doing it. Returns False when it is off the list already."""

    def dismissing(unit: UnitOfWork) -> None:
        _take_off(unit, failure_id)

    try:
        records.run(dismissing)
    except NotFound:
        return False
    return True


_Again = Callable[[UnitOfWork, GivenUpWork, datetime], bool]
"""Adds what has work done again, and takes it off the list."""


def _again_of(failure: GivenUpWork) -> _Again:
    if failure.work is FailedWork.EVENT:
        return _event_again
    if failure.work is FailedWork.DELIVERY:
        return _delivery_again
    if failure.attempts == 0:
        # Its worker has never seen it, so that nothing shows it as failed.
        return _task_again
    if failure.name == TaskName.EVALUATE:
        return _evaluation_again
    if failure.name == TaskName.SPEAK_QUESTION:
        return _speech_again
    return _task_again


def _event_again(unit: UnitOfWork, failure: GivenUpWork, now: datetime) -> bool:
    return _queue(unit, failure, _entry(Event, failure), now)


def _task_again(unit: UnitOfWork, failure: GivenUpWork, now: datetime) -> bool:
    return _queue(unit, failure, _entry(Task, failure), now)


def _entry(entity: type[OutboxEntry], failure: GivenUpWork) -> OutboxEntry:
    return entity(
        id=failure.id,
        name=failure.name,
        organization_id=failure.organization_id,
        team_id=failure.team_id,
        payload=failure.payload,
        at=from_timestamp(failure.created_at),
    )


def _queue(unit: UnitOfWork, failure: GivenUpWork, entry: OutboxEntry, now: datetime) -> bool:
    _take_off(unit, failure.id)
    unit.write(put(entry.queued_again(now, failure.marks), absent()))
    return True


def _take_off(unit: UnitOfWork, failure_id: str) -> None:
    unit.write(failures.take_off(failure_id), NotFound(RESOURCE, failure_id))


def _evaluation_again(unit: UnitOfWork, failure: GivenUpWork, now: datetime) -> bool:
    """Another run evaluates, if nobody has asked for one; that takes the failed one off the list."""
    candidate_interview_id = failure.payload["candidateInterviewId"]
    stored = unit.find(CANDIDATE_INTERVIEW, failure.team_id, candidate_interview_id)
    latest = evaluation_storage.find(unit.table, failure.team_id, candidate_interview_id)
    if stored is None or latest is None or latest.run != failure.payload["run"]:
        _take_off(unit, failure.id)
        return False
    # A run that failed has left the outcome of an earlier one, if there is one.
    mode = EvaluationMode.FAILED if latest.may_be_run_again else EvaluationMode.ALWAYS
    evaluation_service.evaluate_again(unit, stored, mode, now)
    return True


def _speech_again(unit: UnitOfWork, failure: GivenUpWork, now: datetime) -> bool:
    """The question is to be spoken again, unless it was patched since."""
    stored = unit.find(AUDIO_QUESTION, failure.team_id, failure.payload["questionId"])
    version_id = failure.payload["speechVersionId"]
    again = stored.record.restore_speech_version(version_id, timestamp(now)) if stored else None
    if stored is None or again is None:
        _take_off(unit, failure.id)
        return False
    unit.replace(stored, again)
    return _task_again(unit, failure, now)


def _delivery_again(unit: UnitOfWork, failure: GivenUpWork, now: datetime) -> bool:
    """All of its attempts are made anew, the first of them at once."""
    _take_off(unit, failure.id)
    stored = unit.find(WEBHOOK_DELIVERY, failure.team_id, failure.id)
    if stored is None or stored.record.status is not DeliveryStatus.FAILED:
        return False
    again = stored.record.retry(now)
    unit.replace(stored, again)
    send_first_attempt(unit, again, now)
    return True

"""The erasure of a candidate: by the request, and by a worker afterwards.

    erasure = service.request(records, team_id, candidate_id, actor, now=now)

The request removes the candidate, and with it everything that is found by an id or a token: candidate
interviews, orders, enrollments and meetings. Each goes in one transaction with its links, and leaves behind
what its parts are found by. The worker removes the parts (gather.rights.erasure.parts), and begins
with what the request had no time for. Every step may be repeated and go on where another one stopped.
"""

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from gather.connect.orders.models import Order
from gather.connect.orders.storage import (
    BY_CANDIDATE,
    ERASED_PERSON_KEPT,
    ORDER,
    erased_person_place,
    person_place,
    reference_place,
)
from gather.connect.pushes import storage as push_storage
from gather.connect.vendor_registry import vendor_names
from gather.core.caller import Actor
from gather.core.clock import epoch_seconds, timestamp
from gather.core.email_address import normal_email
from gather.events import enrollment_tasks
from gather.events.task import TaskName
from gather.rights.erasure import storage as erasure_storage
from gather.rights.erasure.models import ErasureRecord, new_erasure
from gather.rights.erasure.storage import CHATS_PART, DELIVERIES_PART, INTERVIEW_PART
from gather.screening.candidate_interviews import storage as candidate_interview_storage
from gather.screening.candidate_interviews.erasure_mark_storage import erase_link
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, INVITE, REMINDER, SHARE
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table import listing
from gather.table.keys import Key
from gather.table.kind import Stored
from gather.table.listing import SLOTS, Selection
from gather.table.lookup import value_hash
from gather.table.outbox import Task
from gather.table.readable import read
from gather.table.record_reader import RecordReader
from gather.table.records import Records
from gather.table.store import KeyRange
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.workflow.candidate_meetings import lifecycle as meeting_lifecycle
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING, MEETING_INVITE
from gather.workflow.enrollments import storage as enrollment_storage
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.storage import ENROLLED, ENROLLMENT, ENROLLMENT_STEP
from gather.workflow.meetings.storage import MEETING

INTERVIEWS_AT_ONCE: Final = 5
"""How many candidate interviews one transaction removes; each takes up to eighteen of its hundred writes."""
INTERVIEWS_WITH_CANDIDATE: Final = 2
"""How many the transaction removes that removes the candidate, which takes up to sixty writes."""

REQUEST_SECONDS: Final = 6.0
"""For how many seconds a request removes what is found by an id; a worker removes what is left."""


def request(
    records: Records, team_id: str, candidate_id: str, actor: Actor, *, now: datetime
) -> ErasureRecord:
    """Erase a candidate: what is found by an id as long as a request may take, the rest by a worker.

    Raises NotFound.
    """
    end = time.monotonic() + REQUEST_SECONDS
    erasure = begin(records, team_id, candidate_id, actor, now=now)
    delete_records(records, erasure, lambda: time.monotonic() < end, now=now)
    return erasure


def begin(
    records: Records,
    team_id: str,
    candidate_id: str,
    actor: Actor,
    *,
    now: datetime,
    erasure_id: str | None = None,
) -> ErasureRecord:
    """Remove a candidate with up to two candidate interviews, and have the rest removed. Four round trips.

    `erasure_id` is that of an erasure that the table does not know and that is carried out again. Raises
    NotFound.
    """

    def work(unit: UnitOfWork) -> ErasureRecord:
        # Read apart from the unit, which would note that the response is about the candidate: it is kept.
        stored = RecordReader(unit.table).get(CANDIDATE, team_id, candidate_id)
        erasure = new_erasure(stored.record, now, erasure_id)
        unit.delete(stored)
        _delete_ordered(unit, stored.record, now)
        _save_address_for_later(unit, erasure, stored.record)
        erasure_storage.create(unit, erasure)
        _delete_interviews(unit, erasure, INTERVIEWS_WITH_CANDIDATE, {"candidates": 1})
        audit_storage.save(
            unit, erasure.organization_id, actor, AuditAction.CANDIDATE_ERASED, candidate_id, now
        )
        unit.send(_task(erasure, now))
        return erasure

    return records.run(work)


def _task(erasure: ErasureRecord, now: datetime) -> Task:
    return Task(
        name=TaskName.ERASE_CANDIDATE,
        organization_id=erasure.organization_id,
        team_id=erasure.team_id,
        payload={"erasureId": erasure.id},
        at=now,
    )


def _delete_ordered(unit: UnitOfWork, candidate: Candidate, now: datetime) -> None:
    """Remove what leads from the person of an order to the candidate, and mark the person as erased for the
    orders that wait. One round trip."""
    identities: list[tuple[str, ...]] = []
    if candidate.external_id is not None:
        identities += [("id", vendor, candidate.external_id) for vendor in vendor_names()]
    addresses = [] if candidate.email is None else [("email", normal_email(candidate.email))]
    places = {each: person_place(candidate.team_id, *each) for each in (*identities, *addresses)}
    found = unit.table.get_many([place.key for place in places.values()])
    leading = [
        each for each, at in places.items() if found.get(at.key, {}).get("candidateId") == candidate.id
    ]
    for identity in leading:
        unit.write(places[identity].delete())
    ends = epoch_seconds(now + ERASED_PERSON_KEPT)
    for identity in dict.fromkeys((*leading, *addresses)):
        mark = erased_person_place(candidate.team_id, *identity)
        unit.write(mark.put(erasedAt=timestamp(now), expiresAtEpoch=ends))


def _save_address_for_later(unit: UnitOfWork, erasure: ErasureRecord, candidate: Candidate) -> None:
    """Save what finds the messages in chats that were left with the candidate's address."""
    if candidate.email is not None:
        address = value_hash(erasure.team_id, normal_email(candidate.email))
        erasure_storage.save_part(unit, erasure, CHATS_PART, address)


def _delete_interviews(
    unit: UnitOfWork,
    erasure: ErasureRecord,
    most: int = INTERVIEWS_AT_ONCE,
    counts: dict[str, int] | None = None,
) -> int:
    """Remove up to `most` candidate interviews, as part of `unit`; how many. Two round trips."""
    partition = candidate_interview_storage.candidate_listing(erasure.team_id, erasure.candidate_id)
    page = unit.table.query(KeyRange(partition, SLOTS[1].index), limit=most)
    # The index may be behind: what counts is what is stored.
    stored = unit.find_many(CANDIDATE_INTERVIEW, erasure.team_id, [item["id"] for item in page.items])
    for each in stored:
        _delete_interview(unit, erasure, each)
    removed = {**(counts or {}), **({"candidateInterviews": len(stored)} if stored else {})}
    erasure_storage.count(unit, erasure, removed)
    return len(stored)


def _delete_interview(
    unit: UnitOfWork, erasure: ErasureRecord, stored: Stored[CandidateInterviewRecord]
) -> None:
    record = stored.record
    unit.delete(stored)
    erase_link(unit, INVITE.at(record.invite_token), record.invite_token)
    if record.share_token is not None:
        erase_link(unit, SHARE.at(record.share_token), record.share_token)
    unit.write(REMINDER.at(record.team_id, record.id).delete())
    erasure_storage.save_part(unit, erasure, INTERVIEW_PART, record.id)


def delete_records(
    records: Records, erasure: ErasureRecord, has_time: Callable[[], bool], *, now: datetime
) -> bool:
    """Remove the candidate's interviews, enrollments, meetings and orders; False when some may be left.

    What is left is what there was no time for, and what the indexes do not show yet.
    """
    while has_time() and records.run(lambda unit: _delete_interviews(unit, erasure)):
        pass
    for enrollment in _enrollments(records, erasure):
        if not has_time():
            return False
        _delete_enrollment(records, erasure, enrollment, now)
    for order in _orders(records, erasure):
        if not has_time():
            return False
        _run(records, delete_order, erasure, order.id)
    return has_time() and _delete_from_listings(records, erasure)


def _run(
    records: Records,
    delete: Callable[[UnitOfWork, ErasureRecord, str], None],
    erasure: ErasureRecord,
    record_id: str,
) -> None:
    """Remove one thing of the candidate in a unit of work of its own."""
    records.run(lambda unit: delete(unit, erasure, record_id))


def _enrollments(records: Records, erasure: ErasureRecord) -> Sequence[EnrollmentRecord]:
    partition = enrollment_storage.candidate_listing(erasure.team_id, erasure.candidate_id)
    items = records.table.query_all(KeyRange(partition, SLOTS[1].index))
    return [read(EnrollmentRecord, item) for item in items]


def _delete_enrollment(
    records: Records, erasure: ErasureRecord, enrollment: EnrollmentRecord, now: datetime
) -> None:
    """Remove an enrollment with its meetings, let its candidate go, and have its execution end. No event."""
    for step in enrollment.steps:
        if step.candidate_meeting_id is not None:
            _run(records, _delete_meeting, erasure, step.candidate_meeting_id)

    def delete(unit: UnitOfWork) -> None:
        stored = unit.find(ENROLLMENT, erasure.team_id, enrollment.id)
        if stored is None:
            return
        record = stored.record
        unit.delete(stored)
        unit.write(ENROLLED.at(record.team_id, record.job_id, record.candidate_id).delete())
        for step in record.steps:
            unit.write(ENROLLMENT_STEP.at(step.id).delete())
        erasure_storage.save_part(unit, erasure, DELIVERIES_PART, record.id)
        erasure_storage.count(unit, erasure, {"enrollments": 1})
        if record.task_token is not None:
            unit.send(enrollment_tasks.wake(record, record.id, record.task_token, now))

    records.run(delete)


def _delete_meeting(unit: UnitOfWork, erasure: ErasureRecord, meeting_id: str) -> None:
    stored = unit.find(CANDIDATE_MEETING, erasure.team_id, meeting_id)
    if stored is None:
        return
    meeting = unit.find(MEETING, erasure.team_id, stored.record.meeting_id)
    meeting_lifecycle.delete(unit, stored, meeting.record if meeting else None)
    erase_link(unit, MEETING_INVITE.at(stored.record.token), stored.record.token)
    erasure_storage.save_part(unit, erasure, DELIVERIES_PART, meeting_id)
    erasure_storage.count(unit, erasure, {"meetings": 1})


def _orders(records: Records, erasure: ErasureRecord) -> Sequence[Order]:
    partition = BY_CANDIDATE.partition(erasure.team_id, erasure.candidate_id)
    pointers = records.table.query_all(KeyRange(partition), consistent=True)
    return [*records.get_many(ORDER, erasure.team_id, [Key.of(pointer).sk for pointer in pointers]).values()]


def delete_order(unit: UnitOfWork, erasure: ErasureRecord, order_id: str) -> None:
    """Remove an order with what its vendor's reference leads to, as part of `unit`."""
    stored = unit.find(ORDER, erasure.team_id, order_id)
    if stored is None:
        return
    unit.delete(stored)
    for write in push_storage.deletions(stored.record.team_id, stored.record.id):
        unit.write(write)
    if stored.record.reference is not None:
        unit.write(reference_place(stored.record.integration_id, stored.record.reference).delete())
    erasure_storage.count(unit, erasure, {"orders": 1})


def _delete_from_listings(records: Records, erasure: ErasureRecord) -> bool:
    """Remove the counts of the candidate's own listings; False when one of them is not empty yet."""
    team_id, candidate_id = erasure.team_id, erasure.candidate_id
    for partition in (
        candidate_interview_storage.candidate_listing(team_id, candidate_id),
        enrollment_storage.candidate_listing(team_id, candidate_id),
    ):
        if listing.read_directory(records.table, partition, consistent=True).total(Selection.ALL) > 0:
            return False
        listing.delete_counts(records.table, partition)
    return True

"""Enrollments in the table, and the ways that lead to them.

For example:

    storage.create(unit, record)
    enrollment_id = storage.find_id_by_step(table, team_id, step_id)
"""

from collections.abc import Iterator

from gather.core.errors import Conflict
from gather.core.identifiers import is_id
from gather.core.review_kind import ReviewKind
from gather.table import keys
from gather.table.conditions import equal
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.listing import SLOTS
from gather.table.review import ReviewPlace
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.status import EnrollmentStatus, StepStatus

ENROLLMENTS_SCHEDULE = "enrollments"


def job_listing(team_id: str, job_id: str) -> str:
    """The partition that lists the enrollments in a job, in the first slot."""
    return keys.sublisting(team_id, "ENROLLMENT", "JOB", job_id)


def candidate_listing(team_id: str, candidate_id: str) -> str:
    """The partition that lists a candidate's enrollments, in the second slot."""
    return keys.sublisting(team_id, "ENROLLMENT", "CANDIDATE", candidate_id)


def _attention(record: EnrollmentRecord) -> tuple[str, str] | None:
    return (ENROLLMENTS_SCHEDULE, record.attention_at) if record.attention_at else None


def _review(record: EnrollmentRecord) -> ReviewPlace | None:
    """The gate at which the candidate waits."""
    if not record.is_active or record.current.status is not StepStatus.WAITING_FOR_EVALUATION:
        return None
    since = record.current.waiting_since or record.updated_at
    return ReviewPlace(ReviewKind.GATE, since, record.job_id)


ENROLLMENT = Kind(
    resource="enrollment",
    name="ENROLLMENT",
    model=EnrollmentRecord,
    team_of=team_of,
    listings=lambda record: [
        job_listing(record.team_id, record.job_id),
        candidate_listing(record.team_id, record.candidate_id),
    ],
    due=_attention,
    review=_review,
    person_of=lambda record: record.candidate_id,
)


def enrolled_key(team_id: str, job_id: str, candidate_id: str) -> keys.Key:
    """Held while a candidate is enrolled in a job, so that nobody is twice at the same time."""
    return keys.pointer(f"TEAM#{team_id}#ENROLLED#{job_id}", candidate_id)


def enrollment_step_key(step_id: str) -> keys.Key:
    """From a step of an enrollment to the enrollment."""
    return keys.pointer("ENROLLMENTSTEP", step_id)


ENROLLED = ItemKind("ENROLLED", enrolled_key)
ENROLLMENT_STEP = ItemKind("ENROLLMENT_STEP", enrollment_step_key)


def create(unit: UnitOfWork, record: EnrollmentRecord) -> None:
    """Save a new enrollment, with a pointer to it from each of its steps.

    An active one holds its candidate: the commit raises Conflict when the candidate is enrolled in the job
    already.
    """
    unit.create(ENROLLMENT, record)
    for step in record.steps:
        unit.write(ENROLLMENT_STEP.at(step.id).put(teamId=record.team_id, enrollmentId=record.id))
    if record.is_active:
        save_hold(unit, record)


def _already_enrolled() -> Exception:
    return Conflict("The candidate is enrolled in this job already.")


def save_hold(unit: UnitOfWork, record: EnrollmentRecord) -> None:
    """Save the item that holds the candidate in the job, as part of `unit`.

    The commit raises Conflict when the candidate is enrolled in the job already.
    """
    held = ENROLLED.at(record.team_id, record.job_id, record.candidate_id)
    unit.write(held.new(enrollmentId=record.id), _already_enrolled())


def delete_hold(unit: UnitOfWork, record: EnrollmentRecord) -> None:
    """Delete the item that holds the candidate in the job, as part of `unit`."""
    unit.write(ENROLLED.at(record.team_id, record.job_id, record.candidate_id).delete())


def find_id_by_step(table: Table, team_id: str, step_id: str) -> str | None:
    """The id of the team's enrollment that a step belongs to, or None. One round trip."""
    pointer = table.get(ENROLLMENT_STEP.key(step_id)) if is_id(step_id) else None
    return pointer["enrollmentId"] if pointer and pointer["teamId"] == team_id else None


def is_enrolled(table: Table, team_id: str, job_id: str, candidate_id: str) -> bool:
    """Whether a candidate is or was enrolled in a job. At most two round trips."""
    if table.get(ENROLLED.key(team_id, job_id, candidate_id)) is not None:
        return True
    of_candidate = KeyRange(candidate_listing(team_id, candidate_id), SLOTS[1].index)
    return any(True for _each in table.query_all(of_candidate, where=equal("jobId", job_id)))


def list_active_in_job(table: Table, team_id: str, job_id: str) -> Iterator[str]:
    """The ids of the active enrollments in a job, page by page."""
    return _active(table, KeyRange(job_listing(team_id, job_id), SLOTS[0].index))


def list_active_of_candidate(table: Table, team_id: str, candidate_id: str) -> Iterator[str]:
    """The ids of a candidate's active enrollments, page by page."""
    return _active(table, KeyRange(candidate_listing(team_id, candidate_id), SLOTS[1].index))


def _active(table: Table, listing: KeyRange) -> Iterator[str]:
    for item in table.query_all(listing, where=equal("status", EnrollmentStatus.ACTIVE)):
        yield item["id"]

"""Requests of candidates in the table: a partition of its own for each candidate interview.

Those that are open stand in the team's review queue. For example:

    storage.save(unit, request)
    requests = storage.list_requests(table, team_id, candidate_interview_id)
"""

from typing import Any

from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.core.review_kind import ReviewKind
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_requests.models import StoredCandidateRequest
from gather.table import keys
from gather.table.conditions import equal, lacks
from gather.table.item_kind import ItemKind
from gather.table.readable import read, readable
from gather.table.review import ReviewPlace
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import LostRace, UnitOfWork

RESOURCE = "request"


def candidate_request_key(team_id: str, candidate_interview_id: str, request_id: str) -> keys.Key:
    """One request of a candidate."""
    record = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id)
    return keys.Key(f"{record.pk}#REQUESTS", f"REQUEST#{request_id}")


CANDIDATE_REQUEST = ItemKind("CANDIDATE_REQUEST", candidate_request_key)


def save(unit: UnitOfWork, request: StoredCandidateRequest) -> None:
    """Save a new request, as part of `unit`."""
    place = CANDIDATE_REQUEST.at(request.team_id, request.candidate_interview_id, request.id)
    unit.write(place.new(**_attributes(request)))


def replace(unit: UnitOfWork, before: StoredCandidateRequest, after: StoredCandidateRequest) -> None:
    """Save a changed request, as part of `unit`, unless it was changed or erased since it was read."""
    place = CANDIDATE_REQUEST.at(after.team_id, after.candidate_interview_id, after.id)
    has_reply = lacks("reply") if before.reply is None else equal("reply", before.reply)
    unit.write(place.replace(equal("status", before.status) & has_reply, **_attributes(after)), LostRace())


def _attributes(request: StoredCandidateRequest) -> dict[str, Any]:
    attributes = request.model_dump(by_alias=True)
    if request.is_open:
        place = ReviewPlace(ReviewKind.REQUEST, request.created_at, request.job_id)
        attributes.update(place.attributes(request.team_id, request.id))
    return attributes


def get(table: Table, team_id: str, candidate_interview_id: str, request_id: str) -> StoredCandidateRequest:
    """One request. One round trip. Raises NotFound."""
    is_possible = is_id(candidate_interview_id) and is_id(request_id)
    key = CANDIDATE_REQUEST.key(team_id, candidate_interview_id, request_id)
    item = table.get(key) if is_possible else None
    if item is None:
        raise NotFound(RESOURCE, request_id)
    return read(StoredCandidateRequest, item)


def list_requests(table: Table, team_id: str, candidate_interview_id: str) -> list[StoredCandidateRequest]:
    """The requests of a candidate interview, oldest first. One round trip."""
    partition = KeyRange(CANDIDATE_REQUEST.key(team_id, candidate_interview_id, "").pk)
    found = readable(StoredCandidateRequest, table.query_all(partition, consistent=True))
    return sorted(found, key=lambda request: request.created_at)

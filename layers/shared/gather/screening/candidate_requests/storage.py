"""Requests of candidates in the table: a partition of its own for each candidate interview.

Those that are open are also listed by their team, from the oldest, in the first listing index. For example:

    storage.save(unit, request)
    requests = storage.list_requests(table, team_id, candidate_interview_id)
    waiting = storage.list_open(table, team_id)
"""

from collections.abc import Iterator
from typing import Any

from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_requests.models import CandidateRequestStatus, StoredCandidateRequest
from gather.table import keys
from gather.table.conditions import equal, lacks
from gather.table.item_kind import ItemKind
from gather.table.listing import SLOTS
from gather.table.readable import read, readable
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import LostRace, UnitOfWork

RESOURCE = "request"
_OPEN_SLOT = SLOTS[0]


def candidate_request_key(team_id: str, candidate_interview_id: str, request_id: str) -> keys.Key:
    """One request of a candidate."""
    record = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id)
    return keys.Key(f"{record.pk}#REQUESTS", f"REQUEST#{request_id}")


CANDIDATE_REQUEST = ItemKind("CANDIDATE_REQUEST", candidate_request_key)


def open_listing(team_id: str) -> str:
    """The partition that lists the open requests of a team's candidates."""
    return keys.sublisting(team_id, CANDIDATE_REQUEST.entity or "", "STATUS", CandidateRequestStatus.OPEN)


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
    place = {}
    if request.is_open:
        place = {
            _OPEN_SLOT.partition_attribute: open_listing(request.team_id),
            _OPEN_SLOT.sort_attribute: f"{request.created_at}#{request.id}",
        }
    return {**request.model_dump(by_alias=True), **place}


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


def list_open(table: Table, team_id: str) -> Iterator[StoredCandidateRequest]:
    """The open requests of a team's candidates, oldest first. One round trip for each megabyte."""
    listed = KeyRange(open_listing(team_id), _OPEN_SLOT.index)
    return readable(StoredCandidateRequest, table.query_all(listed))

"""The use cases of candidates.

For example:

    candidate = service.create(records, team, request, now=now)
    stored = service.update(records, team, request, candidate.id, now=now, precondition=precondition)
"""

from datetime import datetime

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.precondition import Precondition
from gather.events import enrollment_tasks
from gather.screening.candidates.models import Candidate, ChangeCandidate, CreateCandidate, new_candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def create(records: Records, team: TeamScope, request: CreateCandidate, *, now: datetime) -> Candidate:
    """Create the candidate that the request describes. One round trip."""
    candidate = new_candidate(request, team, now)
    unit = records.unit_of_work()
    unit.create(CANDIDATE, candidate)
    unit.commit()
    return candidate


def update(
    records: Records,
    team: TeamScope,
    request: ChangeCandidate,
    candidate_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[Candidate]:
    """Change the members of a candidate that are supplied.

    Raises NotFound, PreconditionFailed, and Conflict after several lost races.
    """

    def changed(stored: Stored[Candidate], _unit: UnitOfWork) -> Candidate:
        precondition.check(stored.version)
        changes = request.supplied()
        return stored.record.changed(**changes, updated_at=timestamp(now)) if changes else stored.record

    return records.change(CANDIDATE, team.team_id, candidate_id, changed)


def stop_enrollments(candidate: Candidate, unit: UnitOfWork, *, now: datetime) -> None:
    """Have the enrollments of a candidate stopped who is archived, as part of `unit`."""
    unit.send(enrollment_tasks.stop(candidate, now, candidateId=candidate.id))

"""Erasures of candidates (interface: Data rights and audit, rules 4 to 8)."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.core.model import Model
from gather.core.record import Identified
from gather.screening.candidates.models import Candidate


class RightsJobStatus(StrEnum):
    """How an erasure or an export stands."""

    RUNNING = "running"
    COMPLETE = "complete"
    FAILED = "failed"


class ErasureRecord(Identified):
    """A stored erasure: ids and times, and nothing that is the candidate's.

    `events_since` is the time before which no event can be about the candidate.
    """

    organization_id: str
    team_id: str
    candidate_id: str
    """The candidate, of whom nothing else stays."""
    status: RightsJobStatus = RightsJobStatus.RUNNING
    requested_at: str
    completed_at: str | None = None
    events_since: str

    def end(self, status: RightsJobStatus, now: datetime) -> "ErasureRecord":
        """The erasure that is over, with its end if it is complete."""
        moment = timestamp(now)
        completed_at = moment if status is RightsJobStatus.COMPLETE else None
        return self.changed(status=status, completed_at=completed_at, updated_at=moment)


class Erasure(Model):
    """An erasure as it is shown."""

    id: str
    """The erasure."""
    candidate_id: str
    """The candidate, of whom nothing else stays."""
    status: RightsJobStatus
    """How far the erasure is; one that has failed is tried again by the operator."""
    counts: dict[str, int]
    """How much was removed so far, by kind, such as `answers`, `recordings` and `deliveries`."""
    requested_at: str
    """When the erasure was requested: ISO 8601 in UTC."""
    completed_at: str | None
    """When the last of it was removed; null before."""

    @classmethod
    def of(cls, record: ErasureRecord, counts: Mapping[str, int]) -> "Erasure":
        """The erasure with what it has removed."""
        shown = record.model_dump(include=cls.model_fields.keys() - {"counts"})
        return cls(**shown, counts=dict(sorted(counts.items())))


def new_erasure(candidate: Candidate, now: datetime, erasure_id: str | None = None) -> ErasureRecord:
    """An erasure that is requested now; under `erasure_id` where one is carried out again."""
    moment = timestamp(now)
    return ErasureRecord(
        id=erasure_id or new_id(),
        organization_id=candidate.organization_id,
        team_id=candidate.team_id,
        candidate_id=candidate.id,
        requested_at=moment,
        events_since=candidate.created_at,
        created_at=moment,
        updated_at=moment,
    )

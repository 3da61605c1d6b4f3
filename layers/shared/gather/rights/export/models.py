"""Exports of what is a candidate's (interface: Data rights and audit, rules 9 to 11)."""

from datetime import datetime, timedelta

from gather.core.clock import from_timestamp, timestamp
from gather.core.identifiers import new_id, new_token
from gather.core.model import Model
from gather.core.record import Identified
from gather.rights.erasure.models import RightsJobStatus
from gather.screening.candidates.models import Candidate

KEPT = timedelta(days=1)
"""How long an export is kept."""

ADDRESS_SECONDS = 60 * 60
"""For how long the address of an export is good."""


class ExportRecord(Identified):
    """A stored export. `token` is the unguessable end of the archive's place in the bucket; `is_ending` says
    that a worker was asked to remove it."""

    organization_id: str
    team_id: str
    candidate_id: str
    status: RightsJobStatus = RightsJobStatus.RUNNING
    token: str
    completed_at: str | None = None
    is_ending: bool = False

    @property
    def ends_at(self) -> str:
        """When the export is removed."""
        return timestamp(from_timestamp(self.created_at) + KEPT)

    @property
    def archive_key(self) -> str:
        """The key of the archive in the bucket."""
        return f"{export_folder(self.id)}{self.token}.zip"

    def end(self, status: RightsJobStatus, now: datetime) -> "ExportRecord":
        """The export that is over, with its end if it is complete."""
        moment = timestamp(now)
        completed_at = moment if status is RightsJobStatus.COMPLETE else None
        return self.changed(status=status, completed_at=completed_at, updated_at=moment)


class Export(Model):
    """An export as it is shown."""

    id: str
    """The export."""
    candidate_id: str
    """The candidate whose data it has."""
    status: RightsJobStatus
    """How far the export is."""
    url: str | None
    """Where the ZIP archive can be downloaded for an hour, without a key; null unless it is complete."""
    requested_at: str
    """When the export was requested: ISO 8601 in UTC."""
    completed_at: str | None
    """When the archive was ready; null before."""
    expires_at: str
    """When the export is removed: ISO 8601 in UTC."""

    @classmethod
    def of(cls, record: ExportRecord, url: str | None) -> "Export":
        """The export with the address of its archive."""
        return cls(
            id=record.id,
            candidate_id=record.candidate_id,
            status=record.status,
            url=url,
            requested_at=record.created_at,
            completed_at=record.completed_at,
            expires_at=record.ends_at,
        )


def new_export(candidate: Candidate, now: datetime) -> ExportRecord:
    """An export that is requested now."""
    moment = timestamp(now)
    return ExportRecord(
        id=new_id(),
        organization_id=candidate.organization_id,
        team_id=candidate.team_id,
        candidate_id=candidate.id,
        token=new_token(),
        created_at=moment,
        updated_at=moment,
    )


def export_folder(export_id: str) -> str:
    """The prefix of the key of an export's archive."""
    return f"exports/{export_id}/"

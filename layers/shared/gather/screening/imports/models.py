"""Imports of candidates (interface: Imports of candidates)."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final

from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.core.model import Model
from gather.core.record import Identified
from gather.screening.candidates.delivery_type import DeliveryType

MOST_ROWS: Final = 10_000
"""The most rows of one import."""
ADDRESS_SECONDS: Final = 60 * 60
"""For how long the address of a file is good. The bucket removes what lies there for a day."""


class ImportFileType(StrEnum):
    """The kinds of files that are read."""

    CSV = "text/csv"
    NDJSON = "application/x-ndjson"


class ImportStatus(StrEnum):
    """How far an import is."""

    AWAITING_FILE = "awaiting_file"
    RUNNING = "running"
    COMPLETE = "complete"
    FAILED = "failed"
    CANCELLED = "cancelled"


class OnDuplicate(StrEnum):
    """What is done with a row whose candidate is there already."""

    SKIP = "skip"
    UPDATE = "update"
    CREATE = "create"


class RowStatus(StrEnum):
    """What became of a row."""

    CREATED = "created"
    UPDATED = "updated"
    SKIPPED = "skipped"
    FAILED = "failed"


class RowFault(Model):
    """One thing that is wrong with a row, without the value that it is about."""

    field: str
    """The member of the row, or of the import's invite; empty when it is the row as a whole."""
    reason: str
    """What is accepted."""


class ImportRow(Model):
    """What became of a row."""

    row: int
    """The row's number, counted from 1. A header row is not counted."""
    status: RowStatus
    """What became of the row."""
    candidate_id: str | None = None
    """The candidate who was made, changed or found; null for a failed row and in a dry run."""
    candidate_interview_id: str | None = None
    """The candidate interview that the row's invite made; null without one."""
    enrollment_id: str | None = None
    """The enrollment that the row's invite made; null without one."""
    errors: tuple[RowFault, ...] = ()
    """What is wrong with the row, or with its invite."""


class ImportCounts(Model):
    """How many rows came out how so far."""

    created: int = 0
    """Rows that made a candidate."""
    updated: int = 0
    """Rows that changed a candidate who was there."""
    skipped: int = 0
    """Rows whose candidate was there and stays as they were."""
    failed: int = 0
    """Rows that break a rule."""
    invited: int = 0
    """Rows whose candidate was invited."""


class RowInvite(Model):
    """What the candidates of an import are invited to: an interview, or a job, in which they are enrolled."""

    interview_id: str | None = None
    delivery_types: tuple[DeliveryType, ...] = (DeliveryType.EMAIL,)
    expiry_days: int | None = None
    job_id: str | None = None


class CandidateImportRecord(Identified):
    """A stored import. Its rows lie in one file, under the unguessable `token`, until it has ended.

    `size` is that of the file in bytes; `fault` is what is wrong with the file, before the import has ended
    of it.
    """

    organization_id: str
    team_id: str
    created_by_id: str | None = None
    status: ImportStatus
    file_type: ImportFileType
    size: int
    token: str
    invite: RowInvite | None = None
    on_duplicate: OnDuplicate = OnDuplicate.SKIP
    dry_run: bool = False
    total: int | None = None
    fault: str | None = None
    completed_at: str | None = None

    @property
    def folder(self) -> str:
        """The prefix of the key of the import's file in the bucket."""
        return f"imports/{self.id}/"

    @property
    def file_key(self) -> str:
        """The key of the import's file in the bucket."""
        return f"{self.folder}{self.token}"

    @property
    def is_over(self) -> bool:
        """Whether no row is begun any more."""
        return self.status not in (ImportStatus.AWAITING_FILE, ImportStatus.RUNNING)

    def start(self, now: datetime) -> "CandidateImportRecord":
        """The import whose file is there. Raises Conflict unless it awaits one."""
        if self.status is not ImportStatus.AWAITING_FILE:
            raise Conflict("The import awaits no file.")
        return self.changed(status=ImportStatus.RUNNING, updated_at=timestamp(now))

    def cancel(self, now: datetime) -> "CandidateImportRecord":
        """The import of which no other row is begun. Raises Conflict after its end."""
        if self.is_over:
            raise Conflict("The import has ended.")
        return self.end(ImportStatus.CANCELLED, now)

    def count_rows(self, total: int, now: datetime) -> "CandidateImportRecord":
        """The import whose rows are counted."""
        return self.changed(total=total, updated_at=timestamp(now))

    def find_fault(self, fault: str, now: datetime) -> "CandidateImportRecord":
        """The import that ends because of its file."""
        return self.changed(fault=fault, updated_at=timestamp(now))

    def end(self, status: ImportStatus, now: datetime) -> "CandidateImportRecord":
        """The import that is over."""
        moment = timestamp(now)
        return self.changed(status=status, completed_at=moment, updated_at=moment)


class CandidateImport(Model):
    """An import as it is shown."""

    id: str
    """The import."""
    status: ImportStatus
    """How far the import is."""
    total: int | None
    """How many rows there are; null before they are counted."""
    counts: ImportCounts
    """How many rows came out how so far."""
    dry_run: bool
    """Whether the outcomes are told and nothing is made."""
    error: str | None
    """Why the import failed; null unless it did."""
    upload_url: str | None
    """The address that takes the file by PUT, good for an hour; null unless a file is awaited."""
    headers: Mapping[str, str] | None
    """The headers that the PUT of the file has to have; null unless a file is awaited."""
    created_at: str
    """When the import was requested: ISO 8601 in UTC."""
    completed_at: str | None
    """When the import ended; null before."""

"""The bodies of requests for imports of candidates."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Fault
from gather.core.formats import RecordId
from gather.core.identifiers import new_id, new_token
from gather.core.model import RequestModel, RequestPart
from gather.screening.candidate_interviews.requests import DeliveryTypes, ExpiryDays
from gather.screening.imports.models import (
    CandidateImportRecord,
    ImportFileType,
    ImportStatus,
    OnDuplicate,
    RowInvite,
)

MOST_ROWS_OF_A_BODY: Final = 1_000
LARGEST_FILE_BYTES: Final = 20 * 1024 * 1024


class ImportFile(RequestPart):
    """A file with the rows, which is sent afterwards."""

    content_type: ImportFileType
    """The file's media type: `text/csv` or `application/x-ndjson`."""
    size: Annotated[int, Field(ge=1, le=LARGEST_FILE_BYTES)]
    """The file's size in bytes."""


class ImportInvite(RequestPart):
    """What the candidates are invited to: either an interview or a job."""

    interview_id: RecordId | None = None
    """The interview that the candidates are invited to."""
    delivery_types: DeliveryTypes | None = None
    """The channels of the invites to an interview; `email` when null or not sent."""
    expiry_days: ExpiryDays | None = None
    """How many days the invites to an interview hold; the organization's default when null or not sent."""
    job_id: RecordId | None = None
    """The job in whose workflow the candidates are enrolled."""

    def of_rows(self) -> RowInvite:
        """The invite with what is meant by default."""
        return RowInvite(**{name: value for name, value in self.supplied().items() if value is not None})


class CreateCandidateImport(RequestModel):
    """Body of POST /candidate-imports."""

    judged_later: ClassVar[str | None] = "candidates"

    candidates: Annotated[list[Any], Field(min_length=1, max_length=MOST_ROWS_OF_A_BODY)] | None = None
    """The rows, each with the members of POST /candidates; a wrong one fails alone. Instead, `file` announces
    a file."""
    file: ImportFile | None = None
    """The file that the rows are in, instead of `candidates`."""
    invite: ImportInvite | None = None
    """What the candidates are invited to; nobody is invited when null or not sent."""
    on_duplicate: OnDuplicate = OnDuplicate.SKIP
    """What is done with a row whose candidate is in the team already."""
    dry_run: bool = False
    """Whether the outcomes are told and nothing is made."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        if (raw.get("candidates") is None) == (raw.get("file") is None):
            yield Fault("candidates", "or file is required, and not both")
        invite = raw.get("invite")
        if not isinstance(invite, dict):
            return
        if (invite.get("interviewId") is None) == (invite.get("jobId") is None):
            yield Fault("invite.interviewId", "or jobId is required, and not both")
        elif invite.get("jobId") is not None:
            for name in ("deliveryTypes", "expiryDays"):
                if invite.get(name) is not None:
                    yield Fault(f"invite.{name}", "is for an invite to an interview")


def new_import(
    request: CreateCandidateImport, body_size: int, scope: TeamScope, now: datetime
) -> CandidateImportRecord:
    """The import that a POST asks for. `body_size` is that of its rows as a file, where it brings them."""
    moment = timestamp(now)
    common: dict[str, Any] = {
        "id": new_id(),
        "organization_id": scope.organization_id,
        "team_id": scope.team_id,
        "created_by_id": scope.user_id,
        "token": new_token(),
        "invite": request.invite.of_rows() if request.invite else None,
        "on_duplicate": request.on_duplicate,
        "dry_run": request.dry_run,
        "created_at": moment,
        "updated_at": moment,
    }
    if request.file is not None:
        return CandidateImportRecord(
            **common,
            status=ImportStatus.AWAITING_FILE,
            file_type=request.file.content_type,
            size=request.file.size,
        )
    return CandidateImportRecord(
        **common,
        status=ImportStatus.RUNNING,
        file_type=ImportFileType.NDJSON,
        size=body_size,
        total=len(request.candidates or ()),
    )

"""Imports of candidates: many rows by one request, from its body or from a file.

Interface: Imports of candidates, rules 1 to 10.
"""

from typing import Annotated

from pydantic import Field

from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http import paging
from gather.http.authorization import require_feature
from gather.http.call import TeamCall
from gather.http.cursors import cursor_of
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.imports.models import (
    CandidateImport,
    CandidateImportRecord,
    ImportRow,
    RowStatus,
)
from gather.screening.imports.requests import CreateCandidateImport
from gather.screening.imports.storage import CANDIDATE_IMPORT, get_progress, list_rows
from gather.table.kind import Stored
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.workflow.imports import service

api = Api("candidate-imports")
handler = api.handler

PATH = "/candidate-imports/{importId}"


class OneImport(Model):
    """Data of the routes of one import."""

    candidate_import: CandidateImport = Field(alias="import")


class ImportListQuery(CursorQuery):
    """Query of GET /candidate-imports."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50


class ImportList(Model):
    """Data of GET /candidate-imports."""

    imports: list[CandidateImport]
    """The imports, newest first."""
    pagination: Annotated[paging.TotalPages | None, LeftOutWhenNull] = None


class ImportRowQuery(TeamQuery):
    """Query of GET /candidate-imports/{importId}/rows."""

    status: RowStatus | None = None
    """Keeps the rows that came out so."""
    limit: paging.PageSize = 50
    """How many rows are listed at most."""
    cursor: str | None = None
    """The `nextCursor` of the part before; empty or left out to begin."""

    def filters(self) -> dict[str, str]:
        """The filters that were sent, by their names in the query."""
        return {} if self.status is None else {"status": self.status.value}


class ImportRows(Model):
    """Data of GET /candidate-imports/{importId}/rows."""

    rows: list[ImportRow]
    """What became of the rows that are done, in their order."""
    next_cursor: str | None
    """Where the list goes on; null at its end."""


def _show_stored(
    call: TeamCall[CreateCandidateImport, TeamQuery], stored: Stored[CandidateImportRecord]
) -> OneImport:
    counts = get_progress(call.records.table, stored.record).counts
    return OneImport(candidate_import=service.show(call.adapters, stored.record, counts))


@api.post("/candidate-imports", response=OneImport, status=202, makes=CANDIDATE_IMPORT, shows=_show_stored)
def create_candidate_import(call: TeamCall[CreateCandidateImport, TeamQuery]) -> OneImport:
    """Import many candidates at once, from the body or from a file, and invite them if asked to."""
    if call.body.invite is not None and call.body.invite.job_id is not None:
        require_feature(call.records.table, call.caller, JOB_WORKFLOW)
    created = service.create(call.adapters, call.records, call.team, call.body, now=call.now)
    return OneImport(candidate_import=created)


@api.get("/candidate-imports", response=ImportList)
def list_candidate_imports(call: TeamCall[NoBody, ImportListQuery]) -> Result:
    """List the team's imports, newest first."""
    part = paging.part(call, call.query.page, call.query.page_size)
    page, imports = service.list_page(
        call.adapters, call.records, call.team, part.offset, part.size, after=part.after
    )
    return Result(ImportList(imports=imports, pagination=part.total_pages(page)), meta=part.meta(page))


@api.get(PATH, response=OneImport)
def get_candidate_import(call: TeamCall[NoBody, TeamQuery]) -> OneImport:
    """Read how far an import is."""
    found = service.get(call.adapters, call.records, call.team, call.path["importId"])
    return OneImport(candidate_import=found)


@api.post(f"{PATH}/start", response=OneImport, status=202)
def start_candidate_import(call: TeamCall[NoBody, TeamQuery]) -> OneImport:
    """Begin an import whose file was sent."""
    import_id = call.path["importId"]
    started = service.start(call.adapters, call.records, call.team, import_id, now=call.now)
    return OneImport(candidate_import=started)


@api.post(f"{PATH}/cancel", response=OneImport, status=200)
def cancel_candidate_import(call: TeamCall[NoBody, TeamQuery]) -> OneImport:
    """Cancel an import. Rows that are done stay, and no other is begun."""
    import_id = call.path["importId"]
    cancelled = service.cancel(call.adapters, call.records, call.team, import_id, now=call.now)
    return OneImport(candidate_import=cancelled)


@api.get(f"{PATH}/rows", response=ImportRows)
def list_candidate_import_rows(call: TeamCall[NoBody, ImportRowQuery]) -> ImportRows:
    """List what became of the rows that are done, in their order."""
    team_id, import_id = call.team.team_id, call.path["importId"]
    query = call.query
    cursor = cursor_of(f"rows of {import_id} in {team_id}", query.filters(), query.cursor)
    status = cursor.parameters.get("status")
    call.records.get(CANDIDATE_IMPORT, team_id, import_id)
    wanted = RowStatus(status) if status is not None else None
    rows, last = list_rows(call.records.table, team_id, import_id, wanted, cursor.after, query.limit)
    return ImportRows(rows=rows, next_cursor=None if last is None else cursor.at(last))

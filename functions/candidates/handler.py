"""Candidates: the people who are screened.

Interface: Candidates, rules 1 and 2.
"""

from typing import Annotated

from gather.core.formats import QueryFlag, ShortText
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.events import enrollment_tasks
from gather.http import content_routes as content
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.candidates.models import Candidate, ChangeCandidate, CreateCandidate, new_candidate
from gather.screening.candidates.storage import BY_EXTERNAL_ID, CANDIDATE
from gather.table.kind import Stored
from gather.table.search import Search
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.storage import is_supplemented

api = Api("candidates")
handler = api.handler


class CandidateListQuery(CursorQuery):
    """Query of GET /candidates."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 10
    archived: QueryFlag = False
    search: ShortText | None = None
    external_id: ShortText | None = None
    """Keeps the candidates with this id of the client's own system."""


class CandidateList(Model):
    """Data of GET /candidates."""

    candidates: list[Candidate]
    pagination: Annotated[paging.Pages | None, LeftOutWhenNull] = None


@api.post("/candidates", response=Candidate, makes=CANDIDATE)
def create_candidate(call: TeamCall[CreateCandidate, TeamQuery]) -> Result:
    """Add a candidate."""
    candidate = new_candidate(call.body, call.team, call.now)
    unit = call.records.unit_of_work()
    unit.create(CANDIDATE, candidate)
    unit.commit()
    return Result(candidate, version=1)


@api.get("/candidates", response=CandidateList)
def list_candidates(call: TeamCall[NoBody, CandidateListQuery]) -> Result:
    """List the team's candidates, newest first."""
    query, team = call.query, call.team
    selection = paging.selection(query.archived)
    part = paging.part(call, query.page, query.page_size)
    external_id = query.external_id
    if external_id is not None and is_supplemented(call.records.table, team.organization_id):
        page = call.records.found_page(
            CANDIDATE,
            BY_EXTERNAL_ID,
            team.team_id,
            external_id,
            selection,
            part.offset,
            part.size,
            Search(query.search),
            after=part.after,
        )
    else:
        search = Search(query.search, {"externalId": external_id})
        listing = CANDIDATE.team_listing(team.team_id)
        page = call.records.page(
            CANDIDATE, listing, selection, part.offset, part.size, search, after=part.after
        )
    candidates = CandidateList(candidates=page.records, pagination=part.pages(page))
    return Result(candidates, meta=part.meta(page))


@api.get("/candidates/{candidateId}", response=Candidate)
def get_candidate(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a candidate."""
    stored = call.records.get(CANDIDATE, call.team.team_id, call.path["candidateId"])
    return Result(stored.record, version=stored.version)


@api.patch("/candidates/{candidateId}", response=Candidate)
def change_candidate(call: TeamCall[ChangeCandidate, TeamQuery]) -> Result:
    """Change the members of a candidate that are supplied."""

    def changed(stored: Stored[Candidate], _unit: UnitOfWork) -> Candidate:
        call.check_version(stored.version)
        changes = call.body.supplied()
        return stored.record.changed(**changes, updated_at=call.moment) if changes else stored.record

    stored = call.records.change(CANDIDATE, call.team.team_id, call.path["candidateId"], changed)
    return Result(stored.record, version=stored.version)


@api.delete("/candidates/{candidateId}", response=Archived)
def archive_candidate(call: TeamCall[NoBody, TeamQuery]) -> Archived:
    """Archive a candidate; it stays readable."""

    def stop_enrollments(candidate: Candidate, unit: UnitOfWork) -> None:
        unit.send(enrollment_tasks.stop(candidate, call.now, candidateId=candidate.id))

    return content.archive(CANDIDATE, call, call.path["candidateId"], stop_enrollments)

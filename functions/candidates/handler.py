"""Candidates: the people who are screened.

Interface: Candidates, rules 1 and 2.
"""

from functools import partial
from typing import Annotated

from gather.core.formats import QueryFlag, ShortText
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import content_routes as content
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.candidates import service
from gather.screening.candidates.models import Candidate, ChangeCandidate, CreateCandidate
from gather.screening.candidates.storage import CANDIDATE, list_page

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
    return Result(service.create(call.records, call.team, call.body, now=call.now), version=1)


@api.get("/candidates", response=CandidateList)
def list_candidates(call: TeamCall[NoBody, CandidateListQuery]) -> Result:
    """List the team's candidates, newest first."""
    query = call.query
    part = paging.part(call, query.page, query.page_size)
    page = list_page(
        call.records,
        call.team,
        paging.selection(query.archived),
        part.offset,
        part.size,
        search=query.search,
        external_id=query.external_id,
        after=part.after,
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
    stored = service.update(
        call.records,
        call.team,
        call.body,
        call.path["candidateId"],
        now=call.now,
        precondition=call.precondition,
    )
    return Result(stored.record, version=stored.version)


@api.delete("/candidates/{candidateId}", response=Archived)
def archive_candidate(call: TeamCall[NoBody, TeamQuery]) -> Archived:
    """Archive a candidate; it stays readable."""
    stop_enrollments = partial(service.stop_enrollments, now=call.now)
    return content.archive(CANDIDATE, call, call.path["candidateId"], stop_enrollments)

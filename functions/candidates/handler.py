"""Candidates: the people who are screened.

Interface: Candidates, rules 1 to 6.
"""

from functools import partial
from typing import Annotated

from gather.core.formats import QueryFlag, ShortText
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.core.time_range import EndDate, StartDate
from gather.http import content_routes as content
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.changed_lists import list_changed
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.candidates import service
from gather.screening.candidates.lists import CandidateFilter, list_page
from gather.screening.candidates.models import Candidate, ChangeCandidate, CreateCandidate
from gather.screening.candidates.storage import CANDIDATE

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
    email: ShortText | None = None
    """Keeps the candidates with this e-mail address, whatever the case of its letters."""
    phone: ShortText | None = None
    """Keeps the candidates with this telephone number."""
    tag: ShortText | None = None
    """Keeps the candidates with this tag."""
    source: ShortText | None = None
    """Keeps the candidates of this source."""
    created_since: StartDate | None = None
    """Keeps the candidates that were created then or later."""
    created_until: EndDate | None = None
    """Keeps the candidates that were created then or before."""
    updated_since: StartDate | None = None
    """Lists what has changed then or later, the earliest change first, archived candidates too."""

    def filters(self) -> CandidateFilter:
        """The candidates that the list keeps."""
        return CandidateFilter(
            search=self.search,
            external_id=self.external_id,
            email=self.email,
            phone=self.phone,
            tag=self.tag,
            source=self.source,
            created_since=self.created_since,
            created_until=self.created_until,
        )


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
    if query.updated_since is not None:
        is_archived = query.archived if "archived" in query.model_fields_set else None
        changed, meta = list_changed(
            call,
            CANDIDATE,
            query.updated_since,
            query.page_size,
            query.filters().of_records(),
            paging.selection(is_archived),
        )
        return Result(CandidateList(candidates=changed.records), meta=meta)
    part = paging.part(call, query.page, query.page_size)
    page = list_page(
        call.records,
        call.team,
        query.filters(),
        paging.selection(query.archived),
        part.offset,
        part.size,
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

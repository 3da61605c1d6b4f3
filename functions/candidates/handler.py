"""Routes of candidates (interface: Endpoints, Candidates)."""

from gather.core.model import Model, NoBody, QueryFlag, ShortText, TeamQuery
from gather.core.record import Archived
from gather.events import enrollment_tasks
from gather.http import content, paging
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.screening.candidate import Candidate, ChangeCandidate, CreateCandidate, new_candidate
from gather.screening.candidate_storage import CANDIDATE
from gather.table.records import Stored, Transaction
from gather.table.search import Search
from gather.wiring import records

api = Api("candidates")
handler = api.handler


class CandidateListQuery(TeamQuery):
    """Query of GET /candidates."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 10
    archived: QueryFlag = False
    search: ShortText | None = None
    external_id: ShortText | None = None


class CandidateList(Model):
    """Data of GET /candidates."""

    candidates: list[Candidate]
    pagination: paging.Pages


@api.post("/candidates", answer=Candidate, body=CreateCandidate)
def create_candidate(call: Call[CreateCandidate, TeamQuery]) -> Answer:
    """Add a candidate."""
    candidate = new_candidate(call.body, call.team, call.now)
    transaction = records().transaction()
    transaction.create(CANDIDATE, candidate)
    transaction.commit()
    return Answer(candidate, version=1)


@api.get("/candidates", answer=CandidateList, query=CandidateListQuery)
def list_candidates(call: Call[NoBody, CandidateListQuery]) -> CandidateList:
    """List the team's candidates, newest first."""
    query = call.query
    page = records().page(
        CANDIDATE,
        CANDIDATE.team_listing(call.team.team_id),
        paging.selection(query.archived),
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
        search=Search(query.search, {"externalId": query.external_id}),
    )
    return CandidateList(
        candidates=page.records, pagination=paging.pages(page.total, query.page, query.page_size)
    )


@api.get("/candidates/{candidateId}", answer=Candidate)
def get_candidate(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read a candidate."""
    stored = records().get(CANDIDATE, call.team.team_id, call.path["candidateId"])
    return Answer(stored.record, version=stored.version)


@api.patch("/candidates/{candidateId}", answer=Candidate, body=ChangeCandidate)
def change_candidate(call: Call[ChangeCandidate, TeamQuery]) -> Answer:
    """Change the members of a candidate that are supplied."""

    def changed(stored: Stored[Candidate], _transaction: Transaction) -> Candidate:
        call.check_version(stored.version)
        changes = call.body.supplied()
        return stored.record.changed(**changes, updated_at=call.moment) if changes else stored.record

    stored = records().change(CANDIDATE, call.team.team_id, call.path["candidateId"], changed)
    return Answer(stored.record, version=stored.version)


@api.delete("/candidates/{candidateId}", answer=Archived)
def archive_candidate(call: Call[NoBody, TeamQuery]) -> Archived:
    """Archive a candidate; it stays readable."""

    def stop_enrollments(candidate: Candidate, transaction: Transaction) -> None:
        transaction.send(enrollment_tasks.stop(candidate, call.now, candidateId=candidate.id))

    return content.archive(CANDIDATE, call, call.path["candidateId"], stop_enrollments)

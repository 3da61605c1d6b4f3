"""Routes of candidate interviews (interface: Endpoints, Candidate interviews)."""

from pydantic import Field

from candidate_interviews.parties import Parties, read_parties
from gather.core.errors import Conflict
from gather.core.model import Model, NoBody, RecordId, TeamQuery
from gather.http import paging
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.screening import candidate_interview_operations
from gather.screening.candidate_interview import (
    CandidateInterview,
    CandidateInterviewRecord,
    CandidateInterviewResults,
    CandidateInterviewStatus,
    ChangeStatus,
    CreateCandidateInterview,
    ResendInvite,
    SummaryStatus,
    channels,
    check_invitable,
    invited,
    new_candidate_interview,
    with_status,
)
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.screening.results_storage import read_results
from gather.table import keys
from gather.table.listing import SLOTS, Selection, Slot
from gather.table.records import RecordPage, Stored, Transaction
from gather.table.search import Search
from gather.wiring import records, table

api = Api("candidate-interviews")
handler = api.handler

PATH = "/candidate-interviews/{candidateInterviewId}"


class CandidateInterviewListQuery(TeamQuery):
    """Query of GET /candidate-interviews."""

    page: paging.PageNumber = 1
    limit: paging.PageSize = 50
    candidate_id: RecordId | None = None
    interview_id: RecordId | None = None
    status: CandidateInterviewStatus | None = None


class CreatedCandidateInterview(CandidateInterview):
    """The answer to a POST; `webhook_secret` signs what goes to `webhook_url` and is told this once."""

    webhook_secret: str | None = Field(default=None, exclude_if=lambda secret: secret is None)


class InviteResent(Model):
    """The answer to a resent invite."""

    id: str
    invite_sent_at: str
    status: CandidateInterviewStatus


class EvaluationBegun(Model):
    """The answer to an evaluation that is run again."""

    candidate_interview_id: str
    summary_status: SummaryStatus


@api.post("/candidate-interviews", answer=CreatedCandidateInterview, body=CreateCandidateInterview)
def create_candidate_interview(call: Call[CreateCandidateInterview, TeamQuery]) -> Answer:
    """Link a candidate to an interview, and send the invite if asked to."""
    parties = read_parties(call.body, call.team)
    record = new_candidate_interview(call.body, call.team, call.now, parties.default_expiry_days)
    transaction = records().transaction()
    if call.body.send_invite:
        record = invited(record, channels(parties.candidate, call.body.delivery_types), call.now)
        candidate_interview_operations.send_invite(transaction, record, call.now)
    candidate_interview_operations.create(transaction, record)
    transaction.commit()
    return Answer(CreatedCandidateInterview(**record.model_dump()), version=1)


@api.get(
    "/candidate-interviews",
    answer=list[CandidateInterview],
    query=CandidateInterviewListQuery,
    meta=paging.LimitedPages,
)
def list_candidate_interviews(call: Call[NoBody, CandidateInterviewListQuery]) -> Answer:
    """List the team's candidate interviews, newest first."""
    query = call.query
    page = _page(call.team.team_id, query)
    pagination = paging.LimitedPages(
        page=query.page,
        limit=query.limit,
        total=page.total,
        total_pages=paging.page_count(page.total, query.limit),
    )
    return Answer(page.records, meta={"pagination": pagination.model_dump(by_alias=True)})


def _page(team_id: str, query: CandidateInterviewListQuery) -> RecordPage[CandidateInterviewRecord]:
    """A page of the narrowest listing; what the listing leaves open is filtered on a walk through it."""
    slot, partition, search = _listing(team_id, query)
    return records().page(
        CANDIDATE_INTERVIEW,
        partition,
        Selection.ALL,
        offset=(query.page - 1) * query.limit,
        size=query.limit,
        search=search,
        slot=slot,
    )


def _listing(team_id: str, query: CandidateInterviewListQuery) -> tuple[Slot, str, Search]:
    """A candidate has few interviews, so a walk through them is short. An interview may have as many
    candidate interviews as the team: with a status too, the team's thin index is walked instead."""
    name = CANDIDATE_INTERVIEW.name
    if query.candidate_id is not None:
        partition = keys.sublisting(team_id, name, "CANDIDATE", query.candidate_id)
        return SLOTS[1], partition, Search(equals={"interviewId": query.interview_id, "status": query.status})
    if query.interview_id is not None and query.status is None:
        return SLOTS[2], keys.sublisting(team_id, name, "INTERVIEW", query.interview_id), Search()
    equals = {"interviewId": query.interview_id, "status": query.status}
    return SLOTS[0], CANDIDATE_INTERVIEW.team_listing(team_id), Search(equals=equals)


@api.get(PATH, answer=CandidateInterview)
def get_candidate_interview(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read a candidate interview."""
    stored = records().get(CANDIDATE_INTERVIEW, call.team.team_id, call.path["candidateInterviewId"])
    return Answer(stored.record, version=stored.version)


@api.patch(f"{PATH}/status", answer=CandidateInterview, body=ChangeStatus)
def change_status(call: Call[ChangeStatus, TeamQuery]) -> Answer:
    """Set the status."""
    wanted = call.body.status

    def change(
        stored: Stored[CandidateInterviewRecord], transaction: Transaction
    ) -> CandidateInterviewRecord:
        call.check_version(stored.version)
        record = stored.record
        if record.status is wanted:
            return record
        if wanted is CandidateInterviewStatus.NEW_RESPONSE and record.completion_id is None:
            return candidate_interview_operations.complete(transaction, record, call.now, confirm=False)
        moved = with_status(record, wanted, call.now)
        candidate_interview_operations.send_status_changed(transaction, record, moved, call.now)
        return moved

    stored = records().change(
        CANDIDATE_INTERVIEW, call.team.team_id, call.path["candidateInterviewId"], change
    )
    return Answer(stored.record, version=stored.version)


@api.post(f"{PATH}/resend-invite", answer=InviteResent, body=ResendInvite, status=200)
def resend_invite(call: Call[ResendInvite, TeamQuery]) -> InviteResent:
    """Send the invite again; after the expiry with a new expiry."""

    def change(
        stored: Stored[CandidateInterviewRecord], transaction: Transaction
    ) -> CandidateInterviewRecord:
        record = stored.record
        check_invitable(record)
        parties = Parties.of(record)
        again = invited(record, channels(parties.candidate, call.body.delivery_types), call.now)
        candidate_interview_operations.send_invite(transaction, again, call.now)
        candidate_interview_operations.send_status_changed(transaction, record, again, call.now)
        return again

    stored = records().change(
        CANDIDATE_INTERVIEW, call.team.team_id, call.path["candidateInterviewId"], change
    )
    return InviteResent(**stored.record.model_dump())


@api.get(f"{PATH}/results", answer=CandidateInterviewResults)
def get_results(call: Call[NoBody, TeamQuery]) -> CandidateInterviewResults:
    """What the candidate said and how it was judged."""
    return read_results(records(), call.team.team_id, call.path["candidateInterviewId"], call.base_url)


@api.post(f"{PATH}/evaluate", answer=EvaluationBegun, status=200)
def evaluate_again(call: Call[NoBody, TeamQuery]) -> EvaluationBegun:
    """Run an evaluation again that ended in an error."""

    def change(
        stored: Stored[CandidateInterviewRecord], transaction: Transaction
    ) -> CandidateInterviewRecord:
        record = stored.record
        latest = table().get(keys.evaluation(record.team_id, record.id))
        if latest is None or latest["summaryStatus"] != SummaryStatus.ERROR:
            raise Conflict("Only an evaluation that ended in an error can be run again.")
        again = record.changed(evaluation_run=record.evaluation_run + 1, updated_at=call.moment)
        unchanged = "run = :run AND summaryStatus = :error"
        transaction.write(
            candidate_interview_operations.begin_evaluation(
                again, unchanged, run=latest["run"], error=SummaryStatus.ERROR
            )
        )
        transaction.send(candidate_interview_operations.evaluation_task(again, call.now))
        return again

    stored = records().change(
        CANDIDATE_INTERVIEW, call.team.team_id, call.path["candidateInterviewId"], change
    )
    return EvaluationBegun(candidate_interview_id=stored.record.id, summary_status=SummaryStatus.PROCESSING)

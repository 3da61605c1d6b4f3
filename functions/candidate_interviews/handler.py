"""Candidate interviews: the invite of a candidate to an interview, its status and its results.

Interface: Candidate interviews, rules 1 to 8.
"""

from math import ceil, floor
from typing import Annotated

from pydantic import Field

from gather.core.caller import Role
from gather.core.errors import ValidationFailed
from gather.core.formats import RecordId
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.review_kind import ReviewKind
from gather.core.time_range import EndDate, StartDate
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.changed_lists import list_changed
from gather.http.cursors import cursor_of
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.candidate_interviews import service
from gather.screening.candidate_interviews.list_query import QueryScore, Sort, Statuses, statuses_of
from gather.screening.candidate_interviews.lists import CandidateInterviewFilter, list_page
from gather.screening.candidate_interviews.models import (
    CandidateInterview,
    CandidateInterviewRecord,
)
from gather.screening.candidate_interviews.requests import (
    ChangeCandidateInterview,
    ChangeStatus,
    CreateCandidateInterview,
    EvaluateAgain,
    ResendInvite,
)
from gather.screening.candidate_interviews.share_link import ShareResults, share_address
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_requests import service as request_service
from gather.screening.candidate_requests.models import AnswerCandidateRequest, CandidateRequest
from gather.screening.comments import service as comment_service
from gather.screening.comments.models import Comment, CreateComment
from gather.screening.decisions.models import Decide, Decision
from gather.screening.evaluations.models import SummaryStatus
from gather.screening.human_scores import service as human_score_service
from gather.screening.human_scores.models import ChangeScores, ScoreChange, Scorer
from gather.screening.results import service as result_service
from gather.screening.results.comparison import Comparison
from gather.screening.results.models import CandidateInterviewResults
from gather.workflow.decisions import service as decision_service
from gather.workflow.review_queue import service as review_queue_service
from gather.workflow.review_queue.models import ReviewCounts, ReviewQueue, Waiter
from gather.workflow.review_queue.service import ReviewFilter

api = Api("candidate-interviews")
handler = api.handler

PATH = "/candidate-interviews/{candidateInterviewId}"


class CandidateInterviewListQuery(CursorQuery):
    """Query of GET /candidate-interviews."""

    page: paging.PageNumber = 1
    limit: paging.PageSize = 50
    candidate_id: RecordId | None = None
    """Keeps the candidate interviews of this candidate."""
    interview_id: RecordId | None = None
    """Keeps the candidate interviews of this interview."""
    status: Statuses | None = None
    """Keeps the candidate interviews with one of these statuses: one, or several with commas between them."""
    job_id: RecordId | None = None
    """Keeps the candidate interviews of enrollments in this job."""
    score_min: QueryScore | None = None
    """Keeps the candidate interviews with this score or a higher one."""
    score_max: QueryScore | None = None
    """Keeps the candidate interviews with this score or a lower one."""
    completed_since: StartDate | None = None
    """Keeps the candidate interviews that were completed then or later."""
    completed_until: EndDate | None = None
    """Keeps the candidate interviews that were completed then or before."""
    created_since: StartDate | None = None
    """Keeps the candidate interviews that were created then or later."""
    created_until: EndDate | None = None
    """Keeps the candidate interviews that were created then or before."""
    sort: Sort = Sort.CREATED_AT_DESCENDING
    """The order of the list; with `-` the highest or latest is first. Records without the value are last."""
    updated_since: StartDate | None = None
    """Lists what has changed then or later, the earliest change first."""

    def filters(self) -> CandidateInterviewFilter:
        """The candidate interviews that the list keeps."""
        return CandidateInterviewFilter(
            candidate_id=self.candidate_id,
            interview_id=self.interview_id,
            statuses=statuses_of(self.status),
            job_id=self.job_id,
            score=(
                None if self.score_min is None else ceil(self.score_min),
                None if self.score_max is None else floor(self.score_max),
            ),
            completed=(self.completed_since, self.completed_until),
            created=(self.created_since, self.created_until),
        )


class CreatedCandidateInterview(CandidateInterview):
    """Data of a POST; `webhook_secret` signs what goes to `webhook_url` and is told this once."""

    webhook_secret: Annotated[str | None, LeftOutWhenNull] = None
    """Signs what is sent to `webhookUrl`. Told this once; absent without a `webhookUrl`."""


class InviteResent(Model):
    """Data of POST /candidate-interviews/{candidateInterviewId}/resend-invite."""

    id: str
    """The candidate interview."""
    invite_sent_at: str
    """When the invite was sent last: ISO 8601 in UTC."""
    status: CandidateInterviewStatus
    """The status of the candidate interview."""


class EvaluationBegun(Model):
    """Data of POST /candidate-interviews/{candidateInterviewId}/evaluate."""

    candidate_interview_id: str
    """The candidate interview."""
    summary_status: SummaryStatus
    """How far the evaluation is."""


class ScoreChanges(Model):
    """Data of GET /candidate-interviews/{candidateInterviewId}/results/changes."""

    changes: list[ScoreChange]
    """The changes of scores by people, newest first."""


class OneDecision(Model):
    """Data of POST /candidate-interviews/{candidateInterviewId}/decision."""

    decision: Decision


class Decisions(Model):
    """Data of GET /candidate-interviews/{candidateInterviewId}/decision."""

    decisions: list[Decision]
    """The decisions, newest first; the first one counts."""


class OneComment(Model):
    """Data of POST /candidate-interviews/{candidateInterviewId}/comments."""

    comment: Comment


class Comments(Model):
    """Data of GET /candidate-interviews/{candidateInterviewId}/comments."""

    comments: list[Comment]
    """The comments, oldest first."""


class ComparisonQuery(TeamQuery):
    """Query of GET /candidate-interviews/{candidateInterviewId}/comparison."""

    with_others: str = Field(alias="with", json_schema_extra={"pattern": "^[^,]+(,[^,]+){0,4}$"})
    """The other candidate interviews: 1 to 5 ids, with commas between them."""


class CandidateRequests(Model):
    """Data of GET /candidate-interviews/{candidateInterviewId}/requests."""

    requests: list[CandidateRequest]
    """What the candidate has asked for, oldest first."""


class AnsweredRequest(Model):
    """Data of PATCH /candidate-interviews/{candidateInterviewId}/requests/{requestId}."""

    request: CandidateRequest


class OneComparison(Model):
    """Data of GET /candidate-interviews/{candidateInterviewId}/comparison."""

    comparison: Comparison


class ShareLink(Model):
    """Data of POST /candidate-interviews/{candidateInterviewId}/share-link."""

    share_link: str
    """The address of the results page; null when there is none."""
    expires_at: str
    """When the link ends: ISO 8601 in UTC."""


class ShareLinkEnded(Model):
    """Data of DELETE /candidate-interviews/{candidateInterviewId}/share-link."""

    candidate_interview_id: str
    share_link: None = None


class ReviewQueueQuery(TeamQuery):
    """Query of GET /review-queue."""

    job_id: RecordId | None = None
    """Keeps what waits for candidates of this job."""
    kind: ReviewKind | None = None
    """Keeps the items of this kind."""
    waiting_for: Waiter | None = None
    """Keeps what waits for the team (`you`) or for candidates (`candidate`)."""
    limit: paging.PageSize = 50
    """How many items are listed at most."""
    cursor: str | None = None
    """The `nextCursor` of the part before; empty or left out to begin."""

    def filters(self) -> dict[str, str]:
        """The filters that were sent, by their names in the query."""
        sent = {"jobId": self.job_id, "kind": self.kind, "waitingFor": self.waiting_for}
        return {name: str(value) for name, value in sent.items() if value is not None}


def _created(record: CandidateInterviewRecord, version: int) -> Result:
    return Result(CreatedCandidateInterview(**record.model_dump()), version=version)


@api.post(
    "/candidate-interviews",
    response=CreatedCandidateInterview,
    makes=CANDIDATE_INTERVIEW,
    shows=lambda _call, stored: _created(stored.record, stored.version),
)
def create_candidate_interview(call: TeamCall[CreateCandidateInterview, TeamQuery]) -> Result:
    """Link a candidate to an interview, and send the invite if asked to."""
    return _created(service.create(call.records, call.team, call.body, now=call.now), 1)


@api.get("/candidate-interviews", response=list[CandidateInterview], meta=paging.LimitedPages)
def list_candidate_interviews(call: TeamCall[NoBody, CandidateInterviewListQuery]) -> Result:
    """List the team's candidate interviews, newest first unless `sort` says otherwise."""
    query = call.query
    if query.updated_since is not None:
        if "sort" in query.model_fields_set:
            raise ValidationFailed.of("sort", "cannot be together with updatedSince")
        changed, meta = list_changed(
            call, CANDIDATE_INTERVIEW, query.updated_since, query.limit, query.filters().of_records()
        )
        return Result(changed.records, meta=meta)
    part = paging.part(call, query.page, query.limit)
    page = list_page(
        call.records, call.team, query.filters(), query.sort.order, part.offset, part.size, after=part.after
    )
    if part.cursor is not None:
        return Result(page.records, meta=part.meta(page))
    pagination = paging.LimitedPages(
        page=query.page,
        limit=query.limit,
        total=page.total,
        total_pages=paging.page_count(page.total, query.limit),
    )
    return Result(page.records, meta={"pagination": pagination.model_dump(by_alias=True), **part.meta(page)})


@api.get(PATH, response=CandidateInterview)
def get_candidate_interview(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a candidate interview."""
    stored = call.records.get(CANDIDATE_INTERVIEW, call.team.team_id, call.path["candidateInterviewId"])
    return Result(stored.record, version=stored.version)


@api.patch(PATH, response=CandidateInterview)
def change_candidate_interview(call: TeamCall[ChangeCandidateInterview, TeamQuery]) -> Result:
    """Set until when the candidate can answer; after that time has passed it opens the invite again."""
    stored = service.update(
        call.records,
        call.team,
        call.path["candidateInterviewId"],
        call.body,
        now=call.now,
        precondition=call.precondition,
    )
    return Result(stored.record, version=stored.version)


@api.patch(f"{PATH}/status", response=CandidateInterview, least_role=Role.REVIEWER)
def change_candidate_interview_status(call: TeamCall[ChangeStatus, TeamQuery]) -> Result:
    """Set the status."""
    stored = service.update_status(
        call.records,
        call.team,
        call.path["candidateInterviewId"],
        call.body,
        now=call.now,
        precondition=call.precondition,
    )
    return Result(stored.record, version=stored.version)


@api.post(f"{PATH}/resend-invite", response=InviteResent, status=200)
def resend_invite(call: TeamCall[ResendInvite, TeamQuery]) -> InviteResent:
    """Send the invite again; after the expiry with a new expiry."""
    record_id = call.path["candidateInterviewId"]
    record = service.resend_invite(call.records, call.team, record_id, call.body, now=call.now)
    return InviteResent(**record.model_dump())


@api.get(f"{PATH}/results", response=CandidateInterviewResults)
def get_candidate_interview_results(call: TeamCall[NoBody, TeamQuery]) -> CandidateInterviewResults:
    """Read the candidate's answers and how they were judged."""
    record_id = call.path["candidateInterviewId"]
    return result_service.get(call.records, call.team, record_id, call.base_url, now=call.now)


@api.patch(f"{PATH}/results", response=CandidateInterviewResults, least_role=Role.REVIEWER)
def change_scores(call: TeamCall[ChangeScores, TeamQuery]) -> CandidateInterviewResults:
    """Give topics the scores that a person decides on, with the reasons."""
    scorer = Scorer(call.actor, call.moment)
    return human_score_service.update_scores(
        call.records,
        call.team,
        call.path["candidateInterviewId"],
        call.body,
        scorer,
        call.base_url,
        now=call.now,
    )


@api.get(f"{PATH}/results/changes", response=ScoreChanges)
def list_score_changes(call: TeamCall[NoBody, TeamQuery]) -> ScoreChanges:
    """List the scores that people have changed, newest first."""
    record_id = call.path["candidateInterviewId"]
    return ScoreChanges(changes=human_score_service.list_score_changes(call.records, call.team, record_id))


@api.post(f"{PATH}/decision", response=OneDecision, least_role=Role.REVIEWER)
def decide(call: TeamCall[Decide, TeamQuery]) -> OneDecision:
    """Decide whether a candidate goes on. The newest decision counts, and moves the candidate's workflow."""
    record_id = call.path["candidateInterviewId"]
    decision = decision_service.decide(
        call.records, call.team, record_id, call.body, call.actor, now=call.now
    )
    return OneDecision(decision=decision)


@api.get(f"{PATH}/decision", response=Decisions)
def list_decisions(call: TeamCall[NoBody, TeamQuery]) -> Decisions:
    """List the decisions about a candidate interview, newest first."""
    record_id = call.path["candidateInterviewId"]
    return Decisions(decisions=decision_service.list_decisions(call.records, call.team, record_id))


@api.post(f"{PATH}/comments", response=OneComment, least_role=Role.REVIEWER)
def create_comment(call: TeamCall[CreateComment, TeamQuery]) -> OneComment:
    """Comment on a candidate interview, for colleagues."""
    record_id = call.path["candidateInterviewId"]
    comment = comment_service.create(call.records, call.team, record_id, call.body, now=call.now)
    return OneComment(comment=comment)


@api.get(f"{PATH}/comments", response=Comments)
def list_comments(call: TeamCall[NoBody, TeamQuery]) -> Comments:
    """List the comments on a candidate interview, oldest first."""
    record_id = call.path["candidateInterviewId"]
    return Comments(comments=comment_service.list_comments(call.records, call.team, record_id))


@api.get(f"{PATH}/requests", response=CandidateRequests)
def list_candidate_requests(call: TeamCall[NoBody, TeamQuery]) -> CandidateRequests:
    """List what the candidate has asked for, oldest first."""
    record_id = call.path["candidateInterviewId"]
    return CandidateRequests(requests=request_service.list_requests(call.records, call.team, record_id))


@api.patch(f"{PATH}/requests/{{requestId}}", response=AnsweredRequest)
def answer_candidate_request(call: TeamCall[AnswerCandidateRequest, TeamQuery]) -> AnsweredRequest:
    """Close a request of the candidate, and send a reply."""
    request = request_service.answer(
        call.records,
        call.team,
        call.path["candidateInterviewId"],
        call.path["requestId"],
        call.body,
        now=call.now,
    )
    return AnsweredRequest(request=request)


@api.get(f"{PATH}/comparison", response=OneComparison)
def compare_candidates(call: TeamCall[NoBody, ComparisonQuery]) -> OneComparison:
    """Compare a candidate with others of the same interview, topic by topic."""
    record_id = call.path["candidateInterviewId"]
    comparison = result_service.compare(call.records, call.team, record_id, call.query.with_others)
    return OneComparison(comparison=comparison)


@api.post(f"{PATH}/share-link", response=ShareLink, least_role=Role.REVIEWER)
def share_results(call: TeamCall[ShareResults, TeamQuery]) -> ShareLink:
    """Make a new link to the results; the one before it ends."""
    record_id = call.path["candidateInterviewId"]
    record = service.share_results(call.records, call.team, record_id, call.body, call.actor, now=call.now)
    return ShareLink(
        share_link=share_address(call.base_url, record.share_token) or "",
        expires_at=record.share_expires_at or "",
    )


@api.delete(f"{PATH}/share-link", response=ShareLinkEnded, least_role=Role.REVIEWER)
def end_share_link(call: TeamCall[NoBody, TeamQuery]) -> ShareLinkEnded:
    """End the link to the results; without one it does nothing."""
    record_id = call.path["candidateInterviewId"]
    record = service.end_share_link(call.records, call.team, record_id, call.actor, now=call.now)
    return ShareLinkEnded(candidate_interview_id=record.id)


@api.post(f"{PATH}/evaluate", response=EvaluationBegun, status=200, least_role=Role.REVIEWER)
def evaluate_candidate_interview(call: TeamCall[EvaluateAgain, TeamQuery]) -> EvaluationBegun:
    """Run an evaluation again that ended in an error, or with another mode any; see `mode`."""
    record_id = call.path["candidateInterviewId"]
    record = service.evaluate_again(call.records, call.team, record_id, call.body, now=call.now)
    return EvaluationBegun(candidate_interview_id=record.id, summary_status=SummaryStatus.PROCESSING)


@api.get("/review-queue", response=ReviewQueue)
def list_review_queue(call: TeamCall[NoBody, ReviewQueueQuery]) -> ReviewQueue:
    """List what waits for the team or for its candidates, by kind, the longest waiting first."""
    query = call.query
    cursor = cursor_of(f"review queue of {call.team.team_id}", query.filters(), query.cursor)
    part = review_queue_service.read_queue(
        call.records,
        call.team,
        ReviewFilter.of(cursor.parameters, may_approve=call.caller.has_role(Role.MANAGER)),
        after=cursor.after,
        size=query.limit,
        now=call.now,
    )
    return ReviewQueue(
        items=part.items,
        counts=ReviewCounts(**{kind.value: count for kind, count in part.counts.items()}),
        next_cursor=None if part.last is None else cursor.at(part.last),
    )

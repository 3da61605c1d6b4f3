"""Candidate interviews: the invite of a candidate to an interview, its status and its results.

Interface: Candidate interviews, rules 1 to 8.
"""

from typing import Annotated, Any

from gather.core.caller import TeamScope
from gather.core.errors import NotFound
from gather.core.formats import RecordId
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews import storage as candidate_interview_storage
from gather.screening.candidate_interviews.models import (
    CandidateInterview,
    CandidateInterviewRecord,
    new_candidate_interview,
)
from gather.screening.candidate_interviews.parties import Parties, get_parties
from gather.screening.candidate_interviews.requests import (
    ChangeStatus,
    CreateCandidateInterview,
    EvaluateAgain,
    ResendInvite,
    ShareResults,
)
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.storage import CANDIDATE, require_candidate
from gather.screening.evaluations import service as evaluation_service
from gather.screening.evaluations.models import SummaryStatus
from gather.screening.human_scores.models import ChangeScores, ScoreChange, Scorer
from gather.screening.human_scores.service import rescore
from gather.screening.human_scores.storage import list_changes
from gather.screening.recordings.address import RecordingAddresses
from gather.screening.recordings.address_storage import recording_addresses
from gather.screening.results.models import CandidateInterviewResults
from gather.screening.results.rules import share_link
from gather.screening.results.storage import ResultsMaterial, get_material
from gather.table.kind import Stored
from gather.table.listing import SLOTS, Selection, Slot
from gather.table.record_reader import RecordPage, RecordReader
from gather.table.records import Records
from gather.table.search import Search
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.organizations.storage import is_supplemented

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
    status: CandidateInterviewStatus | None = None
    """Keeps the candidate interviews with this status."""


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
    parties = get_parties(call.records.table, call.body, call.team)
    new = new_candidate_interview(call.body, call.team, call.now, parties.default_expiry_days)
    invite_by = parties.choose_channels(call.body.delivery_types) if call.body.send_invite else None
    erased = NotFound(CANDIDATE.resource, call.body.candidate_id, "candidateId")

    def create(unit: UnitOfWork) -> CandidateInterviewRecord:
        require_candidate(unit, call.team.team_id, call.body.candidate_id, erased)
        return lifecycle.create(unit, new, call.now, invite_by=invite_by)

    return _created(call.records.run(create), 1)


@api.get("/candidate-interviews", response=list[CandidateInterview], meta=paging.LimitedPages)
def list_candidate_interviews(call: TeamCall[NoBody, CandidateInterviewListQuery]) -> Result:
    """List the team's candidate interviews, newest first."""
    query = call.query
    part = paging.part(call, query.page, query.limit)
    page = _page(call.records, call.team, query, part)
    if part.cursor is not None:
        return Result(page.records, meta=part.meta(page))
    pagination = paging.LimitedPages(
        page=query.page,
        limit=query.limit,
        total=page.total,
        total_pages=paging.page_count(page.total, query.limit),
    )
    return Result(page.records, meta={"pagination": pagination.model_dump(by_alias=True), **part.meta(page)})


def _page(
    records: Records, team: TeamScope, query: CandidateInterviewListQuery, part: paging.ListPart
) -> RecordPage[CandidateInterviewRecord]:
    """A page of the narrowest listing; what the listing leaves open is filtered on a walk through it."""
    status, is_by_more = query.status, query.candidate_id is not None or query.interview_id is not None
    if status is not None and not is_by_more and is_supplemented(records.table, team.organization_id):
        return records.filtered_page(
            CANDIDATE_INTERVIEW, team.team_id, status.value, part.offset, part.size, after=part.after
        )
    slot, partition, search = _listing(team.team_id, query)
    return records.page(
        CANDIDATE_INTERVIEW,
        partition,
        Selection.ALL,
        offset=part.offset,
        size=part.size,
        after=part.after,
        search=search,
        slot=slot,
    )


def _listing(team_id: str, query: CandidateInterviewListQuery) -> tuple[Slot, str, Search]:
    """A candidate has few interviews, so a walk through them is short. An interview may have as many
    candidate interviews as the team: with a status too, the team's thin index is walked instead."""
    if query.candidate_id is not None:
        partition = candidate_interview_storage.candidate_listing(team_id, query.candidate_id)
        return SLOTS[1], partition, Search(equals={"interviewId": query.interview_id, "status": query.status})
    if query.interview_id is not None and query.status is None:
        return SLOTS[2], candidate_interview_storage.interview_listing(team_id, query.interview_id), Search()
    equals = {"interviewId": query.interview_id, "status": query.status}
    return SLOTS[0], CANDIDATE_INTERVIEW.team_listing(team_id), Search(equals=equals)


@api.get(PATH, response=CandidateInterview)
def get_candidate_interview(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a candidate interview."""
    stored = _get(call, call.records)
    return Result(stored.record, version=stored.version)


@api.patch(f"{PATH}/status", response=CandidateInterview)
def change_candidate_interview_status(call: TeamCall[ChangeStatus, TeamQuery]) -> Result:
    """Set the status."""

    def change(unit: UnitOfWork) -> Stored[CandidateInterviewRecord]:
        stored = _get(call, unit)
        call.check_version(stored.version)
        return lifecycle.change_status(unit, stored, call.body.status, call.now)

    stored = call.records.run(change)
    return Result(stored.record, version=stored.version)


@api.post(f"{PATH}/resend-invite", response=InviteResent, status=200)
def resend_invite(call: TeamCall[ResendInvite, TeamQuery]) -> InviteResent:
    """Send the invite again; after the expiry with a new expiry."""

    def invite(unit: UnitOfWork) -> Stored[CandidateInterviewRecord]:
        stored = _get(call, unit)
        stored.record.check_invitable()
        parties = Parties.of(unit.table, stored.record)
        invite_by = parties.choose_channels(call.body.delivery_types)
        return lifecycle.invite_again(unit, stored, invite_by, call.now)

    return InviteResent(**call.records.run(invite).record.model_dump())


@api.get(f"{PATH}/results", response=CandidateInterviewResults)
def get_candidate_interview_results(call: TeamCall[NoBody, TeamQuery]) -> CandidateInterviewResults:
    """What the candidate said and how it was judged."""
    record_id = call.path["candidateInterviewId"]
    return get_material(call.records, call.team.team_id, record_id).results(_addresses(call))


@api.patch(f"{PATH}/results", response=CandidateInterviewResults)
def change_scores(call: TeamCall[ChangeScores, TeamQuery]) -> CandidateInterviewResults:
    """Give topics the scores that a person decides on, with the reasons."""
    team_id, record_id = call.team.team_id, call.path["candidateInterviewId"]
    scorer = Scorer(call.caller.credential_id, call.team.user_id, call.moment)

    def change(unit: UnitOfWork) -> ResultsMaterial:
        material = get_material(call.records, team_id, record_id)
        rescored = rescore(unit, material, call.body, scorer, call.now)
        if rescored.whole.evaluation != material.whole.evaluation:
            _note(unit, call, AuditAction.RESULTS_CHANGED)
        return rescored

    return call.records.run(change).results(_addresses(call))


@api.get(f"{PATH}/results/changes", response=ScoreChanges)
def list_score_changes(call: TeamCall[NoBody, TeamQuery]) -> ScoreChanges:
    """How people have changed scores, newest first."""
    record = _get(call, call.records).record
    return ScoreChanges(changes=list_changes(call.records.table, record.team_id, record.id))


@api.post(f"{PATH}/share-link", response=ShareLink)
def share_results(call: TeamCall[ShareResults, TeamQuery]) -> ShareLink:
    """Make a new link to the results; the one before it ends."""

    def share(unit: UnitOfWork) -> Stored[CandidateInterviewRecord]:
        _note(unit, call, AuditAction.SHARE_LINK_CREATED)
        days = call.body.expiry_days
        return lifecycle.share(unit, _get(call, unit), days, call.now)

    record = call.records.run(share).record
    return ShareLink(
        share_link=share_link(call.base_url, record.share_token) or "",
        expires_at=record.share_expires_at or "",
    )


@api.delete(f"{PATH}/share-link", response=ShareLinkEnded)
def end_share_link(call: TeamCall[NoBody, TeamQuery]) -> ShareLinkEnded:
    """End the link to the results; without one it does nothing."""

    def end(unit: UnitOfWork) -> CandidateInterviewRecord:
        stored = _get(call, unit)
        record = lifecycle.end_share_link(unit, stored, call.now).record
        if record != stored.record:
            _note(unit, call, AuditAction.SHARE_LINK_ENDED)
        return record

    return ShareLinkEnded(candidate_interview_id=call.records.run(end).id)


@api.post(f"{PATH}/evaluate", response=EvaluationBegun, status=200)
def evaluate_candidate_interview(call: TeamCall[EvaluateAgain, TeamQuery]) -> EvaluationBegun:
    """Run an evaluation again that ended in an error, or with another mode any; see `mode`."""
    mode = call.body.mode
    record = call.records.run(
        lambda unit: evaluation_service.evaluate_again(unit, _get(call, unit), mode, call.now)
    ).record
    return EvaluationBegun(candidate_interview_id=record.id, summary_status=SummaryStatus.PROCESSING)


def _addresses(call: TeamCall[Any, Any]) -> RecordingAddresses:
    return recording_addresses(call.records.table, call.base_url, call.now)


def _note(unit: UnitOfWork, call: TeamCall[Any, Any], action: AuditAction) -> None:
    """Note in the audit log what `unit` does to the candidate interview of the path."""
    record_id = call.path["candidateInterviewId"]
    audit_storage.save(unit, call.organization_id, call.actor, action, record_id, call.now)


def _get(call: TeamCall[Any, Any], reader: RecordReader) -> Stored[CandidateInterviewRecord]:
    """The candidate interview of the path. One round trip. Raises NotFound."""
    return reader.get(CANDIDATE_INTERVIEW, call.team.team_id, call.path["candidateInterviewId"])

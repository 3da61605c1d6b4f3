"""The use cases of candidate interviews that a team asks for.

    record = service.create(records, team, request, now=now)
    stored = service.update_status(records, team, record.id, request, now=now, precondition=precondition)

The changes themselves, with the events and tasks that follow from them, are in `lifecycle`.
"""

from datetime import datetime

from gather.core.caller import Actor, TeamScope
from gather.core.clock import timestamp
from gather.core.errors import NotFound, ValidationFailed
from gather.core.precondition import Precondition
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, new_candidate_interview
from gather.screening.candidate_interviews.parties import Parties, get_parties
from gather.screening.candidate_interviews.requests import (
    ChangeCandidateInterview,
    ChangeStatus,
    CreateCandidateInterview,
    EvaluateAgain,
    ResendInvite,
)
from gather.screening.candidate_interviews.share_link import ShareResults
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.storage import CANDIDATE, require_candidate
from gather.screening.evaluations import service as evaluation_service
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction


def create(
    records: Records, team: TeamScope, request: CreateCandidateInterview, *, now: datetime
) -> CandidateInterviewRecord:
    """Link a candidate to an interview, and send the invite if the request asks for it.

    Raises NotFound of what the request names, Conflict for an interview that takes nobody now, and
    ValidationFailed when no wanted channel reaches the candidate.
    """
    parties = get_parties(records.table, request, team)
    new = new_candidate_interview(request, team, now, parties.default_expiry_days)
    invite_by = parties.choose_channels(request.delivery_types) if request.send_invite else None
    erased = NotFound(CANDIDATE.resource, request.candidate_id, "candidateId")

    def create_for_candidate(unit: UnitOfWork) -> CandidateInterviewRecord:
        require_candidate(unit, team.team_id, request.candidate_id, erased)
        return lifecycle.create(unit, new, now, invite_by=invite_by)

    return records.run(create_for_candidate)


def update_status(
    records: Records,
    team: TeamScope,
    candidate_interview_id: str,
    request: ChangeStatus,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[CandidateInterviewRecord]:
    """Set the status that a user chose. Raises NotFound, PreconditionFailed and Conflict."""

    def change(unit: UnitOfWork) -> Stored[CandidateInterviewRecord]:
        stored = unit.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id)
        precondition.check(stored.version)
        return lifecycle.update_status(unit, stored, request.status, now)

    return records.run(change)


def update(
    records: Records,
    team: TeamScope,
    candidate_interview_id: str,
    request: ChangeCandidateInterview,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[CandidateInterviewRecord]:
    """Set until when the candidate can answer; after that time has passed it opens the invite again.

    Raises NotFound, PreconditionFailed, ValidationFailed for a time that has passed, and Conflict when the
    candidate is done or the record archived.
    """
    if request.expiry <= timestamp(now):
        raise ValidationFailed.of("expiry", "must be a time to come")

    def change(unit: UnitOfWork) -> Stored[CandidateInterviewRecord]:
        stored = unit.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id)
        precondition.check(stored.version)
        return lifecycle.extend(unit, stored, request.expiry, now)

    return records.run(change)


def resend_invite(
    records: Records, team: TeamScope, candidate_interview_id: str, request: ResendInvite, *, now: datetime
) -> CandidateInterviewRecord:
    """Send the invite again; after the expiry with a new expiry.

    Raises NotFound, ValidationFailed when no wanted channel reaches the candidate, and Conflict when the
    candidate is done or something that the invite needs is archived.
    """

    def invite(unit: UnitOfWork) -> Stored[CandidateInterviewRecord]:
        stored = unit.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id)
        stored.record.check_invitable()
        parties = Parties.of(unit.table, stored.record)
        invite_by = parties.choose_channels(request.delivery_types)
        return lifecycle.invite_again(unit, stored, invite_by, now)

    return records.run(invite).record


def share_results(
    records: Records,
    team: TeamScope,
    candidate_interview_id: str,
    request: ShareResults,
    actor: Actor,
    *,
    now: datetime,
) -> CandidateInterviewRecord:
    """Make a new link to the results; the one before it ends. The audit log says who did.

    Raises NotFound, and Conflict before the completion.
    """

    def share(unit: UnitOfWork) -> Stored[CandidateInterviewRecord]:
        action = AuditAction.SHARE_LINK_CREATED
        audit_storage.save(unit, team.organization_id, actor, action, candidate_interview_id, now)
        stored = unit.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id)
        return lifecycle.share(unit, stored, request.expiry_days, now)

    return records.run(share).record


def end_share_link(
    records: Records, team: TeamScope, candidate_interview_id: str, actor: Actor, *, now: datetime
) -> CandidateInterviewRecord:
    """End the link to the results; does nothing when there is none. The audit log says who did.

    Raises NotFound.
    """

    def end(unit: UnitOfWork) -> CandidateInterviewRecord:
        stored = unit.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id)
        record = lifecycle.end_share_link(unit, stored, now).record
        if record != stored.record:
            action = AuditAction.SHARE_LINK_ENDED
            audit_storage.save(unit, team.organization_id, actor, action, candidate_interview_id, now)
        return record

    return records.run(end)


def evaluate_again(
    records: Records, team: TeamScope, candidate_interview_id: str, request: EvaluateAgain, *, now: datetime
) -> CandidateInterviewRecord:
    """Run the evaluation again. Raises NotFound, and Conflict where `request.mode` allows no other run."""

    def evaluate(unit: UnitOfWork) -> Stored[CandidateInterviewRecord]:
        stored = unit.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id)
        return evaluation_service.evaluate_again(unit, stored, request.mode, now)

    return records.run(evaluate).record

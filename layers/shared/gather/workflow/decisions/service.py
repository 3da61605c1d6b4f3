"""The use cases of decisions: what people decide about a candidate interview, and how its workflow moves.

For example:

    decision = service.decide(records, team, candidate_interview_id, request, actor, now=now)
    decisions = service.list_decisions(records, team, candidate_interview_id)
"""

from datetime import datetime

from gather.core.caller import Actor, TeamScope
from gather.core.errors import Conflict
from gather.screening.candidate_interviews import lifecycle as interview_lifecycle
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.decisions import storage as decision_storage
from gather.screening.decisions.models import Decide, Decision, DecisionWord, new_decision
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.workflow.candidate_meetings import service as meeting_service
from gather.workflow.enrollments import lifecycle as enrollment_lifecycle
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.storage import ENROLLMENT


def decide(
    records: Records,
    team: TeamScope,
    candidate_interview_id: str,
    request: Decide,
    actor: Actor,
    *,
    now: datetime,
) -> Decision:
    """Take a decision about a candidate interview, and move its enrollment by it. The audit log says who did.

    Three round trips at most. Raises NotFound; Conflict before the completion for another decision than
    `reject`, when the enrollment is completed or stopped, and after several lost races.
    """
    decision = new_decision(request, team.user_id, now)

    def save(unit: UnitOfWork) -> Decision:
        stored = unit.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id)
        _check_decidable(stored.record, decision.decision)
        interview = interview_lifecycle.decide(unit, stored, decision.decision, now, notify=request.notify)
        decision_storage.save(unit, interview, decision)
        if interview.enrollment is not None:
            enrollment = unit.find(ENROLLMENT, team.team_id, interview.enrollment.enrollment_id)
            if enrollment is not None:
                _move(unit, enrollment, interview.enrollment.step_id, decision.decision, now)
        action = AuditAction.CANDIDATE_INTERVIEW_DECIDED
        audit_storage.save(unit, team.organization_id, actor, action, candidate_interview_id, now)
        return decision

    return records.run(save)


def list_decisions(records: Records, team: TeamScope, candidate_interview_id: str) -> list[Decision]:
    """The decisions about a candidate interview, newest first. Two round trips. Raises NotFound."""
    record = records.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id).record
    return decision_storage.list_decisions(records.table, record.team_id, record.id)


def _check_decidable(record: CandidateInterviewRecord, decision: DecisionWord) -> None:
    if record.completed_at is None and decision is not DecisionWord.REJECT:
        raise Conflict("The candidate has not completed this interview. Before, only reject can be decided.")


def _move(
    unit: UnitOfWork,
    stored: Stored[EnrollmentRecord],
    step_id: str,
    decision: DecisionWord,
    now: datetime,
) -> None:
    record = stored.record
    record.check_decidable()
    match decision:
        case DecisionWord.ADVANCE:
            _open_later_invite(unit, record, step_id, now)
            enrollment_lifecycle.advance(unit, stored, step_id, now)
        case DecisionWord.REJECT:
            _close_later_invite(unit, record, step_id, now)
            enrollment_lifecycle.reject(unit, stored, step_id, now)
        case DecisionWord.HOLD:
            pass


def _close_later_invite(unit: UnitOfWork, record: EnrollmentRecord, step_id: str, now: datetime) -> None:
    """Close the open invite of a later step, if the candidate has got one."""
    if not record.is_active or record.current.id == step_id:
        return
    later = _find_later(unit, record)
    if later is not None:
        interview_lifecycle.close(unit, later, now)
    meeting_service.close_of_step(unit, record.team_id, record.current.candidate_meeting_id, now)


def _open_later_invite(unit: UnitOfWork, record: EnrollmentRecord, step_id: str, now: datetime) -> None:
    """Open the invite again that an earlier rejection closed."""
    if record.is_active or record.current.id == step_id:
        return
    later = _find_later(unit, record)
    if later is not None:
        interview_lifecycle.open_again(unit, later, now)
    meeting_service.open_step_again(unit, record.team_id, record.current.candidate_meeting_id, now)


def _find_later(unit: UnitOfWork, record: EnrollmentRecord) -> Stored[CandidateInterviewRecord] | None:
    """The candidate interview of the step that the candidate is at, if it has one."""
    interview_id = record.current.candidate_interview_id
    return unit.find(CANDIDATE_INTERVIEW, record.team_id, interview_id) if interview_id else None

"""The candidate interview by which a candidate takes a workflow's step, and what it tells of the step."""

from datetime import datetime, timedelta

from gather.core.clock import timestamp
from gather.core.identifiers import derived_id, new_token
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, EnrollmentLink
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.evaluations.models import StoredEvaluation
from gather.workflow.enrollments.gate import Observation
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.templates.models import UNGATED_STEPS


def new_step_interview(record: EnrollmentRecord, expiry_days: int, now: datetime) -> CandidateInterviewRecord:
    """The candidate interview of an enrollment's current step, not yet invited.

    A repeated step arrives at the same id, so that nobody gets two.
    """
    step = record.current
    moment = timestamp(now)
    return CandidateInterviewRecord(
        id=derived_id(record.id, "interview", step.id),
        organization_id=record.organization_id,
        team_id=record.team_id,
        created_by_id=record.created_by_id,
        candidate_id=record.candidate_id,
        interview_id=step.artifact_id,
        invite_token=new_token(),
        share_token=new_token(),
        expiry_days=expiry_days,
        expiry=timestamp(now + timedelta(days=expiry_days)),
        is_judged=step.step_type not in UNGATED_STEPS,
        job_id=record.job_id,
        enrollment=EnrollmentLink(
            enrollment_id=record.id,
            step_id=step.id,
            job_id=record.job_id,
            message_group_id=record.message_group_id,
            is_gated=step.score_threshold is not None,
            ends_by_score=step.gate.is_automatic,
        ),
        created_at=moment,
        updated_at=moment,
    )


def observe_interview(record: CandidateInterviewRecord, evaluation: StoredEvaluation | None) -> Observation:
    """Observe a step by its candidate interview.

    Only the candidate completes it: a status that a user sets, the expiry and the archive end no step. One
    that was completed without an answer has nothing to score. An evaluation that failed or heard nothing may
    be run again and so is still to come, unless a person has given scores.
    """
    scored = evaluation is not None and evaluation.decides
    completed = record.taken_at is not None
    return Observation(
        begun=bool(record.answered) or record.status is CandidateInterviewStatus.PARTIALLY_COMPLETED,
        completed=completed,
        evaluated=scored or (completed and evaluation is None),
        score=evaluation.score if evaluation is not None and scored else None,
        partial=evaluation is not None and evaluation.is_partial,
    )

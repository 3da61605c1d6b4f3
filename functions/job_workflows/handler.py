"""Workflows of jobs: what governs a job, and who is enrolled.

Interface: Workflow assignments, rules 3 to 7; Enrollments, rules 1 to 8.
"""

from typing import Annotated

from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.candidates.models import Candidate
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.workflow.assignments import service as assignment_service
from gather.workflow.assignments.models import (
    EffectiveWorkflow,
    OverrideWorkflow,
    WorkflowAssignment,
)
from gather.workflow.enrollments import service as enrollment_service
from gather.workflow.enrollments.enroll import enroll_candidate, get_enrolled
from gather.workflow.enrollments.models import Enrollment, EnrollmentRecord, EnrollmentStep
from gather.workflow.enrollments.requests import InviteCandidate
from gather.workflow.enrollments.storage import ENROLLMENT

api = Api("job_workflows", feature=JOB_WORKFLOW)
handler = api.handler


class ProgressQuery(CursorQuery):
    """Query of GET /jobs/{jobId}/workflow-progress."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 25


class OneEffectiveWorkflow(Model):
    """Data of the routes that tell what governs a job."""

    effective_workflow: EffectiveWorkflow


class OneWorkflowOverride(Model):
    """Data of POST /jobs/{jobId}/workflow-override."""

    assignment: WorkflowAssignment


class Progress(Model):
    """Data of GET /jobs/{jobId}/workflow-progress."""

    enrollments: list[Enrollment]
    pagination: Annotated[paging.TotalPages | None, LeftOutWhenNull] = None


class InvitedCandidate(Model):
    """Data of POST /jobs/{jobId}/invite-candidate; without a link where the first step is still to come."""

    enrollment: Enrollment
    candidate: Candidate
    first_invite_url: Annotated[str | None, LeftOutWhenNull] = None
    """The address that the candidate is invited to; absent when the first step is still to come."""


class OneEnrollmentStep(Model):
    """Data of POST /workflow-enrollment-steps/{id}/resend-invite."""

    enrollment_step: EnrollmentStep


@api.get("/jobs/{jobId}/effective-workflow", response=OneEffectiveWorkflow)
def get_effective_workflow(call: TeamCall[NoBody, TeamQuery]) -> OneEffectiveWorkflow:
    """Tell which workflow governs a job, and by which rule."""
    effective = assignment_service.get_effective(call.records, call.team, call.path["jobId"])
    return OneEffectiveWorkflow(effective_workflow=effective)


@api.post("/jobs/{jobId}/workflow-override", response=OneWorkflowOverride)
def override_workflow(call: TeamCall[OverrideWorkflow, TeamQuery]) -> OneWorkflowOverride:
    """Have a template govern a job, whatever was applied to it or to its families.

    The same template again keeps the assignment and takes the new threshold.
    """
    assignment = assignment_service.override(
        call.records, call.team, call.body, call.path["jobId"], now=call.now
    )
    return OneWorkflowOverride(assignment=assignment)


@api.delete("/jobs/{jobId}/workflow-override", response=OneEffectiveWorkflow)
def clear_override(call: TeamCall[NoBody, TeamQuery]) -> OneEffectiveWorkflow:
    """Clear a job's override, if it has one; returns what governs the job then."""
    effective = assignment_service.clear_override(call.records, call.team, call.path["jobId"])
    return OneEffectiveWorkflow(effective_workflow=effective)


@api.get("/jobs/{jobId}/workflow-progress", response=Progress)
def list_workflow_progress(call: TeamCall[NoBody, ProgressQuery]) -> Result:
    """List who is or was enrolled in a job, newest first, with how far they are in each step."""
    part = paging.part(call, call.query.page, call.query.page_size)
    page = enrollment_service.list_progress(
        call.records, call.team, call.path["jobId"], offset=part.offset, size=part.size, after=part.after
    )
    progress = Progress(enrollments=page.records, pagination=part.total_pages(page))
    return Result(progress, meta=part.meta(page))


@api.post(
    "/jobs/{jobId}/invite-candidate",
    response=InvitedCandidate,
    makes=ENROLLMENT,
    shows=lambda call, stored: _invited(*get_enrolled(call.records, stored.record, call.base_url)),
)
def invite_candidate(call: TeamCall[InviteCandidate, TeamQuery]) -> Result:
    """Enroll a candidate in a job's workflow and send the first step's invite.

    409 when the job has ended, when no workflow governs it, and when the candidate is enrolled in it already.
    Below the workflow's `initialScoreThreshold` the enrollment is `failed` from the start. `firstInviteUrl`
    is absent then, and where the first step is delayed.
    """
    job_id, base_url = call.path["jobId"], call.base_url
    return _invited(*enroll_candidate(call.records, call.team, call.body, job_id, base_url, now=call.now))


def _invited(enrollment: EnrollmentRecord, candidate: Candidate, link: str | None) -> Result:
    return Result(InvitedCandidate(enrollment=enrollment, candidate=candidate, first_invite_url=link))


@api.post("/workflow-enrollment-steps/{id}/resend-invite", response=OneEnrollmentStep, status=200)
def resend_step_invite(call: TeamCall[NoBody, TeamQuery]) -> OneEnrollmentStep:
    """Send a step's invite again; one that has expired gets its whole time again.

    409 unless the candidate is at this step and not done with it.
    """
    step = enrollment_service.resend_invite(
        call.records, call.team, call.path["id"], call.base_url, now=call.now
    )
    return OneEnrollmentStep(enrollment_step=step)

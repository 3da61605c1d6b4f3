"""Workflows of jobs: what governs a job, and who is enrolled.

Interface: Workflow assignments, rules 3 to 7; Enrollments, rules 1 to 8.
"""

from typing import Annotated

from gather.core.errors import Conflict, NotFound
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.candidates.models import Candidate
from gather.table.listing import Selection
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.workflow.assignments import storage as assignment_storage
from gather.workflow.assignments.models import (
    AssignmentSource,
    EffectiveWorkflow,
    OverrideWorkflow,
    TargetType,
    WorkflowAssignment,
    new_assignment,
)
from gather.workflow.assignments.storage import effective_workflow, save_assignments
from gather.workflow.enrollments import step_invites
from gather.workflow.enrollments.enroll import enroll_candidate, read_enrolled
from gather.workflow.enrollments.models import Enrollment, EnrollmentRecord, EnrollmentStep
from gather.workflow.enrollments.requests import InviteCandidate
from gather.workflow.enrollments.storage import ENROLLMENT, enrollment_of_step, of_job
from gather.workflow.jobs.models import JobDetail
from gather.workflow.jobs.storage import JOB
from gather.workflow.templates.storage import WORKFLOW_TEMPLATE

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
    job = call.records.get(JOB, call.team.team_id, call.path["jobId"]).record
    return _effective(call.records, job)


@api.post("/jobs/{jobId}/workflow-override", response=OneWorkflowOverride)
def override_workflow(call: TeamCall[OverrideWorkflow, TeamQuery]) -> OneWorkflowOverride:
    """Have a template govern a job, whatever was applied to it or to its families.

    The same template again keeps the assignment and takes the new threshold.
    """
    team_id, body = call.team.team_id, call.body
    job = call.records.get(JOB, team_id, call.path["jobId"]).record
    if job.archived_at is not None:
        raise Conflict("The job is archived.")
    template = Reference.to(WORKFLOW_TEMPLATE, team_id, body.template_id, "templateId")
    read_references(call.records.table, [template])
    assignment = new_assignment(
        template.id,
        (TargetType.JOB, job.id),
        AssignmentSource.JOB_OVERRIDE,
        body.initial_score_threshold,
        call.team,
        call.now,
    )
    (stored,) = save_assignments(call.records, [assignment])
    return OneWorkflowOverride(assignment=stored)


@api.delete("/jobs/{jobId}/workflow-override", response=OneEffectiveWorkflow)
def clear_override(call: TeamCall[NoBody, TeamQuery]) -> OneEffectiveWorkflow:
    """Clear a job's override, if it has one; returns what governs the job then."""
    job = call.records.get(JOB, call.team.team_id, call.path["jobId"]).record
    assignment_storage.clear_override(call.records, job.team_id, job.id)
    return _effective(call.records, job)


@api.get("/jobs/{jobId}/workflow-progress", response=Progress)
def list_workflow_progress(call: TeamCall[NoBody, ProgressQuery]) -> Result:
    """List who is or was enrolled in a job, newest first, with how far they are in each step."""
    query, team_id = call.query, call.team.team_id
    job = call.records.get(JOB, team_id, call.path["jobId"]).record
    part = paging.part(call, query.page, query.page_size)
    page = call.records.page(
        ENROLLMENT,
        of_job(team_id, job.id),
        Selection.ALL,
        offset=part.offset,
        size=part.size,
        after=part.after,
    )
    progress = Progress(enrollments=page.records, pagination=part.total_pages(page))
    return Result(progress, meta=part.meta(page))


@api.post(
    "/jobs/{jobId}/invite-candidate",
    response=InvitedCandidate,
    makes=ENROLLMENT,
    shows=lambda call, stored: _invited(*read_enrolled(call.records, stored.record, call.base_url)),
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
    team_id, step_id = call.team.team_id, call.path["id"]
    enrollment_id = enrollment_of_step(call.records.table, team_id, step_id)
    if enrollment_id is None:
        raise NotFound("enrollment step", step_id)

    def resend(unit: UnitOfWork) -> EnrollmentRecord:
        stored = unit.get(ENROLLMENT, team_id, enrollment_id)
        return step_invites.invite_again(unit, stored, step_id, call.base_url, call.now).record

    return OneEnrollmentStep(enrollment_step=call.records.run(resend).current)


def _effective(records: Records, job: JobDetail) -> OneEffectiveWorkflow:
    return OneEffectiveWorkflow(effective_workflow=effective_workflow(records, job)[0])

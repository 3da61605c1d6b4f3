"""The use cases of enrollments that a team asks for, beside `enroll`.

    page = service.list_progress(records, team, job_id, offset=0, size=25)
    step = service.resend_invite(records, team, step_id, base_url, now=now)

The changes themselves, with the events and tasks that follow from them, are in `lifecycle`.
"""

from datetime import datetime

from gather.core.caller import TeamScope
from gather.core.errors import NotFound
from gather.table.listing import Selection
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.enrollments import step_invites
from gather.workflow.enrollments.models import EnrollmentRecord, EnrollmentStepRecord
from gather.workflow.enrollments.storage import ENROLLMENT, find_id_by_step, job_listing
from gather.workflow.jobs.storage import JOB


def list_progress(
    records: Records, team: TeamScope, job_id: str, *, offset: int, size: int, after: str | None = None
) -> RecordPage[EnrollmentRecord]:
    """A page of those who are or were enrolled in a job, newest first. Raises NotFound for the job."""
    job = records.get(JOB, team.team_id, job_id).record
    listing = job_listing(team.team_id, job.id)
    return records.page(ENROLLMENT, listing, Selection.ALL, offset=offset, size=size, after=after)


def resend_invite(
    records: Records, team: TeamScope, step_id: str, base_url: str, *, now: datetime
) -> EnrollmentStepRecord:
    """Send a step's invite again; one that has expired gets its whole time again.

    Returns the step. Raises NotFound, and Conflict unless the candidate is at the step and not done with it.
    """
    enrollment_id = find_id_by_step(records.table, team.team_id, step_id)
    if enrollment_id is None:
        raise NotFound("enrollment step", step_id)

    def resend(unit: UnitOfWork) -> EnrollmentRecord:
        stored = unit.get(ENROLLMENT, team.team_id, enrollment_id)
        return step_invites.invite_again(unit, stored, step_id, base_url, now).record

    return records.run(resend).current

"""Where the records of enrollments live in the table."""

from gather.table import keys
from gather.table.ownership import team_of
from gather.table.records import Kind
from gather.workflow.enrollment import EnrollmentRecord

ENROLLMENTS_SCHEDULE = "enrollments"


def _attention(record: EnrollmentRecord) -> tuple[str, str] | None:
    return (ENROLLMENTS_SCHEDULE, record.attention_at) if record.attention_at else None


ENROLLMENT = Kind(
    resource="enrollment",
    name="ENROLLMENT",
    model=EnrollmentRecord,
    team_of=team_of,
    listings=lambda record: [
        keys.sublisting(record.team_id, "ENROLLMENT", "JOB", record.job_id),
        keys.sublisting(record.team_id, "ENROLLMENT", "CANDIDATE", record.candidate_id),
    ],
    due=_attention,
)

"""Where the records of job families live in the table."""

from gather.domain.job_family import JobFamily
from gather.table import keys
from gather.table.kinds.ownership import team_of
from gather.table.records import Kind

JOB_FAMILY = Kind(
    resource="job family",
    name="JOB_FAMILY",
    model=JobFamily,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "JOB_FAMILY")],
    search_text=lambda record: record.display_name,
)

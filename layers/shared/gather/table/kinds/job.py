"""Where the records of jobs live in the table."""

from gather.domain.job import JobDetail, search_text
from gather.table import keys
from gather.table.kinds.ownership import team_of
from gather.table.records import Kind

JOB = Kind(
    resource="job",
    name="JOB",
    model=JobDetail,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "JOB")],
    search_text=search_text,
)

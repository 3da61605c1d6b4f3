"""Where the records of interviews live in the table."""

from gather.content.interview import InterviewDetail
from gather.table import keys
from gather.table.kind import Kind, team_of

INTERVIEW = Kind(
    resource="interview",
    name="INTERVIEW",
    model=InterviewDetail,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "INTERVIEW")],
    search_text=lambda record: record.title,
)

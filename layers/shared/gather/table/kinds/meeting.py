"""Where the records of meetings live in the table."""

from gather.domain.meeting import Meeting
from gather.table import keys
from gather.table.kinds.ownership import team_of
from gather.table.records import Kind

MEETING = Kind(
    resource="meeting",
    name="MEETING",
    model=Meeting,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "MEETING")],
    search_text=lambda record: record.title,
)

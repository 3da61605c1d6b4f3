"""Where the records of meetings live in the table."""

from gather.table import keys
from gather.table.kind import Kind, team_of
from gather.workflow.meetings.models import MeetingRecord

MEETING = Kind(
    resource="meeting",
    name="MEETING",
    model=MeetingRecord,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "MEETING")],
    search_text=lambda record: record.title,
)

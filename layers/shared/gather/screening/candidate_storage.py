"""Where the records of candidates live in the table."""

from gather.screening.candidate import Candidate, search_text
from gather.table import keys
from gather.table.ownership import team_of
from gather.table.records import Kind

CANDIDATE = Kind(
    resource="candidate",
    name="CANDIDATE",
    model=Candidate,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "CANDIDATE")],
    search_text=search_text,
)

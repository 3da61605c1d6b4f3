"""Where the records of candidates live in the table."""

from gather.screening.candidate import Candidate, search_text
from gather.table import keys
from gather.table.kind import Kind, team_of

CANDIDATE = Kind(
    resource="candidate",
    name="CANDIDATE",
    model=Candidate,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "CANDIDATE")],
    search_text=search_text,
)

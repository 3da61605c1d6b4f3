"""Where the records of replicas live in the table."""

from gather.content.replicas.models import Replica
from gather.table.kind import team_of
from gather.table.team_sets import TeamSetKind

REPLICA = TeamSetKind(
    resource="replica",
    name="REPLICA",
    model=Replica,
    team_of=team_of,
    listings=lambda record: [],
)

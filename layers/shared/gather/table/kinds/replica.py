"""Where the records of replicas live in the table."""

from gather.domain.replica import Replica
from gather.table.kinds.ownership import team_of
from gather.table.kinds.team_set import TeamSetKind

REPLICA = TeamSetKind(
    resource="replica",
    name="REPLICA",
    model=Replica,
    team_of=team_of,
    listings=lambda record: [],
)

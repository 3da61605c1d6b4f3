"""The use cases of replicas.

replica = service.create(records, team, CreateReplica(name="Ada", photo_url=photo_url), now=now)
"""

from datetime import datetime

from gather.content.replicas.models import MOST_REPLICAS, CreateReplica, Replica, new_replica
from gather.content.replicas.storage import REPLICA
from gather.core.caller import TeamScope
from gather.core.errors import Conflict
from gather.table import team_sets
from gather.table.records import Records


def create(records: Records, team: TeamScope, request: CreateReplica, *, now: datetime) -> Replica:
    """Create the replica that the request asks for. One round trip. Raises Conflict for one too many."""
    replica = new_replica(request, team, now)
    unit = records.unit_of_work()
    team_sets.save_new(unit, REPLICA, replica, MOST_REPLICAS, _too_many())
    unit.commit()
    return replica


def _too_many() -> Exception:
    return Conflict(f"A team may have {MOST_REPLICAS} replicas.")

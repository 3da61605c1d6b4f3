"""Replicas: the avatars that lead AI interviews.

Interface: Replicas, rules 1 and 2.
"""

from gather.content.replicas.models import MOST_REPLICAS, CreateReplica, Replica, new_replica
from gather.content.replicas.storage import REPLICA
from gather.core.errors import Conflict
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table import team_sets

api = Api("replicas")
handler = api.handler


class OneReplica(Model):
    """Data of POST /replicas."""

    replica: Replica


class ReplicaList(Model):
    """Data of GET /replicas."""

    replicas: list[Replica]


@api.post("/replicas", response=OneReplica, makes=REPLICA)
def create_replica(call: TeamCall[CreateReplica, TeamQuery]) -> Result:
    """Add a replica."""
    replica = new_replica(call.body, call.team, call.now)
    unit = call.records.unit_of_work()
    team_sets.save_new(unit, REPLICA, replica, MOST_REPLICAS, _too_many())
    unit.commit()
    return Result(OneReplica(replica=replica), version=1)


@api.get("/replicas", response=ReplicaList)
def list_replicas(call: TeamCall[NoBody, TeamQuery]) -> ReplicaList:
    """List the team's replicas, newest first."""
    found = team_sets.read_all(call.records.table, REPLICA, call.team.team_id)
    return ReplicaList(replicas=found[::-1])


def _too_many() -> Exception:
    return Conflict(f"A team may have {MOST_REPLICAS} replicas.")

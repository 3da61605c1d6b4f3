"""Replicas: the avatars that lead AI interviews.

Interface: Replicas, rules 1 and 2.
"""

from gather.content.replicas import service
from gather.content.replicas.models import CreateReplica, Replica
from gather.content.replicas.storage import REPLICA
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
    replica = service.create(call.records, call.team, call.body, now=call.now)
    return Result(OneReplica(replica=replica), version=1)


@api.get("/replicas", response=ReplicaList)
def list_replicas(call: TeamCall[NoBody, TeamQuery]) -> ReplicaList:
    """List the team's replicas, newest first."""
    found = team_sets.read_all(call.records.table, REPLICA, call.team.team_id)
    return ReplicaList(replicas=found[::-1])

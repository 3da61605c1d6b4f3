"""Routes of replicas (interface: Endpoints, Replicas)."""

from gather.content.replica import MOST_REPLICAS, CreateReplica, Replica, new_replica
from gather.content.replica_storage import REPLICA
from gather.core.errors import Conflict
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.table import team_sets
from gather.table.conversion import Item
from gather.wiring import records, table

api = Api("replicas")
handler = api.handler


class OneReplica(Model):
    """Data of the route that answers one replica."""

    replica: Replica


class ReplicaList(Model):
    """Data of GET /replicas."""

    replicas: list[Replica]


@api.post("/replicas", answer=OneReplica, body=CreateReplica)
def create_replica(call: Call[CreateReplica, TeamQuery]) -> Answer:
    """Add a replica."""
    replica = new_replica(call.body, call.team, call.now)
    transaction = records().transaction()
    team_sets.put_in(transaction, REPLICA, replica, MOST_REPLICAS, _too_many)
    transaction.commit()
    return Answer(OneReplica(replica=replica), version=1)


@api.get("/replicas", answer=ReplicaList)
def list_replicas(call: Call[NoBody, TeamQuery]) -> ReplicaList:
    """List the team's replicas, newest first."""
    found = team_sets.read_all(table(), REPLICA, call.team.team_id)
    return ReplicaList(replicas=found[::-1])


def _too_many(_item: Item | None) -> Exception:
    return Conflict(f"A team may have {MOST_REPLICAS} replicas.")

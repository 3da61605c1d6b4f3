"""Replicas: the avatars that ask in AI interviews (interface: Replicas, rules 1 and 2)."""

from datetime import datetime

from gather.core.caller import TeamScope
from gather.core.formats import HttpUrl, Title
from gather.core.model import RequestModel
from gather.core.record import TeamRecord, common_fields

MOST_REPLICAS = 200


class Replica(TeamRecord):
    """An avatar of a team. `replica_id` is its id at the provider of avatars, null where it has none."""

    name: str
    """The interviewer's name."""
    photo_url: str
    """Address of the interviewer's picture."""
    replica_id: str | None = None
    """The replica's id at the maker of the avatar; null for none."""


class CreateReplica(RequestModel):
    """Body of POST /replicas."""

    name: Title
    photo_url: HttpUrl
    replica_id: Title | None = None


def new_replica(request: CreateReplica, scope: TeamScope, now: datetime) -> Replica:
    """A new replica from a request."""
    return Replica(**common_fields(scope, now), **request.supplied())

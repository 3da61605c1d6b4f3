"""Makes the outbox's entry of an event from its payload."""

from datetime import datetime

from gather.events.catalogue import Payload
from gather.table.outbox import Event


def event_of(payload: Payload, organization_id: str, team_id: str, now: datetime) -> Event:
    """The outbox entry of an event; send it in the transaction of the change that it tells of."""
    return Event(
        name=payload.event,
        organization_id=organization_id,
        team_id=team_id,
        payload=payload.members(),
        at=now,
    )

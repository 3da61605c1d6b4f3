"""The events of a team, kept for thirty days whether or not anyone subscribed (interface: Events, rule 8)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.core.clock import epoch_seconds, from_timestamp, timestamp
from gather.events.event import EventName, EventRecord
from gather.table.conditions import equal
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.readable import readable
from gather.table.store import KeyRange, Table

KEPT = timedelta(days=30)


def event_key(team_id: str, created_at: str, event_id: str) -> Key:
    """An event of a team; a team's events stand in the order of their times."""
    return Key(f"TEAM#{team_id}#EVENTS", f"{created_at}#{event_id}")


KEPT_EVENT = ItemKind("KEPT_EVENT", event_key)


@dataclass(frozen=True, slots=True)
class EventPage:
    """Some events of a team, oldest first. `last` is the place to go on after, None at the end."""

    events: list[EventRecord]
    last: str | None


def save(table: Table, event: EventRecord) -> None:
    """Keep an event. Repeated it keeps the same. One round trip, one item."""
    place = KEPT_EVENT.at(event.team_id, event.created_at, event.id)
    expires_at = from_timestamp(event.created_at) + KEPT
    table.put(
        place.item(**event.model_dump(by_alias=True, mode="json"), expiresAtEpoch=epoch_seconds(expires_at))
    )


def read_events(
    table: Table,
    team_id: str,
    *,
    since: str | None,
    until: str | None,
    name: EventName | None,
    after: str,
    limit: int,
    now: datetime,
) -> EventPage:
    """The events of a team from `since` to `until` (timestamps, inclusive) that follow the place `after`.

    One round trip for each megabyte that is looked through. What is older than thirty days is left out: it
    may still be there.
    """
    low = max(since or "", timestamp(now - KEPT), after)
    high = f"{until or ''}~" if until else "~"
    if low > high:
        return EventPage([], None)
    walk = KeyRange(event_key(team_id, "", "").pk, between=(low, high))
    where = None if name is None else equal("name", name.value)
    found: list[EventRecord] = []
    places: list[str] = []
    # Without a filter one item more than wanted tells whether others follow; `after` itself is the first.
    page_size = limit + 2 if where is None else None
    for item in table.query_all(walk, consistent=True, where=where, page_size=page_size):
        place = Key.of(item).sk
        if place == after:
            continue
        if len(found) == limit:
            return EventPage(found, places[-1])
        for event in readable(EventRecord, [item]):
            found.append(event)
            places.append(place)
    return EventPage(found, None)

"""Records that have changed since a time, in the order of their changes (interface: Lists, rule 11)."""

from datetime import datetime
from typing import Final, TypeVar

from gather.core.errors import ValidationFailed
from gather.core.record import Identified
from gather.table.change_feed import FeedPlace, moment_of, read_changes, record_id_of
from gather.table.conversion import Item
from gather.table.kind import Kind
from gather.table.listing import Selection
from gather.table.readable import readable
from gather.table.record_reader import RecordPage, RecordReader
from gather.table.search import Search

R = TypeVar("R", bound=Identified)

MOST_BATCHES: Final = 3
"""Batches of changes that one part of a list looks at, where its filters leave out most of them."""


def read_changed(
    records: RecordReader,
    kind: Kind[R],
    team_id: str,
    since: str,
    wanted: Search,
    selection: Selection,
    size: int,
    *,
    after: str | None,
    now: datetime,
) -> RecordPage[R]:
    """The records that have changed since the timestamp `since` and that the filters keep, the earliest
    change first; with `after` those that follow that place.

    Two round trips; with filters up to six. Raises ValidationFailed for a place that is none.
    """
    place = FeedPlace.of(after) if after else FeedPlace.since(since)
    if place is None:
        raise ValidationFailed.of("cursor", "is no cursor of this list")
    found: list[R] = []
    for _ in range(MOST_BATCHES):
        part = read_changes(records.table, kind.feed(team_id), place, size - len(found), now)
        found += _kept(records, kind, team_id, part.changes, wanted, selection)
        if part.place is None:
            return RecordPage(found)
        place = part.place
        if len(found) >= size:
            break
    return RecordPage(found, last=place.text(), is_partial=len(found) < size)


def _kept(
    records: RecordReader,
    kind: Kind[R],
    team_id: str,
    changes: list[str],
    wanted: Search,
    selection: Selection,
) -> list[R]:
    """The records of the changes that are still their last ones; one that has changed again comes later."""
    changed = {kind.key(team_id, record_id_of(change)): moment_of(change) for change in changes}
    items = records.table.get_many(changed)
    kept = [
        items[key]
        for key, moment in changed.items()
        if key in items
        and items[key]["updatedAt"] == moment
        and _is_selected(items[key], selection)
        and wanted.keeps(items[key])
    ]
    return [*readable(kind.model, kept)]


def _is_selected(item: Item, selection: Selection) -> bool:
    is_archived = item.get("archivedAt") is not None
    return selection is Selection.ALL or is_archived == (selection is Selection.ARCHIVED)

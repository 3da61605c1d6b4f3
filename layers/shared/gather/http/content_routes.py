"""Routes that the families of content share: lists of questions and archiving."""

from collections.abc import Callable
from typing import Any, TypeVar

from gather.core.model import NoBody
from gather.core.record import Archived, TeamRecord, archived
from gather.http import paging
from gather.http.call import TeamCall
from gather.table.kind import Kind, Stored
from gather.table.record_reader import RecordPage
from gather.table.search import Search
from gather.table.unit_of_work import UnitOfWork

R = TypeVar("R", bound=TeamRecord)


def page_of(kind: Kind[R], call: TeamCall[NoBody, paging.ContentListQuery]) -> RecordPage[R]:
    """The page of the team's records that the query asks for, newest first."""
    part = part_of(call)
    return call.records.page(
        kind,
        kind.team_listing(call.team.team_id),
        paging.selection(call.query.archived),
        offset=part.offset,
        size=part.size,
        search=Search(call.query.search),
        after=part.after,
    )


def part_of(call: TeamCall[NoBody, paging.ContentListQuery]) -> paging.ListPart:
    """The part that the query asks for; its pages are counted from 0."""
    return paging.part(call, call.query.page, call.query.page_size, first=0)


def archive(
    kind: Kind[R],
    call: TeamCall[NoBody, Any],
    record_id: str,
    follow: Callable[[R, UnitOfWork], None] | None = None,
) -> Archived:
    """Archive a record of the team; it stays readable (interface: Conventions, rule 10).

    `follow` adds to the transaction what follows from it, once. Raises NotFound, PreconditionFailed,
    Conflict.
    """

    def change(stored: Stored[R], unit: UnitOfWork) -> R:
        call.check_version(stored.version)
        if follow is not None and stored.record.archived_at is None:
            follow(stored.record, unit)
        return archived(stored.record, call.moment)

    return Archived.of(call.records.change(kind, call.team.team_id, record_id, change).record)

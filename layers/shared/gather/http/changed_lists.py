"""Lists of what has changed (interface: Lists, rule 11)."""

from typing import Any, TypeVar

from gather.core.record import Identified
from gather.http import paging
from gather.http.call import TeamCall
from gather.table.changed_records import read_changed
from gather.table.kind import Kind
from gather.table.listing import Selection
from gather.table.record_reader import RecordPage
from gather.table.search import Search
from gather.tenancy.organizations.storage import Supplement, require_supplement

R = TypeVar("R", bound=Identified)


def list_changed(
    call: TeamCall[Any, Any],
    kind: Kind[R],
    since: str,
    size: int,
    wanted: Search,
    selection: Selection = Selection.ALL,
) -> tuple[RecordPage[R], dict[str, object]]:
    """The team's records that have changed since a timestamp and that the filters keep, the earliest change
    first, with the `meta` of the list.

    Three round trips. Raises ValidationFailed for a page, and ServiceUnavailable where records of an earlier
    release have no feed yet.
    """
    part = paging.changed_part(call, size)
    require_supplement(call.records.table, call.team.organization_id, Supplement.SORTED_LISTS)
    page = read_changed(
        call.records,
        kind,
        call.team.team_id,
        since,
        wanted,
        selection,
        part.size,
        after=part.after,
        now=call.now,
    )
    return page, part.meta(page)

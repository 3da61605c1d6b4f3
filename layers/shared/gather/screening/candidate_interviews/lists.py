"""The lists of a team's candidate interviews: by filters, and in an order.

For example:

    wanted = CandidateInterviewFilter(job_id=job_id, score=(70, None))
    page = list_page(records, team, wanted, SortOrder(SortedBy.SCORE), 0, 50)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Final

from gather.core.caller import TeamScope
from gather.screening.candidate_interviews.list_query import NEWEST_FIRST, SortedBy, SortOrder
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import (
    CANDIDATE_INTERVIEW,
    candidate_listing,
    interview_listing,
    interview_scope,
    job_scope,
    score_name,
    sorted_key,
)
from gather.table.conversion import Item
from gather.table.listing import SLOTS, Selection, Slot, read_directory
from gather.table.record_reader import MOST_READ_WHOLE, RecordPage
from gather.table.records import Records
from gather.table.search import Search
from gather.table.sorted_list import (
    MOST_ENTRIES,
    EntryRange,
    read_page,
    read_page_of,
    read_whole,
    record_id_in,
)
from gather.table.store import KeyRange
from gather.tenancy.organizations.storage import Supplement, has_supplement, lacks_supplement

MOST_OF_OTHER_ORDER: Final = 150
"""Entries of a narrow range that are put into another order, at most."""


@dataclass(frozen=True, slots=True)
class CandidateInterviewFilter:
    """The candidate interviews that a list keeps: those of all members that ask for something.

    A range has a lowest and a highest value, both inclusive; times are stored timestamps.
    """

    candidate_id: str | None = None
    interview_id: str | None = None
    statuses: tuple[CandidateInterviewStatus, ...] = ()
    job_id: str | None = None
    score: tuple[int | None, int | None] = (None, None)
    completed: tuple[str | None, str | None] = (None, None)
    created: tuple[str | None, str | None] = (None, None)

    @property
    def has_listing(self) -> bool:
        """Whether a listing has just these: all, those of a candidate, or those of an interview."""
        of_candidate = CandidateInterviewFilter(candidate_id=self.candidate_id)
        return self in (of_candidate, CandidateInterviewFilter(interview_id=self.interview_id))

    @property
    def is_of_first_release(self) -> bool:
        """Whether the first release had these filters."""
        those = CandidateInterviewFilter(self.candidate_id, self.interview_id, self.statuses)
        return self == those and len(self.statuses) < 2

    def range_of(self, sorted_by: SortedBy) -> tuple[str, str]:
        """The bounds of a value, as they stand in keys; empty for none."""
        if sorted_by is SortedBy.SCORE:
            low, high = self.score
            return (
                "" if low is None else score_name(low),
                "" if high is None else score_name(high),
            )
        since, until = self.completed if sorted_by is SortedBy.COMPLETED_AT else self.created
        return since or "", until or ""

    def is_bounded(self, sorted_by: SortedBy) -> bool:
        """Whether a range of the value is asked for."""
        return any(self.range_of(sorted_by))

    def of_records(self) -> Search:
        """The filter as records are compared with it."""
        return Search(
            equals={
                "candidateId": self.candidate_id,
                "interviewId": self.interview_id,
                "jobId": self.job_id,
            },
            any_of={"status": self.statuses},
            ranges={"score": self.score, "completedAt": self.completed, "createdAt": self.created},
        )

    def of_entries(self, sorted_by: SortedBy, without: SortedBy | None) -> Search:
        """The filter as entries in the order of a value are compared with it, which lie within its range."""
        ranges = {"score": self.score, "completedAt": self.completed, "createdAt": self.created}
        return Search(
            # The entries of an interview have just its records.
            equals={"interviewId": None if self.job_id is None else self.interview_id},
            any_of={"status": self.statuses},
            ranges={name: bounds for name, bounds in ranges.items() if name != sorted_by},
            without=() if without is None else (without,),
        )

    @property
    def scope(self) -> str:
        """The part of keys that stands for the narrowest scope."""
        if self.job_id is not None:
            return job_scope(self.job_id)
        return "" if self.interview_id is None else interview_scope(self.interview_id)


def list_page(
    records: Records,
    team: TeamScope,
    wanted: CandidateInterviewFilter,
    order: SortOrder,
    offset: int,
    size: int,
    *,
    after: str | None = None,
) -> RecordPage[CandidateInterviewRecord]:
    """A page of the team's candidate interviews.

    The listing that has just them is read where there is one, and else the entries of their order. Raises
    ServiceUnavailable where the organization's records have no entries, as those of an earlier release.
    """
    is_of_first_release = wanted.is_of_first_release and order == NEWEST_FIRST
    if is_of_first_release and wanted.has_listing:
        return _list_by_listing(records, team.team_id, wanted, offset, size, after)
    is_by_status = wanted == CandidateInterviewFilter(statuses=wanted.statuses) and order == NEWEST_FIRST
    needed = Supplement.LOOKUPS if is_by_status else Supplement.SORTED_LISTS
    is_ready = records.table.start(partial(has_supplement, records.table, team.organization_id, needed))
    if is_by_status:
        page = _list_by_status(records, team.team_id, wanted.statuses, offset, size, after)
    elif wanted.candidate_id is not None:
        page = _list_of_candidate(records, team.team_id, wanted, order, offset, size, after)
    else:
        page = _list_by_entries(records, team.team_id, wanted, order, offset, size, after)
    if is_ready.result():
        return page
    if not is_of_first_release:
        raise lacks_supplement()
    return _walk(records, team.team_id, wanted, offset, size, after)


def _list_by_listing(
    records: Records,
    team_id: str,
    wanted: CandidateInterviewFilter,
    offset: int,
    size: int,
    after: str | None,
) -> RecordPage[CandidateInterviewRecord]:
    """All of the team, of a candidate or of an interview."""
    slot, partition = _listing_of(team_id, wanted)
    return records.page(CANDIDATE_INTERVIEW, partition, Selection.ALL, offset, size, after=after, slot=slot)


def _listing_of(team_id: str, wanted: CandidateInterviewFilter) -> tuple[Slot, str]:
    """The narrowest listing with all that is wanted: of a candidate, of an interview or of the team."""
    if wanted.candidate_id is not None:
        return SLOTS[1], candidate_listing(team_id, wanted.candidate_id)
    if wanted.interview_id is not None:
        return SLOTS[2], interview_listing(team_id, wanted.interview_id)
    return SLOTS[0], CANDIDATE_INTERVIEW.team_listing(team_id)


def _list_by_status(
    records: Records,
    team_id: str,
    statuses: Sequence[CandidateInterviewStatus],
    offset: int,
    size: int,
    after: str | None,
) -> RecordPage[CandidateInterviewRecord]:
    if len(statuses) > 1:
        return records.merged_page(CANDIDATE_INTERVIEW, team_id, statuses, offset, size, after)
    return records.filtered_page(CANDIDATE_INTERVIEW, team_id, statuses[0], offset, size, after=after)


def _walk(
    records: Records,
    team_id: str,
    wanted: CandidateInterviewFilter,
    offset: int,
    size: int,
    after: str | None,
) -> RecordPage[CandidateInterviewRecord]:
    """The filters of the first release, for records that lack what later ones have: a walk."""
    slot, partition = _listing_of(team_id, wanted)
    search = wanted.of_records()
    return records.page(
        CANDIDATE_INTERVIEW, partition, Selection.ALL, offset, size, search, slot=slot, after=after
    )


def _list_of_candidate(
    records: Records,
    team_id: str,
    wanted: CandidateInterviewFilter,
    order: SortOrder,
    offset: int,
    size: int,
    after: str | None,
) -> RecordPage[CandidateInterviewRecord]:
    """A candidate has few interviews, so that all of them are read and put into order."""
    partition = candidate_listing(team_id, wanted.candidate_id or "")
    items = records.table.query_all(KeyRange(partition, SLOTS[1].index), descending=True)
    kept = filter(wanted.of_records().keeps, islice(items, MOST_READ_WHOLE))
    ranges = _ranges(team_id, wanted, order)
    known = _places(kept, order, ranges)
    return read_page_of(records, CANDIDATE_INTERVIEW, team_id, ranges, known, offset, size, after)


def _list_by_entries(
    records: Records,
    team_id: str,
    wanted: CandidateInterviewFilter,
    order: SortOrder,
    offset: int,
    size: int,
    after: str | None,
) -> RecordPage[CandidateInterviewRecord]:
    """The entries of the order. A range of another value that has few records is read as a whole instead."""
    ranges = _ranges(team_id, wanted, order)
    other = next((each for each in _NARROWEST if each != order.sorted_by and wanted.is_bounded(each)), None)
    if other is not None:
        narrow = read_whole(records.table, _range_of(team_id, wanted, other), MOST_OF_OTHER_ORDER)
        if narrow is not None:
            known = _places(narrow, order, ranges)
            return read_page_of(records, CANDIDATE_INTERVIEW, team_id, ranges, known, offset, size, after)
    total = None if after is not None else _find_total(records, team_id, wanted)
    most = None if other is None else MOST_ENTRIES - MOST_OF_OTHER_ORDER
    return read_page(records, CANDIDATE_INTERVIEW, team_id, ranges, offset, size, after, total, most)


_NARROWEST: Final = (SortedBy.SCORE, SortedBy.COMPLETED_AT, SortedBy.CREATED_AT)


def _find_total(records: Records, team_id: str, wanted: CandidateInterviewFilter) -> int | None:
    """The number of records, where there is a listing of just them."""
    if wanted != CandidateInterviewFilter(interview_id=wanted.interview_id):
        return None
    listing = CANDIDATE_INTERVIEW.team_listing(team_id)
    if wanted.interview_id is not None:
        listing = interview_listing(team_id, wanted.interview_id)
    return read_directory(records.table, listing).total(Selection.ALL)


def _ranges(team_id: str, wanted: CandidateInterviewFilter, order: SortOrder) -> list[EntryRange]:
    """The entries of an order: those with the value, and then those without it, unless a range of it is
    asked for."""
    sorted_by = order.sorted_by
    with_value = replace(_range_of(team_id, wanted, sorted_by), is_descending=order.is_descending)
    if sorted_by is SortedBy.CREATED_AT or wanted.is_bounded(sorted_by):
        return [with_value]
    return [with_value, _range_of(team_id, wanted, SortedBy.CREATED_AT, without=sorted_by)]


def _range_of(
    team_id: str, wanted: CandidateInterviewFilter, sorted_by: SortedBy, without: SortedBy | None = None
) -> EntryRange:
    """The entries in the order of a value that the filters keep, and that lack the value `without`."""
    low, high = wanted.range_of(sorted_by)
    where = wanted.of_entries(sorted_by, without).condition(Selection.ALL)
    partition = sorted_key(team_id, sorted_by, wanted.scope, "", "").pk
    return EntryRange(partition, low=low, high=high, where=where)


def _places(items: Iterable[Item], order: SortOrder, ranges: Sequence[EntryRange]) -> list[list[str]]:
    """The places of records in the ranges of an order, from their items or their entries."""
    places: list[list[str]] = [[] for _ in ranges]
    for item in items:
        value = item.get(order.sorted_by)
        record_id = item["id"] if "id" in item else record_id_in(item)
        if value is None:
            places[-1].append(f"{item['createdAt']}#{record_id}")
        else:
            named = score_name(value) if order.sorted_by is SortedBy.SCORE else value
            places[0].append(f"{named}#{record_id}")
    return places

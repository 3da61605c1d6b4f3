"""The lists of a team's candidates: by filters.

For example:

    page = list_page(records, team, CandidateFilter(tag="night-shift"), Selection.ACTIVE, offset=0, size=10)
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from gather.core.caller import TeamScope
from gather.core.clock import from_timestamp
from gather.core.email_address import normal_email
from gather.core.identifiers import first_id_at
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.search_words import WantedWord
from gather.screening.candidates.storage import (
    BY_EMAIL,
    BY_EXTERNAL_ID,
    BY_PHONE,
    CANDIDATE,
    source_partition,
    tag_partition,
    word_partition,
)
from gather.table.conversion import Item
from gather.table.listing import Selection, read_directory
from gather.table.lookup import Lookup
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.table.search import Search
from gather.table.sorted_list import EntryRange, read_page, read_page_of, read_whole, record_id_in
from gather.tenancy.organizations.storage import Supplement, has_supplement, lacks_supplement

SMALL_TEAM: Final = 500
"""Candidates up to which a search looks anywhere in names and addresses, not only at beginnings of words."""
MOST_OF_WORD: Final = 150
"""Entries of words with the same three letters that are put into the order of the list, at most."""


@dataclass(frozen=True, slots=True)
class WantedValue:
    """A value by which candidates are looked up, and what their records need for that."""

    lookup: Lookup[Candidate]
    value: str
    needed: Supplement


@dataclass(frozen=True, slots=True)
class CandidateFilter:
    """The candidates that a list keeps: those of all members that are not None.

    `search` is looked for in names and e-mail addresses. `created_since` and `created_until` are stored
    timestamps, inclusive.
    """

    search: str | None = None
    external_id: str | None = None
    email: str | None = None
    phone: str | None = None
    tag: str | None = None
    source: str | None = None
    created_since: str | None = None
    created_until: str | None = None

    @property
    def is_of_first_release(self) -> bool:
        """Whether the first release had these filters, and needed nothing of the records for them."""
        return self == CandidateFilter(self.search, self.external_id)

    def by_value(self) -> "WantedValue | None":
        """The most telling value that is wanted, where few candidates share it."""
        if self.external_id is not None:
            return WantedValue(BY_EXTERNAL_ID, self.external_id, Supplement.LOOKUPS)
        if self.email is not None:
            return WantedValue(BY_EMAIL, normal_email(self.email), Supplement.LOOKUPS)
        return None if self.phone is None else WantedValue(BY_PHONE, self.phone, Supplement.SORTED_LISTS)

    def of_records(self) -> Search:
        """The filter as whole records are compared with it."""
        return Search(
            self.search,
            equals={"externalId": self.external_id, "phone": self.phone, "source": self.source},
            holds={"tags": self.tag},
            ranges={"createdAt": (self.created_since, self.created_until)},
            also=None if self.email is None else self._has_email,
        )

    def _has_email(self, item: Item) -> bool:
        return normal_email(item.get("email", "")) == normal_email(self.email or "")

    def of_entries(self) -> Search:
        """The filter as entries are compared with it, whose places have the time of creation."""
        return Search(self.search, equals={"source": self.source}, holds={"tags": self.tag})

    def ids(self) -> tuple[str, str]:
        """The bounds of the ids that are wanted; empty for none."""
        until = self.created_until
        return (
            first_id_at(from_timestamp(self.created_since)) if self.created_since else "",
            first_id_at(from_timestamp(until))[: len("01234567-89ab")] if until else "",
        )


def list_page(
    records: Records,
    team: TeamScope,
    wanted: CandidateFilter,
    selection: Selection,
    offset: int,
    size: int,
    *,
    after: str | None = None,
) -> RecordPage[Candidate]:
    """A page of the team's candidates, newest first.

    Values that few candidates share are read by their lookup, tags, sources and words by their entries.
    Raises ServiceUnavailable where the organization's records lack these.
    """
    listing, team_id = CANDIDATE.team_listing(team.team_id), team.team_id
    if wanted == CandidateFilter():
        return records.page(CANDIDATE, listing, selection, offset, size, after=after)
    by_value = wanted.by_value()
    needed = Supplement.SORTED_LISTS if by_value is None else by_value.needed
    is_ready = records.table.start(partial(has_supplement, records.table, team.organization_id, needed))
    if by_value is None:
        page = _list_by_entries(records, team_id, wanted, selection, offset, size, after)
    else:
        page = records.found_page(
            CANDIDATE,
            by_value.lookup,
            team_id,
            by_value.value,
            selection,
            offset,
            size,
            wanted.of_records(),
            after=after,
        )
    if is_ready.result():
        return page
    if not wanted.is_of_first_release:
        raise lacks_supplement()
    search = Search(wanted.search, {"externalId": wanted.external_id})
    return records.page(CANDIDATE, listing, selection, offset, size, search, after=after)


def _list_by_entries(
    records: Records,
    team_id: str,
    wanted: CandidateFilter,
    selection: Selection,
    offset: int,
    size: int,
    after: str | None,
) -> RecordPage[Candidate]:
    low, high = wanted.ids()
    found = EntryRange(
        CANDIDATE.team_listing(team_id),
        low=low,
        high=high,
        where=wanted.of_entries().condition(selection),
        index="search",
    )
    if wanted.source is not None:
        found = replace(found, partition=source_partition(team_id, wanted.source), index=None)
    if wanted.tag is not None:
        found = replace(found, partition=tag_partition(team_id, wanted.tag), index=None)
    word = WantedWord.in_search(wanted.search or "")
    if word is not None and _is_large(records, team_id):
        partition, prefix = word_partition(team_id, word.beginning)
        of_word = replace(found, partition=partition, index=None)
        if word.is_exact:
            found = replace(of_word, prefix=prefix)
        else:
            # These stand in the order of their words, so that only all of them can be put into another.
            whole = read_whole(records.table, replace(of_word, low="", high=""), MOST_OF_WORD)
            if whole is not None:
                ids = {record_id_in(entry) for entry in whole}
                known = [each for each in ids if low <= each <= f"{high}~"]
                return read_page_of(records, CANDIDATE, team_id, [found], [known], offset, size, after)
    return read_page(records, CANDIDATE, team_id, [found], offset, size, after)


def _is_large(records: Records, team_id: str) -> bool:
    there = read_directory(records.table, CANDIDATE.team_listing(team_id))
    return there.total(Selection.ALL) > SMALL_TEAM

"""Adds to the records of earlier releases what every record has by now: lookups, summaries, entries in sorted
lists and feeds, the place among the records with the same status, and the addresses that users sign in with.

A run may stop anywhere. The next one goes on where it stopped, and what is there already is left as it is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from gather.connect.accounts.storage import ACCOUNT
from gather.connect.integrations import storage as integration_storage
from gather.connect.orders.storage import ORDER, integration_listing
from gather.content.interviews.storage import INTERVIEW
from gather.core.tenant import sandbox_of
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.evaluations.service import with_listed_values
from gather.table import counted_filter, keys
from gather.table.kind import Kind
from gather.table.listing import SLOTS
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.teams import storage as team_storage
from gather.tenancy.users import storage as user_storage
from gather.workflow.jobs.storage import JOB

PAGE_SIZE = 100
MOST_WRITES = 90
"""The writes of a transaction, which has room for a hundred."""
WRITES_OF_RECORD = 4
"""The record itself, and its counts."""

OF_ORGANIZATION: Sequence[Kind[Any]] = (ACCOUNT,)
OF_TEAM: Sequence[Kind[Any]] = (CANDIDATE, CANDIDATE_INTERVIEW, INTERVIEW, JOB, WEBHOOK_DELIVERY)
DERIVED: Mapping[str, Callable[[Table, list[Any]], list[Any]]] = {
    CANDIDATE_INTERVIEW.name: with_listed_values
}
"""By kind, what gives records the members that earlier releases did not store."""


@dataclass(frozen=True)
class Supplemented:
    """The result of a run: the number of records that it read, and of those that it added something to."""

    read: int
    changed: int


@dataclass(frozen=True)
class _Stretch:
    """The records of one kind that a team, or an organization, owns, where an index lists them."""

    kind: Kind[Any]
    owner_id: str
    partition: str
    index: str = "search"

    def place(self, after: str) -> str:
        """The name of a place in the stretch, by which a later run finds it."""
        name = self.owner_id if self.index == "search" else self.partition
        return f"{self.kind.name}#{name}#{after}"


def supplement(records: Records, organization_id: str) -> Supplemented:
    """Add what records of an organization lack, and note that none lacks anything.

    Up to sixteen round trips for each hundred records, two or three more for each transaction of up to a
    hundred writes. Raises NotFound.
    """
    organization_storage.get(records.table, organization_id)
    read = changed = 0
    for stretch, after in _from(_stretches(records, organization_id), records, organization_id):
        for record_ids, last in _pages(records, stretch, after):
            read += len(record_ids)
            changed += _supplement_page(records, stretch, record_ids)
            place = stretch.place(last)
            organization_storage.save_supplement_place(records.table, organization_id, place)
        _count_again(records, stretch)
    _supplement_accounts(records.table, organization_id)
    organization_storage.save_supplemented(records.table, organization_id)
    return Supplemented(read, changed)


def _supplement_accounts(table: Table, organization_id: str) -> None:
    """Let each user with an account be found by their address. An organization has 2,000 users at most."""
    for user in user_storage.list_users(table, organization_id):
        if not user.is_api_user:
            table.write(user_storage.sign_in_address(user))


def _stretches(records: Records, organization_id: str) -> list[_Stretch]:
    plain = (team.id for team in team_storage.list_teams(records.table, organization_id))
    teams = sorted(each for team_id in plain for each in (team_id, sandbox_of(team_id)))
    integrations = integration_storage.list_readable(records.table, organization_id)
    return [
        *(_Stretch(kind, organization_id, kind.team_listing(organization_id)) for kind in OF_ORGANIZATION),
        *(_Stretch(kind, team_id, kind.team_listing(team_id)) for kind in OF_TEAM for team_id in teams),
        *(
            _Stretch(ORDER, team_id, integration_listing(team_id, integration.id), SLOTS[0].index)
            for integration in sorted(integrations, key=lambda each: each.id)
            for team_id in teams
        ),
    ]


def _from(
    stretches: list[_Stretch], records: Records, organization_id: str
) -> Iterator[tuple[_Stretch, str]]:
    """The stretches that are left, each with the place after which it goes on."""
    place = organization_storage.find_supplement_place(records.table, organization_id) or ""
    begun = next((number for number, each in enumerate(stretches) if place.startswith(each.place(""))), None)
    for number, stretch in enumerate(stretches):
        if begun is None or number > begun:
            yield stretch, ""
        elif number == begun:
            yield stretch, place.removeprefix(stretch.place(""))


def _pages(records: Records, stretch: _Stretch, after: str) -> Iterator[tuple[list[str], str]]:
    """The ids of the stretch after a place, a page at a time, each with the place of the last."""
    walk = KeyRange(stretch.partition, stretch.index, between=(after + "!", "~"))
    start = None
    while True:
        page = records.table.query(walk, limit=PAGE_SIZE, start=start)
        places = [item[f"{stretch.index}Sk"] for item in page.items]
        if places:
            yield [place.rpartition("#")[2] for place in places], places[-1]
        start = page.next_key
        if start is None:
            return


def _supplement_page(records: Records, stretch: _Stretch, record_ids: list[str]) -> int:
    """Add what the records lack; how many lacked something."""
    kind, owner_id = stretch.kind, stretch.owner_id

    def derive(found: list[Any]) -> list[Any]:
        return DERIVED[kind.name](records.table, found) if kind.name in DERIVED else found

    def add(unit: UnitOfWork, some: list[str]) -> None:
        stored = unit.find_many(kind, owner_id, some)
        derived = derive([each.record for each in stored])
        for each, record in zip(stored, derived, strict=True):
            unit.supplement(each, record)

    lacking = records.lacking_supplement(kind, owner_id, record_ids, derive)
    for some in _transactions(lacking):
        records.run(partial(add, some=some))
    return len(lacking)


def _transactions(lacking: Mapping[str, int]) -> Iterator[list[str]]:
    """The records that lack something, as many together as a transaction takes."""
    together: list[str] = []
    writes = 0
    for record_id, thin_items in lacking.items():
        needed = thin_items + WRITES_OF_RECORD
        if together and writes + needed > MOST_WRITES:
            yield together
            together, writes = [], 0
        together.append(record_id)
        writes += needed
    if together:
        yield together


def _count_again(records: Records, stretch: _Stretch) -> None:
    """Correct the counts of statuses, which functions of an earlier release have left wrong that ran beside
    later ones."""
    kind = stretch.kind
    if kind.status_filter is None:
        return
    for value in kind.status_filter.values:
        partition = keys.filtered(kind.team_listing(stretch.owner_id), value)
        counted_filter.count_again(records.table, partition)

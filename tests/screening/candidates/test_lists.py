"""The list of candidates: filters and pairs of them, against what a reader of all records would find."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random
from typing import Any

import pytest

from gather.core.clock import timestamp
from gather.screening.candidates import lists
from gather.screening.candidates.models import Candidate, CreateCandidate, new_candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table import sorted_list
from gather.table.records import Records
from tests.builders.content import scope_of
from tests.builders.service import Reply, Service, Tenant, without_supplement

# The records are put into the table, and some tests set how far a walk goes.
pytestmark = [pytest.mark.routes, pytest.mark.in_process]

BEGINNING = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
NUMBER = 40
FIRST_NAMES = ("Ada", "Adam", "Grace", "Li", "Zoë", "Jean-Luc")
LAST_NAMES = ("Lovelace", "Lovell", "Hopper", "Wei", "Ångström")
TAGS = ("night-shift", "forklift", "returning")


def _candidate(tenant: Tenant, number: int, chance: Random) -> Candidate:
    first_name, last_name = chance.choice(FIRST_NAMES), chance.choice(LAST_NAMES)
    request = CreateCandidate(
        first_name=first_name,
        last_name=last_name,
        email=f"{chance.choice(('a.lovelace', 'hop', 'Info'))}@Example{number % 7}.com",
        phone=f"+1415555012{number % 4}",
        source=chance.choice(("api", "referral", "import")),
        tags=tuple(tag for tag in TAGS if chance.random() < 0.4),
        external_id=f"A-{number % 5}",
    )
    return new_candidate(request, scope_of(tenant), BEGINNING + timedelta(hours=number))


@pytest.fixture
def team(records: Records, tenant: Tenant) -> list[Candidate]:
    chance = Random(3)
    made = [_candidate(tenant, number, chance) for number in range(NUMBER)]
    for number, candidate in enumerate(made):
        unit = records.unit_of_work()
        unit.create(CANDIDATE, candidate)
        unit.commit()
        if number % 9 == 0:
            made[number] = candidate.changed(archived_at=timestamp(BEGINNING))
            stored = records.get(CANDIDATE, tenant.team_id, candidate.id)
            unit.replace(stored, made[number])
            unit.commit()
    return made


def _at(hours: float) -> str:
    return timestamp(BEGINNING + timedelta(hours=hours))


Keeps = Callable[[Candidate], bool]
FILTERS: Mapping[tuple[str, str], Keeps] = {
    ("email", "INFO@example3.com"): lambda each: (each.email or "").casefold() == "info@example3.com",
    ("phone", "+14155550121"): lambda each: each.phone == "+14155550121",
    ("externalId", "A-2"): lambda each: each.external_id == "A-2",
    ("tag", "night-shift"): lambda each: "night-shift" in each.tags,
    ("source", "referral"): lambda each: each.source == "referral",
    ("source", "api"): lambda each: each.source == "api",
    ("search", "lovelace"): lambda each: "lovelace" in each.search_text().casefold(),
    ("createdSince", _at(12)): lambda each: each.created_at >= _at(12),
    ("createdUntil", _at(30)): lambda each: each.created_at <= _at(30),
}
PAIRS = [dict(pair) for pair in combinations(FILTERS, 2) if pair[0][0] != pair[1][0]]


def _wanted(made: list[Candidate], filters: Mapping[str, str], *, archived: bool = False) -> list[str]:
    kept = [each for each in made if all(FILTERS[one](each) for one in filters.items())]
    return [each.id for each in reversed(kept) if (each.archived_at is not None) == archived]


def _ids(reply: Reply) -> list[str]:
    assert reply.status == 200, reply.body
    return [each["id"] for each in reply.data["candidates"]]


def _by_cursor(service: Service, **query: Any) -> Iterator[str]:
    cursor = ""
    for _ in range(NUMBER):
        reply = service.get("/candidates", cursor=cursor, pageSize=3, **query)
        yield from _ids(reply)
        cursor = reply.body["meta"]["nextCursor"]
        if cursor is None:
            return


@pytest.mark.parametrize("filters", [*(dict([each]) for each in FILTERS), *PAIRS], ids=str)
def test_filters_keep_what_they_say_alone_and_together(
    service: Service, team: list[Candidate], filters: dict[str, str]
) -> None:
    wanted = _wanted(team, filters)

    reply = service.get("/candidates", pageSize=100, **filters)

    assert _ids(reply) == wanted
    assert reply.data["pagination"]["total"] == len(wanted)
    assert _ids(service.get("/candidates", pageSize=4, page=2, **filters)) == wanted[4:8]
    assert [*_by_cursor(service, **filters)] == wanted
    assert [*_by_cursor(service, archived="true", **filters)] == _wanted(team, filters, archived=True)


@pytest.mark.parametrize("filters", PAIRS[3::4], ids=str)
def test_a_list_that_is_looked_through_in_parts_has_the_same_records(
    service: Service, team: list[Candidate], monkeypatch: pytest.MonkeyPatch, filters: dict[str, str]
) -> None:
    for name, value in {"MOST_ENTRIES": 6, "MOST_OF_STEP": 3, "LEAST_OF_STEP": 2}.items():
        monkeypatch.setattr(sorted_list, name, value)

    assert [*_by_cursor(service, **filters)] == _wanted(team, filters)


SEARCHES = (
    "lov",
    "lovela",
    "Lovelace",
    "ada lovelace",
    "LI",
    "zoë",
    "jean",
    "luc",
    "hop@ex",
    "ångst",
    "a.love",
)


@pytest.mark.parametrize("text", SEARCHES)
def test_a_large_team_is_searched_by_the_beginnings_of_words(
    service: Service, team: list[Candidate], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(lists, "SMALL_TEAM", 5)
    found = text.casefold()
    wanted = [
        each.id for each in reversed(team) if found in each.search_text().casefold() and not each.archived_at
    ]
    # One or two letters are a whole word there.
    if text == "LI":
        wanted = [each.id for each in reversed(team) if each.first_name == "Li" and not each.archived_at]

    reply = service.get("/candidates", search=text, pageSize=100)

    assert _ids(reply) == wanted
    assert [*_by_cursor(service, search=text)] == wanted
    with_source = [each.id for each in reversed(team) if each.id in wanted and each.source == "referral"]
    assert _ids(service.get("/candidates", search=text, source="referral", pageSize=100)) == with_source


def test_a_word_that_very_many_have_is_found_newest_first(
    service: Service, team: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "SMALL_TEAM", 5)
    monkeypatch.setattr(sorted_list, "MOST_ENTRIES", 8)
    wanted = [
        each.id for each in reversed(team) if each.last_name in LAST_NAMES[:2] or "lov" in str(each.email)
    ]

    found = [*_by_cursor(service, search="lov")]

    assert found == [each for each in wanted if each in _wanted(team, {})]


@pytest.mark.parametrize("change", ["a tag", "a name", "an archiving", "an erasure"])
def test_a_list_follows_the_changes_of_a_candidate(service: Service, change: str) -> None:
    body = {"firstName": "Ada", "lastName": "Byron", "email": "ada@example.com", "phone": "+14155550123"}
    made = service.post("/candidates", {**body, "tags": ["night-shift"]}).data["id"]
    path = f"/candidates/{made}"

    if change == "a tag":
        service.patch(path, {"tags": ["forklift"]})
    elif change == "a name":
        service.patch(path, {"firstName": "Grace", "email": "grace@example.com", "phone": "+14155550124"})
    elif change == "an archiving":
        service.delete(path)
    else:
        service.post(f"{path}/erase", {})

    there = {
        name: _ids(service.get("/candidates", **{name: value}))
        for name, value in {"tag": "night-shift", "phone": "+14155550123", "source": "api"}.items()
    }
    assert (
        there
        == {
            "a tag": {"tag": [], "phone": [made], "source": [made]},
            "a name": {"tag": [made], "phone": [], "source": [made]},
            "an archiving": {"tag": [], "phone": [], "source": []},
            "an erasure": {"tag": [], "phone": [], "source": []},
        }[change]
    )


@pytest.mark.parametrize(
    ("name", "value"), [("createdSince", "x"), ("createdUntil", "2026-02-30"), ("updatedSince", "now")]
)
def test_a_value_that_cannot_be_is_refused(service: Service, name: str, value: str) -> None:
    reply = service.get("/candidates", **{name: value})

    assert (reply.status, reply.error["details"][0]["field"]) == (400, name)


def test_filters_of_records_of_an_earlier_release_wait_for_the_supplement(
    service: Service, tenant: Tenant, records: Records, team: list[Candidate]
) -> None:
    without_supplement(records.table, tenant)

    assert service.get("/candidates", tag="forklift").status == 503
    assert service.get("/candidates", updatedSince="2026-01-01").status == 503
    assert _ids(service.get("/candidates", search="lovelace", pageSize=100)) == _wanted(
        team, {"search": "lovelace"}
    )
    assert _ids(service.get("/candidates", externalId="A-2", pageSize=100)) == _wanted(
        team, {"externalId": "A-2"}
    )

"""Every list of Gather that has pages can be read by cursor too (interface: Lists, rules 6 to 8)."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from tests.builders.isolated_records import LISTS
from tests.builders.service import GATHER, Reply, Service, Transport, make_tenant
from tests.builders.whole_interface import Client, Operation, operations
from tests.support.records import add_candidate
from tests.support.setting import Request

pytestmark = pytest.mark.routes

PAGED = [each for each in operations() if "page" in each.query and each.path.startswith(GATHER)]
ZERO_BASED = {"GET /questions", "GET /survey-questions", "GET /ai-text-questions"}


@pytest.fixture
def owner(transport: Transport, records: Records) -> Client:
    return Client(transport, records, make_tenant(records.table, features=(JOB_WORKFLOW,)))


def _read(owner: Client, operation: Operation, path: dict[str, str], **query: Any) -> Reply:
    size = "limit" if "limit" in operation.query else "pageSize"
    return owner.ask(operation.route, Request(path, {size: "2", **query}))


def _ids(reply: Reply) -> list[str]:
    assert reply.status == 200, reply.body
    found = reply.data if isinstance(reply.data, list) else next(iter(reply.data.values()))
    return [record["id"] for record in found]


def _by_cursor(owner: Client, operation: Operation, path: dict[str, str], **query: Any) -> Iterator[Reply]:
    cursor = ""
    while True:
        reply = _read(owner, operation, path, cursor=cursor, **query)
        yield reply
        cursor = reply.body["meta"]["nextCursor"]
        if cursor is None:
            return


def test_every_list_with_pages_takes_a_cursor() -> None:
    assert len(PAGED) >= 12
    assert [str(each) for each in PAGED if "cursor" not in each.query] == []


@pytest.mark.parametrize("operation", [each for each in PAGED if not each.identifiers], ids=str)
def test_a_list_by_cursor_has_the_records_of_its_pages_whatever_is_made_meanwhile(
    operation: Operation, owner: Client
) -> None:
    make, path = LISTS[str(operation)], dict[str, str]()
    while len(before := _all_pages(owner, operation, path)) < 3:
        make(owner)

    seen: list[str] = []
    for reply in _by_cursor(owner, operation, path):
        seen += _ids(reply)
        assert "pagination" not in json.dumps(reply.body)
        if len(seen) == 2:
            make(owner)

    # A builder gives some records a time of its own, so that a new one may be among the older ones.
    assert [each for each in seen if each in before] == before
    assert len(seen) == len(set(seen))


def _all_pages(owner: Client, operation: Operation, path: dict[str, str]) -> list[str]:
    first = 0 if str(operation) in ZERO_BASED else 1
    found: list[str] = []
    for page in range(first, first + 50):
        ids = _ids(_read(owner, operation, path, page=str(page)))
        found += ids
        if len(ids) < 2:
            return found
    raise AssertionError("more records than were made")


@pytest.mark.parametrize("operation", [each for each in PAGED if not each.identifiers], ids=str)
@pytest.mark.parametrize("cursor", ["unknown", "W10", "x" * 5000, "\u00e9", "0" * 16])
def test_an_unknown_cursor_names_itself(operation: Operation, owner: Client, cursor: str) -> None:
    reply = _read(owner, operation, {}, cursor=cursor)

    assert (reply.status, reply.faulty_fields) == (400, {"cursor"})


@pytest.mark.parametrize("operation", [each for each in PAGED if not each.identifiers], ids=str)
def test_a_page_and_a_cursor_together_are_refused(operation: Operation, owner: Client) -> None:
    reply = _read(owner, operation, {}, cursor="", page="1")

    assert (reply.status, reply.faulty_fields) == (400, {"cursor"})


class TestFilters:
    """Candidates with and without a filter, which is searched for."""

    @pytest.fixture
    def service(self, service: Service) -> Service:
        for number in range(5):
            last_name = "Hopper" if number % 2 else "Lovelace"
            add_candidate(service, lastName=last_name, externalId=f"{number % 2}")
        return service

    @pytest.mark.parametrize("query", [{"search": "lovelace"}, {"externalId": "0"}])
    def test_a_cursor_keeps_filters_and_size(self, service: Service, query: dict[str, str]) -> None:
        first = service.get("/candidates", cursor="", pageSize=2, **query)
        cursor = first.body["meta"]["nextCursor"]
        again = service.get("/candidates", cursor=cursor)
        same = service.get("/candidates", cursor=cursor, pageSize=2, **query)

        assert [each["lastName"] for each in first.data["candidates"]] == ["Lovelace"] * 2
        assert again.data == same.data
        assert [each["lastName"] for each in same.data["candidates"]] == ["Lovelace"]
        assert same.body["meta"]["nextCursor"] is None

    def test_a_cursor_of_other_filters_or_of_another_list_is_refused(self, service: Service) -> None:
        cursor = service.get("/candidates", cursor="", pageSize=1, search="hopper").body["meta"]["nextCursor"]

        for reply in (
            service.get("/candidates", cursor=cursor, search="lovelace"),
            service.get("/candidates", cursor=cursor, archived="true"),
            service.get("/interviews", cursor=cursor),
        ):
            assert (reply.status, reply.faulty_fields) == (400, {"cursor"})

    def test_a_cursor_goes_on_though_its_last_record_is_archived(self, service: Service) -> None:
        everyone = [each["id"] for each in service.get("/candidates").data["candidates"]]
        first = service.get("/candidates", cursor="", pageSize=2)
        service.delete(f"/candidates/{everyone[1]}")

        rest = service.get("/candidates", cursor=first.body["meta"]["nextCursor"], pageSize=50)

        assert [each["id"] for each in rest.data["candidates"]] == everyone[2:]

    def test_a_cursor_of_another_tenant_is_unknown(
        self, service: Service, transport: Transport, records: Records
    ) -> None:
        cursor = service.get("/candidates", cursor="", pageSize=1).body["meta"]["nextCursor"]
        other = Service(transport, make_tenant(records.table).key)

        assert other.get("/candidates", cursor=cursor).faulty_fields == {"cursor"}

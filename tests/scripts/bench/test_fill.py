"""The measurements' records are those that the service itself would have stored."""

from datetime import UTC, datetime

import pytest

from bench.canned_responses import responses
from bench.fill import (
    candidate_item,
    chunk_items,
    filter_items,
    head_item,
    listed_item,
    lookup_items,
)
from gather.core.caller import TeamScope
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.storage import CANDIDATE as KIND
from gather.table import keys
from gather.table.conversion import from_attributes, to_attributes
from gather.table.listing import BUCKET_SIZE, SLOTS, Selection, read_directory, read_page
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from tests.builders.service import Service, Tenant
from tests.support.records import CANDIDATE, post_candidate_interview

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


def scope_of(tenant: Tenant) -> TeamScope:
    return TeamScope(tenant.organization_id, tenant.team_id, tenant.user_id)


def test_a_filled_item_has_the_attributes_of_one_that_the_service_made(
    service: Service, table: Table, tenant: Tenant
) -> None:
    made = service.post("/candidates", CANDIDATE).data
    stored = table.get(keys.record(tenant.team_id, "CANDIDATE", made["id"]))
    assert stored is not None
    filled = candidate_item(scope_of(tenant), NOW, 0)

    filled = from_attributes(to_attributes(filled))

    differing = {name for name in stored | filled if stored.get(name) != filled.get(name)}

    assert differing == {
        *("id", "pk", "createdAt", "updatedAt", "listing1Sk", "searchSk"),
        *("lastName", "email", "externalId", "searchText"),
    }
    assert filled["listing1Sk"] == f"1#00000000#{filled['id']}"


@pytest.mark.parametrize("archived_every", [None, 7])
def test_a_filled_list_is_read_whole(table: Table, tenant: Tenant, archived_every: int | None) -> None:
    count = BUCKET_SIZE + 10
    team = scope_of(tenant)
    gone = list(range(0, count, archived_every)) if archived_every else []
    for number in range(count):
        item = candidate_item(team, NOW, number)
        table.put(candidate_item(team, NOW, number, item["id"]) if number in gone else item)
    for item in [head_item(team.team_id, count), *chunk_items(team.team_id, gone)]:
        table.put(item)
    partition = keys.listing(team.team_id, "CANDIDATE")

    items, total = read_page(table, SLOTS[0], partition, Selection.ACTIVE, 0, count)

    kept = [number for number in reversed(range(count)) if number not in gone]
    assert total == len(kept)
    assert [item["externalId"] for item in items] == [f"A-{number}" for number in kept]


def test_lookups_and_counts_of_a_filled_record_are_those_of_the_service(
    service: Service, table: Table, tenant: Tenant
) -> None:
    candidate = service.post("/candidates", CANDIDATE).data
    stored = table.get(keys.record(tenant.team_id, "CANDIDATE", candidate["id"]))
    made = post_candidate_interview(service, sendInvite=True)
    interview = table.get(keys.record(tenant.team_id, "CANDIDATE_INTERVIEW", made["id"]))
    assert stored is not None
    assert interview is not None

    for lookup in lookup_items(KIND, stored):
        assert table.get(keys.Key.of(lookup)) == {name: each for name, each in lookup.items() if each}
    record = CANDIDATE_INTERVIEW.model.model_validate(interview)
    filled = listed_item(CANDIDATE_INTERVIEW, record, 0)
    assert {name: filled[name] for name in ("filterPk", "filterSk")} == {
        name: interview[name] for name in ("filterPk", "filterSk")
    }
    for count in filter_items(CANDIDATE_INTERVIEW, record, [0]):
        assert table.get(keys.Key.of(count)) == count


def test_archiving_a_filled_record_counts_it_where_the_service_does(
    service: Service, records: Records, tenant: Tenant
) -> None:
    made = service.post("/candidates", CANDIDATE).data
    service.delete(f"/candidates/{made['id']}")
    partition = keys.listing(tenant.team_id, "CANDIDATE")

    stored = list(records.table.query_all(KeyRange(keys.listing_head(partition).pk)))

    assert read_directory(records.table, partition).total(Selection.ARCHIVED) == 1
    assert sorted(stored, key=lambda item: item["sk"]) == sorted(
        [head_item(tenant.team_id, 1), *chunk_items(tenant.team_id, [0])], key=lambda item: item["sk"]
    )


def test_the_stand_in_answers_every_operation_of_a_create_a_get_and_a_list() -> None:
    assert set(responses()) == {"UpdateItem", "TransactWriteItems", "GetItem", "Query", "Query of an index"}

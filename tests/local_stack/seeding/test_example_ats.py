"""The stack's own ATS, and the integration with it that the seed makes."""

from pathlib import Path
from typing import Any

import pytest

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.integrations.storage import INTEGRATION
from gather.table.records import Records
from gather.wiring import Adapters
from local_stack.seeding import example_ats
from local_stack.seeding.integration_address import update_ats_address
from local_stack.seeding.seed import seed
from local_stack.seeding.seed_settings import SeedSettings
from tests.conftest import TABLE_NAME
from tests.doubles.engines import InMemoryEncryption

FIRST = "http://127.0.0.1:3000"
SECOND = "http://127.0.0.1:4000"
BEARER = f"Bearer {example_ats.TOKEN}"


@pytest.mark.parametrize("authorization", [None, "", "Bearer other", example_ats.TOKEN])
def test_the_ats_accepts_only_its_token(authorization: str | None) -> None:
    for path in ("status", "jobs", "jobs/ATS-1001", "nothing"):
        assert example_ats.respond(path, authorization)[0] == 401


def test_the_ats_has_the_jobs_that_the_ready_file_names() -> None:
    for job_id in example_ats.JOBS:
        status, job = example_ats.respond(f"jobs/{job_id}", BEARER)
        assert (status, job["id"]) == (200, job_id)
    assert example_ats.respond("jobs/ATS-0", BEARER)[0] == 404
    assert example_ats.respond("status", BEARER)[0] == 200


@pytest.fixture
def seeded(records: Records) -> dict[str, Any]:
    return seed("empty", SeedSettings(FIRST, TABLE_NAME, "bucket", Path("state")))


def stored(records: Records, seeded: dict[str, Any]) -> IntegrationRecord:
    return records.get(INTEGRATION, seeded["organizationId"], seeded["integrationId"]).record


def test_the_seeded_integration_follows_the_address_of_the_stack(
    adapters: Adapters, records: Records, seeded: dict[str, Any], encryption: InMemoryEncryption
) -> None:
    before = stored(records, seeded)

    update_ats_address(adapters.clients.dynamodb, TABLE_NAME, seeded, FIRST)
    assert stored(records, seeded) == before
    update_ats_address(adapters.clients.dynamodb, TABLE_NAME, seeded, SECOND)

    after = stored(records, seeded)
    assert after.configuration == {**before.configuration, "baseUrl": f"{SECOND}{example_ats.PATH}"}
    assert encryption.decrypt(after.configuration["apiToken"], after.id) == example_ats.TOKEN


def test_one_that_was_pointed_elsewhere_or_removed_is_left_alone(
    adapters: Adapters, records: Records, seeded: dict[str, Any]
) -> None:
    elsewhere = {"baseUrl": "https://ats.example.com", "apiToken": "token"}
    place = (INTEGRATION, seeded["organizationId"], seeded["integrationId"])
    records.change(*place, lambda found, _unit: found.record.changed(configuration=elsewhere))

    update_ats_address(adapters.clients.dynamodb, TABLE_NAME, seeded, SECOND)
    assert stored(records, seeded).configuration == elsewhere
    update_ats_address(adapters.clients.dynamodb, TABLE_NAME, {**seeded, "integrationId": "gone"}, SECOND)

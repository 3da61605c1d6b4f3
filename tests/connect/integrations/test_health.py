"""The health of a vendor is told in time, whoever does not answer."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from gather.connect.integrations import health
from gather.connect.integrations.health import Health, check_all
from gather.connect.integrations.models import IntegrationRecord, new_integration
from gather.connect.vendor_client import VendorClient
from gather.connect.vendor_protocol import AnyVendor, Failure, GetJson, VendorFailed
from gather.core.clock import from_timestamp
from gather.core.identifiers import new_id
from tests.connect.vendors.referral_desk import ReferralDesk
from tests.doubles.engines import InMemoryEncryption

GET_JSON = VendorClient().get_json
MOMENT = "2026-03-01T09:00:00.000Z"


class Desk(ReferralDesk):
    """Answers by the key it is told; `silent` never does before the test is over."""

    over = threading.Event()

    def check(self, configuration: Any, get_json: GetJson) -> None:
        if configuration.desk_key == "silent":
            self.over.wait()
        if configuration.desk_key == "refused":
            raise VendorFailed(Failure.CREDENTIALS_REFUSED)


@pytest.fixture
def desk() -> Iterator[AnyVendor]:
    vendor = Desk()
    vendor.over.clear()
    yield vendor
    vendor.over.set()


def integration(key: str) -> IntegrationRecord:
    told = {"deskUrl": "https://desk.example.com", "deskKey": key}
    record, _ = new_integration("desk", key, told, new_id(), new_id(), from_timestamp(MOMENT))
    return record


def test_a_silent_vendor_does_not_hold_up_the_others(
    desk: AnyVendor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "LONGEST_SECONDS", 0.2)

    told = check_all(
        desk,
        "desk",
        [integration(key) for key in ("silent", "good", "refused")],
        GET_JSON,
        InMemoryEncryption(),
        MOMENT,
    )

    assert [(each.name, each.status, each.reason) for each in told.integrations] == [
        ("silent", Health.FAILING, "not_answered_in_time"),
        ("good", Health.OK, None),
        ("refused", Health.FAILING, "credentials_refused"),
    ]
    assert told.status is Health.FAILING


def test_more_are_asked_than_at_once(desk: AnyVendor) -> None:
    records = [integration("good") for _ in range(3 * health.MOST_AT_ONCE)]

    told = check_all(desk, "desk", records, GET_JSON, InMemoryEncryption(), MOMENT)

    assert {each.status for each in told.integrations} == {Health.OK}
    assert len(told.integrations) == len(records)


def test_a_configuration_that_no_longer_fits_fails_by_itself(desk: AnyVendor) -> None:
    outdated = integration("good").changed(configuration={"deskUrl": "https://desk.example.com"})

    [health] = check_all(desk, "desk", [outdated], GET_JSON, InMemoryEncryption(), MOMENT).integrations

    assert (health.status, health.reason) == (Health.FAILING, "configuration_outdated")

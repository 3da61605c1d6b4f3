"""A vendor is one module: a third one works on every route as soon as its module is there."""

from pathlib import Path
from typing import Any

import pytest

from gather.connect import vendors
from gather.connect.vendor_registry import vendor_names
from gather.table.store import Table
from tests.builders.connect import CONNECT, basic, connect, customer_key
from tests.builders.service import Service, Tenant
from tests.doubles.vendor_service import VendorService
from tests.support.records import add_interview_with_question

MODULE = Path(__file__).with_name("referral_desk.py")
VENDOR = "referral-desk"

pytestmark = [pytest.mark.routes, pytest.mark.in_process]


@pytest.fixture
def desk(ats: VendorService, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> VendorService:
    """The third vendor's service; its module stands among the plug-ins."""
    (tmp_path / MODULE.name).write_text(MODULE.read_text())
    monkeypatch.setattr(vendors, "__path__", [*vendors.__path__, str(tmp_path)])
    vacancy = {"Name": "Baker", "Vacant": True, "Town": "Leipzig"}

    def answer(path: str, _authorization: str | None) -> tuple[int, Any]:
        if ats.asked[-1][1].get("x-desk-key") != "desk-key":
            return 403, {}
        return (200, vacancy) if path in ("", "vacancies/V-1") else (404, {})

    ats.answer = answer
    return ats


def test_the_module_has_fewer_than_sixty_lines() -> None:
    assert len(MODULE.read_text().splitlines()) < 60


def test_a_third_vendor_works_on_every_route(
    service: Service, table: Table, tenant: Tenant, desk: VendorService
) -> None:
    customer = connect(service, customer_key(table, tenant))
    told = {"deskUrl": desk.base_url, "deskKey": "desk-key"}
    invalid = customer.post(f"/{VENDOR}/config/validate", {"configuration": {"deskUrl": "x"}}).data
    made = customer.post(f"/{VENDOR}/integrations", {"name": "Desk", "configuration": told}).data[
        "integration"
    ]
    login = Service(service.transport, None, CONNECT, basic(made["user"], made["password"]))
    interview_id = add_interview_with_question(service, displayName="Barista at Example Works")

    [item] = login.get(f"/{VENDOR}/catalog").data["catalog"]
    wanted = {"Interview": item["Interview"], "Ticket": "T-1", "GivenName": "Ada", "FamilyName": "L"}
    faulty = login.post(f"/{VENDOR}/orders", {**wanted, "Interview": 1})
    order = login.post(f"/{VENDOR}/orders", {**wanted, "Mail": "ada@example.com"}).data["order"]
    job = service.post("/jobs/assign-ats", {"integrationId": made["id"], "externalJobId": "V-1"}).data["job"]

    assert {error["field"] for error in invalid["errors"]} == {
        "configuration.deskUrl",
        "configuration.deskKey",
    }
    assert (made["configuration"], made["secrets"]) == ({"deskUrl": desk.base_url}, ["deskKey"])
    assert customer.get(f"/{VENDOR}/health").data["health"]["status"] == "ok"
    assert item == {"Interview": interview_id, "Name": "Barista at Example Works"}
    assert faulty.faulty_fields == {"Interview", "Mail"}
    assert (order["Ticket"], order["State"]) == ("T-1", "invited")
    assert service.public().request("GET", f"/screening/{order['Link'].rpartition('/')[2]}").status == 200
    assert login.get(f"/{VENDOR}/orders/{order['Order']}").data["order"] == order
    assert login.get(f"/{VENDOR}/orders").data["orders"] == [order]
    assert login.get(f"/{VENDOR}/results/{order['Order']}").data["results"] == {
        "Ticket": "T-1",
        "Score": None,
    }
    assert (job["title"], job["importSource"], job["ats"]["Town"]) == ("Baker", VENDOR, "Leipzig")


def test_without_its_module_there_is_no_such_vendor(service: Service, table: Table, tenant: Tenant) -> None:
    assert VENDOR not in vendor_names()
    assert connect(service, customer_key(table, tenant)).get(f"/{VENDOR}/health").status == 404

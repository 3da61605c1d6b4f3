"""Erasures in an organization whose records of release 0.1.0 have no lookups yet."""

from dataclasses import dataclass
from typing import Any

import pytest

from administration.supplement import supplement
from gather.connect.orders.storage import BY_CANDIDATE, ORDER
from gather.core.caller import Scope
from gather.core.identifiers import new_id
from gather.deliveries.models import new_delivery
from gather.deliveries.storage import BY_CANDIDATE_INTERVIEW, WEBHOOK_DELIVERY
from gather.events.event import EventName
from gather.rights.erasure import walk as erasure_walk
from gather.table import keys
from gather.table.store import KeyRange
from gather.webhooks.models import DeliveryTarget
from gather.wiring import Adapters
from tests.builders.connect import EXAMPLE, connect, integrate, order_body
from tests.builders.deliveries import new_event
from tests.builders.service import Service, Tenant, make_key, without_supplement
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of, run_jobs, waiting_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.schedules import Deadline
from tests.doubles.vendor_service import VendorService
from tests.support.records import add_interview_with_question

pytestmark = pytest.mark.in_process


@dataclass(frozen=True)
class Earlier:
    """A team whose orders and deliveries were stored by release 0.1.0."""

    service: Service
    adapters: Adapters
    tenant: Tenant
    clock: HandClock
    customer: Service
    interview_id: str

    def order(self, person: str, reference: str) -> dict[str, Any]:
        """An order for a person, with a delivery about its candidate interview; neither has a lookup."""
        candidate = {"id": person, "firstName": person, "lastName": "Example", "email": "a@example.com"}
        body = order_body(self.interview_id, reference=reference, candidate=candidate)
        reply = self.customer.post(f"/{EXAMPLE}/orders", body)
        assert reply.status == 201, reply.body
        order = self._stored(reply.data["order"]["id"])
        self._forget(BY_CANDIDATE.partition(self.tenant.team_id, order["candidateId"]))
        self._deliver(order)
        return order

    def _stored(self, order_id: str) -> dict[str, Any]:
        return self.adapters.records.get(ORDER, self.tenant.team_id, order_id).item

    def _deliver(self, order: dict[str, Any]) -> None:
        names = ("candidateId", "candidateInterviewId")
        about = {name: order[name] for name in names}
        event = new_event(self.tenant, EventName.CANDIDATE_INTERVIEW_COMPLETED, self.clock.now(), **about)
        unit = self.adapters.records.unit_of_work()
        unit.create(
            WEBHOOK_DELIVERY, new_delivery(event, DeliveryTarget("https://hooks.example.com/", new_id()))
        )
        unit.commit()
        self._forget(BY_CANDIDATE_INTERVIEW.partition(self.tenant.team_id, order["candidateInterviewId"]))

    def _forget(self, partition: str) -> None:
        table = self.adapters.records.table
        for item in [*table.query_all(KeyRange(partition), consistent=True)]:
            table.delete(keys.Key.of(item))

    def about(self, candidate_id: str) -> list[str]:
        """What is stored of orders and deliveries about a candidate, by entity."""
        kept = [each for each in items_of(self.adapters) if candidate_id in str(each)]
        entities = [each.get("entity", {}).get("S") for each in kept]
        return sorted({"ORDER", "WEBHOOK_DELIVERY"}.intersection(entities))


@pytest.fixture
def earlier(
    service: Service, adapters: Adapters, tenant: Tenant, clock: HandClock, ats: VendorService
) -> Earlier:
    table = adapters.records.table
    key = make_key(table, tenant.organization_id, tenant.team_id, scope=Scope.INTEGRATIONS)
    customer = connect(service, key)
    integrate(customer, ats.base_url)
    without_supplement(table, tenant)
    return Earlier(service, adapters, tenant, clock, customer, add_interview_with_question(service))


def erased(earlier: Earlier, candidate_id: str) -> str:
    reply = earlier.service.post(f"/candidates/{candidate_id}/erase")
    assert reply.status == 202, reply.body
    return str(reply.data["erasure"]["id"])


def test_orders_and_deliveries_without_lookups_are_found(earlier: Earlier, engines: ScriptedEngines) -> None:
    first, other, second = (earlier.order(*each) for each in (("Zoe", "1"), ("Ada", "2"), ("Zoe", "3")))
    assert first["candidateId"] == second["candidateId"]

    erasure_id = erased(earlier, first["candidateId"])
    assert run_jobs(earlier.adapters) == []

    assert earlier.about(first["candidateId"]) == []
    assert earlier.about(other["candidateId"]) == ["ORDER", "WEBHOOK_DELIVERY"]
    erasure = earlier.service.get(f"/erasures/{erasure_id}").data["erasure"]
    assert erasure["status"] == "complete"
    assert (erasure["counts"]["orders"], erasure["counts"]["deliveries"]) == (2, 2)


def test_a_walk_that_is_interrupted_goes_on_where_it_was(
    earlier: Earlier, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure_walk, "LOOKED_AT_ONCE", 1)
    orders = [earlier.order(f"Person {number}", str(number)) for number in range(4)]
    last = orders[-1]["candidateId"]
    looked_at: list[str] = []
    look = erasure_walk._is_about

    def noted(kind: Any, item: Any, candidate_id: str) -> bool:
        looked_at.append(item["id"])
        return look(kind, item, candidate_id)

    monkeypatch.setattr(erasure_walk, "_is_about", noted)

    erasure_id = erased(earlier, last)
    rounds = 0
    while waiting_jobs(earlier.adapters):
        rounds += 1
        assert rounds < 60
        assert run_jobs(earlier.adapters, Deadline(rounds)) == []

    assert rounds > 3
    assert earlier.about(last) == []
    assert len(looked_at) == len(set(looked_at)) == 2 * len(orders)
    assert earlier.service.get(f"/erasures/{erasure_id}").data["erasure"]["status"] == "complete"


def test_supplemented_orders_are_looked_up(
    earlier: Earlier, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = earlier.order("Zoe", "1")
    supplement(earlier.adapters.records, earlier.tenant.organization_id)
    assert supplement(earlier.adapters.records, earlier.tenant.organization_id).changed == 0
    monkeypatch.setattr(erasure_walk, "_walk", None)

    erased(earlier, order["candidateId"])
    assert run_jobs(earlier.adapters) == []

    assert earlier.about(order["candidateId"]) == []

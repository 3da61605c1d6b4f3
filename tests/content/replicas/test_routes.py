"""Replicas over the HTTP interface (interface: Replicas, rules 1 and 2)."""

import pytest

from gather.content.replicas.models import MOST_REPLICAS
from gather.content.replicas.storage import REPLICA
from gather.table.records import Records
from gather.table.team_sets import TEAM_SET_SIZE
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.support.records import ROBIN, post_replica

pytestmark = pytest.mark.routes


def test_a_replica_is_returned_with_every_field_of_the_record(service: Service, tenant: Tenant) -> None:
    replica = post_replica(service)

    assert replica == {
        **ROBIN,
        "id": replica["id"],
        "replicaId": None,
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": replica["createdAt"],
        "updatedAt": replica["createdAt"],
        "archivedAt": None,
    }
    assert service.get("/replicas").data == {"replicas": [replica]}


def test_the_id_at_the_provider_may_be_given(service: Service) -> None:
    assert post_replica(service, replicaId="r1fbfc941b")["replicaId"] == "r1fbfc941b"


def test_every_fault_is_named_at_once_and_nothing_is_written(service: Service) -> None:
    reply = service.post("/replicas", {"name": " ", "photoUrl": "robin.jpg", "replicaId": 7})

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {"name", "photoUrl", "replicaId"}
    assert service.post("/replicas").faulty_fields == {"name", "photoUrl"}
    assert service.get("/replicas").data == {"replicas": []}


def test_the_list_is_newest_first_and_knows_the_latest(service: Service) -> None:
    names = [f"Robin {number}" for number in range(5)]
    for name in names:
        post_replica(service, name=name)

    assert [replica["name"] for replica in service.get("/replicas").data["replicas"]] == names[::-1]


def test_each_team_has_its_own(service: Service, tenant: Tenant, other_tenant: Tenant) -> None:
    post_replica(service)
    organization = service.using(tenant.organization_key)
    made = organization.post("/replicas", {**ROBIN, "name": "Kim", "teamId": tenant.second_team_id})

    second = service.get("/replicas", teamId=tenant.second_team_id).data["replicas"]
    assert second == [made.data["replica"]]
    assert service.using(other_tenant.key).get("/replicas").data == {"replicas": []}
    assert organization.get("/replicas").faulty_fields == {"teamId"}
    assert organization.post("/replicas", ROBIN).faulty_fields == {"teamId"}


@pytest.mark.parametrize("field", ["teamId", "userId"])
def test_an_unknown_team_or_user_is_absent(service: Service, field: str) -> None:
    reply = service.post("/replicas", {**ROBIN, field: UNKNOWN_ID})

    assert (reply.status, reply.error["details"]["field"]) == (404, field)
    assert service.get("/replicas").data == {"replicas": []}


def test_a_team_of_another_organization_is_absent(service: Service, other_tenant: Tenant) -> None:
    assert service.get("/replicas", teamId=other_tenant.team_id).status == 404
    assert service.post("/replicas", {**ROBIN, "teamId": other_tenant.team_id}).status == 404


def test_the_user_named_is_the_maker(service: Service, tenant: Tenant) -> None:
    replica = post_replica(
        service.using(tenant.organization_key), teamId=tenant.team_id, userId=tenant.user_id
    )

    assert (replica["teamId"], replica["createdById"]) == (tenant.team_id, tenant.user_id)


def test_a_team_has_a_bounded_number(service: Service, tenant: Tenant, records: Records) -> None:
    for _ in range(2):
        post_replica(service)
    size = TEAM_SET_SIZE.at(tenant.team_id, REPLICA.name)
    stored = records.table.get(size.key)
    assert stored is not None
    assert stored["amount"] == 2
    records.table.put({**stored, "amount": MOST_REPLICAS - 1})

    post_replica(service)
    reply = service.post("/replicas", ROBIN)

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert len(service.get("/replicas").data["replicas"]) == 3


def test_a_repeated_creation_makes_one(service: Service) -> None:
    once = {"Idempotency-Key": "robin-1"}
    first = service.post("/replicas", ROBIN, headers=once)

    assert service.post("/replicas", ROBIN, headers=once).data == first.data
    assert len(service.get("/replicas").data["replicas"]) == 1

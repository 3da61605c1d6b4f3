"""Webhook configurations over the HTTP interface (interface: Webhooks, rules 1 to 5)."""

import logging
from collections.abc import Callable
from typing import Any

import pytest

from gather.core.identifiers import new_id
from gather.deliveries import webhook_deletion
from gather.deliveries.storage import (
    BY_CANDIDATE_INTERVIEW,
    WEBHOOK_DELETION,
    WEBHOOK_DELIVERY,
    configuration_listing,
)
from gather.events.event import EventName
from gather.table import keys, listing
from gather.table.listing import Selection
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.webhooks.models import MOST_CONFIGURATIONS
from gather.webhooks.storage import WEBHOOK
from tests.builders.deliveries import FAR_AHEAD, SECRET, make_delivery, make_webhook
from tests.builders.service import Service, Tenant
from tests.support.records import post_webhook

pytestmark = pytest.mark.routes

BODY = {
    "description": "Applicant tracking",
    "urls": ["https://hooks.example.com/one", "https://hooks.example.com/two"],
    "events": ["candidate_interview.completed", "interview.created"],
}


def without_secret(webhook: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in webhook.items() if name != "secret"}


def test_only_the_first_response_shows_the_secret_of_a_configuration(
    service: Service, tenant: Tenant
) -> None:
    webhook = post_webhook(service, **BODY)

    assert webhook == {
        **BODY,
        "id": webhook["id"],
        "isActive": True,
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdAt": webhook["createdAt"],
        "updatedAt": webhook["createdAt"],
        "secret": webhook["secret"],
    }
    assert len(webhook["secret"]) >= 32
    shown = without_secret(webhook)
    assert service.get(f"/webhooks/{webhook['id']}").data == {"webhook": shown}
    assert service.get("/webhooks").data["webhooks"] == [shown]
    assert "secret" not in service.patch(f"/webhooks/{webhook['id']}", {}).data["webhook"]


def test_a_secret_may_be_given(service: Service) -> None:
    assert post_webhook(service, secret=SECRET)["secret"] == SECRET


def test_every_fault_is_named_at_once_and_nothing_is_written(service: Service) -> None:
    reply = service.post(
        "/webhooks",
        {
            "urls": ["ftp://hooks.example.com", "https://a.example", "https://A.example:443/"],
            "events": ["interview.created", "interview.finished", "interview"],
            "isActive": "yes",
            "secret": "short",
        },
    )

    assert reply.status == 400
    assert reply.error["code"] == "VALIDATION_ERROR"
    assert reply.faulty_fields == {"urls[0]", "urls[2]", "events[1]", "events[2]", "isActive", "secret"}
    assert service.get("/webhooks").data["pagination"]["total"] == 0


@pytest.mark.parametrize("name", list(EventName))
def test_every_event_of_the_catalogue_can_be_subscribed_to(service: Service, name: EventName) -> None:
    assert post_webhook(service, events=[name.value])["events"] == [name.value]


def test_an_update_with_an_unknown_event_is_refused_whole(service: Service) -> None:
    webhook = post_webhook(service, **BODY)

    reply = service.patch(
        f"/webhooks/{webhook['id']}", {"description": "new", "events": ["interview.created", "nothing"]}
    )

    assert (reply.status, reply.faulty_fields) == (400, {"events[1]"})
    assert service.get(f"/webhooks/{webhook['id']}").data["webhook"] == without_secret(webhook)


def test_an_old_configuration_with_a_legacy_name_still_reads(
    service: Service, records: Records, tenant: Tenant
) -> None:
    webhook = make_webhook(records, tenant)
    stored = records.get(WEBHOOK, tenant.team_id, webhook.id)
    unit = records.unit_of_work()
    unit.replace(stored, webhook.changed(events=["interview.finished"]))
    unit.commit()

    assert service.get(f"/webhooks/{webhook.id}").data["webhook"]["events"] == ["interview.finished"]
    assert service.get("/webhooks").data["webhooks"][0]["events"] == ["interview.finished"]


@pytest.mark.parametrize("method", ["PATCH", "PUT"])
def test_an_update_changes_what_is_supplied_and_nothing_else(service: Service, method: str) -> None:
    webhook = post_webhook(service, **BODY)

    reply = service.request(
        method, f"/webhooks/{webhook['id']}", {"isActive": False, "urls": ["https://c.example"]}
    )

    assert reply.status == 200
    changed = reply.data["webhook"]
    assert changed == {
        **without_secret(webhook),
        "isActive": False,
        "urls": ["https://c.example"],
        "updatedAt": changed["updatedAt"],
    }
    assert service.get(f"/webhooks/{webhook['id']}").data["webhook"] == changed


def test_a_change_of_an_outdated_version_is_refused(service: Service) -> None:
    webhook = post_webhook(service)
    path = f"/webhooks/{webhook['id']}"
    etag = service.get(path).headers["etag"]
    assert service.patch(path, {"description": "new"}, headers={"If-Match": etag}).status == 200

    assert service.patch(path, {"description": "newer"}, headers={"If-Match": etag}).status == 412
    assert service.post(f"{path}/rotate-secret", {}, headers={"If-Match": etag}).status == 412
    assert service.request("DELETE", path, headers={"If-Match": etag}).status == 412


def test_a_secret_is_rotated_and_shown_once(service: Service, records: Records, tenant: Tenant) -> None:
    webhook = post_webhook(service)
    path = f"/webhooks/{webhook['id']}"

    generated = service.post(f"{path}/rotate-secret")
    given = service.post(f"{path}/rotate-secret", {"secret": SECRET})

    assert (generated.status, given.status) == (200, 200)
    assert generated.data["webhook"]["secret"] not in (webhook["secret"], SECRET)
    assert given.data["webhook"]["secret"] == SECRET
    assert records.get(WEBHOOK, tenant.team_id, webhook["id"]).record.secret == SECRET
    assert "secret" not in service.get(path).data["webhook"]


def test_a_rotation_may_overlap_and_shows_only_the_new_secret(
    service: Service, records: Records, tenant: Tenant
) -> None:
    webhook = post_webhook(service)
    path = f"/webhooks/{webhook['id']}/rotate-secret"

    reply = service.post(path, {"overlapHours": 0.5})

    assert reply.status == 200
    assert set(reply.data["webhook"]) == set(webhook)
    stored = records.get(WEBHOOK, tenant.team_id, webhook["id"]).record
    assert stored.previous_secret == webhook["secret"]
    assert stored.secret == reply.data["webhook"]["secret"] != webhook["secret"]
    for hours in (-1, 168.5, "1", None):
        assert service.post(path, {"overlapHours": hours}).faulty_fields == {"overlapHours"}


def test_the_list_is_paged_newest_first(service: Service) -> None:
    ids = [post_webhook(service)["id"] for _ in range(3)]

    reply = service.get("/webhooks", page=2, pageSize=2)

    assert [webhook["id"] for webhook in reply.data["webhooks"]] == [ids[0]]
    assert reply.data["pagination"] == {"total": 3, "page": 2, "totalPages": 2, "pageSize": 2}
    assert service.get("/webhooks").data["pagination"]["pageSize"] == 50
    assert service.get("/webhooks", pageSize=201).status == 400
    assert service.get("/webhooks", page=0).status == 400


def test_another_tenant_and_another_team_see_nothing(
    service: Service, tenant: Tenant, other_tenant: Tenant
) -> None:
    webhook = post_webhook(service)
    path = f"/webhooks/{webhook['id']}"
    elsewhere = service.using(other_tenant.key)

    for reply in (
        elsewhere.get(path),
        elsewhere.patch(path, {"isActive": False}),
        elsewhere.put(path, {"isActive": False}),
        elsewhere.post(f"{path}/rotate-secret"),
        elsewhere.delete(path),
        elsewhere.delete(path, deleteDeliveries="true"),
        service.get(path, teamId=tenant.second_team_id),
        service.get("/webhooks/no-id"),
        service.delete(f"/webhooks/{new_id()}"),
    ):
        assert reply.status == 404
        assert reply.error["details"]["resource"] == "webhook configuration"
    assert elsewhere.get("/webhooks").data["webhooks"] == []
    assert service.get(path).data["webhook"] == without_secret(webhook)


def test_a_team_has_a_limit(service: Service, records: Records, tenant: Tenant) -> None:
    webhooks = [make_webhook(records, tenant) for _ in range(MOST_CONFIGURATIONS)]

    refused = service.post("/webhooks", BODY)
    service.delete(f"/webhooks/{webhooks[0].id}")

    assert (refused.status, refused.error["code"]) == (409, "CONFLICT")
    assert service.post("/webhooks", BODY).status == 201
    assert service.post("/webhooks", BODY).status == 409
    assert service.get("/webhooks", pageSize=200).data["pagination"]["total"] == MOST_CONFIGURATIONS


def test_no_secret_reaches_a_log(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        webhook = post_webhook(service, secret=SECRET)
        service.post(f"/webhooks/{webhook['id']}/rotate-secret", {"secret": SECRET + SECRET})
        service.post("/webhooks", {**BODY, "secret": SECRET, "urls": "none"})

    assert caplog.records
    assert not [record for record in caplog.records if SECRET in str(record.__dict__)]


class TestDeleting:
    """A configuration goes for good, its deliveries only when that is asked for."""

    def test_a_configuration_without_deliveries_is_deleted(self, service: Service) -> None:
        webhook = post_webhook(service)
        path = f"/webhooks/{webhook['id']}"

        reply = service.delete(path)

        assert (reply.status, reply.data) == (200, {"webhook": {"id": webhook["id"]}})
        assert service.get(path).status == 404
        assert service.delete(path).status == 404
        assert service.get("/webhooks").data["pagination"]["total"] == 0

    def test_one_with_deliveries_stays_unless_they_are_to_go_too(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        webhook = make_webhook(records, tenant)
        make_delivery(records, tenant, webhook.id)

        for reply in (
            service.delete(f"/webhooks/{webhook.id}"),
            service.delete(f"/webhooks/{webhook.id}", deleteDeliveries="false"),
        ):
            assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
            assert reply.faulty_fields == {"deleteDeliveries"}
        assert service.get(f"/webhooks/{webhook.id}").status == 200
        assert service.delete(f"/webhooks/{webhook.id}", deleteDeliveries="yes").status == 400

    def test_its_deliveries_go_with_it_and_all_counts_stay_right(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        webhook, other = make_webhook(records, tenant), make_webhook(records, tenant)
        kept = []
        for number in range(110):
            make_delivery(records, tenant, webhook.id)
            if number % 10 == 0:
                kept.append(make_delivery(records, tenant, other.id).id)

        reply = service.delete(f"/webhooks/{webhook.id}", deleteDeliveries="true")

        assert (reply.status, reply.data) == (200, {"webhook": {"id": webhook.id}})
        assert service.get(f"/webhooks/{webhook.id}").status == 404
        assert total(service, webhookConfigurationId=webhook.id) == 0
        for filters in ({}, {"webhookConfigurationId": other.id}, {"status": "pending"}):
            page = service.get("/webhook-deliveries", **filters).data
            assert page["pagination"]["total"] == len(kept)
            assert {delivery["id"] for delivery in page["webhookDeliveries"]} == set(kept)

    def test_nothing_is_left_in_the_table(
        self, service: Service, records: Records, tenant: Tenant, table: Table
    ) -> None:
        webhook = make_webhook(records, tenant)
        about = new_id()
        for _ in range(3):
            make_delivery(records, tenant, webhook.id, candidate_interview_id=about)
        lookups = BY_CANDIDATE_INTERVIEW.partition(tenant.team_id, about)
        assert len([*table.query_all(KeyRange(lookups))]) == 3

        service.delete(f"/webhooks/{webhook.id}", deleteDeliveries="true")

        partitions = (
            lookups,
            keys.listing_head(configuration_listing(tenant.team_id, webhook.id)).pk,
            keys.team_set(tenant.team_id, "WEBHOOK", "").pk,
            keys.record(tenant.team_id, "WEBHOOK_DELETION", webhook.id).pk,
        )
        assert [list(table.query_all(KeyRange(partition))) for partition in partitions] == [[]] * 4

    def test_what_a_request_cannot_delete_in_its_time_is_deleted_later(
        self, service: Service, records: Records, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        webhook = make_webhook(records, tenant)
        for _ in range(120):
            make_delivery(records, tenant, webhook.id)
        batches = iter([True, False])
        monkeypatch.setattr("gather.deliveries.webhook_deletion._is_before", lambda _end: next(batches))
        path = f"/webhooks/{webhook.id}"

        assert service.delete(path, deleteDeliveries="true").status == 200
        assert service.get(path).status == 404
        assert 0 < total(service) == total(service, webhookConfigurationId=webhook.id) < 120

        monkeypatch.undo()
        assert service.delete(path, deleteDeliveries="true").status == 200
        assert total(service) == 0
        assert service.delete(path, deleteDeliveries="true").status == 404

    def test_a_death_after_any_write_loses_no_count(
        self, records: Records, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = make_webhook(records, tenant)
        make_delivery(records, tenant, other.id)
        died, write = True, 0
        while died:
            write += 1
            webhook = make_webhook(records, tenant)
            for _ in range(3):
                make_delivery(records, tenant, webhook.id)
            stored = records.get(WEBHOOK, tenant.team_id, webhook.id)
            unit = records.unit_of_work()
            webhook_deletion.begin(unit, stored, FAR_AHEAD)
            unit.commit()

            died = _dies_after(write, records, tenant, webhook.id, monkeypatch)

            webhook_deletion.resume(records, tenant.team_id, webhook.id, lambda: True)
            assert records.find(WEBHOOK_DELETION, tenant.team_id, webhook.id) is None
            for partition, count in (
                (WEBHOOK_DELIVERY.team_listing(tenant.team_id), 1),
                (configuration_listing(tenant.team_id, webhook.id), 0),
            ):
                directory = listing.read_directory(records.table, partition)
                assert directory.total(Selection.ALL) == count, write
        assert write > 3

    def test_a_delivery_that_is_gone_already_is_counted_once(
        self, service: Service, records: Records, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The index may still show what another run has deleted."""
        webhook = make_webhook(records, tenant)
        for _ in range(3):
            make_delivery(records, tenant, webhook.id)
        stale = list(
            records.table.query_all(KeyRange(configuration_listing(tenant.team_id, webhook.id), "listing2"))
        )
        gone = webhook_deletion._Batch(
            configuration_listing(tenant.team_id, webhook.id), WEBHOOK_DELIVERY.team_listing(tenant.team_id)
        )
        gone.items = [stale[1]]
        webhook_deletion._delete_batch(records, gone)
        monkeypatch.setattr(webhook_deletion, "_pages", lambda *_: iter([stale]))

        service.delete(f"/webhooks/{webhook.id}", deleteDeliveries="true")

        assert total(service) == 0
        assert total(service, webhookConfigurationId=webhook.id) == 0

    def test_a_delivery_made_meanwhile_keeps_the_configuration(
        self, service: Service, records: Records, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        webhook = make_webhook(records, tenant)
        counted = webhook_deletion.count_deliveries

        def count_and_deliver(*arguments: Any) -> int:
            found = counted(*arguments)
            make_delivery(records, tenant, webhook.id)
            return found

        monkeypatch.setattr(webhook_deletion, "count_deliveries", count_and_deliver)

        assert service.delete(f"/webhooks/{webhook.id}").status == 400
        assert service.get(f"/webhooks/{webhook.id}").status == 200


class _Died(BaseException):
    """The end of the process."""


def _dies_after(
    write: int, records: Records, tenant: Tenant, webhook_id: str, monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Whether a deletion that dies after so many writes came as far as that."""
    left = [write]

    def dying(make: Callable[..., None]) -> Callable[..., None]:
        def run(*arguments: Any, **options: Any) -> None:
            make(*arguments, **options)
            left[0] -= 1
            if left[0] == 0:
                raise _Died

        return run

    with monkeypatch.context() as patch:
        patch.setattr(records.table, "transact", dying(records.table.transact))
        patch.setattr(records.table, "delete", dying(records.table.delete))
        try:
            webhook_deletion.resume(records, tenant.team_id, webhook_id, lambda: True)
        except _Died:
            return True
    return False


def total(service: Service, **filters: object) -> int:
    """Returns the number of deliveries that the log counts."""
    count: int = service.get("/webhook-deliveries", **filters).data["pagination"]["total"]
    return count

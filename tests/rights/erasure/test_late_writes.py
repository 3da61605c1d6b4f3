"""Writes about a candidate during the erasure, which its second look removes."""

from typing import Any

import pytest

from data_rights_jobs.handler import handler as data_rights
from fan_out.handler import handler as fan_out
from gather.rights.erasure.worker import SECOND_LOOK
from gather.screening.candidate_interviews import erasure_mark_storage
from gather.table import keys
from gather.table.failures import failed_entry, set_aside
from gather.table.outbox import finish_undispatched
from gather.wiring import Adapters
from tests.builders.deliveries import make_webhook
from tests.builders.outbox import entries_of, queue_event
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of, run_jobs
from tests.doubles.delivering import FAN_OUT, Delivering
from tests.doubles.lambda_context import Context
from tests.doubles.table_faults import once_before
from tests.support.records import add_candidate, post_candidate_interview

pytestmark = [pytest.mark.routes, pytest.mark.in_process, pytest.mark.usefixtures("engines")]

PERSON = {
    "firstName": "Zephyrine",
    "lastName": "Quillfeather",
    "email": "zephyrine@quill.example",
    "phone": "+14155557391",
}
IDEMPOTENCY_KEY = "add-zephyrine"
LINK = "https://gather.example.com/i/of-zephyrine"


@pytest.fixture
def delivering(
    adapters: Adapters, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Delivering:
    return Delivering(adapters, tenant, clock, monkeypatch)


def test_a_response_is_removed_that_is_kept_afterwards(
    service: Service, adapters: Adapters, clock: HandClock
) -> None:
    once = {"headers": {"Idempotency-Key": IDEMPOTENCY_KEY}}
    candidate_id = service.post("/candidates", PERSON, **once).data["id"]
    response, reference = (item for item in items_of(adapters) if IDEMPOTENCY_KEY in str(item))
    erase(service, adapters, candidate_id)
    # The transaction that keeps the response comes last.
    for item in (response, reference):
        adapters.clients.dynamodb.put_item(TableName=adapters.settings.table_name, Item=item)

    look_again(adapters, clock)

    assert items_with(adapters, "#RESPONSES") == []
    assert service.post("/candidates", PERSON, **once).status == 409


def test_a_response_is_removed_that_the_table_keeps_longer_than_its_time(
    service: Service, adapters: Adapters, clock: HandClock
) -> None:
    """TTL removes an item within days after its time, each item by itself: here the response comes last."""
    once = {"headers": {"Idempotency-Key": IDEMPOTENCY_KEY}}
    candidate_id = service.post("/candidates", PERSON, **once).data["id"]
    clock.advance(days=3)
    remove_expired(adapters, clock, but="IDEMPOTENCY")

    erase(service, adapters, candidate_id)

    [claim] = [item for item in items_of(adapters) if IDEMPOTENCY_KEY in str(item)]
    assert "response" not in claim


def test_no_response_is_kept_by_a_request_that_the_erasure_has_overtaken(
    service: Service, adapters: Adapters, monkeypatch: pytest.MonkeyPatch
) -> None:
    leading = erasure_mark_storage.reference_writes

    def overtaken(people: Any, *arguments: Any) -> Any:
        [(_, candidate_id)] = people
        monkeypatch.setattr(erasure_mark_storage, "reference_writes", leading)
        assert service.post(f"/candidates/{candidate_id}/erase").status == 202
        return leading(people, *arguments)

    monkeypatch.setattr(erasure_mark_storage, "reference_writes", overtaken)
    once = {"headers": {"Idempotency-Key": IDEMPOTENCY_KEY}}

    assert service.post("/candidates", PERSON, **once).status == 201

    [claim] = [item for item in items_of(adapters) if item.get("entity") == {"S": "IDEMPOTENCY"}]
    assert "response" not in claim
    assert service.post("/candidates", PERSON, **once).status == 409


def test_an_event_and_its_delivery_are_removed_that_are_stored_afterwards(
    service: Service, adapters: Adapters, delivering: Delivering, tenant: Tenant, clock: HandClock
) -> None:
    make_webhook(adapters.records, tenant)
    candidate_id = add_candidate(service, **PERSON)
    interview_id = post_candidate_interview(service, candidateId=candidate_id)["id"]
    invited = {"candidateId": candidate_id, "candidateInterviewId": interview_id, "inviteUrl": LINK}
    delivering.bring(delivering.publish(**invited))
    once_before(adapters, "PutItem", lambda: erase(service, adapters, candidate_id))
    [turn] = [each for each in delivering.messages if each.queue_url == FAN_OUT]
    delivering.deliver(fan_out, turn)
    assert len(items_with(adapters, LINK)) == 2

    look_again(adapters, clock)

    assert items_with(adapters, LINK) == []


def test_a_failure_is_forgotten_that_is_set_aside_afterwards(
    service: Service, adapters: Adapters, delivering: Delivering, clock: HandClock
) -> None:
    candidate_id = add_candidate(service, **PERSON)
    erase(service, adapters, candidate_id)
    event = delivering.publish(candidateId=candidate_id, inviteUrl=LINK)
    table = adapters.records.table
    entry = table.get(keys.outbox(event.id)) or {}
    failure = failed_entry(entry, "It was never dispatched", clock.now())
    table.transact([finish_undispatched(entry), set_aside(failure)])
    assert len(items_with(adapters, LINK)) == 1

    look_again(adapters, clock)

    assert items_with(adapters, LINK) == []


def erase(service: Service, adapters: Adapters, candidate_id: str) -> None:
    """Erase a candidate by the first look."""
    assert service.post(f"/candidates/{candidate_id}/erase").status == 202
    assert run_jobs(adapters) == []


def look_again(adapters: Adapters, clock: HandClock) -> None:
    """Have the erasure look again, too early first: then it leaves everything as it is."""
    there = len(items_of(adapters))
    _do_late_writes(adapters)
    assert len(items_of(adapters)) == there
    clock.advance(seconds=SECOND_LOOK.total_seconds())
    _do_late_writes(adapters)
    assert _late_writes(adapters) == []


def _late_writes(adapters: Adapters) -> list[dict[str, Any]]:
    tasks = entries_of(adapters.records.table, "TASK")
    return [each for each in tasks if each["name"] == "erase_late_writes"]


def _do_late_writes(adapters: Adapters) -> None:
    tasks = _late_writes(adapters)
    assert len(tasks) == 1
    assert data_rights.run(queue_event(tasks), Context(), adapters)["batchItemFailures"] == []


def items_with(adapters: Adapters, text: str) -> list[str]:
    """Returns the items of the table that contain `text`."""
    return [str(item) for item in items_of(adapters) if text in str(item)]


def remove_expired(adapters: Adapters, clock: HandClock, but: str) -> None:
    """Remove what TTL may have removed by now, except the items of one entity."""
    now = clock.now().timestamp()
    for item in items_of(adapters):
        if item.get("entity") != {"S": but} and int(item.get("expiresAtEpoch", {}).get("N", now + 1)) <= now:
            key = {name: item[name] for name in ("pk", "sk")}
            adapters.clients.dynamodb.delete_item(TableName=adapters.settings.table_name, Key=key)

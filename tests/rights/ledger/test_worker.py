"""Erasures and opt-outs hold although the table is set back (docs/decisions/erasure.md)."""

from typing import Any

import pytest

from gather.messaging.channels import opt_out_storage, suppression_storage
from gather.messaging.channels.email_fate import EmailFate
from gather.messaging.channels.opt_out import Preference, mark_of
from gather.ports.failure import EngineFailed
from gather.rights.erasure.storage import list_ledger
from gather.rights.ledger import service as ledger_service
from gather.rights.ledger import storage as ledger_storage
from gather.rights.ledger.service import AnotherSecret, ReplaySummary
from gather.screening.candidates.delivery_type import DeliveryType
from gather.screening.candidates.storage import CANDIDATE
from gather.table import deployment_secret
from gather.wiring import Adapters
from ledger.handler import handler
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of, run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.ledger import keep_ledger, set_back, stream_of
from tests.support.records import add_candidate, post_candidate_interview

PHONE = "+14155550123"


@pytest.fixture
def said(adapters: Adapters, clock: HandClock) -> Any:
    """Notes what a telephone number says, and returns whether it has opted out."""
    table = adapters.records.table

    def mark() -> bytes:
        return mark_of(deployment_secret.get_or_create_secret(table), DeliveryType.SMS, "", PHONE)

    class Number:
        def says(self, wish: Preference) -> None:
            clock.advance(seconds=1)
            opt_out_storage.save(table, mark(), wish, clock.now())

        @property
        def is_out(self) -> bool:
            return opt_out_storage.is_opted_out(table, mark())

    return Number()


def replay(adapters: Adapters) -> ReplaySummary:
    return ledger_service.replay(adapters.records, adapters.engines.ledger(), now=adapters.clock.now())


def test_an_erasure_holds_although_the_table_is_set_back(
    service: Service, tenant: Tenant, adapters: Adapters, engines: ScriptedEngines
) -> None:
    erased, kept = add_candidate(service), add_candidate(service, email="grace@example.com")
    interview = post_candidate_interview(service, candidateId=erased)
    backup = items_of(adapters)
    erasure = service.post(f"/candidates/{erased}/erase").data["erasure"]
    run_jobs(adapters)
    assert keep_ledger(adapters) == []
    set_back(adapters, backup)
    assert service.get(f"/candidates/{erased}").status == 200

    assert replay(adapters) == ReplaySummary(opt_outs=0, suppressions=0, erased_again=1)

    assert service.get(f"/candidates/{erased}").status == 404
    assert service.get(f"/candidate-interviews/{interview['id']}").status == 404
    assert service.get(f"/candidates/{kept}").status == 200
    run_jobs(adapters)
    shown = service.get(f"/erasures/{erasure['id']}").data["erasure"]
    assert (shown["status"], shown["candidateId"]) == ("complete", erased)
    assert replay(adapters) == ReplaySummary(0, 0, 0)


def test_who_was_added_and_erased_since_stays_in_the_table_s_own_ledger(
    service: Service, tenant: Tenant, adapters: Adapters, engines: ScriptedEngines
) -> None:
    backup = items_of(adapters)
    erasure = service.post(f"/candidates/{add_candidate(service)}/erase").data["erasure"]
    keep_ledger(adapters)
    set_back(adapters, backup)

    assert replay(adapters).erased_again == 0

    [entry] = list_ledger(adapters.records.table, tenant.organization_id)
    assert entry.erasure_id == erasure["id"]


def test_a_stop_holds_and_so_does_a_start_that_came_after_it(
    adapters: Adapters, engines: ScriptedEngines, clock: HandClock, said: Any
) -> None:
    before = items_of(adapters)
    said.says(Preference.STOP)
    keep_ledger(adapters)
    stopped = items_of(adapters)
    set_back(adapters, before)

    assert replay(adapters).opt_outs == 1
    assert said.is_out

    said.says(Preference.START)
    keep_ledger(adapters, "MODIFY")
    set_back(adapters, stopped)
    assert said.is_out

    # The START is kept for thirty days only, and the STOP of the backup for ever.
    clock.advance(days=60)
    assert replay(adapters).opt_outs == 1
    assert not said.is_out
    assert replay(adapters) == ReplaySummary(0, 0, 0)


def test_an_older_statement_replaces_no_later_one(
    adapters: Adapters, engines: ScriptedEngines, said: Any
) -> None:
    said.says(Preference.STOP)
    keep_ledger(adapters)
    said.says(Preference.START)

    assert replay(adapters).opt_outs == 0
    assert not said.is_out


def test_a_suppression_holds_until_it_is_lifted(
    adapters: Adapters, engines: ScriptedEngines, clock: HandClock
) -> None:
    table, mark = adapters.records.table, "5f2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d"
    suppression_storage.suppress(table, mark, EmailFate.BOUNCED, clock.now())
    keep_ledger(adapters)
    set_back(adapters, [])

    assert replay(adapters).suppressions == 1
    assert suppression_storage.find_reason(table, mark) is EmailFate.BOUNCED

    bounced = items_of(adapters)
    clock.advance(seconds=1)
    suppression_storage.lift(table, mark, clock.now())
    keep_ledger(adapters)
    set_back(adapters, bounced)
    replay(adapters)
    assert suppression_storage.find_reason(table, mark) is None


def test_no_document_names_a_person_or_an_address(
    service: Service, tenant: Tenant, adapters: Adapters, engines: ScriptedEngines, said: Any
) -> None:
    service.post(f"/candidates/{add_candidate(service, firstName='Ada', phone=PHONE)}/erase")
    said.says(Preference.STOP)
    keep_ledger(adapters)

    kept = engines.the_ledger.kept
    folders = {name.partition("/")[0] for name in kept}
    assert folders == {"erasures", "opt-outs", "secrets"}
    everything = " ".join([*kept, *(document.decode() for document in kept.values())])
    for personal in ("Ada", "ada@", PHONE, PHONE[1:]):
        assert personal not in everything


def test_what_comes_twice_is_kept_once(adapters: Adapters, engines: ScriptedEngines, said: Any) -> None:
    said.says(Preference.STOP)
    keep_ledger(adapters)
    kept = dict(engines.the_ledger.kept)

    assert keep_ledger(adapters) == []
    assert engines.the_ledger.kept == kept


def test_what_cannot_be_kept_comes_back_and_what_is_gone_does_not(
    adapters: Adapters, engines: ScriptedEngines, said: Any
) -> None:
    said.says(Preference.STOP)
    batch = stream_of(items_of(adapters))
    engines.the_ledger.failures = [EngineFailed(retryable=True, reason="The ledger answered SlowDown")]
    [failed] = handler.run(batch, Context(), adapters)["batchItemFailures"]
    assert failed["itemIdentifier"] == batch["Records"][0]["dynamodb"]["SequenceNumber"]

    assert handler.run(batch, Context(), adapters)["batchItemFailures"] == []
    assert len(engines.the_ledger.kept) == len(batch["Records"])

    engines.the_ledger.kept.clear()
    set_back(adapters, [])
    assert handler.run(batch, Context(), adapters)["batchItemFailures"] == []
    assert engines.the_ledger.kept == {}


def test_nothing_is_carried_out_under_another_secret(
    adapters: Adapters, engines: ScriptedEngines, said: Any
) -> None:
    said.says(Preference.STOP)
    keep_ledger(adapters)
    set_back(adapters, [])
    deployment_secret.get_or_create_secret(adapters.records.table)

    with pytest.raises(AnotherSecret):
        replay(adapters)

    assert not said.is_out


def test_the_filter_lets_through_what_the_ledger_keeps_and_nothing_else(
    service: Service, tenant: Tenant, adapters: Adapters, engines: ScriptedEngines, said: Any
) -> None:
    post_candidate_interview(service)
    service.post(f"/candidates/{add_candidate(service)}/erase")
    said.says(Preference.STOP)
    suppression_storage.suppress(adapters.records.table, "5f", EmailFate.COMPLAINED, adapters.clock.now())
    items = items_of(adapters)

    passed = {record["dynamodb"]["Keys"]["pk"]["S"] for record in stream_of(items)["Records"]}
    entities = {kind.items.entity for kind in ledger_storage.KINDS}
    assert passed == {item["pk"]["S"] for item in items if item.get("entity", {}).get("S") in entities}
    assert len(passed) == len(ledger_storage.KINDS)
    assert stream_of(items, "REMOVE")["Records"] == []
    assert any(CANDIDATE.name == item.get("entity", {}).get("S") for item in items)

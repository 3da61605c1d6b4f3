"""Exports and erasures by the operator."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from administration.command_line import run
from gather.screening.candidates.storage import CANDIDATE
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.doubles.data_rights import run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.support.records import add_candidate, post_candidate_interview


@pytest.fixture(autouse=True)
def the_tests_own_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find the table by TABLE_NAME; nothing that they set outlives the test."""
    monkeypatch.setattr(os, "environ", os.environ.copy())


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    capsys.readouterr()
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_candidate_is_erased_by_the_operator(
    service: Service,
    tenant: Tenant,
    adapters: Adapters,
    engines: ScriptedEngines,
    capsys: pytest.CaptureFixture[str],
) -> None:
    candidate_id = add_candidate(service)
    made = post_candidate_interview(service, candidateId=candidate_id)
    words = ("candidate", "erase", tenant.organization_id, tenant.team_id, candidate_id)

    [effect] = printed(capsys, *words, "--dry-run")["effects"]
    assert candidate_id in effect
    assert service.get(f"/candidates/{candidate_id}").status == 200
    erasure = printed(capsys, *words)

    assert service.get(f"/candidates/{candidate_id}").status == 404
    assert service.get(f"/candidate-interviews/{made['id']}").status == 404
    assert run_jobs(adapters) == []
    assert service.get(f"/erasures/{erasure['id']}").data["erasure"]["status"] == "complete"
    assert run([*words]) == 1
    [entry] = printed(capsys, "erasures", "list", "--organization", tenant.organization_id)
    assert (entry["candidateId"], entry["erasureId"]) == (candidate_id, erasure["id"])


def test_a_candidate_is_exported_by_the_operator(
    service: Service,
    tenant: Tenant,
    adapters: Adapters,
    engines: ScriptedEngines,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("candidate", "export", tenant.organization_id, tenant.team_id)
    assert run([*words, UNKNOWN_ID]) == 1

    export = printed(capsys, *words, add_candidate(service))
    run_jobs(adapters)

    assert engines.media().describe(export["archive"]) is not None
    assert service.get(f"/exports/{export['id']}").data["export"]["status"] == "complete"


def test_who_is_back_after_a_restore_is_erased_again(
    service: Service,
    tenant: Tenant,
    adapters: Adapters,
    engines: ScriptedEngines,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    back, gone = add_candidate(service), add_candidate(service)
    table = adapters.records.table
    kept = [table.get(key) for key in _keys_of(adapters, tenant, back)]
    for candidate_id in (back, gone):
        assert service.post(f"/candidates/{candidate_id}/erase").status == 202
    run_jobs(adapters)
    for item in kept:
        assert item is not None
        table.put(item)
    saved = tmp_path / "erasures.json"
    saved.write_text(json.dumps(printed(capsys, "erasures", "list")))
    assert service.get(f"/candidates/{back}").status == 200

    assert printed(capsys, "erasures", "replay", "--ledger", str(saved)) == {"erasedAgain": 1}

    assert service.get(f"/candidates/{back}").status == 404
    assert printed(capsys, "erasures", "replay", "--ledger", str(saved)) == {"erasedAgain": 0}
    saved.write_text("[]]")
    assert run(["erasures", "replay", "--ledger", str(saved)]) == 1


def _keys_of(adapters: Adapters, tenant: Tenant, candidate_id: str) -> list[Any]:
    return [CANDIDATE.key(tenant.team_id, candidate_id)]

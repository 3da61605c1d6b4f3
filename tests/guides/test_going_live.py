"""The guide to going live: keys that are changed, data rights and the watch."""

import pytest

from gather.core.caller import Scope
from gather.table.records import Records
from tests.builders.service import Service, Tenant, make_key
from tests.guides.snippets import run_python

pytestmark = pytest.mark.in_process


@pytest.mark.usefixtures("connected")
def test_a_key_is_changed_and_the_watch_finds_what_is_wrong(
    service: Service,
    records: Records,
    tenant: Tenant,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    admin_key = make_key(records.table, tenant.organization_id, None, scope=Scope.ADMIN)
    monkeypatch.setenv("ADMIN_KEY", admin_key)
    monkeypatch.setenv("ORGANIZATION_ID", tenant.organization_id)
    monkeypatch.setenv("TEAM_ID", tenant.team_id)

    made = run_python("going-live.md")

    assert capsys.readouterr().out.splitlines() == ["None", "left: 999", "running running"]
    assert service.using(made["old"].api_key).get("/interviews").status == 401
    assert service.get(f"/candidates/{made['candidate'].id}").status == 404
    hook = service.post("/webhooks", {"urls": ["https://hooks.example/x"], "events": ["interview.created"]})
    webhook_id = hook.data["webhook"]["id"]
    service.patch(f"/webhooks/{webhook_id}", {"isActive": False})
    assert list(made["alarms"]()) == [f"webhook configuration {webhook_id} is switched off"]

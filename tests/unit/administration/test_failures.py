"""`admin.py failures`: what was given up is listed without a person's data, and retried once."""

import json
import os

import pytest

from administration.command_line import run
from gather.events.event import EventName
from gather.table.failures import FailedWork, GivenUpWork, set_aside
from gather.table.records import Records
from tests.builders.outbox import events_of


@pytest.fixture(autouse=True)
def the_tests_own_table(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find the table by TABLE_NAME; nothing that they set outlives the test."""
    monkeypatch.setattr(os, "environ", os.environ.copy())


def _give_up(records: Records, failure_id: str, organization_id: str = "org", day: int = 1) -> None:
    failure = GivenUpWork(
        id=failure_id,
        work=FailedWork.EVENT,
        name=EventName.WORKFLOW_STEP_INVITED,
        organization_id=organization_id,
        team_id="team",
        payload={"enrollmentId": "enrollment", "inviteUrl": "https://gather.example.com/i/secret"},
        created_at="2026-01-01T00:00:00.000Z",
        attempts=0,
        reason="it was not dispatched in time",
        given_up_at=f"2026-01-0{day}T00:00:00.000Z",
    )
    records.table.write(set_aside(failure))


def _said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert run([*words]) == 0
    return capsys.readouterr().out


def test_the_list_has_the_latest_first_and_no_secret(
    records: Records, capsys: pytest.CaptureFixture[str]
) -> None:
    _give_up(records, "first", day=1)
    _give_up(records, "second", "other", day=2)

    shown = _said(capsys, "failures", "list", "--json")
    of_one = json.loads(_said(capsys, "failures", "list", "--organization", "other", "--json"))

    first, second = json.loads(shown)
    assert (first["id"], second["id"]) == ("second", "first")
    assert first["subject"] == "enrollmentId=enrollment"
    assert [each["id"] for each in of_one] == ["second"]
    assert "secret" not in shown


def test_a_retry_is_done_once_and_a_dry_run_not_at_all(
    records: Records, capsys: pytest.CaptureFixture[str]
) -> None:
    _give_up(records, "first")
    would = json.loads(_said(capsys, "failures", "retry", "first", "--dry-run", "--json"))
    assert (len(would["effects"]), events_of(records.table)) == (1, [])

    done = json.loads(_said(capsys, "failures", "retry", "first", "--yes", "--json"))

    assert done == {"retried": 1, "noLongerWanted": 0}
    assert [name for name, _ in events_of(records.table)] == ["workflow.step.invited"]
    assert run(["failures", "retry", "first", "--yes"]) == 1
    assert "Failure not found: first" in capsys.readouterr().err


def test_without_ids_the_whole_list_is_retried(records: Records, capsys: pytest.CaptureFixture[str]) -> None:
    _give_up(records, "first")
    _give_up(records, "second")

    assert json.loads(_said(capsys, "failures", "retry", "--yes", "--json"))["retried"] == 2
    assert json.loads(_said(capsys, "failures", "list", "--json")) == []

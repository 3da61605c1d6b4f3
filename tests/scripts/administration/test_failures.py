"""`admin.py failures`: what was given up is listed without a person's data, and retried once."""

import json
import os
from datetime import datetime

import pytest

from administration import failures
from administration.command_line import run
from gather.core.errors import ServiceUnavailable
from gather.events.event import EventName
from gather.table.failures import FailedWork, GivenUpWork, set_aside
from gather.table.records import Records
from tests.builders.outbox import events_of


@pytest.fixture(autouse=True)
def the_tests_own_table(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find the table by TABLE_NAME; nothing that they set outlives the test."""
    monkeypatch.setattr(os, "environ", os.environ.copy())


def _give_up(
    records: Records,
    failure_id: str,
    organization_id: str = "org",
    day: int = 1,
    name: str = EventName.WORKFLOW_STEP_INVITED,
) -> None:
    failure = GivenUpWork(
        id=failure_id,
        work=FailedWork.EVENT,
        name=name,
        organization_id=organization_id,
        team_id="team",
        payload={"enrollmentId": "enrollment", "inviteUrl": "https://gather.example.com/i/secret"},
        created_at=f"2025-12-0{day}T00:00:00.000Z",
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


def test_work_is_listed_and_retried_by_its_name(records: Records, capsys: pytest.CaptureFixture[str]) -> None:
    _give_up(records, "first", name=EventName.INTERVIEW_CREATED)
    _give_up(records, "second")
    by_name = ("--name", "interview.created", "--json")

    assert [each["id"] for each in json.loads(_said(capsys, "failures", "list", *by_name))] == ["first"]
    assert json.loads(_said(capsys, "failures", "retry", "--yes", *by_name))["retried"] == 1
    assert [each["id"] for each in json.loads(_said(capsys, "failures", "list", "--json"))] == ["second"]


def test_what_cannot_be_retried_keeps_nothing_else_back(
    records: Records, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for day, failure_id in enumerate(("first", "broken", "gone", "last"), start=1):
        _give_up(records, failure_id, day=day)
    retry, asked = failures.retry, []

    def faulty(records: Records, failure_id: str, now: datetime) -> bool:
        asked.append(failure_id)
        if failure_id == "broken":
            raise ServiceUnavailable("The table is busy.")
        if failure_id == "gone":
            failures.dismiss(records, failure_id)
        return retry(records, failure_id, now)

    monkeypatch.setattr(failures, "retry", faulty)
    capsys.readouterr()

    assert run(["failures", "retry", "--yes"]) == 1

    assert asked == ["first", "broken", "gone", "last"]
    told = "2 retried, 1 no longer wanted; 1 not retried: broken (ServiceUnavailable)"
    assert told in capsys.readouterr().err
    assert len(events_of(records.table)) == 2
    assert [each["id"] for each in json.loads(_said(capsys, "failures", "list", "--json"))] == ["broken"]


def test_work_that_is_dismissed_is_off_the_list_and_not_done(
    records: Records, capsys: pytest.CaptureFixture[str]
) -> None:
    _give_up(records, "first")
    _give_up(records, "second")
    would = json.loads(_said(capsys, "failures", "dismiss", "first", "--dry-run", "--json"))
    assert would["effects"] == ["workflow.step.invited is never done: enrollmentId=enrollment"]

    assert json.loads(_said(capsys, "failures", "dismiss", "first", "--yes", "--json")) == {"dismissed": 1}

    assert [each["id"] for each in json.loads(_said(capsys, "failures", "list", "--json"))] == ["second"]
    assert events_of(records.table) == []
    assert run(["failures", "dismiss", "first", "--yes"]) == 1
    with pytest.raises(SystemExit) as refused:
        run(["failures", "dismiss", "--yes"])
    assert refused.value.code == 2

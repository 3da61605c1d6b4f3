"""The demo of a running stack shows candidates at every stage, once, and ends with the stack."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from local_stack.seeding.demo_content import RunningApi
from local_stack.seeding.demo_story import AMARA, JONAS, LINH, NIA, PETRA, TEAM, TOMASZ
from local_stack.seeding.story_process import read_begun
from tests.builders.service import Service
from tests.doubles.over_http import Http, output_of, running_stack

pytestmark = pytest.mark.slow

T = TypeVar("T")
PATIENCE_SECONDS = 300
NAMES = {each.name for each in (NIA, TOMASZ, LINH, PETRA, AMARA, JONAS)}


def service_of(ready: dict[str, Any], key: str | None = None, prefix: str = "") -> Service:
    host, _, port = ready["baseUrl"].removeprefix("http://").partition(":")
    return Service(Http(host, int(port)), key, prefix)


def wait_for(look: Callable[[], T | None]) -> T:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (found := look()) is None:
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.5)
    return found


def processes_of(state: Path) -> list[str]:
    """Returns the commands of the processes that tell a story in the folder."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().decode().replace("\0", " ")
        except OSError:
            continue
        if "story_process" in command and str(state) in command:
            found.append(command)
    return found


def test_candidates_come_at_every_stage_and_only_once(tmp_path: Path) -> None:
    with running_stack(tmp_path, GATHER_SEED="demo", GATHER_TIME_SCALE="30") as ready:
        team, local = service_of(ready, ready["apiKey"], "/qsi/gather"), service_of(ready)
        people: dict[str, str] = {}

        def progress() -> dict[str, dict[str, Any]] | None:
            listed = team.get(f"/jobs/{ready['jobId']}/workflow-progress").data["enrollments"]
            for each in listed:
                if each["candidateId"] not in people:
                    person = team.get(f"/candidates/{each['candidateId']}").data
                    people[each["candidateId"]] = f"{person['firstName']} {person['lastName']}"
            found = {people[each["candidateId"]]: each for each in listed}
            is_told = found.keys() == NAMES and found[JONAS.name]["steps"][2].get("candidateMeetingId")
            return found if is_told else None

        enrollments = wait_for(progress)
        stages = {
            name: [step["status"] for step in enrollment["steps"]] for name, enrollment in enrollments.items()
        }
        wait_for(lambda: wait_for_booking(team))
        queue = {each["candidateName"]: each["kind"] for each in team.get("/review-queue").data["items"]}
        messages = RunningApi(ready["baseUrl"]).messages()
        retried = wait_for(lambda: find_retried(team))

        assert stages[NIA.name] == ["invited", "pending", "pending"]
        assert stages[TOMASZ.name] == ["in_progress", "pending", "pending"]
        assert stages[LINH.name] == ["waiting_for_evaluation", "pending", "pending"]
        assert stages[PETRA.name] == ["failed", "pending", "pending"]
        assert stages[AMARA.name] == ["passed", "in_progress", "pending"]
        assert stages[JONAS.name] == ["passed", "completed", "invited"]
        assert (queue[TOMASZ.name], queue[LINH.name]) == ("request", "gate")
        assert NIA.phone in [each["to"] for each in messages if each["channel"] == "sms"]
        told = [each["subject"] for each in messages if each["to"] == PETRA.email]
        assert len(told) == 3, told
        assert (retried["status"], retried["attempts"]) == ("completed", 2)
        assert "the demo stops" not in output_of(tmp_path).read_text()
        shown = local.get("/_local/enrollments").body
        assert "Rejected by Robin Example" in shown
        assert "Waiting for a person" in shown
        wait_for(lambda: True if processes_of(tmp_path) == [] else None)

    with running_stack(tmp_path, GATHER_SEED="demo") as ready:
        team = service_of(ready, ready["apiKey"], "/qsi/gather")
        time.sleep(3)
        listed = team.get(f"/jobs/{ready['jobId']}/workflow-progress").data["enrollments"]
        assert len(listed) == len(NAMES)


def wait_for_booking(team: Service) -> Any:
    booked = [
        slot for each in team.get("/meetings").data["meetings"] for slot in each["slots"] if slot["booked"]
    ]
    return booked or None


def find_retried(team: Service) -> Any:
    deliveries = team.get("/webhook-deliveries").data["webhookDeliveries"]
    return next(
        (each for each in deliveries if each["attempts"] == 2 and each["status"] == "completed"), None
    )


def test_a_stack_that_is_stopped_amid_the_story_leaves_no_process(tmp_path: Path) -> None:
    with running_stack(tmp_path, GATHER_SEED="demo"):
        assert len(wait_for(lambda: processes_of(tmp_path) or None)) == 1

    assert processes_of(tmp_path) == []
    assert {*read_begun(tmp_path / "data")} <= {TEAM, *NAMES}
    assert "Traceback" not in output_of(tmp_path).read_text()

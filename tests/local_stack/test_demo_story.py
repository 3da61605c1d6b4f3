"""The demo of a running stack shows candidates at every stage, once, and ends with the stack."""

import time
from collections import Counter
from pathlib import Path
from typing import Any, TypeVar

import pytest

from local_stack.seeding.demo_content import RunningApi
from local_stack.seeding.demo_people import (
    AMARA,
    ELIF,
    JONAS,
    KATHARINA,
    LINH,
    MURAT,
    NIA,
    OSKAR,
    PETRA,
    SOFIA,
    TOMASZ,
    UWE,
)
from local_stack.seeding.demo_story import ERASED, IMPORT, TEAM
from local_stack.seeding.story_process import read_begun
from tests.builders.service import Service
from tests.doubles.over_http import Http, output_of, running_stack
from tests.support.waiting import wait_until

pytestmark = pytest.mark.slow

T = TypeVar("T")
NAMES = {each.name for each in (NIA, SOFIA, TOMASZ, LINH, PETRA, AMARA, ELIF, JONAS)}
GERMAN_NAMES = {each.name for each in (KATHARINA, MURAT, UWE)}
CHAPTERS = {TEAM, IMPORT, ERASED, *NAMES, *GERMAN_NAMES}
ALL_KINDS = {"request", "gate", "decision", "meeting", "approval", "invite"}


def service_of(ready: dict[str, Any], key: str | None = None, prefix: str = "") -> Service:
    host, _, port = ready["baseUrl"].removeprefix("http://").partition(":")
    return Service(Http(host, int(port)), key, prefix)


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


class Team:
    """What the team of a running stack sees of its candidates, by their names."""

    def __init__(self, ready: dict[str, Any]) -> None:
        self.ready = ready
        self.routes = service_of(ready, ready["apiKey"], "/qsi/gather")

    def names(self) -> dict[str, str]:
        """Returns each candidate's name by its id."""
        listed = self.routes.get("/candidates", pageSize="100").data["candidates"]
        return {each["id"]: f"{each['firstName']} {each['lastName']}" for each in listed}

    def stages(self, job_id: str) -> dict[str, list[str]]:
        """Returns the statuses of each candidate's steps in a job."""
        names = self.names()
        listed = self.routes.get(f"/jobs/{job_id}/workflow-progress").data["enrollments"]
        return {
            names[each["candidateId"]]: [step["status"] for step in each["steps"]]
            for each in listed
            if each["candidateId"] in names
        }

    def first_interview_of(self, name: str) -> dict[str, Any]:
        """Returns the candidate interview that a candidate was invited to first."""
        [candidate_id] = [each for each, known in self.names().items() if known == name]
        listed = self.routes.get("/candidate-interviews", candidateId=candidate_id, pageSize="100").data
        first: dict[str, Any] = min(listed, key=lambda each: str(each["createdAt"]))
        return first

    def of_first_interview(self, name: str, what: str) -> Any:
        return self.routes.get(f"/candidate-interviews/{self.first_interview_of(name)['id']}/{what}").data

    def items(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.routes.get("/review-queue", limit="100").data["items"]
        return found

    def deliveries(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.routes.get("/webhook-deliveries", pageSize="100").data[
            "webhookDeliveries"
        ]
        return found


def test_candidates_come_at_every_stage_and_only_once(tmp_path: Path) -> None:
    with running_stack(tmp_path, GATHER_SEED="demo", GATHER_TIME_SCALE="30") as ready:
        team, local = Team(ready), service_of(ready)

        wait_until(lambda: {*read_begun(tmp_path / "data")} >= CHAPTERS)
        wait_until(lambda: processes_of(tmp_path) == [])
        assert "the demo stops" not in output_of(tmp_path).read_text()

        check_stages(team, ready)
        check_queue(team)
        check_what_colleagues_did(team)
        check_german_job(team, ready)
        check_erasure_and_import(team, ready)
        check_deliveries(team)

        messages = RunningApi(ready["baseUrl"]).messages()
        assert NIA.phone in [each["to"] for each in messages if each["channel"] == "sms"]
        told = [each["subject"] for each in messages if each["to"] == PETRA.email]
        assert len(told) == 3, told
        shown = local.get("/_local/enrollments").body
        assert "Rejected by Milan Okafor" in shown
        assert "Waiting for a person" in shown
        known = len(team.names())

    with running_stack(tmp_path, GATHER_SEED="demo") as ready:
        time.sleep(3)
        assert len(Team(ready).names()) == known


def check_stages(team: Team, ready: dict[str, Any]) -> None:
    """The job has eight candidates, each at another stage."""
    assert team.stages(ready["jobId"]) == {
        NIA.name: ["invited", "pending", "pending"],
        SOFIA.name: ["invited", "pending", "pending"],
        TOMASZ.name: ["in_progress", "pending", "pending"],
        LINH.name: ["waiting_for_evaluation", "pending", "pending"],
        PETRA.name: ["failed", "pending", "pending"],
        AMARA.name: ["passed", "in_progress", "pending"],
        ELIF.name: ["passed", "completed", "invited"],
        JONAS.name: ["passed", "completed", "invited"],
    }
    wait_until(lambda: team.first_interview_of(SOFIA.name)["status"] == "expired")
    assert team.first_interview_of(NIA.name)["status"] == "invite_sent"
    booked = [
        slot["booked"]
        for meeting in team.routes.get("/meetings").data["meetings"]
        for slot in meeting["slots"]
        if slot["booked"]
    ]
    assert booked == [1]


def check_queue(team: Team) -> None:
    """The queue has an item of each kind."""
    wait_until(lambda: {each["kind"] for each in team.items()} == ALL_KINDS)
    waiting = {(each["candidateName"], each["kind"]) for each in team.items()}
    assert waiting >= {
        (TOMASZ.name, "request"),
        (LINH.name, "gate"),
        (UWE.name, "gate"),
        (ELIF.name, "meeting"),
        (NIA.name, "invite"),
    }
    [approval] = [each for each in team.items() if each["kind"] == "approval"]
    assert approval["title"] == "Team Lead, Customer Support"


def check_what_colleagues_did(team: Team) -> None:
    """Two colleagues comment on Elif, who is let on; another corrects Jonas's score, which is handed on."""
    people = {person["userId"]: what for what, person in team.ready["consoleUsers"].items()}
    comments = team.of_first_interview(ELIF.name, "comments")["comments"]
    assert [people[each["userId"]] for each in comments] == ["reviewer", "manager"]
    [decision] = team.of_first_interview(ELIF.name, "decision")["decisions"]
    assert (people[decision["userId"]], decision["decision"]) == ("manager", "advance")
    assert decision["reason"]
    [change] = team.of_first_interview(JONAS.name, "results/changes")["changes"]
    assert (people[change["userId"]], change["topic"], change["to"]) == ("reviewer", "Teamwork", 70)
    assert team.of_first_interview(JONAS.name, "results")["scoreCard"]["evaluationType"] == "hybrid"
    assert team.first_interview_of(JONAS.name)["score"] >= 70
    assert team.first_interview_of(PETRA.name)["score"] <= 30
    jonas = team.routes.get("/candidates", email=JONAS.email).data["candidates"][0]
    assert (jonas["source"], jonas["tags"]) == (JONAS.source, list(JONAS.tags))


def check_german_job(team: Team, ready: dict[str, Any]) -> None:
    """Three candidates answered in German, a strong one, a middling one and a weak one."""
    job_id = ready["germanJobId"]
    assert team.stages(job_id) == {
        KATHARINA.name: ["passed"],
        MURAT.name: ["passed"],
        UWE.name: ["waiting_for_evaluation"],
    }
    best, middling, worst = (
        wait_until(lambda name=name: team.first_interview_of(name)["score"])  # type: ignore[misc]
        for name in (KATHARINA.name, MURAT.name, UWE.name)
    )
    assert best >= 70 > middling > 30 >= worst
    assert team.first_interview_of(KATHARINA.name)["status"] == "hired"
    [decision] = team.of_first_interview(MURAT.name, "decision")["decisions"]
    assert decision["decision"] == "advance"
    strong, other, weak = (
        team.first_interview_of(name)["id"] for name in (KATHARINA.name, MURAT.name, UWE.name)
    )
    at = f"/candidate-interviews/{strong}/comparison"
    compared = team.routes.get(at, **{"with": f"{other},{weak}"}).data["comparison"]
    assert [each["topic"] for each in compared["topics"]] == ["Kundenorientierung", "Teamarbeit"]
    assert [each["decision"] for each in compared["candidates"]] == [None, "advance", None]


def check_erasure_and_import(team: Team, ready: dict[str, Any]) -> None:
    """Nothing but an entry of the audit log tells of the erased; one row of the import failed."""
    assert OSKAR.name not in team.names().values()
    administration = service_of(ready, ready["adminKey"], "/qsi/gather")
    query = {"organizationId": ready["organizationId"], "limit": "100"}
    actions = Counter(each["action"] for each in administration.get("/audit-log", **query).data["entries"])
    assert actions["candidate.erased"] == 1
    assert actions["share_link.created"] == 1
    [imported] = wait_until(lambda: completed_imports(team))
    assert (imported["counts"]["created"], imported["counts"]["failed"]) == (2, 1)


def completed_imports(team: Team) -> list[dict[str, Any]]:
    listed = team.routes.get("/candidate-imports").data["imports"]
    return [each for each in listed if each["status"] == "complete"]


def check_deliveries(team: Team) -> None:
    """One delivery came when it was sent again, and one never did."""

    def find(status: str, attempts: int) -> dict[str, Any] | None:
        found = [each for each in team.deliveries() if each["attempts"] == attempts]
        return next((each for each in found if each["status"] == status), None)

    wait_until(lambda: find("completed", 2))
    failed = wait_until(lambda: find("failed", 3))
    history = team.routes.get(f"/webhook-deliveries/{failed['id']}").data["delivery"]["attemptHistory"]
    assert [each["httpStatus"] for each in history] == [422, 422, 422]


def test_a_stack_that_is_stopped_amid_the_story_leaves_no_process(tmp_path: Path) -> None:
    with running_stack(tmp_path, GATHER_SEED="demo"):
        assert len(wait_until(lambda: processes_of(tmp_path))) == 1

    assert processes_of(tmp_path) == []
    assert {*read_begun(tmp_path / "data")} <= CHAPTERS
    assert "Traceback" not in output_of(tmp_path).read_text()

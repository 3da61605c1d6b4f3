"""The administration's command line."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from administration.command import run
from administration.presentation import as_text
from administration.target import NoTarget, choose_environment
from gather.table.articles import read_articles
from gather.table.store import Table
from tests.builders.service import UNKNOWN_ID, InProcess, Service


@pytest.fixture(autouse=True)
def the_tests_own_table(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find the table by TABLE_NAME; nothing that they set outlives the test."""
    monkeypatch.setattr(os, "environ", os.environ.copy())


class Shell:
    """Runs commands and reads what they answer."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def json(self, *arguments: str) -> Any:
        assert run(["--json", *arguments]) == 0
        return json.loads(self._capsys.readouterr().out)

    def text(self, *arguments: str) -> str:
        assert run(arguments) == 0
        return self._capsys.readouterr().out

    def refused(self, *arguments: str) -> tuple[int, str]:
        status = run(arguments)
        return status, self._capsys.readouterr().err


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def test_from_nothing_to_a_working_key(shell: Shell) -> None:
    organization = shell.json("create-organization", "Acme", "--feature", "jobWorkflow", "--expiry-days", "7")
    team = shell.json("create-team", organization["id"], "Careers")
    user = shell.json(
        "create-user", organization["id"], "Robin", "Example", "robin@example.com", "--team", team["id"]
    )
    key = shell.json(
        "create-key", organization["id"], "Careers site", "--team", team["id"], "--user", user["id"]
    )

    assert (organization["features"], organization["defaultExpiryDays"]) == (["jobWorkflow"], 7)
    assert [each["id"] for each in shell.json("list-organizations")] == [organization["id"]]
    assert [each["id"] for each in shell.json("list-teams", organization["id"])] == [team["id"]]
    assert [each["email"] for each in shell.json("list-users", organization["id"])] == ["robin@example.com"]
    candidate = {"firstName": "Ada", "lastName": "L", "email": "a@example.com", "phone": "+14155550123"}
    made = Service(InProcess(), key["apiKey"]).post("/candidates", candidate).data
    assert (made["teamId"], made["createdById"]) == (team["id"], user["id"])


def test_a_key_is_revoked_and_a_dry_run_leaves_it(shell: Shell) -> None:
    organization_id = shell.json("create-organization", "Acme")["id"]
    made = shell.json("create-key", organization_id, "Tool", "--scope", "admin")
    service = Service(InProcess(), made["apiKey"])

    shown = shell.json("revoke-key", made["id"], "--dry-run")
    assert (shown["name"], shown["revokedAt"]) == ("Tool", None)
    assert service.get("/credentials", organizationId=organization_id).status == 200

    assert shell.json("revoke-key", made["id"])["id"] == made["id"]

    assert service.get("/credentials", organizationId=organization_id).status == 401
    (listed,) = shell.json("list-keys", organization_id)
    assert listed["revokedAt"] is not None


def test_keys_are_never_listed(shell: Shell) -> None:
    organization_id = shell.json("create-organization", "Acme")["id"]
    key = shell.json("create-key", organization_id, "Tool")["apiKey"]

    assert key not in shell.text("list-keys", organization_id)


def test_what_does_not_exist_is_one_line(shell: Shell) -> None:
    assert shell.refused("create-team", "nowhere", "Careers") == (1, "admin: Organization not found.\n")
    assert shell.refused("revoke-key", "nothing") == (1, "admin: Credential not found.\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["create-organization", "Acme", "--expiry-days", "0"],
        ["create-key", "1", "Tool", "--expires-at", "tomorrow"],
        ["create-key", "1", "Tool", "--scope", "everything"],
    ],
)
def test_a_bad_value_is_refused_before_anything_is_written(shell: Shell, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(arguments)

    assert stopped.value.code == 2
    assert shell.json("list-organizations") == []


def test_a_resource_is_made_in_a_team_of_the_organization(shell: Shell) -> None:
    organization_id = shell.json("create-organization", "Acme")["id"]
    team_id = shell.json("create-team", organization_id, "Careers")["id"]

    made = shell.json("create-resource", "meeting", organization_id, team_id, "On site")

    assert (made["title"], made["teamId"]) == ("On site", team_id)
    elsewhere = ("create-resource", "meeting", "nowhere", team_id, "On site")
    assert shell.refused(*elsewhere) == (1, "admin: Team not found.\n")


def test_a_job_is_put_into_a_family_and_taken_out_again(shell: Shell) -> None:
    organization_id = shell.json("create-organization", "Acme")["id"]
    team_id = shell.json("create-team", organization_id, "Careers")["id"]
    key = shell.json("create-key", organization_id, "Careers site", "--team", team_id)["apiKey"]
    body = {"title": "Associate", "type": "requisition"}
    job_id = Service(InProcess(), key).post("/jobs", body).data["job"]["id"]

    family = shell.json("create-job-family", organization_id, team_id, "Operations", "--description", "Shops")
    assert (family["displayName"], family["description"]) == ("Operations", "Shops")
    place = (organization_id, team_id, family["id"], job_id)

    assert shell.json("add-job-to-family", *place)["jobFamilyIds"] == [family["id"]]
    assert shell.json("remove-job-from-family", *place)["jobFamilyIds"] == []
    elsewhere = ("add-job-to-family", "nowhere", *place[1:])
    assert shell.refused(*elsewhere) == (1, "admin: Team not found.\n")


def test_the_local_stack_is_found_by_its_state_folder(tmp_path: Path) -> None:
    running = {"tableName": "local-table", "endpoints": {"AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:1"}}
    (tmp_path / "running.json").write_text(json.dumps(running))

    chosen = choose_environment(None, None, None, {"GATHER_STATE_DIR": str(tmp_path)})

    assert chosen["TABLE_NAME"] == "local-table"
    assert chosen["AWS_ENDPOINT_URL_DYNAMODB"] == "http://127.0.0.1:1"
    assert choose_environment(None, None, tmp_path, {"TABLE_NAME": "deployed"}) == chosen


def test_without_a_stack_the_message_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NoTarget, match="start it with make run"):
        choose_environment(None, None, tmp_path, {})


def test_a_table_that_is_named_goes_first(tmp_path: Path) -> None:
    assert choose_environment("deployed", None, None, {"TABLE_NAME": "other"}) == {"TABLE_NAME": "deployed"}
    assert choose_environment(None, None, None, {"TABLE_NAME": "other"}) == {}


def test_rows_are_aligned_and_what_people_typed_cannot_steer_the_terminal() -> None:
    rows: list[dict[str, object]] = [{"id": 1, "name": "Ann\x1b[2J"}, {"id": 20, "name": None}]

    assert as_text(rows) == "id  name\n1   Ann?[2J\n20  -"
    assert as_text([]) == "None."


@pytest.fixture
def knowledge_base(shell: Shell) -> tuple[str, str, str]:
    """Organization, team and knowledge base, as the commands name them."""
    organization = shell.json("create-organization", "Acme")["id"]
    team = shell.json("create-team", organization, "Careers")["id"]
    made = shell.json("create-resource", "knowledge-base", organization, team, "Working here")
    return organization, team, made["id"]


def test_an_article_of_a_file_is_what_chatbots_read(
    shell: Shell, knowledge_base: tuple[str, str, str], table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "benefits.md"
    file.write_text("# Benefits\n\nYou have 28 days of vacation.", encoding="utf-8")

    added = shell.json("add-article", *knowledge_base, str(file))
    named = shell.json("add-article", *knowledge_base, str(file), "--title", "What you get")

    articles = read_articles(table, knowledge_base[1], [knowledge_base[2]])
    assert [(each.id, each.title) for each in articles] == [
        (added["id"], "Benefits"),
        (named["id"], "What you get"),
    ]
    assert "28 days" in articles[0].text


@pytest.mark.parametrize(
    "content", [b"", b"# ", b"No heading", b"# Long\n" + b"x" * 10_000, b"\xff\xfe", None]
)
def test_what_is_no_article_is_refused_in_one_line(
    shell: Shell, knowledge_base: tuple[str, str, str], tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "article.md"
    if content is not None:
        file.write_bytes(content)

    status, said = shell.refused("add-article", *knowledge_base, str(file))

    assert status == 2
    assert said.startswith("admin: ")
    assert said.count("\n") == 1


def test_an_article_needs_its_knowledge_base(
    shell: Shell, knowledge_base: tuple[str, str, str], tmp_path: Path
) -> None:
    file = tmp_path / "benefits.md"
    file.write_text("# Benefits\n\nMany.", encoding="utf-8")

    assert shell.refused("add-article", *knowledge_base[:2], UNKNOWN_ID, str(file))[0] == 1

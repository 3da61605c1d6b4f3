"""The administration's command line."""

import io
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import boto3
import pytest

from administration.command_line import run
from administration.integrations import create_integration
from administration.nouns import COMMANDS
from administration.presentation import as_text
from administration.target import NoTarget, choose_environment
from gather.content.knowledge.storage import list_articles
from gather.table.records import Records
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.content import make_survey_question
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.doubles.engines import InMemoryEncryption
from tests.doubles.gateway import InProcess


@pytest.fixture(autouse=True)
def the_tests_own_table(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find the table by TABLE_NAME; their changes of the environment end with the test."""
    monkeypatch.setattr(os, "environ", os.environ.copy())


class Shell:
    """Runs commands and reads their output."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def json(self, *arguments: str) -> Any:
        self._capsys.readouterr()
        assert run([*arguments, "--json"]) == 0
        return json.loads(self._capsys.readouterr().out)

    def text(self, *arguments: str) -> str:
        assert run(arguments) == 0
        return self._capsys.readouterr().out

    def refused(self, *arguments: str) -> tuple[int, str]:
        self._capsys.readouterr()
        status = run(arguments)
        return status, self._capsys.readouterr().err

    def would(self, *arguments: str) -> list[str]:
        """Returns the effects that a dry run announces."""
        answer = self.json(*arguments, "--dry-run")
        assert answer["dryRun"] is True
        effects: list[str] = answer["effects"]
        return effects


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def organization_id(shell: Shell) -> str:
    made: str = shell.json("organization", "create", "Acme")["id"]
    return made


@pytest.fixture
def place(shell: Shell, organization_id: str) -> tuple[str, str]:
    """An organization and its team."""
    return organization_id, shell.json("team", "create", organization_id, "Careers")["id"]


@pytest.fixture
def service(adapters: Adapters, shell: Shell, place: tuple[str, str]) -> Service:
    """The service, with a key of the team."""
    made = shell.json("key", "create", place[0], "Careers site", "--team", place[1])
    return Service(InProcess(adapters), made["apiKey"])


class Terminal(io.StringIO):
    """A person at the keyboard."""

    def isatty(self) -> bool:
        return True


def test_from_nothing_to_a_working_key(adapters: Adapters, shell: Shell) -> None:
    made = ("organization", "create", "Acme", "--feature", "jobWorkflow", "--expiry-days", "7")
    organization = shell.json(*made)
    team = shell.json("team", "create", organization["id"], "Careers")
    person = ("Robin", "Example", "robin@example.com", "--team", team["id"])
    user = shell.json("user", "create", organization["id"], *person)
    owned = ("--team", team["id"], "--user", user["id"])
    key = shell.json("key", "create", organization["id"], "Careers site", *owned)

    assert (organization["features"], organization["defaultExpiryDays"]) == (["jobWorkflow"], 7)
    assert [each["id"] for each in shell.json("organization", "list")] == [organization["id"]]
    shown = shell.json("organization", "show", organization["id"])
    assert shown == {**organization, "teams": 1, "users": 1}
    assert [each["id"] for each in shell.json("team", "list", organization["id"])] == [team["id"]]
    assert shell.json("team", "show", organization["id"], team["id"]) == team
    assert [each["email"] for each in shell.json("user", "list", organization["id"])] == ["robin@example.com"]
    candidate = {"firstName": "Ada", "lastName": "L", "email": "a@example.com", "phone": "+14155550123"}
    added = Service(InProcess(adapters), key["apiKey"]).post("/candidates", candidate).data
    assert (added["teamId"], added["createdById"]) == (team["id"], user["id"])


def test_what_is_switched_on_for_an_organization_works_and_what_is_switched_off_does_not(
    shell: Shell, organization_id: str, service: Service
) -> None:
    change = ("organization", "change", organization_id)
    assert service.get("/workflow-templates").status == 403

    shell.json(*change, "--feature", "jobWorkflow", "--feature", "jobWorkflow", "--expiry-days", "3")
    assert service.get("/workflow-templates").status == 200
    shown = shell.json("organization", "show", organization_id)
    assert (shown["features"], shown["defaultExpiryDays"], shown["name"]) == (["jobWorkflow"], 3, "Acme")

    off = (*change, "--without-feature", "jobWorkflow", "--name", "Acme Works")
    assert shell.would(*off) == [
        "name changes from Acme to Acme Works",
        "features changes from jobWorkflow to none",
    ]
    assert service.get("/workflow-templates").status == 200
    shell.json(*off)
    assert service.get("/workflow-templates").status == 403
    assert shell.json("organization", "show", organization_id)["name"] == "Acme Works"


def test_a_change_that_changes_nothing_writes_nothing(shell: Shell, organization_id: str) -> None:
    before = shell.json("organization", "show", organization_id)
    change = ("organization", "change", organization_id, "--name", "Acme", "--without-feature", "unknown")

    assert shell.would(*change) == []
    assert shell.text(*change, "--dry-run") == "Dry run: there is nothing to change.\n"
    shell.json(*change)

    assert shell.json("organization", "show", organization_id) == before


def test_a_team_gets_another_name(shell: Shell, place: tuple[str, str], service: Service) -> None:
    change = ("team", "change", *place, "--display-name", "Acme Careers")

    assert shell.would(*change) == ["displayName changes from Careers to Acme Careers"]
    assert service.get("/branding").data["branding"]["displayName"] == "Careers"
    changed = shell.json(*change)

    assert (changed["name"], changed["displayName"]) == ("Careers", "Acme Careers")
    assert service.get("/branding").data["branding"]["displayName"] == "Acme Careers"


def test_a_key_is_revoked_and_a_dry_run_leaves_it(
    adapters: Adapters, shell: Shell, organization_id: str
) -> None:
    made = shell.json("key", "create", organization_id, "Tool", "--scope", "admin")
    service = Service(InProcess(adapters), made["apiKey"])

    (effect,) = shell.would("key", "revoke", made["id"])
    assert effect == (
        f"key Tool ({made['id']}, admin, last used never) is revoked: requests with it fail from then on"
    )
    assert service.get("/credentials", organizationId=organization_id).status == 200

    revoked = shell.json("key", "revoke", made["id"])
    assert (revoked["id"], revoked["state"]) == (made["id"], "revoked")

    assert service.get("/credentials", organizationId=organization_id).status == 401
    log = shell.json("organization", "audit-log", organization_id, "--limit", "5")
    assert [(entry["action"], entry["actor"]["operator"]) for entry in log] == [
        ("credential.revoked", True),
        ("credential.created", True),
    ]
    assert shell.json("organization", "audit-log", organization_id, "--since", "2999-01-01") == []
    (listed,) = shell.json("key", "list", organization_id)
    assert listed["revokedAt"] is not None
    assert shell.would("key", "revoke", made["id"]) == []
    assert shell.json("key", "revoke", made["id"])["revokedAt"] == listed["revokedAt"]


def test_a_key_is_as_narrow_as_it_was_asked_for(shell: Shell, place: tuple[str, str]) -> None:
    narrow = ("--permission", "read", "--expires-at", "2099-01-01T00:00:00Z", "--team", place[1])
    shell.json("key", "create", place[0], "Reports", *narrow)
    shell.json("key", "create", place[0], "Partner", "--scope", "accounts")

    partner, reports = shell.json("key", "list", place[0])

    assert (reports["scope"], reports["permissions"], reports["teamId"]) == ("gather", ["read"], place[1])
    assert (reports["state"], reports["expiresAt"]) == ("active", "2099-01-01T00:00:00.000Z")
    assert (partner["scope"], partner["permissions"], partner["teamId"]) == (
        "accounts",
        ["read", "write"],
        None,
    )


def test_a_key_of_the_sandbox_may_be_of_every_team(
    adapters: Adapters, shell: Shell, organization_id: str
) -> None:
    team = shell.json("team", "create", organization_id, "Careers")
    made = shell.json("key", "create", organization_id, "Trial", "--sandbox")
    sandbox = Service(InProcess(adapters), made["apiKey"])

    assert (made["sandbox"], made["teamId"]) == (True, None)
    assert sandbox.get("/sandbox/inbox").data == {"messages": []}
    assert sandbox.get("/candidates", teamId=team["id"]).status == 200
    status, said = shell.refused("key", "create", organization_id, "Trial", "--sandbox", "--scope", "admin")
    assert (status, said) == (1, "admin: sandbox: needs the scope gather\n")


def test_a_key_is_shown_once_with_a_warning_and_never_listed(
    shell: Shell, organization_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--json", "key", "create", organization_id, "Tool"]) == 0
    said = capsys.readouterr()
    made = json.loads(said.out)

    assert "shown this one time" in said.err
    assert made["apiKey"] not in said.err
    for listed in (shell.text("key", "list", organization_id), shell.text("key", "revoke", made["id"])):
        assert made["id"] in listed
        assert made["apiKey"] not in listed


def test_what_does_not_exist_is_one_line(shell: Shell, organization_id: str) -> None:
    refused = {
        ("team", "create", "nowhere", "Careers"): "Organization not found: nowhere",
        ("team", "list", "nowhere"): "Organization not found: nowhere",
        ("user", "list", "nowhere"): "Organization not found: nowhere",
        ("integration", "list", "nowhere"): "Organization not found: nowhere",
        ("organization", "change", "nowhere", "--name", "New"): "Organization not found: nowhere",
        ("team", "show", organization_id, UNKNOWN_ID): f"Team not found: {UNKNOWN_ID}",
        ("meeting", "list", organization_id, "nowhere"): "Team not found: nowhere",
        ("key", "revoke", "nothing", "--dry-run"): "Credential not found: nothing",
    }

    for arguments, problem in refused.items():
        assert shell.refused(*arguments) == (1, f"admin: {problem}\n")


def test_a_table_that_cannot_be_reached_is_one_line(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    status, said = shell.refused("organization", "show", UNKNOWN_ID, "--table", "no-such-table")

    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith("admin: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["organization", "create", "Acme", "--expiry-days", "0"],
        ["organization", "create", "Acme", "--expiry-days", "366"],
        ["organization", "create", "Acme", "--feature", "jobworkflow"],
        ["organization", "create", "  "],
        ["user", "create", "1", "Robin", "Example", "nobody", "--team", "1"],
        ["user", "create", "1", "Robin", "Example", "a@example.com"],
        ["key", "create", "1", "Tool", "--expires-at", "tomorrow"],
        ["key", "create", "1", "Tool", "--expires-at", "2020-01-01T00:00:00Z"],
        ["key", "create", "1", "Tool", "--scope", "everything"],
        ["organization", "list", "--local", "--stack", "both"],
        ["organization"],
        ["nonsense"],
        [],
    ],
)
def test_what_is_not_understood_is_one_line_and_nothing_is_written(
    shell: Shell, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(arguments)

    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("admin: ")
    assert said.count("\n") == 1
    assert shell.json("organization", "list") == []


@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_a_person_is_asked_before_something_is_changed(
    shell: Shell, organization_id: str, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    key_id = shell.json("key", "create", organization_id, "Tool")["id"]
    monkeypatch.setattr("sys.stdin", Terminal(answer))

    status, said = shell.refused("key", "revoke", key_id)

    assert (status, said.splitlines()[-1]) == (1, "Go on? [y/N] admin: Nothing was changed.")
    assert shell.json("key", "list", organization_id)[0]["state"] == "active"
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    assert shell.json("key", "revoke", key_id)["state"] == "revoked"


def test_the_yes_option_skips_the_question(
    shell: Shell, organization_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key_id = shell.json("key", "create", organization_id, "Tool")["id"]
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))

    assert shell.json("key", "revoke", key_id, "--yes")["state"] == "revoked"


@pytest.mark.parametrize("noun", ["meeting", "knowledge-base"])
def test_a_titled_record_is_made_in_a_team_of_the_organization(
    shell: Shell, place: tuple[str, str], noun: str
) -> None:
    made = shell.json(noun, "create", *place, "On site")

    assert (made["title"], made["teamId"]) == ("On site", place[1])
    assert [each["id"] for each in shell.json(noun, "list", *place)] == [made["id"]]
    elsewhere = (noun, "create", "nowhere", place[1], "On site")
    assert shell.refused(*elsewhere) == (1, f"admin: Team not found: {place[1]}\n")


def test_a_list_goes_on_beyond_its_first_page(
    shell: Shell, place: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("administration.content.PAGE", 2)
    made = [shell.json("meeting", "create", *place, f"Meeting {number}")["id"] for number in range(5)]

    assert [each["id"] for each in shell.json("meeting", "list", *place)] == made[::-1]


def test_a_questionnaire_asks_questions_of_the_team(
    shell: Shell, place: tuple[str, str], service: Service, records: Records, tenant: Tenant
) -> None:
    body = {"type": "YES_NO", "title": "Can you start at six?"}
    question_ids = [service.post("/survey-questions", body).data["surveyQuestion"]["id"] for _ in range(2)]
    asked = [word for question_id in question_ids for word in ("--survey-question", question_id)]

    made = shell.json("questionnaire", "create", *place, "First questions", *asked)

    assert (made["displayName"], made["surveyQuestionIds"]) == ("First questions", question_ids)
    assert shell.json("questionnaire", "list", *place) == [made]
    (listed,) = service.get("/interviews", interviewType="questionnaire").data["interviews"]
    assert listed["id"] == made["id"]
    foreign = make_survey_question(records, tenant).id
    refused = shell.refused("questionnaire", "create", *place, "More", "--survey-question", foreign)
    assert refused == (1, f"admin: Survey question not found: {foreign}\n")
    twice = shell.refused("questionnaire", "create", *place, "More", *asked[:2], *asked[:2])
    assert twice == (1, "admin: surveyQuestions: must name each question once\n")


def test_a_job_is_put_into_a_family_and_taken_out_again(
    shell: Shell, place: tuple[str, str], service: Service
) -> None:
    job_id = service.post("/jobs", {"title": "Associate", "type": "requisition"}).data["job"]["id"]
    family = shell.json("job-family", "create", *place, "Operations", "--description", "Shops")
    assert (family["displayName"], family["description"]) == ("Operations", "Shops")
    both = (*place, family["id"], job_id)

    def jobs() -> list[str]:
        job_ids: list[str] = shell.json("job-family", "show", *place, family["id"])["jobIds"]
        return job_ids

    names = f"job Associate ({job_id}) {{}} family Operations ({family['id']})"
    assert shell.would("job-family", "add-job", *both) == [names.format("joins")]
    assert jobs() == []
    assert shell.json("job-family", "add-job", *both)["jobFamilyIds"] == [family["id"]]
    assert jobs() == [job_id]
    assert shell.would("job-family", "add-job", *both) == []
    assert shell.would("job-family", "remove-job", *both) == [names.format("leaves")]
    assert jobs() == [job_id]
    assert shell.json("job-family", "remove-job", *both)["jobFamilyIds"] == []
    assert jobs() == []
    assert [each["id"] for each in shell.json("job-family", "list", *place)] == [family["id"]]
    elsewhere = ("job-family", "add-job", "nowhere", *both[1:])
    assert shell.refused(*elsewhere) == (1, f"admin: Team not found: {place[1]}\n")


@pytest.fixture
def knowledge_base(shell: Shell, place: tuple[str, str]) -> tuple[str, str, str]:
    """Creates an organization, a team and a knowledge base, and returns their ids for the commands."""
    return *place, shell.json("knowledge-base", "create", *place, "Working here")["id"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "benefits.md"
    written.write_text("# Benefits\n\nYou have 28 days of vacation.", encoding="utf-8")
    return written


def test_an_article_of_a_file_is_what_chatbots_read(
    shell: Shell, knowledge_base: tuple[str, str, str], table: Table, file: Path
) -> None:
    added = shell.json("knowledge-base", "add-article", *knowledge_base, str(file))
    titled = ("--title", "What you get")
    named = shell.json("knowledge-base", "add-article", *knowledge_base, str(file), *titled)

    articles = list_articles(table, knowledge_base[1], [knowledge_base[2]])
    assert [(each.id, each.title) for each in articles] == [
        (added["id"], "Benefits"),
        (named["id"], "What you get"),
    ]
    assert "28 days" in articles[0].text
    assert shell.json("knowledge-base", "list-articles", *knowledge_base) == [added, named]


def test_an_article_is_removed_and_a_dry_run_leaves_it(
    shell: Shell, knowledge_base: tuple[str, str, str], file: Path
) -> None:
    article_id = shell.json("knowledge-base", "add-article", *knowledge_base, str(file))["id"]
    remove = ("knowledge-base", "remove-article", *knowledge_base, article_id)

    (effect,) = shell.would(*remove)
    assert effect.startswith(f"article Benefits ({article_id}) is removed for good")
    assert len(shell.json("knowledge-base", "list-articles", *knowledge_base)) == 1

    shell.json(*remove)
    assert shell.json("knowledge-base", "list-articles", *knowledge_base) == []
    assert shell.refused(*remove) == (1, f"admin: Article not found: {article_id}\n")


@pytest.mark.parametrize(
    "content", [b"", b"# ", b"No heading", b"# Long\n" + b"x" * 10_000, b"\xff\xfe", None]
)
def test_what_is_no_article_is_refused_in_one_line(
    shell: Shell, knowledge_base: tuple[str, str, str], tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "article.md"
    if content is not None:
        file.write_bytes(content)

    status, said = shell.refused("knowledge-base", "add-article", *knowledge_base, str(file))

    assert status == 2
    assert said.startswith("admin: ")
    assert said.count("\n") == 1


def test_an_article_needs_its_knowledge_base(
    shell: Shell, knowledge_base: tuple[str, str, str], file: Path
) -> None:
    there = knowledge_base[:2]
    refused = (1, f"admin: Knowledge base not found: {UNKNOWN_ID}\n")

    assert shell.refused("knowledge-base", "add-article", *there, UNKNOWN_ID, str(file)) == refused
    assert shell.refused("knowledge-base", "list-articles", *there, UNKNOWN_ID) == refused


def test_integrations_are_listed_without_their_secrets(
    shell: Shell, place: tuple[str, str], records: Records
) -> None:
    made = create_integration(
        records,
        *place,
        "example-ats",
        "Our ATS",
        {"apiToken": "most-secret"},
        InMemoryEncryption,
        datetime.now(UTC),
    )

    said = shell.text("integration", "list", place[0])

    assert made.record.id in said
    assert made.record.user in said
    for secret in ("most-secret", made.password, made.record.password_hash):
        assert secret not in said


def test_every_command_has_a_help_of_its_own_and_every_change_a_dry_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert len({(command.noun, command.verb) for command in COMMANDS}) == len(COMMANDS)
    for command in COMMANDS:
        with pytest.raises(SystemExit) as stopped:
            run([command.noun, command.verb, "--help"])
        assert stopped.value.code == 0
        said = capsys.readouterr().out
        assert ("--dry-run" in said) == command.changes
        assert "--json" in said
        assert (command.run.__doc__ or "?").split("\n")[0][:30] in said


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The state folder of a running local stack."""
    running = {
        "tableName": "local-table",
        "ledgerBucket": "local-ledger",
        "endpoints": {"AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:1"},
    }
    (tmp_path / "running.json").write_text(json.dumps(running))
    return tmp_path


def test_the_local_stack_is_found_by_its_state_folder(state: Path) -> None:
    usual = {"GATHER_STATE_DIR": str(state)}

    chosen = choose_environment(None, None, False, None, usual)

    assert chosen["TABLE_NAME"] == "local-table"
    assert chosen["LEDGER_BUCKET"] == "local-ledger"
    assert chosen["AWS_ENDPOINT_URL_DYNAMODB"] == "http://127.0.0.1:1"
    deployed = {"TABLE_NAME": "deployed"}
    assert choose_environment(None, None, False, state, deployed) == chosen
    assert choose_environment(None, None, True, None, {**usual, **deployed}) == chosen


def test_without_a_stack_the_message_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NoTarget, match="start it with make run"):
        choose_environment(None, None, False, tmp_path, {})


def test_a_table_that_is_named_goes_first() -> None:
    other = {"TABLE_NAME": "other"}

    assert choose_environment("deployed", None, False, None, other) == {"TABLE_NAME": "deployed"}
    assert choose_environment(None, None, False, None, other) == {}


def test_a_table_is_found_by_the_name_of_its_stack(aws_stack: str) -> None:
    assert choose_environment(None, aws_stack, False, None, {}) == {
        "TABLE_NAME": "the-table",
        "LEDGER_BUCKET": "the-ledger",
    }
    with pytest.raises(NoTarget, match="the table of stack nowhere cannot be found"):
        choose_environment(None, "nowhere", False, None, {})


@pytest.fixture
def aws_stack() -> str:
    """The name of a stack with a table and a ledger in it."""
    template = {
        "Outputs": {
            "TableName": {"Value": {"Ref": "Table"}},
            "LedgerBucketName": {"Value": "the-ledger"},
            "GatherUrl": {"Value": "https://gather.example.com"},
        },
        "Resources": {
            "Table": {
                "Type": "AWS::DynamoDB::Table",
                "Properties": {
                    "TableName": "the-table",
                    "BillingMode": "PAY_PER_REQUEST",
                    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                },
            }
        },
    }
    client = boto3.client("cloudformation", region_name="eu-west-1")
    client.create_stack(StackName="talent", TemplateBody=json.dumps(template))
    return "talent"


def test_rows_are_aligned_and_what_people_typed_cannot_steer_the_terminal() -> None:
    rows: list[dict[str, object]] = [{"id": 1, "name": "Ann\x1b[2J"}, {"id": 20, "name": None}]

    assert as_text(rows) == "id  name\n1   Ann?[2J\n20  -"
    assert as_text([]) == "None."
    assert as_text({"knockout": True, "ids": []}) == "knockout  yes\nids       -"

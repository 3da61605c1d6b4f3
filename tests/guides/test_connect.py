"""The guide to Connect: both sides on the local stack, and the plug-in that its last part adds."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.guides.snippets import program, run_python
from tests.template.deployment import REPOSITORY


def test_a_partner_a_customer_and_a_suite_do_what_the_guide_says(
    guide_stack: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / ".local").mkdir()
    (tmp_path / ".local" / "seed.json").write_text(json.dumps(guide_stack))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SERVICE_URL", guide_stack["baseUrl"])

    made = run_python("connect.md")
    for client in ("partner", "customer", "team", "suite"):
        made[client].close()

    printed = capsys.readouterr().out.splitlines()
    assert printed == [
        f"{made['account'].id} qapi_",
        "configuration.apiToken is required",
        "ok",
        "Barista",
        f"{made['placed']['link']} True",
        "invited None",
        "Warehouse Associate example-ats",
        "configuration.apiKey Ashby does not take it: it is mistyped, was revoked, or lacks a permission",
        f"{guide_stack['baseUrl']}/connect/ashby",
    ]


def test_the_plug_in_is_the_one_that_the_contract_tries() -> None:
    tried = (REPOSITORY / "tests" / "connect" / "vendors" / "referral_desk.py").read_text(encoding="utf-8")

    assert program("connect.md", label="plugin") == tried


def test_the_commands_name_what_there_is() -> None:
    commands = program("connect.md", "sh", "setup").splitlines()
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")

    assert len(commands) == 3
    for command in commands:
        make, target, *arguments = command.split()
        assert make == "make"
        assert f"\n{target}:" in makefile
        for argument in arguments:
            assert (REPOSITORY / argument.removeprefix("ARGUMENTS=")).is_file()

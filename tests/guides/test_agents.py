"""The guide to the tools for agents."""

import json
import stat
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from talent_screening_mcp.catalogue import all_tools
from talent_screening_mcp.command import KEY_VARIABLE, URL_VARIABLE, run
from tests.builders.service import Service, Tenant, Transport
from tests.clients.mcp.agents import SOURCES, served
from tests.guides.snippets import program, run_python
from tests.template.deployment import REPOSITORY

GUIDE = "agents.md"


@pytest.fixture
def command(tmp_path: Path) -> str:
    """The command as pip installs it."""
    script = tmp_path / "talent-screening-mcp"
    script.write_text(
        f'#!/bin/sh\nPYTHONPATH="{SOURCES}" exec "{sys.executable}" -m talent_screening_mcp.command "$@"\n'
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(script)


@pytest.mark.in_process
def test_the_walk_does_what_the_guide_says(
    transport: Transport,
    service: Service,
    tenant: Tenant,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with served(transport) as address:
        monkeypatch.setenv("TALENT_SCREENING_URL", address)
        monkeypatch.setenv("TALENT_SCREENING_KEY", tenant.key)
        monkeypatch.setenv("TALENT_SCREENING_MCP", command)
        made = run_python(GUIDE)

    said = capsys.readouterr().out
    assert "of them only read" in said
    assert "Nothing was done." in said
    assert "True NOT_FOUND" in said
    assert service.get(f"/candidates/{made['candidate']['id']}").status == 200


@pytest.mark.parametrize(("label", "servers"), [("desktop", "mcpServers"), ("vscode", "servers")])
def test_the_settings_start_the_command(label: str, servers: str, capsys: pytest.CaptureFixture[str]) -> None:
    settings: dict[str, Any] = json.loads(program(GUIDE, "json", label))
    server = settings[servers]["talent-screening"]

    assert server["command"].endswith("/.talent-screening/bin/talent-screening-mcp")
    assert set(server["env"]) == {URL_VARIABLE, KEY_VARIABLE}
    # Without a key it ends before it serves, and after it has understood its arguments.
    assert run(server["args"], {URL_VARIABLE: server["env"][URL_VARIABLE]}) == 2
    assert KEY_VARIABLE in capsys.readouterr().err


def test_the_settings_of_the_editor_have_fewer_tools_than_it_takes() -> None:
    [_, families] = json.loads(program(GUIDE, "json", "vscode"))["servers"]["talent-screening"]["args"]

    assert sum(tool.family in families.split(",") for tool in all_tools().values()) < 128 / 2


def test_the_preparation_installs_the_package() -> None:
    package = tomllib.loads((REPOSITORY / "clients" / "mcp" / "pyproject.toml").read_text(encoding="utf-8"))

    assert "pip install ./clients/mcp\n" in program(GUIDE, "sh")
    assert package["project"]["scripts"] == {"talent-screening-mcp": "talent_screening_mcp.command:main"}

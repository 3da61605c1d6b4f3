"""The guide to a first interview: its commands and its program, on the local stack."""

import json
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.guides.snippets import program, run_python
from tests.template.deployment import REPOSITORY


def test_the_candidate_is_played_the_webhook_verified_and_the_answer_scored(
    in_sandbox: None, capsys: pytest.CaptureFixture[str]
) -> None:
    made = run_python("first-interview.md")
    made["client"].close()
    made["receiver"].server_close()

    verified, score, page = capsys.readouterr().out.splitlines()
    assert verified == f"verified: candidate_interview.completed {made['invited'].id}"
    # By words alone, or by words and meanings where the model is there.
    assert 90 <= int(score.removeprefix("score: ")) <= 100
    assert page == f"page: {made['results'].share_link}"


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_shell_finds_the_key_and_the_service(guide_stack: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / ".local").mkdir()
    (tmp_path / ".local" / "seed.json").write_text(json.dumps(guide_stack))
    commands = program("first-interview.md", "sh").replace("http://127.0.0.1:3000", guide_stack["baseUrl"])

    ran = subprocess.run(
        ["bash", "-euc", commands], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )

    assert ran.returncode == 0, ran.stderr
    assert "interviews" in json.loads(ran.stdout)["data"]


def test_the_preparation_names_what_there_is() -> None:
    preparation = program("first-interview.md", "sh", "setup")
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    package = tomllib.loads(
        (REPOSITORY / "clients" / "python" / "pyproject.toml").read_text(encoding="utf-8")
    )

    assert "make run\n" in preparation
    assert "\nrun:" in makefile
    assert "pip install ./clients/python\n" in preparation
    assert package["project"]["name"] == "talent-screening"

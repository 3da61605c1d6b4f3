"""The guide to moving in: what would fail is told before, and who has moved is moved once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from talent_screening import TalentScreening
from tests.guides.snippets import run_python, snippets

GUIDE = "moving-in.md"
MORE = """C-2,Grace,,grace.move@example.com,+14155550124,move-2026,,
C-3,Mary,Jackson,mary.move@example.com,+14155550125,move-2026,,
"""


def block(language: str) -> str:
    """The guide's one block of a language."""
    [found] = [each.text for each in snippets(GUIDE) if each.language == language]
    return found


@pytest.fixture
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "candidates.csv"
    path.write_text(block("csv") + MORE)
    return path


@pytest.mark.usefixtures("in_sandbox", "file")
def test_who_has_moved_is_not_moved_again(capsys: pytest.CaptureFixture[str]) -> None:
    made = run_python(GUIDE)

    client: TalentScreening = made["client"]
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("{2: 'lastName ")
    assert made["moved"].counts.failed == 1
    assert made["invited"].counts.invited == 2
    assert told[-1] == "missing: []"
    arrived = {each.external_id: each for each in client.iterate_candidates(source="move-2026")}
    assert arrived.keys() == {"C-1", "C-3"}
    assert arrived["C-1"].tags == ["night-shift", "forklift"]
    assert arrived["C-1"].metadata == {"site": "Berlin"}
    again = client.import_candidates("candidates.csv")
    assert (again.counts.created, again.counts.skipped) == (0, 2)
    assert made["job"].tags == ["old-id:J-17"]
    client.close()


@pytest.mark.usefixtures("in_sandbox")
def test_the_command_does_the_same(file: Path, tmp_path: Path) -> None:
    command = tmp_path / "talent-screening"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m talent_screening.command "$@"\n')
    command.chmod(0o755)
    script = block("sh").replace("https://gather.example.com", os.environ["SERVICE_URL"])
    script = script.replace("qapi_…", os.environ["SERVICE_KEY"])
    paths = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": os.pathsep.join(sys.path)}
    file.write_text(file.read_text().replace("C-", "shell-").replace("@example", ".shell@example"))

    ran = subprocess.run(["sh", "-c", script], env=paths, capture_output=True, text=True, check=False)

    assert ran.returncode == 1, ran.stderr
    tried, _, moved = ran.stdout.rpartition("row 2")
    assert "2 created, 0 updated, 0 skipped, 1 failed, 0 invited (dry run)" in tried
    assert moved.endswith("2 created, 0 updated, 0 skipped, 1 failed, 0 invited\n")

"""The guide to moving in: a program that was stopped goes on where it was, and moves nobody twice."""

from pathlib import Path

import pytest

from tests.builders.service import Service
from tests.guides.snippets import run_python

pytestmark = pytest.mark.in_process

CANDIDATES = """id,first_name,last_name,email,phone
C-1,Ada,Lovelace,ada@example.com,+14155550123
C-2,Grace,,grace@example.com,+14155550124
C-3,Mary,Jackson,mary@example.com,+14155550125
"""


@pytest.mark.usefixtures("connected")
def test_who_has_moved_is_not_moved_again(
    service: Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("candidates.csv").write_text(CANDIDATES)

    made = run_python("moving-in.md")
    moved = Path("moved.csv").read_text().splitlines()
    Path("moved.csv").write_text("\n".join(moved[:2]) + "\n")
    made["move_candidates"]()

    listed = {each["externalId"]: each["id"] for each in service.get("/candidates").data["candidates"]}
    assert len(service.get("/candidates").data["candidates"]) == len(listed) == 2
    assert Path("moved.csv").read_text().splitlines() == moved
    assert moved[1:] == [f"C-1,{listed['C-1']}", f"C-3,{listed['C-3']}"]
    assert "C-2,lastName" in Path("refused.csv").read_text()
    assert made["find"]("C-3").id == listed["C-3"]
    assert made["find"]("C-4") is None
    assert made["job"].tags == ["old-id:J-17"]
    assert capsys.readouterr().out == "missing: []\n"

"""The browser of a machine is found, and may be named."""

from pathlib import Path

import pytest

from browsers.installed import find_browser


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one folder with programs."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    return tmp_path


def install(programs: Path, name: str) -> str:
    program = programs / name
    program.touch(mode=0o755)
    return str(program)


def test_a_machine_without_a_browser_has_none(programs: Path) -> None:
    assert find_browser() is None


def test_the_shell_is_taken_before_the_whole_browser(programs: Path) -> None:
    whole = install(programs, "chromium")
    assert find_browser() == whole

    shell = install(programs, "chromium-headless-shell")

    assert find_browser() == shell


def test_the_environment_may_name_another_one(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(programs, "chromium")
    monkeypatch.setenv("CHROMIUM", "/opt/browser")

    assert find_browser() == "/opt/browser"

"""The command of the endurance run."""

import pytest

from endurance import __main__ as command


def test_without_a_table_that_keeps_its_data_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "dynoxide_program", lambda: None)

    assert command.main([]) == 2
    assert "npm" in capsys.readouterr().err

"""The guide to webhooks: its shortest program, on the local stack."""

import pytest

from tests.guides.snippets import run_python


def test_the_shortest_program_verifies_a_test_event(
    in_sandbox: None, capsys: pytest.CaptureFixture[str]
) -> None:
    made = run_python("webhooks.md", "shortest")
    made["client"].close()
    made["receiver"].server_close()

    said = capsys.readouterr().out
    assert said.startswith("Event(name='interview.created', id='")
    assert "is_test=True, payload=InterviewCreated(" in said

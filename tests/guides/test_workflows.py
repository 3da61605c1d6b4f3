"""The guide to workflows, on the local stack: its candidate passes the gate and goes to the end."""

import pytest

from tests.guides.snippets import run_python


def test_the_candidate_goes_through_both_steps(in_sandbox: None, capsys: pytest.CaptureFixture[str]) -> None:
    made = run_python("workflows.md")
    made["client"].close()

    printed = capsys.readouterr().out.splitlines()
    assert printed == [
        "job_template",
        made["enrolled"].first_invite_url,
        "1 passed 100.0",
        "2 completed None",
        "completed",
    ]

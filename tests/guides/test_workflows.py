"""The guide to workflows, on the local stack: its candidate passes the gate and goes to the end."""

import pytest

from tests.guides.snippets import run_python


def test_the_candidate_goes_through_both_steps(in_sandbox: None, capsys: pytest.CaptureFixture[str]) -> None:
    made = run_python("workflows.md")
    made["client"].close()

    template, link, first, *rest = capsys.readouterr().out.splitlines()
    assert (template, link) == ("job_template", made["enrolled"].first_invite_url)
    # By words alone, or by words and meanings where the model is there.
    assert 90 <= float(first.removeprefix("1 passed ")) <= 100
    assert rest == ["2 completed None", "completed"]

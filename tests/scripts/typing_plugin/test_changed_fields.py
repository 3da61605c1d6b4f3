"""A misspelt field, or a value of another type, fails the type check."""

from pathlib import Path

import pytest
from mypy import api

from tests.template.deployment import REPOSITORY

SOURCE = """
from gather.screening.candidates.models import Candidate


def rename(candidate: Candidate) -> Candidate:
    return candidate.changed({change})
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ('first_name="Ada", archived_at=None', None),
        ('frist_name="Ada"', 'Unexpected keyword argument "frist_name"'),
        ("first_name=5", 'has incompatible type "int"; expected "str"'),
    ],
)
def test_the_fields_of_a_change_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, complaint: str | None
) -> None:
    source = tmp_path / "source.py"
    source.write_text(SOURCE.format(change=change))
    monkeypatch.chdir(REPOSITORY)

    report, _, status = api.run([str(source), "--cache-dir", str(REPOSITORY / ".mypy_cache")])

    assert (status == 0) is (complaint is None), report
    assert complaint is None or complaint in report

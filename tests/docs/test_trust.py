"""`docs/trust.md` states nothing that no test holds."""

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
_ROW = re.compile(r"^\| (?!statement|---)(?P<statement>.+?) \| (?P<held_by>.+) \|$", re.MULTILINE)
_TEST = re.compile(r"`(?P<file>tests/[\w/]+\.py)::(?P<test>test_\w+)`")

ROWS = [
    (row["statement"], row["held_by"])
    for row in _ROW.finditer((REPOSITORY / "docs" / "trust.md").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("statement", "held_by"), ROWS, ids=[statement[:40] for statement, _ in ROWS])
def test_each_statement_names_a_test_that_there_is(statement: str, held_by: str) -> None:
    named = _TEST.fullmatch(held_by)

    assert named is not None, statement
    source = (REPOSITORY / named["file"]).read_text(encoding="utf-8")
    assert re.search(rf"^def {named['test']}\(", source, re.MULTILINE), held_by


def test_every_law_has_statements() -> None:
    assert len(ROWS) > 20

"""Docstrings are left out of sources, and nothing else changes in them."""

import ast

from layer.docstrings import without_docstrings

SOURCE = '''"""About the module,
in two lines."""

TEXT = """No docstring."""


class Kept:
    "Ää"  # a comment
    size = 1

    def method(self):
        """Does it."""

    async def other(self):
        """Begins; """; return 2
'''


def test_docstrings_have_stand_ins_and_every_line_keeps_its_number() -> None:
    made = without_docstrings(SOURCE.encode()).decode()

    before, after = ast.parse(SOURCE), ast.parse(made)
    places = [
        [(type(node), node.lineno) for node in ast.walk(each) if isinstance(node, ast.stmt)]
        for each in (before, after)
    ]
    assert places[0] == places[1]
    assert ast.get_docstring(after) == "-"
    assert made.splitlines()[:3] == ['"-"', "", ""]
    assert '        "-"' in made.splitlines()
    assert "Does it." not in made


def test_what_is_no_docstring_or_shares_its_line_stays() -> None:
    made = without_docstrings(SOURCE.encode()).decode()

    assert 'TEXT = """No docstring."""' in made
    assert '"Ää"  # a comment' in made
    assert '"""Begins; """; return 2' in made


def test_windows_line_ends_and_no_line_end_are_understood() -> None:
    assert without_docstrings(b'"""a\r\nb"""\r\nX = 1') == b'"-"\n\nX = 1'
    assert without_docstrings(b'"""a"""') == b'"-"\n'

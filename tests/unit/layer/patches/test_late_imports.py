"""An import that the build puts off happens where the name is used, and not before."""

import subprocess
import sys
from pathlib import Path

import pytest

from layer.patches import late_imports, powertools_batches
from layer.patches.late_imports import late_source

PLUGINS = '''"""Plugins."""
import heavy.things as things
import os

def found(switch):
    if switch == "off":
        return ()
    elif switch == "none":
        return os.sep
    else:
        for each in things.all_of_them():
            return each

class Finder:
    def first(self):
        """The first."""
        try:
            return things.all_of_them()[0]
        finally:
            pass
'''


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """An import root with the module `plugins`, made late, and the package that it uses."""
    (tmp_path / "heavy").mkdir()
    (tmp_path / "heavy" / "__init__.py").write_text("")
    (tmp_path / "heavy" / "things.py").write_text("def all_of_them(): return ['one']\n")
    (tmp_path / "plugins.py").write_text(late_source(PLUGINS, "things"))
    return tmp_path


def answer(place: Path, expression: str) -> str:
    statement = f"import sys; sys.path.insert(0, {str(place)!r}); import plugins; print({expression})"
    command = [sys.executable, "-B", "-I", "-c", statement]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("None", "None False"),
        ("plugins.found('off')", "() False"),
        ("plugins.found('none')", "/ False"),
        ("plugins.found('on')", "one True"),
        ("plugins.Finder().first()", "one True"),
    ],
)
def test_a_name_is_imported_where_it_is_used(place: Path, use: str, expected: str) -> None:
    assert answer(place, f"{use}, 'heavy' in sys.modules").replace(",", "").strip("()") in (
        expected,
        expected.strip("()"),
    )


def test_lines_above_the_first_use_stay_where_they_were() -> None:
    late = late_source(PLUGINS, "things").splitlines()

    assert late.index("def found(switch):") == PLUGINS.splitlines().index("def found(switch):")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import other\ndef use(): return things\n", "has no import of things alone any more"),
        ("from heavy import things, more\ndef use(): return things\n", "has no import of things alone"),
        ("import things\n", "has no use for things any more"),
        ("import things\nthings.begin()\n", "uses things while it is loaded"),
        ("import things\n@things.marked\ndef use(): pass\n", "uses things while it is loaded"),
        ("import things\ndef use(one=things.ONE): return things\n", "uses things while it is loaded"),
    ],
)
def test_a_module_that_has_changed_is_refused(source: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        late_source(source, "things")


def test_a_library_that_has_changed_stops_the_build(tmp_path: Path) -> None:
    for file in late_imports.IMPORTS:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("")
    types = tmp_path / "types.py"
    types.write_text("has_pydantic = True\n")

    with pytest.raises(ValueError, match=r"_loader\.py has no import of importlib_metadata alone any more"):
        late_imports.put_off(tmp_path)
    with pytest.raises(ValueError, match="asks for pydantic in another way now"):
        powertools_batches.simplify(types)

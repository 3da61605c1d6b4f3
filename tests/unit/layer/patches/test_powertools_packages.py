"""What the layer's packages offer is there when it is asked for, and not before."""

import subprocess
import sys
from pathlib import Path

import pytest

from layer.patches import botocore_documentation, powertools_batches, powertools_packages
from layer.patches.powertools_packages import lazy_source

PACKAGE = '''"""A package."""
from __future__ import annotations
from sample.heavy import Heavy
from sample.used import VALUE
from .thing import thing

TWICE = VALUE * 2
__all__ = ["Heavy", "VALUE", "thing"]
'''


def answer(folder: Path, statement: str) -> str:
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(folder)!r}); {statement}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "sample"
    folder.mkdir()
    (folder / "__init__.py").write_text(lazy_source(PACKAGE))
    (folder / "heavy.py").write_text("class Heavy: pass\n")
    (folder / "used.py").write_text("VALUE = 21\n")
    (folder / "thing.py").write_text("def thing(): return 'called'\n")
    return tmp_path


def test_a_name_is_imported_when_it_is_first_asked_for(package: Path) -> None:
    loaded = "'sample.heavy' in sys.modules"

    assert answer(package, f"import sample; print({loaded}, sample.TWICE)") == "False 42"
    assert answer(package, f"from sample import Heavy; print(Heavy.__name__, {loaded})") == "Heavy True"
    assert answer(package, "from sample import *; print(Heavy.__name__, VALUE)") == "Heavy 21"


def test_a_name_that_is_also_a_submodule_stays_what_it_was(package: Path) -> None:
    assert answer(package, "import sample.thing; print(sample.thing())") == "called"


def test_an_unknown_name_is_an_attribute_error(package: Path) -> None:
    asked = "import sample; print(getattr(sample, 'absent', 'none'))"

    assert answer(package, asked) == "none"


def test_a_library_that_has_changed_stops_the_build(tmp_path: Path) -> None:
    types = tmp_path / "types.py"
    types.write_text("has_pydantic = True\n")
    (tmp_path / "docstring.py").write_text("class ClientMethodDocstring(LazyLoadedDocstring): pass\n")

    package = tmp_path / powertools_packages.PACKAGES[0]
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("import logging\n")

    with pytest.raises(ValueError, match="event_handler imports nothing that can be put off any more"):
        powertools_packages.make_lazy(tmp_path)
    with pytest.raises(ValueError, match="asks for pydantic in another way now"):
        powertools_batches.simplify(types)
    with pytest.raises(ValueError, match="WaiterDocstring"):
        botocore_documentation.remove(tmp_path, ["ClientMethodDocstring", "WaiterDocstring"])

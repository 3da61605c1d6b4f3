"""The layer's packages load the names that they offer at the first use, and not before."""

import subprocess
import sys
from pathlib import Path

import pytest

from layer.patches import powertools_packages
from layer.patches.powertools_packages import lazy_source
from tests.scripts.layer.patches.stock_libraries import loaded_by

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


@pytest.fixture
def libraries(tmp_path: Path) -> Path:
    """An import root with empty files in the place of those that the patch expects."""
    kept = (f"{powertools_packages.PACKAGES[-1]}/{name}.py" for name in powertools_packages.KEPT_EVENTS)
    for name in (*powertools_packages.UNNEEDED, f"{powertools_packages.PACKAGES[0]}/__init__.py", *kept):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    return tmp_path


def test_a_package_that_imports_nothing_stops_the_build(libraries: Path) -> None:
    with pytest.raises(ValueError, match="event_handler imports nothing that can be put off any more"):
        powertools_packages.apply(libraries)


@pytest.mark.parametrize(
    "part", [powertools_packages.UNNEEDED[0], f"{powertools_packages.PACKAGES[-1]}/sqs_event.py"]
)
def test_a_part_that_is_not_there_any_more_stops_the_build(libraries: Path, part: str) -> None:
    (libraries / part).unlink()

    with pytest.raises(ValueError, match=rf"{Path(part).name} any more"):
        powertools_packages.apply(libraries)


@pytest.mark.parametrize(
    ("package", "unneeded"),
    [
        ("aws_lambda_powertools.event_handler", "aws_lambda_powertools.event_handler.appsync"),
        ("aws_lambda_powertools.event_handler.openapi", "aws_lambda_powertools.event_handler.openapi.merge"),
        (
            "aws_lambda_powertools.utilities.data_classes",
            "aws_lambda_powertools.utilities.data_classes.ses_event",
        ),
    ],
)
def test_a_stock_package_of_powertools_loads_all_that_it_offers(package: str, unneeded: str) -> None:
    """The patch may go when it loads a name at its first use."""
    assert unneeded in loaded_by(f"import {package}")

"""Each patch of a library has a row that says what it gains and by which test it may go."""

import re
from pathlib import Path

import pytest

from layer import build, patches

FOLDER = Path(patches.__file__).parent
TESTS = Path(__file__).parent
SMALLEST_GAIN = 10
"""Milliseconds of a cold start. A patch that gains less is not worth its upkeep."""
_ROW = re.compile(r"^\| `(\w+)` \|.*\| (\d+) ms \| `(test_\w+\.py)::(test_\w+)` \|$", re.MULTILINE)


def rows() -> dict[str, tuple[int, str, str]]:
    """The gain in milliseconds, the file and the name of the test, by patch."""
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    return {name: (int(gain), file, test) for name, gain, file, test in _ROW.findall(table)}


def test_each_module_of_the_folder_has_a_row_and_is_applied() -> None:
    modules = {file.stem for file in FOLDER.glob("*.py")} - {"__init__"}

    assert rows().keys() == modules
    assert set(build.PATCHES) == modules


@pytest.mark.parametrize("patch", build.PATCHES)
def test_a_patch_gains_enough_and_has_a_test_that_says_when_it_may_go(patch: str) -> None:
    gain, file, test = rows()[patch]

    assert gain >= SMALLEST_GAIN
    assert file == f"test_{patch}.py"
    assert f"\ndef {test}(" in (TESTS / file).read_text(encoding="utf-8")

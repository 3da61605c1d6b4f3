"""Tests stand where their subject stands: `tests/<area>/<resource>` has those of the resource."""

import re
from pathlib import Path

import pytest

from tests.template.deployment import REPOSITORY

TESTS = REPOSITORY / "tests"
PACKAGE = REPOSITORY / "layers" / "shared" / "gather"
SCRIPTS = REPOSITORY / "scripts"

OF_NO_RESOURCE = frozenset(
    {
        "architecture",  # of the code: imports, names, layout
        "browser",  # pages in a real browser
        "clients",  # in clients/
        "contracts",  # that all engines of a port keep
        "docs",  # documents and what they cite
        "dynamo",  # the client of the table
        "e2e",  # stories on a local stack
        "guides",  # programs of the guides
        "local_stack",  # scripts/local_stack, with a tree of its own
        "state_machines",  # deployed definitions, in an interpreter
        "template",  # what is deployed
        "upgrades",  # from earlier releases
    }
)
"""Folders of tests whose subject is no package of the layer."""


def _test_files() -> list[Path]:
    return sorted(
        file.relative_to(TESTS) for file in TESTS.rglob("test_*.py") if "node_modules" not in file.parts
    )


def _is_of_a_subject(file: Path) -> bool:
    """Whether the file tests something below `gather`, and not one of the other folders' subjects."""
    return file.parts[0] not in OF_NO_RESOURCE | {"scripts"}


def _has_a_subject(file: Path) -> bool:
    """Whether what the file's folder names exists."""
    first, *rest = file.parent.parts or ("",)
    if first == "scripts":
        return bool(rest) and (SCRIPTS / rest[0] / "__init__.py").is_file()
    return first in OF_NO_RESOURCE or (first != "" and (PACKAGE / file.parent / "__init__.py").is_file())


def _repeats_its_folder(file: Path) -> bool:
    """Whether the name of the file says what its folder says, unless a module has that name."""
    words = file.stem.removeprefix("test_").split("_")
    folder = file.parent.name
    repeated = "_".join(words).startswith((folder, folder.removesuffix("s")))
    return repeated and not (PACKAGE / file.parent / f"{'_'.join(words)}.py").is_file()


def test_each_test_is_in_the_folder_of_its_subject() -> None:
    assert [str(file) for file in _test_files() if not _has_a_subject(file)] == []


@pytest.mark.parametrize(
    "lost",
    ["test_alone.py", "scripts/test_alone.py", "unit/screening/test_a.py", "screening/quotations/test_a.py"],
)
def test_a_folder_without_a_subject_is_found(lost: str) -> None:
    assert not _has_a_subject(Path(lost))


def test_no_name_repeats_its_folder() -> None:
    files = filter(_is_of_a_subject, _test_files())

    assert [str(file) for file in files if _repeats_its_folder(file)] == []


def test_a_name_that_repeats_its_folder_is_found() -> None:
    assert _repeats_its_folder(Path("content/interviews/test_interview_routes.py"))
    assert not _repeats_its_folder(Path("content/questions/test_asked_question.py"))


def test_tests_of_routes_go_over_http() -> None:
    """Without the marker they run in process only, and give the OpenAPI document no examples."""
    files = [file for file in _test_files() if _is_of_a_subject(file) and file.stem.startswith("test_routes")]
    marked = re.compile(r"^pytestmark = .*\bpytest\.mark\.routes\b", re.MULTILINE)

    assert files
    assert [
        str(file) for file in files if not marked.search((TESTS / file).read_text(encoding="utf-8"))
    ] == []

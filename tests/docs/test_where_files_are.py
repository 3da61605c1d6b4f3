"""The pages on files and words: a file has the home, and a word the meaning, that they say."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.template.deployment import REPOSITORY, declared_functions

PACKAGE = REPOSITORY / "layers" / "shared" / "gather"
FUNCTIONS = REPOSITORY / "functions"
PAGE = (REPOSITORY / "docs" / "where-to-put-a-file.md").read_text()
GLOSSARY = (REPOSITORY / "docs" / "glossary.md").read_text()

FIELD_WORDS = {
    "branding",
    "case_folding",
    "listing",
    "meeting",
    "paging",
    "rendering",
    "signing",
    "standing",
    "wiring",
}
"""Nouns of the field that end like a gerund."""


def _layers() -> list[str]:
    """The folders of the package, the highest first, as the import contract has them."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["importlinter"]
    [contract] = [each for each in settings["contracts"] if each.get("containers") == ["gather"]]
    return [str(row) for row in contract["layers"]]


def test_the_page_has_the_order_of_imports() -> None:
    [order] = re.findall(r"```\n(http\n.*?)\n```", PAGE, re.DOTALL)

    assert order.splitlines() == _layers()


def test_the_page_names_every_folder_of_the_package() -> None:
    folders = {folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").exists()}
    named = set(re.findall(r"`(\w+)/`", PAGE))

    assert folders - named == {"events"}


def test_the_page_is_one_page() -> None:
    assert len(PAGE.splitlines()) <= 100
    assert len(GLOSSARY.splitlines()) <= 100


def _entries(family: str) -> set[str]:
    """The modules of a function that the template names."""
    handlers = [str(function["Handler"]).split(".") for function in declared_functions().values()]
    return {f"{module}.py" for package, module, _ in handlers if package == family}


@pytest.mark.parametrize("folder", sorted(FUNCTIONS.glob("*/")), ids=lambda folder: folder.name)
def test_a_function_holds_its_entries_pages_and_assets_and_nothing_else(folder: Path) -> None:
    held = {entry.name for entry in folder.iterdir()} - {"__pycache__"}

    assert held - {"__init__.py", "pages", "assets"} == _entries(folder.name)


def _deployed() -> Iterator[Path]:
    for folder in (PACKAGE, FUNCTIONS):
        yield from sorted(folder.rglob("*.py"))


def test_no_module_is_named_by_a_gerund() -> None:
    gerunds = {module.stem for module in _deployed() if module.stem.endswith("ing")}

    assert gerunds <= FIELD_WORDS


def _table_of_verbs() -> set[str]:
    """The verbs that the glossary has another one for, as far as they are about storing and deleting."""
    rows = re.findall(r"^\| (?:save|delete) \| [^|]* \| ([^|]*) \|$", GLOSSARY, re.MULTILINE)
    return {verb.strip().replace(" ", "_") for row in rows for verb in row.split(",")}


def _public_functions(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name


def test_storing_is_save_and_deleting_is_delete() -> None:
    verbs = _table_of_verbs()
    assert verbs == {"keep", "put_in", "store", "note", "remove", "forget", "drop", "take_out"}
    banned = re.compile(rf"({'|'.join(sorted(verbs))})(_|$)")
    found = {
        f"{module.relative_to(PACKAGE)}:{name}"
        for module in sorted(PACKAGE.rglob("*.py"))
        for name in _public_functions(module)
        if banned.match(name)
    }

    assert found == set()


def test_the_glossary_is_in_order_and_has_each_word_once() -> None:
    table = GLOSSARY.split("## Verbs")[0]
    words = re.findall(r"^\| ([a-zA-Z -]+) \| [^|]+ \| [^|]*\|$", table, re.MULTILINE)[1:]

    assert words == sorted(set(words), key=str.lower)

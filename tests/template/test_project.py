"""The checks know every function, lock files name no registry, and everything states one version."""

import json
import re
import tomllib
from typing import Any

import talent_screening
import talent_screening_mcp
from setup.environment import NODE_PROJECTS
from tests.template.deployment import REPOSITORY, declared_functions, package_of


def _import_linter() -> dict[str, Any]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    settings: dict[str, Any] = project["tool"]["importlinter"]
    return settings


def test_the_import_contracts_cover_every_function() -> None:
    packages = {package_of(function) for function in declared_functions()}
    independent = _import_linter()["contracts"][0]["layers"][0].split(" | ")

    assert set(_import_linter()["root_packages"]) == packages | {"dynamo", "gather", "local_stack"}
    assert set(independent) == packages


def test_no_lock_file_names_a_registry() -> None:
    for file in (REPOSITORY / "requirements").glob("*.txt"):
        assert "://" not in file.read_text(), file.name
    locks = {folder / "package-lock.json" for folder in NODE_PROJECTS}
    # npm's addresses for sponsoring are no addresses of a registry.
    for lock in locks | {*(REPOSITORY / "scripts").glob("*/package-lock.json")}:
        assert '"resolved"' not in lock.read_text(), lock.parent.name


def _stated_versions() -> dict[str, str]:
    """The version that each file states, by its place."""
    typescript = json.loads((REPOSITORY / "clients" / "typescript" / "package.json").read_text())
    lock = json.loads((REPOSITORY / "clients" / "typescript" / "package-lock.json").read_text())
    return {
        "pyproject.toml": tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["version"],
        "clients/python": talent_screening.__version__,
        "clients/mcp": talent_screening_mcp.__version__,
        "clients/typescript/package.json": typescript["version"],
        "clients/typescript/package-lock.json": lock["version"],
        "docs/openapi.json": json.loads((REPOSITORY / "docs" / "openapi.json").read_text())["info"][
            "version"
        ],
    }


def _sections_of_the_changelog() -> list[tuple[str, str]]:
    """Heading and content of each release of the changelog, newest first."""
    text = (REPOSITORY / "CHANGELOG.md").read_text()
    return re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", text, re.MULTILINE)


def test_everything_states_one_version() -> None:
    [_, (newest, _content), *_earlier] = _sections_of_the_changelog()
    version = re.sub(r"\A\[(.+)\] - \d{4}-\d\d-\d\d\Z", r"\1", newest)

    assert {place: stated for place, stated in _stated_versions().items() if stated != version} == {}


def test_the_changelog_has_the_form_of_keep_a_changelog() -> None:
    [(unreleased, _entries), *releases] = _sections_of_the_changelog()
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    headings = [
        re.findall(r"^### (.+)$", content, re.MULTILINE) for _, content in _sections_of_the_changelog()
    ]

    assert unreleased == "[Unreleased]"
    assert [
        title for title, _ in releases if not re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", title)
    ] == []
    assert [under for under in headings if not kinds.issuperset(under) or len(set(under)) < len(under)] == []


def test_each_release_of_the_changelog_has_its_document() -> None:
    """`python -m openapi --release` keeps it, so that the next document can be compared with it."""
    versions = re.findall(r"^## \[(\d.+)\]", (REPOSITORY / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert {file.stem for file in (REPOSITORY / "docs" / "releases").glob("*.json")} == set(versions)

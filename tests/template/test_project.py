"""The checks know every function, so that a new one cannot slip past them."""

import tomllib
from typing import Any

from setup.environment import NODE_PROJECTS
from tests.template.deployment import REPOSITORY, declared_functions, package_of


def _import_linter() -> dict[str, Any]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    settings: dict[str, Any] = project["tool"]["importlinter"]
    return settings


def test_the_import_contracts_cover_every_function() -> None:
    packages = {package_of(function) for function in declared_functions()}
    independent = _import_linter()["contracts"][0]["layers"][0].split(" | ")

    assert set(_import_linter()["root_packages"]) == packages | {"dynamo", "gather"}
    assert set(independent) == packages


def test_no_lock_file_names_a_registry() -> None:
    for file in (REPOSITORY / "requirements").glob("*.txt"):
        assert "://" not in file.read_text(), file.name
    locks = {folder / "package-lock.json" for folder in NODE_PROJECTS}
    # What npm adds of the people to thank is no address of a registry.
    for lock in locks | {*(REPOSITORY / "scripts").glob("*/package-lock.json")}:
        assert '"resolved"' not in lock.read_text(), lock.parent.name

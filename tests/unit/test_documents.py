"""The documents say what the code does: items, routes, parameters, alarms, commands and links."""

import ast
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from samtranslator.yaml_helper import yaml_parse

import gather
from gather.core.identifiers import new_id
from gather.table import keys, outbox
from gather.table.records import Kind
from tests.builders import service as builders
from tests.builders.service import Service
from tests.template.deployment import REPOSITORY, declared, declared_functions, events_of, package_of

README = REPOSITORY / "README.md"
DOCS = REPOSITORY / "docs"
DOCUMENTS = (README, REPOSITORY / "CHANGELOG.md", *sorted(DOCS.glob("*.md")))
GATHER = "/qsi/gather"

GENERIC_KEYS = {"record", "part", "team_set"}
"""Keys of records and their parts, which stand in the document under each kind's own name."""


class _Number(int):
    """A number that shows its name in whatever format a key gives it."""

    def __new__(cls, _name: str) -> "_Number":
        return super().__new__(cls, 1)

    def __init__(self, name: str) -> None:
        self._name = name

    def __format__(self, _specification: str) -> str:
        return self._name

    def __floordiv__(self, _other: int) -> "_Number":
        return self


def _tables(document: Path) -> Iterator[list[list[str]]]:
    """The tables of a document, each as its rows of cells, the heading first."""
    text = document.read_text()
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        lines = [line for line in block.splitlines() if not re.fullmatch(r"[|\-: ]+", line)]
        yield [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def _table(document: Path, first_heading: str) -> list[list[str]]:
    """The rows of the one table whose first heading is given."""
    [rows] = [rows for rows in _tables(document) if rows[0][0] == first_heading]
    return rows[1:]


def _code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def _entities_written(source: str) -> set[str]:
    """The values of `entity` in the items that a module writes.

    Where the value is no literal, every name in capitals that the module holds counts as one.
    """
    found: set[str] = set()
    texts: set[str] = set()
    is_indirect = False
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        if not isinstance(node, ast.Dict):
            continue
        for name, value in zip(node.keys, node.values, strict=True):
            if isinstance(name, ast.Constant) and name.value == "entity":
                if isinstance(value, ast.Constant):
                    found.add(str(value.value))
                else:
                    is_indirect = True
    if is_indirect:
        found |= {text for text in texts if re.fullmatch(r"[A-Z][A-Z_]{2,}", text)}
    return found


def _declared_kinds() -> list[Kind[Any]]:
    """Every kind of record that a room of the shared package declares."""
    modules = (
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(gather.__path__, "gather.")
        if found.name.endswith("_storage")
    )
    declared = (value for module in modules for value in vars(module).values() if isinstance(value, Kind))
    return list({id(kind): kind for kind in declared}.values())


def _entities_of_the_code() -> set[str]:
    sources = [
        *REPOSITORY.glob("layers/shared/gather/**/*.py"),
        *REPOSITORY.glob("functions/**/*.py"),
        *REPOSITORY.glob("scripts/administration/*.py"),
    ]
    written = {entity for source in sources for entity in _entities_written(source.read_text())}
    written |= {kind.name for kind in _declared_kinds()}
    return written | {entry.entity for entry in outbox.OutboxEntry.__subclasses__()}


def _documented_items() -> list[tuple[str, str, str]]:
    """Entity, partition key and sort key of each row of the data model's table."""
    rows = [[_code(cell) for cell in row] for row in _table(DOCS / "data-model.md", "item")]
    return [(entity[0] if entity else "", pk[0], sk[0]) for _, entity, pk, sk, *_ in rows]


def test_the_data_model_has_every_entity_that_the_code_writes() -> None:
    documented = {entity for entity, _, _ in _documented_items() if entity}

    assert documented == _entities_of_the_code()


def _keys_made() -> dict[str, tuple[str, str]]:
    """The keys that each function of keys.py makes of the names of its parameters."""
    made = {}
    for name, function in inspect.getmembers(keys, inspect.isfunction):
        signature = inspect.signature(function)
        if signature.return_annotation is not keys.Key or name in GENERIC_KEYS:
            continue
        arguments = {
            parameter.name: _Number(f"{{{parameter.name}}}")
            if parameter.annotation is int
            else f"{{{parameter.name}}}"
            for parameter in signature.parameters.values()
        }
        key = function(**arguments)
        made[name] = (key.pk, key.sk)
    for kind in _declared_kinds():
        key = kind.key("{team_id}", "{record_id}")
        if key.pk.startswith("TEAM#"):
            made[kind.name] = (key.pk, key.sk)
    return made


def test_the_data_model_has_every_key_as_it_is_made() -> None:
    documented = {(pk, sk) for _, pk, sk in _documented_items()}

    assert documented == set(_keys_made().values())


def test_the_data_model_has_every_index() -> None:
    indexes = declared()["Resources"]["Table"]["Properties"]["GlobalSecondaryIndexes"]
    documented = {_code(name)[0] for name, *_ in _table(DOCS / "data-model.md", "index") if _code(name)}

    assert documented == {index["IndexName"] for index in indexes}


def _documented_routes() -> dict[str, str]:
    """Each route of the README's families table, such as `GET /candidates`, with its function's folder."""
    documented = {}
    for _, routes, function in _table(README, "family"):
        for text in _code(routes):
            *methods, path = text.split(" ")
            documented.update({f"{method} {path}": _code(function)[0] for method in methods})
    return documented


def test_the_readme_has_every_route_of_the_api_with_its_function() -> None:
    routes = {
        f"{event['Method']} {event['Path'].removeprefix(GATHER)}": f"functions/{package_of(function)}"
        for function in declared_functions()
        for event in events_of(function, "HttpApi")
        if "Path" in event
    }

    assert _documented_routes() == routes


def test_the_readme_names_only_commands_that_there_are() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z][a-z-]*)", _without_prose(README)))

    assert named <= targets
    assert {"run", "test", "demo", "check"} <= named


def _without_prose(document: Path) -> str:
    """What stands in code spans and code blocks, where a command is meant."""
    text = document.read_text()
    blocks = re.findall(r"```.*?```", text, re.DOTALL)
    return "\n".join([*blocks, *re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))])


@pytest.mark.parametrize("document", [README, DOCS / "operations.md"], ids=lambda path: path.name)
def test_variables_that_a_document_names_are_read_by_something(document: Path) -> None:
    read = "".join(
        source.read_text()
        for source in (
            REPOSITORY / "Makefile",
            REPOSITORY / "template.yaml",
            *REPOSITORY.glob("layers/shared/gather/**/*.py"),
            *REPOSITORY.glob("scripts/**/*.py"),
        )
        if "node_modules" not in source.parts
    )
    named = set(
        re.findall(r"\b([A-Z]+(?:_[A-Z]+)+|PORT|ARGUMENTS|SELECTION|WORKERS)\b", _without_prose(document))
    )

    assert {name for name in named if not re.search(rf"\b{name}\b", read)} == set()


def test_operations_explains_every_parameter_and_every_alarm() -> None:
    resources = declared()["Resources"]
    alarms = {name for name, resource in resources.items() if resource["Type"] == "AWS::CloudWatch::Alarm"}
    explained = {name for row in _table(DOCS / "operations.md", "alarm") for name in _code(row[0])}
    errors = {name for name in alarms if name.endswith("ErrorsAlarm") and name != "ApiServerErrorsAlarm"}

    assert {_code(row[0])[0] for row in _table(DOCS / "operations.md", "parameter")} == declared()[
        "Parameters"
    ].keys()
    assert explained == (alarms - errors) | {"…ErrorsAlarm"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", document.read_text())

    assert [link for link in links if "://" not in link and not (document.parent / link).exists()] == []


def _example() -> dict[str, str]:
    """The worked example of a new family: its files and what is in them."""
    text = (DOCS / "architecture.md").read_text()
    blocks = re.findall(r"^`([\w/.]+\.py)`:\n\n```python\n(.*?)```", text, re.DOTALL | re.MULTILINE)
    return dict(blocks)


def _add_module(file: str, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what the example puts into a file be imported."""
    root = next(root for root in ("layers/shared/", "functions/") if file.startswith(root))
    name = file.removeprefix(root).removesuffix(".py").replace("/", ".")
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(source, file, "exec"), module.__dict__)


def _routes_of_the_example() -> dict[tuple[str, str], str]:
    """Method and path of each route in the example's template block, with its handler."""
    [block] = re.findall(r"```yaml\n(.*?)```", (DOCS / "architecture.md").read_text(), re.DOTALL)
    functions = [
        resource["Properties"]
        for resource in yaml_parse(block).values()
        if resource["Type"] == "AWS::Serverless::Function"
    ]
    return {
        (event["Properties"]["Method"], event["Properties"]["Path"]): function["Handler"]
        for function in functions
        for event in function["Events"].values()
    }


def test_the_example_of_a_new_family_works(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    for file, source in _example().items():
        _add_module(file, source, monkeypatch)
    routes = {**builders._routes(), **_routes_of_the_example()}
    monkeypatch.setattr(builders, "_routes", lambda: routes)

    created = service.post("/locations", {"name": "Berlin", "timezone": "Europe/Berlin"})
    faulty = service.post("/locations", {"timezone": "Berlin"})

    assert (created.status, faulty.status) == (201, 400)
    assert faulty.faulty_fields == {"name", "timezone"}
    assert service.get(f"/locations/{created.data['id']}").data == created.data
    assert service.get(f"/locations/{new_id()}").status == 404
    listed = service.get("/locations", search="ber").data
    assert (listed["locations"], listed["pagination"]["total"]) == ([created.data], 1)

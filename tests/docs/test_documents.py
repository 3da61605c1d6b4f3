"""The documents say what the code does: items, routes, parameters, alarms, commands and links."""

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import pytest
from samtranslator.yaml_helper import yaml_parse

import gather
from gather.core.identifiers import new_id
from gather.table import keys, outbox
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind
from openapi.gateway import DEFAULT_ROUTE, function_by_route
from tests.builders.service import Service
from tests.doubles import gateway as gateway_double
from tests.template.deployment import REPOSITORY, declared, gateway, package_of

README = REPOSITORY / "README.md"
DOCS = REPOSITORY / "docs"
DECISIONS = DOCS / "decisions"
DOCUMENTS = (
    *sorted(REPOSITORY.glob("*.md")),
    *sorted(DOCS.rglob("*.md")),
    *sorted(REPOSITORY.glob("clients/*/README.md")),
    *sorted(REPOSITORY.glob("layers/shared/*/README.md")),
)
GATHER = "/qsi/gather"

D = TypeVar("D")


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
    """Yields the tables of a document, each as its rows of cells, the heading first."""
    text = document.read_text()
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        lines = [line for line in block.splitlines() if not re.fullmatch(r"[|\-: ]+", line)]
        yield [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def _table(document: Path, first_heading: str) -> list[list[str]]:
    """Returns the rows of the one table whose first heading is given."""
    [rows] = [rows for rows in _tables(document) if rows[0][0] == first_heading]
    return rows[1:]


def _code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def _declared(kind: type[D]) -> list[D]:
    """Returns every instance of `kind` that a module of the shared package declares."""
    modules = [
        importlib.import_module(found.name) for found in pkgutil.walk_packages(gather.__path__, "gather.")
    ]
    declared = [value for module in modules for value in vars(module).values() if isinstance(value, kind)]
    return list({id(value): value for value in declared}.values())


def _made_by(function: Callable[..., keys.Key]) -> tuple[str, str]:
    """Returns the key that a function makes of the names of its parameters."""
    key = function(
        **{
            parameter.name: _Number(f"{{{parameter.name}}}")
            if parameter.annotation is int
            else f"{{{parameter.name}}}"
            for parameter in inspect.signature(function).parameters.values()
        }
    )
    return key.pk, key.sk


def _declared_items() -> set[tuple[str, str, str]]:
    """Returns entity, partition key and sort key of everything that the service stores."""
    items = {(item.entity or "", *_made_by(item.key)) for item in _declared(ItemKind)}
    items |= {(kind.name, *_made_by(kind.key_of or kind.key)) for kind in _declared(Kind)}
    return items | {(entry.entity, *_made_by(keys.outbox)) for entry in _declared_entries()}


def _declared_entries() -> list[type[outbox.OutboxEntry]]:
    """Returns the kinds of entries of the outbox; tests have some of other releases."""
    return [each for each in outbox.OutboxEntry.__subclasses__() if each.__module__.startswith("gather.")]


def _documented_items() -> list[tuple[str, str, str]]:
    """Returns entity, partition key and sort key of each row of the data model's table."""
    rows = [[_code(cell) for cell in row] for row in _table(DOCS / "data-model.md", "item")]
    return [(entity[0] if entity else "", pk[0], sk[0]) for _, entity, pk, sk, *_ in rows]


def test_the_data_model_has_every_item_with_its_key() -> None:
    documented = _documented_items()

    assert len(documented) == len(set(documented))
    assert set(documented) == _declared_items()


def test_the_data_model_has_every_index() -> None:
    indexes = declared()["Resources"]["Table"]["Properties"]["GlobalSecondaryIndexes"]
    documented = {_code(name)[0] for name, *_ in _table(DOCS / "data-model.md", "index") if _code(name)}

    assert documented == {index["IndexName"] for index in indexes}


def _documented_routes() -> dict[str, str]:
    """Maps each route of the README's families table, such as `GET /candidates`, to its function's folder."""
    documented = {}
    for _, routes, function in _table(README, "family"):
        for text in _code(routes):
            *methods, path = text.split(" ")
            documented.update({f"{method} {path}": _code(function)[0] for method in methods})
    return documented


def test_the_readme_has_every_route_of_the_api_with_its_function() -> None:
    routes = {
        route.replace(f" {GATHER}/", " /"): f"functions/{package_of(function)}"
        for route, function in function_by_route(gateway()).items()
        if route != DEFAULT_ROUTE and not route.startswith("HEAD ")
    }

    assert _documented_routes() == routes


def test_the_readme_names_only_commands_that_there_are() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z][a-z-]*)", _without_prose(README)))

    assert named <= targets
    assert {"run", "test", "demo", "check"} <= named


def _without_prose(document: Path) -> str:
    """Returns the code spans and code blocks of a document, in which commands stand."""
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
            *REPOSITORY.glob("layers/shared/**/*.py"),
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
    ages = {name for name in alarms if name.endswith("QueueAgeAlarm")}

    assert {_code(row[0])[0] for row in _table(DOCS / "operations.md", "parameter")} == declared()[
        "Parameters"
    ].keys()
    assert explained == (alarms - errors - ages) | {"…ErrorsAlarm", "…QueueAgeAlarm"}


def _pages_of_decisions() -> list[Path]:
    return sorted(page for page in DECISIONS.iterdir() if page.name != "README.md")


def test_the_index_of_decisions_has_every_page_once() -> None:
    index = DECISIONS / "README.md"
    listed = [row[0] for rows in _tables(index) for row in rows[1:]]

    assert sorted(listed) == [f"[{page.name}]({page.name})" for page in _pages_of_decisions()]


def test_every_decision_has_a_title_of_its_own_and_gives_reasons_in_one_order() -> None:
    for page in _pages_of_decisions():
        decisions = re.split(r"^## ", page.read_text(), flags=re.MULTILINE)[1:]
        titles, texts = zip(*(decision.split("\n\n", 1) for decision in decisions), strict=True)
        labels = [re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE) for text in texts]

        assert len(set(titles)) == len(titles), page.name
        assert all(text.strip() for text in texts), page.name
        order = ["Why", "Figures", "Rejected"]
        assert labels == [[label for label in order if label in given] for given in labels], page.name


def _anchors(document: Path) -> set[str]:
    """Returns the anchors of a document: its headings, as hosting platforms and editors write them."""
    headings = re.findall(r"^#+ (.+)$", _without_blocks(document.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _without_blocks(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", _without_blocks(document.read_text()))
    inner = [
        (document.parent / path if path else document, anchor) for path, anchor in links if "://" not in path
    ]

    assert [str(path) for path, _ in inner if not path.exists()] == []
    assert [
        f"{path.name}#{anchor}"
        for path, anchor in inner
        if anchor and path.suffix == ".md" and anchor not in _anchors(path)
    ] == []


def _example() -> dict[str, str]:
    """Returns the worked example of a new family: its files with their content."""
    text = (DOCS / "architecture.md").read_text()
    blocks = re.findall(r"^`([\w/.]+\.py)`:\n\n```python\n(.*?)```", text, re.DOTALL | re.MULTILINE)
    return dict(blocks)


def _add_module(file: str, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the example's module importable."""
    root = next(root for root in ("layers/shared/", "functions/") if file.startswith(root))
    name = file.removeprefix(root).removesuffix(".py").replace("/", ".")
    folder = name.rpartition(".")[0]
    try:
        importlib.import_module(folder)
    except ModuleNotFoundError:
        monkeypatch.setitem(sys.modules, folder, ModuleType(folder))
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(source, file, "exec"), module.__dict__)


def _routes_of_the_example() -> dict[str, str]:
    """Returns each route that the example's handler declares, with the handler."""
    [block] = re.findall(r"```yaml\n(.*?)```", (DOCS / "architecture.md").read_text(), re.DOTALL)
    [function] = yaml_parse(block).values()
    handler = function["Properties"]["Handler"]
    api = sys.modules[handler.rpartition(".")[0]].api
    return {route.key: handler for route in api.routes}


@pytest.mark.beyond_the_document("the example is no part of the service")
def test_the_example_of_a_new_family_works(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    for file, source in _example().items():
        _add_module(file, source, monkeypatch)
    routes = {**gateway_double.handlers(), **_routes_of_the_example()}
    loops = re.findall(r"`(Fn::ForEach::\w+)`", (DOCS / "architecture.md").read_text())
    assert all(f"  {loop}:\n" in (REPOSITORY / "template.yaml").read_text() for loop in loops)
    monkeypatch.setattr(gateway_double, "handlers", lambda: routes)

    created = service.post("/locations", {"name": "Berlin", "timezone": "Europe/Berlin"})
    faulty = service.post("/locations", {"timezone": "Berlin"})

    assert (created.status, faulty.status) == (201, 400)
    assert faulty.faulty_fields == {"name", "timezone"}
    assert service.get(f"/locations/{created.data['id']}").data == created.data
    assert service.get(f"/locations/{new_id()}").status == 404
    listed = service.get("/locations", search="ber").data
    assert (listed["locations"], listed["pagination"]["total"]) == ([created.data], 1)

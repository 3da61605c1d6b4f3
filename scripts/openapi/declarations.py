"""The routes as the handlers declare them and as the template publishes them, which must be the same."""

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from samtranslator.yaml_helper import yaml_parse

from gather.http.routes import Api, Route

PROJECT = Path(__file__).parents[2]
TEMPLATE = PROJECT / "template.yaml"
FUNCTIONS = PROJECT / "functions"


@dataclass(frozen=True)
class DeclaredRoute:
    """A route with the family of handlers that declares it."""

    family: str
    route: Route


def read_template(path: Path = TEMPLATE) -> dict[str, Any]:
    """The template, parsed."""
    template: dict[str, Any] = yaml_parse(path.read_text(encoding="utf-8"))
    return template


def published_routes(template: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """Method and path of each route of the HTTP API, with the package of the function behind it."""
    published: dict[tuple[str, str], str] = {}
    for resource in template["Resources"].values():
        if resource["Type"] != "AWS::Serverless::Function":
            continue
        package = resource["Properties"]["Handler"].partition(".")[0]
        for event in resource["Properties"].get("Events", {}).values():
            properties = event["Properties"]
            if event["Type"] == "HttpApi" and "Path" in properties:
                published[properties["Method"].upper(), properties["Path"]] = package
    return published


def declared_routes(functions: Path = FUNCTIONS) -> list[DeclaredRoute]:
    """The routes of every handler, family by family in the order of their declaration."""
    found: list[DeclaredRoute] = []
    for handler in sorted(functions.glob("*/handler.py")):
        family = handler.parent.name
        module = importlib.import_module(f"{family}.handler")
        apis = {id(value): value for value in vars(module).values() if isinstance(value, Api)}
        found += [DeclaredRoute(family, route) for api in apis.values() for route in api.routes]
    return found


def differences(published: Mapping[tuple[str, str], str], declared: Iterable[DeclaredRoute]) -> list[str]:
    """A sentence for each route that the template and the handlers do not agree on."""
    in_handlers = {(each.route.method, each.route.path): each.family for each in declared}
    found: list[str] = []
    for method, path in sorted(published.keys() | in_handlers.keys(), key=lambda route: (route[1], route[0])):
        package, family = published.get((method, path)), in_handlers.get((method, path))
        if family is None:
            found.append(
                f"{method} {path} is in template.yaml, and functions/{package}/handler.py has it not"
            )
        elif package is None:
            found.append(f"{method} {path} is in functions/{family}/handler.py, and template.yaml has it not")
        elif package != family:
            found.append(f"{method} {path} is declared by {family}, and template.yaml sends it to {package}")
    return found


def methods_by_path(published: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The methods of each path: what the fallback function knows of the API."""
    methods: dict[str, list[str]] = {}
    for method, path in sorted(published, key=lambda route: (route[1], route[0])):
        methods.setdefault(path, []).append(method)
    return methods

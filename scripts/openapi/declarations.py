"""The routes as the handlers declare them: what the gateway, the fallback and the document are made from."""

import importlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gather.http.route_declaration import Route
from gather.http.routes import Api

PROJECT = Path(__file__).parents[2]
FUNCTIONS = PROJECT / "functions"


@dataclass(frozen=True)
class DeclaredRoute:
    """A route with the family of handlers that declares it."""

    family: str
    route: Route


def declared_routes(functions: Path = FUNCTIONS) -> list[DeclaredRoute]:
    """The routes of every handler, family by family in the order of their declaration."""
    found: list[DeclaredRoute] = []
    for handler in sorted(functions.glob("*/handler.py")):
        family = handler.parent.name
        module = importlib.import_module(f"{family}.handler")
        apis = {id(value): value for value in vars(module).values() if isinstance(value, Api)}
        found += [DeclaredRoute(family, route) for api in apis.values() for route in api.routes]
    return found


def ours(declared: Iterable[DeclaredRoute]) -> list[DeclaredRoute]:
    """The routes of our own interface, without those that recruiting suites describe themselves."""
    return [each for each in declared if each.route.is_ours]


def declared_twice(declared: Iterable[DeclaredRoute]) -> list[str]:
    """A sentence for each route that more than one handler declares."""
    times = Counter(each.route.key for each in declared)
    return [f"{key} is declared {number} times" for key, number in times.items() if number > 1]


def methods_by_path(declared: Iterable[DeclaredRoute]) -> dict[str, list[str]]:
    """The methods of each path: what the fallback function knows of the API."""
    methods: dict[str, list[str]] = {}
    for route in sorted((each.route for each in declared), key=lambda route: (route.path, route.method)):
        methods.setdefault(route.path, []).extend(route.methods)
    return methods

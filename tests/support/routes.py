"""Finds the route that a gateway leads a request to."""

from collections.abc import Iterable


def find_route(method: str, path: str, routes: Iterable[str]) -> tuple[str, dict[str, str]] | None:
    """The route for a method and a path, such as `GET /jobs/{id}`, with its parameters; None without one.

    A route without parameters goes before one that has them, as in API Gateway.
    """
    parts = path.split("/")
    for route in sorted(routes, key=lambda route: "{" in route):
        route_method, _, template = route.partition(" ")
        names = template.split("/")
        if route_method != method or len(names) != len(parts):
            continue
        pairs = list(zip(names, parts, strict=True))
        if all(name == part or name.startswith("{") for name, part in pairs) and not template.endswith("+}"):
            return route, {name[1:-1]: part for name, part in pairs if name.startswith("{")}
    return _find_greedy(method, path, routes)


def _find_greedy(method: str, path: str, routes: Iterable[str]) -> tuple[str, dict[str, str]] | None:
    """The route whose last parameter takes all that follows, such as `GET /console/{screen+}`."""
    for route in routes:
        before, _, name = route.rpartition("/{")
        beginning = before.removeprefix(f"{method} ")
        if name.endswith("+}") and beginning != before and path.startswith(f"{beginning}/"):
            return route, {name[:-2]: path.removeprefix(f"{beginning}/")}
    return None

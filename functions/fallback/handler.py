"""The default route: 404 for unknown paths, 405 for another method of known ones (interface: Errors, rule 7).

`assets/routes.json` holds every path of the API with its methods; `python -m openapi` writes it from the
handlers.
"""

import json
from functools import cache
from pathlib import Path

from gather.core.errors import GatherError, MethodNotAllowed
from gather.http.routes import Api, unknown_path

ROUTES = Path(__file__).parent / "assets" / "routes.json"


@cache
def _routes() -> dict[tuple[str, ...], list[str]]:
    """The methods of each path, which is given by its parts."""
    known: dict[str, list[str]] = json.loads(ROUTES.read_text(encoding="utf-8"))
    return {tuple(path.split("/")): methods for path, methods in known.items()}


def _is_at(path: tuple[str, ...], parts: list[str]) -> bool:
    return len(path) == len(parts) and all(
        part == name or (name.startswith("{") and part != "") for name, part in zip(path, parts, strict=True)
    )


def _placeholders(path: tuple[str, ...]) -> int:
    """How much of a path is left open: the one that leaves least open is meant."""
    return sum(name.startswith("{") for name in path)


def refuse(method: str, path: str) -> GatherError:
    """The fault of a request that the gateway found no route for."""
    parts = path.split("/")
    paths = [known for known in _routes() if _is_at(known, parts)]
    allowed = set(_routes()[min(paths, key=_placeholders)]) if paths else set[str]()
    return MethodNotAllowed(allowed) if allowed and method not in allowed else unknown_path()


api = Api("fallback", unmatched=refuse)
handler = api.handler

"""Makes packages that import everything they offer import a thing when it is first asked for.

`from aws_lambda_powertools.event_handler import Response` alone would load GraphQL, asyncio and a dozen
resolvers that nothing here uses. Only the built layer is changed; the libraries as installed work too.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGES = (
    "aws_lambda_powertools",
    "aws_lambda_powertools/event_handler",
    "aws_lambda_powertools/metrics",
    "aws_lambda_powertools/utilities/data_classes",
)

_LOOK_UP = """

_LAZY = {names!r}


def __getattr__(name):
    if name not in _LAZY:
        raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
    from importlib import import_module

    value = getattr(import_module(_LAZY[name], __name__), name)
    globals()[name] = value
    return value
"""


def make_lazy(layer: Path) -> None:
    """Rewrite PACKAGES below the import root `layer`. Raises FileNotFoundError when one is not there."""
    for package in PACKAGES:
        file = layer / package / "__init__.py"
        file.write_text(lazy_source(file.read_text(encoding="utf-8")), encoding="utf-8")


def lazy_source(source: str) -> str:
    """The source of a package's `__init__`, its imports of names put off where that changes nothing.

    What the module itself uses stays, and so does a name that its own submodule has too, because loading the
    submodule would take the name's place.
    """
    module = ast.parse(source)
    used = {node.id for node in ast.walk(module) if isinstance(node, ast.Name)}
    names: dict[str, str] = {}
    kept: list[ast.stmt] = []
    for statement in module.body:
        if _can_wait(statement, used):
            names.update(_imported(statement))
        else:
            kept.append(statement)
    return ast.unparse(ast.Module(kept, [])) + _LOOK_UP.format(names=names)


def _can_wait(statement: ast.stmt, used: set[str]) -> bool:
    if not isinstance(statement, ast.ImportFrom) or statement.module is None:
        return False
    if statement.module == "__future__":
        return False
    own = statement.module.rpartition(".")[2]
    return all(
        alias.asname is None and alias.name not in ("*", own) and alias.name not in used
        for alias in statement.names
    )


def _imported(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    assert isinstance(statement, ast.ImportFrom)
    module = "." * statement.level + (statement.module or "")
    for alias in statement.names:
        yield alias.name, module

"""Makes packages that import everything they offer import a thing when it is first asked for.

`from aws_lambda_powertools.event_handler import Response` alone would load GraphQL, asyncio and a dozen
resolvers that nothing here uses. Only the built layer is changed; the libraries as installed work too.
"""

import ast
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, TypeGuard

from layer import parts

_RESOLVERS: Final = "aws_lambda_powertools/event_handler"
_OPENAPI: Final = f"{_RESOLVERS}/openapi"
_EVENTS: Final = "aws_lambda_powertools/utilities/data_classes"
PACKAGES: Final = (_RESOLVERS, _OPENAPI, _EVENTS)
UNNEEDED: Final = (
    f"{_RESOLVERS}/appsync.py",
    f"{_RESOLVERS}/bedrock_agent.py",
    f"{_RESOLVERS}/bedrock_agent_function.py",
    f"{_RESOLVERS}/events_appsync",
    f"{_RESOLVERS}/graphql_appsync",
    f"{_RESOLVERS}/http_resolver.py",
    f"{_OPENAPI}/merge.py",
)
"""Resolvers and others that nothing loads once the packages are lazy."""
# Of the events that a function may get, powertools describes forty. Its resolver and its batches load these.
KEPT_EVENTS: Final = (
    "__init__",
    "alb_event",
    "api_gateway_proxy_event",
    "bedrock_agent_event",
    "cloud_watch_logs_event",
    "common",
    "dynamo_db_stream_event",
    "event_bridge_event",
    "kafka_event",
    "kinesis_stream_event",
    "lambda_function_url_event",
    "s3_event",
    "shared_functions",
    "sns_event",
    "sqs_event",
    "vpc_lattice",
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


def apply(libraries: Path) -> None:
    """Rewrite PACKAGES, and leave out UNNEEDED and all events but KEPT_EVENTS.

    Raises FileNotFoundError when a package is not there, ValueError when one imports nothing that could wait
    or has no part that is to be left out or kept.
    """
    parts.delete(libraries, UNNEEDED)
    _delete_events(libraries / _EVENTS)
    for package in PACKAGES:
        file = libraries / package / "__init__.py"
        left_out = partial(_is_left_out, libraries, package)
        try:
            file.write_text(lazy_source(file.read_text(encoding="utf-8"), left_out), encoding="utf-8")
        except ValueError as fault:
            raise ValueError(f"{package} {fault}") from None


def _delete_events(folder: Path) -> None:
    kept = {folder / f"{name}.py" for name in KEPT_EVENTS}
    for file in sorted(kept):
        if not file.is_file():
            raise ValueError(f"{_EVENTS} has no {file.name} any more")
    for entry in set(folder.iterdir()) - kept:
        parts.delete_entry(entry)


def lazy_source(source: str, is_left_out: Callable[[ast.ImportFrom], bool] = lambda _: False) -> str:
    """The source of a package's `__init__`, its imports of names put off where that changes nothing.

    What the module itself uses stays, and so does a name that its own submodule has too, because loading the
    submodule would take the name's place. A submodule that `is_left_out` of the layer takes no place. Raises
    ValueError when nothing can be put off.
    """
    module = ast.parse(source)
    used = {node.id for node in ast.walk(module) if isinstance(node, ast.Name)}
    names: dict[str, str] = {}
    kept: list[ast.stmt] = []
    for statement in module.body:
        if _can_wait(statement, used, is_left_out):
            names.update(_imported(statement))
        else:
            kept.append(statement)
    if not names:
        raise ValueError("imports nothing that can be put off any more")
    return ast.unparse(ast.Module(kept, [])) + _LOOK_UP.format(names=names)


def _can_wait(
    statement: ast.stmt, used: set[str], is_left_out: Callable[[ast.ImportFrom], bool]
) -> TypeGuard[ast.ImportFrom]:
    if not isinstance(statement, ast.ImportFrom) or statement.module is None:
        return False
    if statement.module == "__future__":
        return False
    own = None if is_left_out(statement) else statement.module.rpartition(".")[2]
    return all(
        alias.asname is None and alias.name not in ("*", own) and alias.name not in used
        for alias in statement.names
    )


def _is_left_out(layer: Path, package: str, statement: ast.ImportFrom) -> bool:
    """Whether the layer has no module of the package that a statement names."""
    module = (statement.module or "").replace(".", "/")
    path = layer / package / module if statement.level == 1 else layer / module
    return path.parent == layer / package and not path.is_dir() and not path.with_suffix(".py").exists()


def _imported(statement: ast.ImportFrom) -> Iterator[tuple[str, str]]:
    module = "." * statement.level + (statement.module or "")
    for alias in statement.names:
        yield alias.name, module

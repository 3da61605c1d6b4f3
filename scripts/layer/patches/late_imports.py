"""Puts imports off that a library makes when it is loaded and uses in some of its functions alone.

Where the name is used, it is imported then. Only the built layer is changed; the libraries as installed work
too.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

IMPORTS = {
    # Plugins of pydantic, which a variable of every function switches off, are looked up in the metadata of
    # packages: that loads the packages of e-mail, of zip files and of temporary files.
    "pydantic/plugin/_loader.py": "importlib_metadata",
    # What a correlation id is found with: JMESPath.
    "aws_lambda_powertools/logging/logger.py": "jmespath_utils",
}
"""The name that waits, by the file that imports it."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def put_off(layer: Path) -> None:
    """Rewrite the files of IMPORTS below the import root `layer`.

    Raises ValueError when a file no longer imports the name, or uses it while it is loaded.
    """
    for file, name in IMPORTS.items():
        path = layer / file
        try:
            path.write_text(late_source(path.read_text(encoding="utf-8"), name), encoding="utf-8")
        except ValueError as fault:
            raise ValueError(f"{file} {fault}") from None


def late_source(source: str, name: str) -> str:
    """The source of a module whose functions import `name` where they use it, and not the module.

    Raises ValueError when the module does not import `name` by itself, or uses it outside functions.
    """
    module = ast.parse(source)
    found = next((each for each in module.body if _imports(each, name)), None)
    if found is None:
        raise ValueError(f"has no import of {name} alone any more")
    places = list(_places([each for each in module.body if each is not found], name))
    if not places:
        raise ValueError(f"has no use for {name} any more")
    lines = source.splitlines(keepends=True)
    for number in range(found.lineno - 1, found.end_lineno or 0):
        # Line by line, because tracebacks name them.
        lines[number] = "\n"
    for place in places:
        lines[place.lineno - 1] = _with_import(lines[place.lineno - 1], ast.unparse(found))
    return "".join(lines)


def _imports(statement: ast.stmt, name: str) -> bool:
    if not isinstance(statement, ast.Import | ast.ImportFrom):
        return False
    return [alias.asname or alias.name for alias in statement.names] == [name]


def _with_import(line: str, statement: str) -> str:
    indentation = line[: len(line) - len(line.lstrip())]
    return f"{indentation}{statement}\n{line}"


def _places(body: list[ast.stmt], name: str) -> Iterator[ast.stmt]:
    """The statements before which each function of a module or a class has to import `name`."""
    for statement in body:
        if not _uses(statement, name):
            continue
        if isinstance(statement, ast.ClassDef):
            yield from _places(statement.body, name)
        elif isinstance(statement, _Function) and not _is_loaded_with(statement, name):
            yield _first_use(statement.body, name)
        else:
            raise ValueError(f"uses {name} while it is loaded")


def _is_loaded_with(function: _Function, name: str) -> bool:
    """Whether the function's decorators or its signature use the name."""
    return any(_uses(part, name) for part in (*function.decorator_list, function.args)) or (
        function.returns is not None and _uses(function.returns, name)
    )


def _first_use(body: list[ast.stmt], name: str) -> ast.stmt:
    """The innermost statement with all uses of `name` in `body`, or the first of several."""
    using = [statement for statement in body if _uses(statement, name)]
    first = using[0]
    if len(using) == 1:
        blocks = [block for block in _blocks(first) if any(_uses(each, name) for each in block)]
        if len(blocks) == 1 and not _uses_beside_blocks(first, name):
            inner = _first_use(blocks[0], name)
            if inner.col_offset > first.col_offset:  # else it is an `elif`
                return inner
    return first


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks that run once at most when the statement does."""
    if isinstance(statement, ast.If):
        yield from (statement.body, statement.orelse)
    elif isinstance(statement, ast.Try):
        yield from (statement.body, statement.orelse, statement.finalbody)
        yield from (handler.body for handler in statement.handlers)
    elif isinstance(statement, ast.With | _Function):
        yield statement.body


def _uses_beside_blocks(statement: ast.stmt, name: str) -> bool:
    inside = sum(_count(each, name) for block in _blocks(statement) for each in block)
    return _count(statement, name) > inside


def _uses(node: ast.AST, name: str) -> bool:
    return _count(node, name) > 0


def _count(node: ast.AST, name: str) -> int:
    return sum(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))

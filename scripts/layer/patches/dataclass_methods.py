"""Compiles the methods of dataclasses at the build, so that a cold start compiles none.

`dataclasses` writes the source of a class's methods when the class is made, and executes it. The build notes
every source that is executed for the package and the functions, and puts the compiled ones into the layer.
There, a source that is known is not compiled again; any other one is executed as ever. So a class can't get
other methods than its own, whatever has changed since.
"""

import ast
import subprocess
from pathlib import Path

from layer.dataclass_recorder import INSTALLER

_RECORDER = Path(__file__).parents[1] / "dataclass_recorder.py"
# Whichever of them a function imports first.
_INSTALLED_BY = ("aws_lambda_powertools", "botocore", "gather", "pydantic")

_SOURCE = '''"""Methods of dataclasses, compiled when the layer was built."""

import builtins
import dataclasses
from importlib.util import MAGIC_NUMBER
from marshal import loads


def _compiled():
    with open(__file__.rpartition("/")[0] + "/_dataclass_methods.bin", "rb") as file:
        magic_number, methods = loads(file.read())
    return methods if magic_number == MAGIC_NUMBER else {}


_METHODS = _compiled()


def _execute(source, *namespaces):
    compiled = _METHODS.get(source)
    builtins.exec(source if compiled is None else loads(compiled), *namespaces)


dataclasses.exec = _execute
'''


def precompile(layer: Path, functions: Path, libraries: Path, python: str) -> None:
    """Put the compiled methods into `layer`, as the interpreter `python` compiles them.

    `functions` are read, never changed. `libraries` has those of the layer as they run on this machine.
    Raises ValueError when the interpreter makes dataclasses in another way than this expects.
    """
    target = layer / f"{INSTALLER}.bin"
    _record(python, "record", target, libraries, layer, functions)
    (layer / f"{INSTALLER}.py").write_text(_SOURCE, encoding="utf-8")
    for package in _INSTALLED_BY:
        file = layer / package / "__init__.py"
        file.write_text(installing(file.read_text(encoding="utf-8")), encoding="utf-8")
    _record(python, "verify", target, libraries, layer, functions)


def installing(source: str) -> str:
    """The source of a package's `__init__`, importing the compiled methods before anything else."""
    body = ast.parse(source).body
    first = 0
    for statement in body[:2]:
        is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        is_future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if is_docstring or is_future:
            first = statement.end_lineno or 0
    lines = source.splitlines(keepends=True)
    return "".join([*lines[:first], f"import {INSTALLER}\n", *lines[first:]])


def _record(python: str, action: str, target: Path, *roots: Path) -> None:
    command = [python, "-B", "-I", "-S", str(_RECORDER), action, str(target), *map(str, roots)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if finished.returncode:
        raise ValueError(f"The methods of dataclasses can't be compiled: {finished.stderr.strip()}")

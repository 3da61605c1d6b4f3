"""Compiles a folder with the interpreter that runs this.

    python bytecode_compiler.py FOLDER DEPLOYED_AT

The files are marked as never to be checked against their sources: a package's timestamps are not those of its
sources, and a deployed source does not change. What is compiled has no docstrings, which are a quarter of all
bytecode and which no function shows.
"""

import ast
import sys
from importlib import _bootstrap_external
from importlib.util import cache_from_source, source_hash
from pathlib import Path

STAND_IN = "-"
"""The replacement of a docstring, because `dataclasses` writes one for a class that has none."""

_Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def compiled(source: bytes, deployed_at: str) -> bytes:
    """The content of the file of bytecode. Raises SyntaxError."""
    module = ast.parse(source, deployed_at)
    for node in ast.walk(module):
        docstring = docstring_of(node)
        if docstring is not None:
            docstring.value = STAND_IN
    code = compile(module, deployed_at, "exec", dont_inherit=True)
    # py_compile calls this one, which typeshed does not have.
    content: bytes = _bootstrap_external._code_to_hash_pyc(code, source_hash(source), False)  # type: ignore[attr-defined]
    return content


def docstring_of(node: ast.AST) -> ast.Constant | None:
    """The docstring of a module, a class or a function; None for one without, and for every other node."""
    if not isinstance(node, _Documented) or not node.body or not isinstance(node.body[0], ast.Expr):
        return None
    constant = node.body[0].value
    return constant if isinstance(constant, ast.Constant) and isinstance(constant.value, str) else None


def main() -> None:
    """Do as the command line says."""
    folder, deployed_at = Path(sys.argv[1]), sys.argv[2]
    for file in sorted(folder.rglob("*.py")):
        content = compiled(file.read_bytes(), f"{deployed_at}/{file.relative_to(folder)}")
        target = Path(cache_from_source(str(file)))
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(content)


if __name__ == "__main__":
    main()

"""Compiles a folder with the interpreter that runs this.

    python bytecode_compiler.py FOLDER DEPLOYED_AT

The files are marked as never to be checked against their sources: a package's timestamps are not those of its
sources, and a deployed source does not change. What is compiled has no docstrings, which are a quarter of all
bytecode and which no function shows. They stay in the sources.
"""

import ast
import sys
from importlib import _bootstrap_external
from importlib.util import cache_from_source, source_hash
from pathlib import Path

STAND_IN = "-"
"""In the place of a docstring: `dataclasses` writes one for a class that has none."""

_Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def compiled(source: bytes, deployed_at: str) -> bytes:
    """The content of the file of bytecode. Raises SyntaxError."""
    module = ast.parse(source, deployed_at)
    for node in ast.walk(module):
        if isinstance(node, _Documented):
            _leave_docstring_out(node.body)
    code = compile(module, deployed_at, "exec", dont_inherit=True)
    # What py_compile calls; typeshed does not know it.
    content: bytes = _bootstrap_external._code_to_hash_pyc(code, source_hash(source), False)  # type: ignore[attr-defined]
    return content


def _leave_docstring_out(body: list[ast.stmt]) -> None:
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        constant = body[0].value
        if isinstance(constant.value, str):
            constant.value = STAND_IN


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

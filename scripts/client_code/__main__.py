"""`python -m client_code` writes what the clients have of the document; `--check` fails when it is stale."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from client_code import bruno, mcp_tools, python_models, python_operations, typescript
from client_code.plain_document import Schema
from openapi.__main__ import DOCUMENT, stale
from openapi.declarations import PROJECT

CLIENTS = PROJECT / "clients"
PYTHON = CLIENTS / "python" / "src" / "talent_screening" / "generated"
BRUNO = CLIENTS / "bruno"
TOOLS = CLIENTS / "mcp" / "src" / "talent_screening_mcp" / "tools.json"
TYPES = typescript.FOLDER / "src" / "schema.ts"


def generate(document: Schema) -> dict[Path, str]:
    """The generated files with their content."""
    modules = {"models": python_models.models(document), **python_operations.modules(document)}
    contents = {PYTHON / f"{name}.py": _formatted(source) for name, source in modules.items()}
    contents |= {BRUNO / name: text for name, text in bruno.collection(document).items()}
    contents[TOOLS] = mcp_tools.tools(document)
    if typescript.is_installed():
        contents[TYPES] = typescript.types(document)
    else:
        print("client_code: the TypeScript client is left as it is, without its packages", file=sys.stderr)
    return contents


def left_over(contents: dict[Path, str]) -> list[Path]:
    """Files of operations that the document no longer has."""
    return [file for file in sorted(BRUNO.rglob("*.bru")) if file not in contents]


def run(arguments: list[str]) -> int:
    """Write or check; the status that the process ends with."""
    parser = argparse.ArgumentParser(prog="client_code", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is out of date")
    contents = generate(json.loads(DOCUMENT.read_text(encoding="utf-8")))
    superfluous = left_over(contents)
    if not parser.parse_args(arguments).check:
        for file in superfluous:
            file.unlink()
        for path, content in contents.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return 0
    complaints = stale(contents) + superfluous
    for path in complaints:
        print(f"client_code: {path.relative_to(PROJECT)} is out of date: run make clients", file=sys.stderr)
    return 1 if complaints else 0


def _formatted(source: str) -> str:
    """Formats like the code of the repository. The file name keeps the settings from excluding it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename=generated.py", "-"]
    finished = subprocess.run(command, cwd=PROJECT, input=source, capture_output=True, text=True, check=True)
    return finished.stdout


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))

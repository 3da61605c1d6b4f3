"""The types of the TypeScript client, by openapi-typescript, which is a package of npm."""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from client_code.plain_document import NAMED, Schema
from openapi.declarations import PROJECT

FOLDER = PROJECT / "clients" / "typescript"
GENERATOR = FOLDER / "node_modules" / ".bin" / "openapi-typescript"


def is_installed() -> bool:
    """Whether the packages of npm are there; without npm on a machine they are not."""
    return GENERATOR.exists()


def types(document: Schema) -> str:
    """The module of types, without examples: they would be most of it."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "schema.ts"
        source.write_text(json.dumps(_without_examples(document)), encoding="utf-8")
        command = [str(GENERATOR), str(source), "--output", str(target), "--default-non-nullable=false"]
        subprocess.run(command, check=True, capture_output=True)
        return target.read_text(encoding="utf-8")


def _without_examples(value: Any, *, names: bool = False) -> Any:
    if isinstance(value, list):
        return [_without_examples(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_examples(member, names=key in NAMED and not names)
        for key, member in value.items()
        if names or key not in ("example", "examples")
    }

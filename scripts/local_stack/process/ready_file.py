"""Writes what a caller needs to know of the running stack: a JSON file that appears in one move."""

import json
import os
from pathlib import Path
from typing import Any

RUNNING_FILE = "running.json"
"""The same content in the state folder, by which tools of this machine find the running stack."""


def write_private(path: Path, content: dict[str, Any]) -> None:
    """Writes the object as JSON in one move; it holds keys, so that only its owner can read it."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=2)
        file.write("\n")
    temporary.replace(path)

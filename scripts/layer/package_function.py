#!/usr/bin/env python3
"""Packages one function: the folder that its handler is in, compiled.

    python scripts/layer/package_function.py LOGICAL_ID TARGET ARCHITECTURE

A function without compiled libraries is the same for every architecture, and is built without knowing it.

Each build is a release: what it packages differs from what the builds before it have packaged. SAM
publishes a version of a function where its package differs. It would not for another layer or parameter.
"""

import re
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from layer import bytecode, pdf_reader, viewer

REPOSITORY = Path(__file__).resolve().parents[2]
RELEASE = "release.txt"
"""The file of a package that says when it was built."""


def package_of(template: str, logical_id: str) -> str:
    """The folder of `logical_id`'s handler, such as `deliveries` of `deliveries.slow.handler`.

    The template is read as text, because a host's Python has no YAML. Raises LookupError when it has no
    such function.
    """
    resource = re.search(rf"^  {re.escape(logical_id)}:\n((?:    .*\n|\n)+)", template, re.MULTILINE)
    handler = resource and re.search(r"^      Handler: (\w+)\.[\w.]+$", resource[1], re.MULTILINE)
    if not handler:
        raise LookupError(f"template.yaml has no function {logical_id}")
    return handler[1]


def main() -> int:
    """Copy and compile as the command line says."""
    logical_id, target, architecture = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    package = package_of((REPOSITORY / "template.yaml").read_text(encoding="utf-8"), logical_id)
    shutil.copytree(
        REPOSITORY / "functions" / package,
        target / package,
        ignore=shutil.ignore_patterns("__pycache__", "*.pyc", "*.asl.json", "scripts"),
        dirs_exist_ok=True,
    )
    if package == viewer.FUNCTION:
        viewer.add_to(target)
    if package in pdf_reader.FUNCTIONS:
        pdf_reader.add_to(target, architecture)
    (target / RELEASE).write_text(f"{datetime.now(UTC).isoformat()}\n", encoding="utf-8")
    bytecode.compile_for_lambda(target, "/var/task")
    return 0


if __name__ == "__main__":
    sys.exit(main())

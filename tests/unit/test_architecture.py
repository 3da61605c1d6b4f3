"""What the import contracts of pyproject.toml cannot say, because it goes by the names of modules."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.template.deployment import REPOSITORY

PACKAGE = REPOSITORY / "layers" / "shared" / "gather"
ROOMS = ("tenancy", "content", "screening", "workflow", "chat", "webhooks", "connect")
STORING = ("_storage", "_operations")
"""Endings of the modules of a room that know the table."""

ADAPTERS = {"connect/vendor_client.py"}
"""Modules of a room that ask another service; they know no table either."""

INPUT_AND_OUTPUT = (
    "aws_lambda_powertools",
    "boto3",
    "botocore",
    "gather.core.aws",
    "gather.outgoing",
    "gather.table",
    "urllib3",
)


def _models_and_rules() -> list[Path]:
    return [
        module
        for room in ROOMS
        for module in sorted((PACKAGE / room).rglob("*.py"))
        if not module.stem.endswith(STORING) and str(module.relative_to(PACKAGE)) not in ADAPTERS
    ]


def _imports(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("module", _models_and_rules(), ids=lambda module: str(module.relative_to(PACKAGE)))
def test_models_and_rules_do_no_input_or_output(module: Path) -> None:
    forbidden = {
        name for name in _imports(module) if name.startswith(INPUT_AND_OUTPUT) or name.endswith(STORING)
    }

    assert forbidden == set()

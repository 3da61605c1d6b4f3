"""The exceptions of refusals are passed as they are."""

import ast

from gather.core import errors
from tests.template.deployment import REPOSITORY


def test_a_function_that_makes_an_exception_uses_its_parameters() -> None:
    """An exception that is always the same needs no function: `gather.table.unit_of_work.Refusal`."""
    made = {"Exception", *(name for name in vars(errors) if name[0].isupper())}
    unused = [
        f"{file.relative_to(REPOSITORY)}: {parameter.arg} of {function.name}"
        for folder in ("layers/shared/gather", "functions")
        for file in sorted((REPOSITORY / folder).rglob("*.py"))
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef) and ast.unparse(function.returns or function) in made
        for parameter in function.args.args
        if not any(isinstance(node, ast.Name) and node.id == parameter.arg for node in ast.walk(function))
    ]

    assert unused == []

"""Paths whose parameters are not what they should be."""

import re

_PARAMETER = re.compile(r"{\w+}")


def with_parameters(path: str, value: str) -> str:
    """A path with `value` for each of its parameters."""
    return _PARAMETER.sub(value, path)


def with_one_parameter(path: str, name: str, value: str, others: str) -> str:
    """A path with `value` for one of its parameters and `others` for the rest."""
    return with_parameters(path.replace(f"{{{name}}}", value), others)


def parameters(path: str) -> list[str]:
    """The names of a path's parameters, in its order."""
    return [name[1:-1] for name in _PARAMETER.findall(path)]

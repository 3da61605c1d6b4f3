"""The parts of the Amazon States Language that the service's definitions use: paths, templates and choices.

A definition that uses another part raises UnknownPart: the simulation never passes over it in silence.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

Document = Any
"""A JSON value."""

_STEP: Final = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d+)\]")
_PATH: Final = re.compile(r"\$\$?(?:\.[A-Za-z_][\w-]*|\[\d+\])*")
_CALL: Final = re.compile(r"(States\.\w+)\((.*)\)")


class UnknownPart(Exception):
    """A definition uses a part of the language that is not written here."""


class PathMissing(Exception):
    """A path leads to nothing, which fails an execution."""


def read(path: str, document: Document, context: Document) -> Document:
    """The value at a path: of the state's input, or with `$$` of the context object. Raises PathMissing."""
    if not _PATH.fullmatch(path):
        raise UnknownPart(path)
    found = context if path.startswith("$$") else document
    for name, number in _STEP.findall(path):
        try:
            found = found[name] if name else found[int(number)]
        except (KeyError, IndexError, TypeError):
            raise PathMissing(path) from None
    return found


def fill(template: Document, document: Document, context: Document) -> Document:
    """The value of a payload template: names that end in `.$` take what their path or function says."""
    if isinstance(template, Mapping):
        return dict(_member(name, value, document, context) for name, value in template.items())
    if isinstance(template, list):
        return [fill(each, document, context) for each in template]
    return template


def _member(name: str, value: Document, document: Document, context: Document) -> tuple[str, Document]:
    if name.endswith(".$"):
        return name.removesuffix(".$"), _evaluated(value, document, context)
    return name, fill(value, document, context)


def _evaluated(expression: str, document: Document, context: Document) -> Document:
    call = _CALL.fullmatch(expression)
    if call is None:
        return read(expression, document, context)
    function = _FUNCTIONS.get(call[1])
    if function is None:
        raise UnknownPart(call[1])
    arguments = [argument.strip() for argument in call[2].split(",")]
    return function(*(_argument(argument, document, context) for argument in arguments))


def _argument(text: str, document: Document, context: Document) -> Document:
    return read(text, document, context) if text.startswith("$") else float(text)


_FUNCTIONS: Final[Mapping[str, Callable[..., Document]]] = {
    "States.MathAdd": lambda left, right: left + right
}


def put(path: str | None, document: Document, result: Document) -> Document:
    """The output of a state: its input with the result at `ResultPath`, which is None to leave it out."""
    if path is None:
        return document
    if path == "$":
        return result
    names = [name for name, _ in _STEP.findall(path)]
    return _with(document, names, result)


def _with(document: Document, names: list[str], result: Document) -> Document:
    name, *rest = names
    inner = _with(document.get(name, {}), rest, result) if rest else result
    return {**document, name: inner}


def chosen(state: Mapping[str, Any], document: Document, context: Document) -> str:
    """The next state of a Choice: that of the first rule that holds, else its default. Raises PathMissing."""
    for rule in state["Choices"]:
        if _holds(rule, document, context):
            return str(rule["Next"])
    return str(state["Default"])


def _holds(rule: Mapping[str, Any], document: Document, context: Document) -> bool:
    if "And" in rule:
        return all(_holds(each, document, context) for each in rule["And"])
    ((name, wanted),) = ((name, each) for name, each in rule.items() if name not in ("Variable", "Next"))
    if name == "IsPresent":
        return _is_present(rule["Variable"], document, context) is wanted
    value = read(rule["Variable"], document, context)
    comparison = _COMPARISONS.get(name)
    if comparison is None:
        raise UnknownPart(name)
    return comparison(value, wanted)


def _is_present(path: str, document: Document, context: Document) -> bool:
    try:
        read(path, document, context)
    except PathMissing:
        return False
    return True


def _is_number(value: Document) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_COMPARISONS: Final[Mapping[str, Callable[[Document, Document], bool]]] = {
    "StringEquals": lambda value, wanted: isinstance(value, str) and value == wanted,
    "BooleanEquals": lambda value, wanted: isinstance(value, bool) and value is wanted,
    "NumericGreaterThan": lambda value, wanted: _is_number(value) and bool(value > wanted),
    "NumericGreaterThanEquals": lambda value, wanted: _is_number(value) and bool(value >= wanted),
}

"""Sets what candidates and visitors said or wrote apart from what the team and the service say.

`"transcription": "…"` becomes `"transcription": {"untrusted": "…"}`. So does a member that the tools do not
know, since a newer service may put a candidate's words there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

UNTRUSTED = "untrusted"


@dataclass(frozen=True)
class RecordShape:
    """What stands where in a record."""

    plain: frozenset[str]
    untrusted: frozenset[str]
    records: Mapping[str, str]
    """The members that are records, or lists of them, with the name of the record."""


def set_apart(value: Any, record: str | None, shapes: Mapping[str, RecordShape]) -> Any:
    """The value, a record or a list of records, with its untrusted texts inside fields named `untrusted`.

    A value of which no record is known is untrusted as a whole.
    """
    if isinstance(value, list):
        return [set_apart(element, record, shapes) for element in value]
    shape = shapes.get(record or "")
    if shape is None or not isinstance(value, dict):
        return _wrapped(value)
    return {name: _member(name, member, shape, shapes) for name, member in value.items()}


def _member(name: str, value: Any, shape: RecordShape, shapes: Mapping[str, RecordShape]) -> Any:
    if name in shape.records:
        return set_apart(value, shape.records[name], shapes)
    return value if name in shape.plain else _wrapped(value)


def _wrapped(value: Any) -> Any:
    """The value inside `untrusted`; what can say nothing (null, a number, an empty list) stays as it is."""
    return {UNTRUSTED: value} if isinstance(value, str | list | dict) and value else value

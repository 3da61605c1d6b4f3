"""The filter criteria of Lambda's event source mappings."""

import json
from typing import Any

from moto.events.models import EventPattern

from local_stack.template.resources import Properties

_ABSENT = object()
_ENDS = {"prefix": str.startswith, "suffix": str.endswith}
"""The content filters that look at an end of a text."""


class Filter:
    """The filter criteria of an event source: a record goes through when one of the patterns matches."""

    def __init__(self, properties: Properties) -> None:
        criteria = properties.get("FilterCriteria", {}).get("Filters", [])
        self._patterns = [json.loads(criterion["Pattern"]) for criterion in criteria]

    def matches(self, record: dict[str, Any]) -> bool:
        return not self._patterns or any(_matches(pattern, record) for pattern in self._patterns)


def _matches(pattern: Any, value: Any) -> bool:
    """Whether a value is as the pattern says.

    moto's own matcher is for content filters but those of a text's ends: it takes much longer, and a filter
    is asked of every change of the table.
    """
    if isinstance(pattern, dict):
        present = value if isinstance(value, dict) else {}
        return all(_matches(expected, present.get(name, _ABSENT)) for name, expected in pattern.items())
    content = [expected for expected in pattern if isinstance(expected, dict)]
    if isinstance(value, str) and content and all(each.keys() <= _ENDS.keys() for each in content):
        return any(_has_end(expected, value) for expected in pattern)
    if content:
        member = {} if value is _ABSENT else {"member": value}
        return bool(EventPattern(None, {"member": pattern}).matches_event(member))  # type: ignore[arg-type]  # moto types EventBridge's envelope alone
    return any(item in pattern for item in (value if isinstance(value, list) else [value]))


def _has_end(expected: Any, value: str) -> bool:
    """Whether a text is as expected, or begins or ends so."""
    if not isinstance(expected, dict):
        return bool(expected == value)
    return all(_ENDS[rule](value, end) for rule, end in expected.items())

"""The request that a tool's arguments stand for."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from talent_screening_mcp.catalogue import ToolEntry
from talent_screening_mcp.failures import ToolFailure

CONFIRM = "confirm"

_NO_SEGMENT = ("", ".", "..")
"""Values that would make a path another one."""


@dataclass(frozen=True)
class ToolRequest:
    """A request to the service that can be sent again as it is."""

    method: str
    path: str
    query: Mapping[str, str]
    content: bytes | None
    idempotency_key: str | None = None

    @property
    def is_repeatable(self) -> bool:
        """Whether a repetition changes nothing."""
        return self.method == "GET" or self.idempotency_key is not None


def request_of(tool: ToolEntry, arguments: Mapping[str, Any], idempotency_key: str) -> ToolRequest:
    """The request of a call. Its key is sent where the operation takes one.

    Models say null for what they leave out; where a member cannot be null, it is left out.

    Raises ToolFailure for arguments that have no place, and for members of the path that are missing.
    """
    _check(tool, arguments)
    body = {
        name: value
        for name, value in arguments.items()
        if name in tool.places["body"] and (value is not None or tool.allows_null(name))
    }
    return ToolRequest(
        tool.method,
        tool.path.format_map(
            {name: quote(_text(arguments[name]), safe="") for name in tool.places["path"]},
        ),
        {
            name: _text(value)
            for name, value in arguments.items()
            if name in tool.places["query"] and value is not None
        },
        json.dumps(body).encode() if tool.has_body else None,
        idempotency_key if tool.takes_idempotency_key else None,
    )


def _check(tool: ToolEntry, arguments: Mapping[str, Any]) -> None:
    known = set(tool.input_schema["properties"]) | {CONFIRM}
    faults = [_fault(name, "It is no argument of this tool.") for name in arguments if name not in known]
    faults += [
        _fault(name, "It is required.")
        for place in ("path", "query")
        for name in tool.required_in(place)
        if arguments.get(name) is None
    ]
    faults += [
        _fault(name, "It has to be a text, a number or a boolean.")
        for name in tool.places["path"] | tool.places["query"]
        if isinstance(arguments.get(name), list | dict)
    ]
    faults += [
        _fault(name, "It has to be the id of a record.")
        for name in tool.places["path"]
        if arguments.get(name) in _NO_SEGMENT
    ]
    if faults:
        raise ToolFailure("VALIDATION_ERROR", "The arguments are not those of the tool.", tuple(faults))


def _fault(name: str, reason: str) -> Mapping[str, str]:
    return {"field": name, "reason": reason}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

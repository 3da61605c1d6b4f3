"""The tools: which there are, and what each of them sends and answers."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from talent_screening_mcp.untrusted import RecordShape

SANDBOX_KEY_PREFIX = "qapi_test_"
ADMIN_SCOPE = "admin"


@dataclass(frozen=True)
class ToolEntry:
    """A tool, which stands for an operation of the service."""

    name: str
    title: str
    description: str
    family: str
    method: str
    path: str
    """The path as the OpenAPI document has it, with `{members}`."""

    scope: str
    is_of_sandbox: bool
    is_read: bool
    effect: str | None
    """Why it asks for a confirmation; None where it needs none."""

    takes_idempotency_key: bool
    places: Mapping[str, frozenset[str]]
    """The names of the members that go into `path`, `query` and `body`."""

    has_body: bool
    input_schema: Mapping[str, Any]
    answers: str | None
    """The name of the record that it answers with, or a list of them."""

    def required_in(self, place: str) -> Iterator[str]:
        """The members of a place that a call must have."""
        return (name for name in self.input_schema["required"] if name in self.places[place])

    def allows_null(self, name: str) -> bool:
        """Whether null is a value of a member, such as one that clears it."""
        schema = self.input_schema["properties"][name]
        return any(
            "null" in ([kind] if isinstance(kind := each.get("type", "null"), str) else kind)
            for each in [*schema.get("anyOf", schema.get("oneOf", [schema]))]
        )


@dataclass(frozen=True)
class ToolSelection:
    """Which tools a server has."""

    key: str = field(repr=False)
    """The key that the tools use: those of the sandbox work with a sandbox's key alone."""

    is_read_only: bool = False
    families: frozenset[str] = frozenset()
    """The families to leave in; all of them when there is none."""

    def has(self, tool: ToolEntry) -> bool:
        """Whether the tool can be called."""
        if self.is_read_only and not tool.is_read:
            return False
        if self.families and tool.family not in self.families:
            return False
        return not tool.is_of_sandbox or self.key.startswith(SANDBOX_KEY_PREFIX)


@cache
def all_tools() -> Mapping[str, ToolEntry]:
    """Every tool by its name."""
    return {entry["name"]: _tool(entry) for entry in _content()["tools"]}


@cache
def record_shapes() -> Mapping[str, RecordShape]:
    """What stands where in the records that tools answer with, by the name of the record."""
    return {
        name: RecordShape(
            plain=frozenset(shape.get("plain", [])),
            untrusted=frozenset(shape.get("untrusted", [])),
            records=shape.get("records", {}),
        )
        for name, shape in _content()["records"].items()
    }


@cache
def _content() -> Any:
    return json.loads((files("talent_screening_mcp") / "tools.json").read_text(encoding="utf-8"))


def _tool(entry: Mapping[str, Any]) -> ToolEntry:
    places = entry["places"]
    return ToolEntry(
        name=entry["name"],
        title=entry["title"],
        description=entry["description"],
        family=entry["family"],
        method=entry["method"],
        path=entry["path"],
        scope=entry["scope"],
        is_of_sandbox=entry["isOfSandbox"],
        is_read=entry["isRead"],
        effect=entry["effect"],
        takes_idempotency_key=entry["takesIdempotencyKey"],
        places={place: frozenset(places.get(place, [])) for place in ("path", "query", "body")},
        has_body=entry["hasBody"],
        input_schema=entry["inputSchema"],
        answers=entry["answers"],
    )

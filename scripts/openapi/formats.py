"""The formats of response members that their names tell: identifiers and times.

The records keep both as text: nothing is gained by parsing what the service wrote itself. The tests compare
every response with these formats.
"""

from typing import Any

Schema = dict[str, Any]

_TIMES = frozenset({"expiry", "timestamp"})
_NO_IDENTIFIERS = frozenset({"externalId", "replicaId"})
"""Members that are named like identifiers and are other systems' or words."""


def with_format(name: str, member: Schema) -> Schema:
    """The schema of the response member `name`, with the format that its name tells."""
    found = _format_of(name)
    if found is None or "format" in member or "enum" in member or "const" in member:
        return member
    if member.get("type") == "string":
        return {**member, "format": found}
    if member.get("type") == "array" and member.get("items", {}).get("type") == "string":
        return {**member, "items": with_format(name.removesuffix("s"), member["items"])}
    if "anyOf" in member:
        variants = [with_format(name, variant) for variant in member["anyOf"]]
        return {**member, "anyOf": variants}
    return member


def _format_of(name: str) -> str | None:
    if name in _NO_IDENTIFIERS:
        return None
    if name == "id" or name.endswith(("Id", "Ids")):
        return "uuid"
    return "date-time" if name in _TIMES or name.endswith("At") else None

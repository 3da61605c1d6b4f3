"""The result of a command, for a person or for a program."""

import json
from collections.abc import Mapping, Sequence

from administration.commands import Change, Row


def as_json(result: Row | Sequence[Row]) -> str:
    """The result for a program."""
    return json.dumps(result, indent=2, ensure_ascii=False)


def as_text(result: Row | Sequence[Row]) -> str:
    """The result for a person: a record as lines, records as a table."""
    if isinstance(result, Mapping):
        width = max(len(name) for name in result)
        return "\n".join(f"{name:<{width}}  {_text(value)}" for name, value in result.items())
    return _table(result) if result else "None."


def dry_run_as_json(change: Change) -> str:
    """The effects of a change, for a program."""
    return as_json({"dryRun": True, "effects": list(change.effects), "present": change.present})


def dry_run_as_text(change: Change) -> str:
    """The effects of a change, for a person."""
    if not change.effects:
        return "Dry run: there is nothing to change."
    return "Dry run, nothing was changed. This would happen:\n" + effects_as_text(change)


def effects_as_text(change: Change) -> str:
    """The effects of a change, a line each."""
    return "\n".join(f"- {_text(effect)}" for effect in change.effects)


def _table(rows: Sequence[Row]) -> str:
    names = list(rows[0])
    lines = [names, *([_text(row[name]) for name in names] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(names))]
    return "\n".join(
        "  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value)) or "-"
    # Text that somebody else typed must not control the terminal.
    return "".join(character if character.isprintable() else "?" for character in str(value))

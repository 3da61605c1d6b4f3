"""The examples of the guides, as a reader copies them."""

import re
from dataclasses import dataclass
from typing import Any

from tests.template.deployment import REPOSITORY

GUIDES = REPOSITORY / "docs" / "guides"
_FENCE = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Snippet:
    """A code block. The blocks of a guide with the same language and label are one program."""

    guide: str
    language: str
    label: str
    text: str


def snippets(guide: str) -> list[Snippet]:
    """Returns the code blocks of a guide, in their order."""
    text = (GUIDES / guide).read_text(encoding="utf-8")
    return [Snippet(guide, *(part or "" for part in match.groups())) for match in _FENCE.finditer(text)]


def program(guide: str, language: str = "python", label: str = "") -> str:
    """Joins the blocks of one program. Raises LookupError when there is none."""
    found = [each.text for each in snippets(guide) if (each.language, each.label) == (language, label)]
    if not found:
        raise LookupError(f"{guide} has no {language} {label}")
    return "\n".join(found)


def run_python(guide: str, label: str = "") -> dict[str, Any]:
    """Runs the program and returns its global names."""
    made: dict[str, Any] = {"__name__": f"guide_{label}"}
    exec(compile(program(guide, label=label), guide, "exec"), made)
    return made

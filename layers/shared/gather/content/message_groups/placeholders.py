"""The placeholders that a message may have (interface: Message groups, rule 3)."""

import re
from typing import Final

PLACEHOLDERS: Final = ("link", "candidateFirstName", "candidateLastName", "interviewTitle", "companyName")
"""The names that stand for something."""


PLACEHOLDER: Final = re.compile(r"\{\{\s*(\w+)\s*\}\}")


def check_placeholders(text: str) -> str:
    """Check that all double braces of `text` enclose a name of PLACEHOLDERS, and return it.

    Raises ValueError, saying which there are: a misspelt one would reach candidates as it was typed.
    """
    rest = PLACEHOLDER.sub(lambda match: "" if match.group(1) in PLACEHOLDERS else match.group(0), text)
    if "{{" in rest or "}}" in rest:
        known = ", ".join(f"{{{{{name}}}}}" for name in PLACEHOLDERS)
        raise ValueError(f"may hold {known} and no other double braces")
    return text

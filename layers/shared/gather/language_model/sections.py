"""The marked sections of a prompt."""

import secrets


def new_marker() -> str:
    """Returns the mark of a prompt's sections, new for each prompt, so that no text can end its own."""
    return secrets.token_hex(8)


def section(name: str, marker: str, content: str) -> str:
    """Returns a part of a prompt that somebody wrote, between marks that nobody can guess."""
    return f"<{name}-{marker}>\n{content}\n</{name}-{marker}>"

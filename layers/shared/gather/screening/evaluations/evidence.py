"""Keeping an evaluation to what candidates really said."""

import re
from collections.abc import Iterable

_LONGEST_EXCERPT = 500


def quote_verbatim(excerpts: Iterable[str], answers: Iterable[str], limit: int = 5) -> tuple[str, ...]:
    """The first `limit` different excerpts that stand in an answer, as they stand there.

    White space may differ, nothing else. What is not found, is empty or is longer than 500 characters
    is left out.
    """
    texts = list(answers)
    found: dict[str, None] = {}
    for excerpt in excerpts:
        match = _find(excerpt, texts)
        if match:
            found.setdefault(match)
    return tuple(found)[:limit]


def _find(excerpt: str, texts: list[str]) -> str | None:
    words = excerpt.split()
    if not words or len(excerpt) > _LONGEST_EXCERPT:
        return None
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words))
    for text in texts:
        if match := pattern.search(text):
            return match.group(0)
    return None

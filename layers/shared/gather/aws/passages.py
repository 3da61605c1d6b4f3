"""Cutting a long script where a speaker would pause."""

import re

from gather.core.characters import has_a_word

_SENTENCE_ENDS = re.compile(r"(?<=[.!?\u2026\u3002\uff01\uff1f])\s+|(?<=[\u3002\uff01\uff1f])|\n+")


def passages(text: str, limit: int) -> list[str]:
    """`text` in passages of at most `limit` characters: whole sentences, as many as fit.

    A sentence that is too long is cut between words, and a word that is too long anywhere. Passages
    without a letter or digit are left out; an empty list means that there is nothing to say.
    """
    filled: list[str] = []
    for piece in _pieces(text, limit):
        if filled and len(filled[-1]) + 1 + len(piece) <= limit:
            filled[-1] += f" {piece}"
        else:
            filled.append(piece)
    return [passage for passage in filled if has_a_word(passage)]


def _pieces(text: str, limit: int) -> list[str]:
    pieces: list[str] = []
    for sentence in _SENTENCE_ENDS.split(text):
        if len(sentence) <= limit:
            pieces.append(sentence.strip())
            continue
        for word in sentence.split():
            pieces.extend(word[start : start + limit] for start in range(0, len(word), limit))
    return [piece for piece in pieces if piece]

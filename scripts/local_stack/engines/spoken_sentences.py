"""A text in sentences, each of which is spoken on its own."""

from collections.abc import Iterator

from gather.screening.conversations.sentences import spoken_parts


def spoken_sentences(text: str) -> Iterator[str]:
    """The sentences of `text` in their order, short ones together with the next one."""
    rest = text.strip()
    while rest:
        first, *others = spoken_parts(rest)
        yield first
        rest = " ".join(others)

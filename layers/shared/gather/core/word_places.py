"""The places of spoken words in the text that was made of them."""

from collections.abc import Iterable, Iterator


def word_places(text: str, spoken: Iterable[tuple[str, float]]) -> Iterator[tuple[int, float]]:
    """The start of each word in `text`, in code points, with its time in seconds.

    `spoken` has the words in their order. The first one that is not next in the text ends them.
    """
    end = 0
    for word, seconds in spoken:
        start = text.find(word, end)
        if start < 0 or any(character.isalnum() for character in text[end:start]):
            return
        yield start, seconds
        end = start + len(word)

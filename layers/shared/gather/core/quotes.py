"""Whether a text repeats another one, word for word."""

from collections.abc import Iterable, Iterator

from gather.core.words import words


def quotes(text: str, source: str, run: int, allowed: Iterable[str] = ()) -> bool:
    """Whether `run` words in a row of `text` stand in `source` too, and in none of the `allowed` texts.

    Case, accents and punctuation make no difference.
    """
    said = set(_runs(text, run))
    if not said:
        return False
    said.intersection_update(_runs(source, run))
    for each in allowed:
        said.difference_update(_runs(each, run))
    return bool(said)


def _runs(text: str, run: int) -> Iterator[tuple[str, ...]]:
    found = words(text)
    return zip(*(found[start:] for start in range(run)), strict=False)

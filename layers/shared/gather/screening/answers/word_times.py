"""When the words of a recording are said, kept in a few characters a word.

`0:3 4:5` says that a word begins at the first character after three tenths of a second, and the next one
four characters and five tenths later.
"""

from collections.abc import Iterable, Iterator

from gather.ports.transcription import SpokenWord


def word_times(words: Iterable[SpokenWord]) -> str | None:
    """The times of the words, which are in their order, as they are kept; None without any."""
    steps = []
    start = tenths = 0
    for word in words:
        moment = max(tenths, round(10 * word.seconds))
        steps.append(f"{word.start - start}:{moment - tenths}")
        start, tenths = word.start, moment
    return " ".join(steps) or None


def seconds_at(kept: str | None, position: int) -> float | None:
    """When the word at `position` of the transcription is said, to a tenth of a second.

    None where it is not known.
    """
    begun = [word for word in _words(kept) if word.start <= position]
    return begun[-1].seconds if begun else None


def _words(kept: str | None) -> Iterator[SpokenWord]:
    start = tenths = 0
    for step in (kept or "").split():
        characters, _, time = step.partition(":")
        start, tenths = start + int(characters), tenths + int(time)
        yield SpokenWord(start, tenths / 10)

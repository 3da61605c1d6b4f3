"""Finds elements that stand twice in a list of a request."""

from collections.abc import Hashable, Iterable, Iterator


def repeated(entries: Iterable[Hashable | None]) -> Iterator[tuple[int, int]]:
    """The position of each entry that is in the list already, with that of the first; None is no entry.

    A list is looked at as it was sent, which may be a megabyte of entries: each of them costs one look.
    """
    first_at: dict[Hashable, int] = {}
    for position, entry in enumerate(entries):
        if entry is None:
            continue
        first = first_at.setdefault(entry, position)
        if first != position:
            yield position, first


def texts(values: Iterable[object]) -> Iterator[str | None]:
    """Yields each of `values` that is a text, and None for a value of any other type."""
    return (value if isinstance(value, str) else None for value in values)

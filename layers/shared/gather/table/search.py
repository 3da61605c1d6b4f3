"""Filters of a walk over thin items: those of the search index, and sorted entries (docs/data-model.md)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, or_

from gather.core.case_folding import spellings
from gather.table.conditions import (
    Condition,
    at_least,
    at_most,
    contains,
    equal,
    has,
    lacks,
    one_of,
)
from gather.table.conversion import Item
from gather.table.listing import Selection

Bounds = tuple[object | None, object | None]
"""The lowest and the highest value that are wanted, both inclusive; None for no bound."""


@dataclass(frozen=True, slots=True)
class Search:
    """The filters of a walk over thin items.

    `text` is looked for in the search text; `equals` maps attributes to the value wanted, `any_of` to the
    values of which one is wanted, `ranges` to the bounds within which it is wanted, `holds` lists to the
    element wanted; `without` names attributes that a record must not have. None and empty ask for nothing.
    `ids` bounds the identifiers (inclusive), and with them the time of making. `also` is a test that only
    whole records can be put to.
    """

    text: str | None = None
    equals: Mapping[str, str | int | None] = field(default_factory=dict)
    ids: tuple[str, str] | None = None
    holds: Mapping[str, str | None] = field(default_factory=dict)
    any_of: Mapping[str, Sequence[str]] = field(default_factory=dict)
    ranges: Mapping[str, Bounds] = field(default_factory=dict)
    without: Sequence[str] = ()
    also: Callable[[Item], bool] | None = None

    def __bool__(self) -> bool:
        return bool(self.ids) or not self.keeps_all()

    def keeps_all(self) -> bool:
        """Whether nothing but `ids` is asked for."""
        return self.also is None and next(self._wanted(), None) is None

    def keeps(self, item: Item) -> bool:
        """Whether a record is kept that was found otherwise, by its whole item; `ids` is not looked at."""
        return (
            (not self.text or any(each in item.get("searchText", "") for each in spellings(self.text)))
            and all(item.get(name) == value for name, value in self.equals.items() if value is not None)
            and all(element in item.get(name, ()) for name, element in self.holds.items() if element)
            and all(item.get(name) in values for name, values in self.any_of.items() if values)
            and all(_is_within(item.get(name), bounds) for name, bounds in self.ranges.items())
            and all(item.get(name) is None for name in self.without)
            and (self.also is None or self.also(item))
        )

    def condition(self, selection: Selection) -> Condition | None:
        """The condition of the walk on the `selection`, or None for everything between `ids`."""
        wanted = [*self._wanted()]
        if selection is Selection.ACTIVE:
            wanted.append(lacks("archivedAt"))
        elif selection is Selection.ARCHIVED:
            wanted.append(has("archivedAt"))
        return reduce(and_, wanted) if wanted else None

    def _wanted(self) -> Iterator[Condition]:
        if self.text:
            yield reduce(or_, (contains("searchText", form) for form in spellings(self.text)))
        yield from (equal(name, value) for name, value in self.equals.items() if value is not None)
        yield from (contains(name, element) for name, element in self.holds.items() if element is not None)
        yield from (one_of(name, values) for name, values in self.any_of.items() if values)
        yield from (within for name, bounds in self.ranges.items() for within in _within(name, *bounds))
        yield from map(lacks, self.without)


def _within(name: str, low: object | None, high: object | None) -> Iterator[Condition]:
    if low is not None:
        yield at_least(name, low)
    if high is not None:
        yield at_most(name, high)


def _is_within(value: object, bounds: Bounds) -> bool:
    low, high = bounds
    if low is None and high is None:
        return True
    if value is None:
        return False
    return (low is None or low <= value) and (high is None or value <= high)  # type: ignore[operator]

"""Filters of a walk over the thin search index: those that no listing serves (docs/data-model.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, or_

from gather.core.case_folding import spellings
from gather.table.conditions import Condition, contains, equal, has, lacks
from gather.table.conversion import Item
from gather.table.listing import Selection


@dataclass(frozen=True, slots=True)
class Search:
    """The filters of a walk over the thin search index.

    `text` is looked for in the search text; `equals` maps attributes to the value wanted, `holds` lists to
    the element wanted, or to None where any will do; `ids` bounds the identifiers (inclusive), and with them
    the time of making.
    """

    text: str | None = None
    equals: Mapping[str, str | int | None] = field(default_factory=dict)
    ids: tuple[str, str] | None = None
    holds: Mapping[str, str | None] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.ids or self._wanted())

    def keeps_all(self) -> bool:
        """Whether nothing but `ids` is asked for."""
        return not self._wanted()

    def keeps(self, item: Item) -> bool:
        """Whether a record is kept that was found otherwise, by its whole item; `ids` is not looked at."""
        return (
            (not self.text or any(each in item.get("searchText", "") for each in spellings(self.text)))
            and all(item.get(name) == value for name, value in self.equals.items() if value is not None)
            and all(element in item.get(name, ()) for name, element in self.holds.items() if element)
        )

    def condition(self, selection: Selection) -> Condition | None:
        """The condition of the walk on the `selection`, or None for everything between `ids`."""
        wanted = self._wanted()
        if selection is Selection.ACTIVE:
            wanted.append(lacks("archivedAt"))
        elif selection is Selection.ARCHIVED:
            wanted.append(has("archivedAt"))
        return reduce(and_, wanted) if wanted else None

    def _wanted(self) -> list[Condition]:
        forms = spellings(self.text) if self.text else []
        wanted = [reduce(or_, (contains("searchText", form) for form in forms))] if forms else []
        wanted += [equal(name, value) for name, value in self.equals.items() if value is not None]
        wanted += [contains(name, element) for name, element in self.holds.items() if element is not None]
        return wanted

"""What a walk over the thin search index keeps: filters that no listing serves (docs/data-model.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gather.table.listing import Selection


@dataclass(frozen=True, slots=True)
class Search:
    """What a walk over the thin search index keeps.

    `text` is looked for in the search text; `equals` maps attributes to the value wanted, `holds` lists to
    the element wanted, or to None where any will do; `ids` bounds the identifiers (inclusive), and with them
    the time of making.
    """

    text: str | None = None
    equals: Mapping[str, str | int | None] = field(default_factory=dict)
    ids: tuple[str, str] | None = None
    holds: Mapping[str, str | None] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.text or self.ids or any(True for _ in self._wanted()))

    def _wanted(self) -> Iterator[tuple[str, str, str | int]]:
        """Each attribute wanted, how it is compared, and with what."""
        for pattern, wanted in (("{} = {}", self.equals), ("contains({}, {})", self.holds)):
            yield from ((name, pattern, value) for name, value in wanted.items() if value is not None)

    def expression(self, selection: Selection) -> tuple[str | None, dict[str, object]]:
        """The filter expression and its values."""
        parts: list[str] = []
        values: dict[str, object] = {}
        if selection is Selection.ACTIVE:
            parts.append("attribute_not_exists(archivedAt)")
        elif selection is Selection.ARCHIVED:
            parts.append("attribute_exists(archivedAt)")
        if self.text:
            parts.append("contains(searchText, :text)")
            values[":text"] = self.text.casefold()
        for position, (_, pattern, value) in enumerate(self._wanted()):
            parts.append(pattern.format(f"#f{position}", f":f{position}"))
            values[f":f{position}"] = value
        return " AND ".join(parts) or None, values

    def names(self) -> dict[str, str]:
        """The attribute names of the filter expression."""
        return {f"#f{position}": name for position, (name, _, _) in enumerate(self._wanted())}

"""What a write changes of an item that stays otherwise as it is.

Update(set={"lastUsedAt": now}, add={"used": 1}, condition=present() & below("used", 1000))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gather.table.conditions import Condition, placeholder


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """The change of some attributes, in so far as `condition` holds; it makes the item where there is none.

    `set` gives attributes their values, `set_once` only where they have none yet. `add` counts numbers up,
    or down, from 0. `append` puts elements at the end of lists. `remove` names what is taken away.
    """

    set: Mapping[str, object] | None = None
    set_once: Mapping[str, object] | None = None
    append: Mapping[str, Sequence[object]] | None = None
    add: Mapping[str, int] | None = None
    remove: Sequence[str] = ()
    condition: Condition | None = None

    def rendered(self) -> tuple[str, dict[str, str], dict[str, object]]:
        """The update expression, and the names and values of its and its condition's placeholders."""
        names: dict[str, str] = {}
        values: dict[str, object] = {}
        assignments: list[str] = []
        for name, value in (self.set or {}).items():
            place = _take(names, name)
            assignments.append(f"#{place} = :set_{place}")
            values[f":set_{place}"] = value
        for name, value in (self.set_once or {}).items():
            place = _take(names, name)
            assignments.append(f"#{place} = if_not_exists(#{place}, :once_{place})")
            values[f":once_{place}"] = value
        for name, elements in (self.append or {}).items():
            place = _take(names, name)
            assignments.append(f"#{place} = list_append(#{place}, :more_{place})")
            values[f":more_{place}"] = elements
        clauses = ["SET " + ", ".join(assignments)] if assignments else []
        if self.add:
            counted = []
            for name, number in self.add.items():
                place = _take(names, name)
                counted.append(f"#{place} :add_{place}")
                values[f":add_{place}"] = number
            clauses.append("ADD " + ", ".join(counted))
        if self.remove:
            clauses.append("REMOVE " + ", ".join(f"#{_take(names, name)}" for name in self.remove))
        if self.condition is not None:
            names.update(self.condition.names)
            values.update(self.condition.values)
        return " ".join(clauses), names, values


def _take(names: dict[str, str], name: str) -> str:
    """The placeholder of an attribute, noted in `names`."""
    place = placeholder(name)
    names[f"#{place}"] = name
    return place

"""The changes of an item that stays otherwise as it is.

Update(set={"lastUsedAt": now}, add={"used": 1}, condition=present() & below("used", 1000))
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from gather.table.conditions import MOST_TEXTS, Condition, Phrase, placeholder


class Update(NamedTuple):
    """The change of some attributes, in so far as `condition` holds; it makes the item where there is none.

    `set` gives attributes their values, `set_once` only where they have none yet. `append` puts elements at
    the end of lists. `add` counts numbers up, or down, from 0. `remove` names what is taken away.
    """

    set: Mapping[str, object] | None = None
    set_once: Mapping[str, object] | None = None
    append: Mapping[str, Sequence[object]] | None = None
    add: Mapping[str, int] | None = None
    remove: Sequence[str] = ()
    condition: Condition | None = None

    def texts(self) -> "Texts":
        """The change in DynamoDB's words, but for its `values`."""
        return _texts(
            tuple(self.set or ()),
            tuple(self.set_once or ()),
            tuple(self.append or ()),
            tuple(self.add or ()),
            tuple(self.remove),
            self.condition.phrase if self.condition is not None else None,
        )

    def values(self) -> tuple[object, ...]:
        """The values of the change and of its condition, in the order of their placeholders."""
        values: list[object] = []
        for change in (self.set, self.set_once, self.append, self.add):
            if change:
                values += change.values()
        return (*values, *self.condition.values) if self.condition is not None else tuple(values)


class Texts(NamedTuple):
    """An update expression, its condition if there is one, and the names of the attributes in both."""

    change: str
    condition: str | None
    names: Mapping[str, str]


_SET = ("{0} = {1}", "{0} = if_not_exists({0}, {1})", "{0} = list_append({0}, {1})")


@lru_cache(MOST_TEXTS)
def _texts(
    set_: tuple[str, ...],
    set_once: tuple[str, ...],
    append: tuple[str, ...],
    add: tuple[str, ...],
    remove: tuple[str, ...],
    condition: Phrase | None,
) -> Texts:
    names = {placeholder(name): name for name in (*set_, *set_once, *append, *add, *remove)}
    patterns = [
        (pattern, name)
        for pattern, attributes in zip(_SET, (set_, set_once, append), strict=True)
        for name in attributes
    ]
    patterns += [("{0} {1}", name) for name in add]
    phrases = [
        pattern.format(placeholder(name), f":v{number}") for number, (pattern, name) in enumerate(patterns)
    ]
    assignments = len(phrases) - len(add)
    clauses = [
        ("SET", phrases[:assignments]),
        ("ADD", phrases[assignments:]),
        ("REMOVE", [placeholder(name) for name in remove]),
    ]
    change = " ".join(f"{word} {', '.join(some)}" for word, some in clauses if some)
    if condition is None:
        return Texts(change, None, names)
    return Texts(change, condition.shifted(len(phrases)), {**names, **condition.names})

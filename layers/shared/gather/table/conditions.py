"""What must hold for a write, or of what a query answers, in the words of the service.

    present() & lacks("revokedAt") & (lacks("expiresAt") | after("expiresAt", now))

DynamoDB's expressions are written here and in `gather.table.changes` alone. Attributes and values stand in
placeholders that are made here, so that an attribute may have any name, a reserved word too.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition expression with the names and the values of its placeholders; `&` and `|` combine two."""

    expression: str
    names: Mapping[str, str]
    values: Mapping[str, object]

    def __and__(self, other: "Condition") -> "Condition":
        return self._joined(f"{self.expression} AND {other.expression}", other)

    def __or__(self, other: "Condition") -> "Condition":
        return self._joined(f"({self.expression} OR {other.expression})", other)

    def _joined(self, expression: str, other: "Condition") -> "Condition":
        return Condition(expression, {**self.names, **other.names}, _united(self.values, other.values))


def _united(values: Mapping[str, object], others: Mapping[str, object]) -> dict[str, object]:
    """The values of two expressions that go together.

    Raises ValueError when one attribute is compared in the same way with two values: a placeholder is named
    for attribute and comparison.
    """
    both = {**values, **others}
    if len(both) < len(values) + len(others):
        for name in values.keys() & others.keys():
            if values[name] != others[name]:
                raise ValueError(f"two values for {name} in one expression")
    return both


def placeholder(name: str) -> str:
    """What stands for an attribute in an expression, after `#` or `:` and the like."""
    return name if name.isidentifier() else f"x{name.encode().hex()}"


_PRESENT = Condition("attribute_exists(pk)", {}, {})
_ABSENT = Condition("attribute_not_exists(pk)", {}, {})


def present() -> Condition:
    """There is an item under the key."""
    return _PRESENT


def absent() -> Condition:
    """There is no item under the key."""
    return _ABSENT


def has(name: str) -> Condition:
    """The item has the attribute."""
    place = placeholder(name)
    return Condition(f"attribute_exists(#{place})", {f"#{place}": name}, {})


def lacks(name: str) -> Condition:
    """The item has no such attribute; true also where there is no item."""
    place = placeholder(name)
    return Condition(f"attribute_not_exists(#{place})", {f"#{place}": name}, {})


def equal(name: str, value: object) -> Condition:
    """The attribute has the value. Of an attribute that is not there this and all that follow are false."""
    place = placeholder(name)
    return Condition(f"#{place} = :is_{place}", {f"#{place}": name}, {f":is_{place}": value})


def below(name: str, limit: object) -> Condition:
    """The attribute is less than `limit`."""
    place = placeholder(name)
    return Condition(f"#{place} < :below_{place}", {f"#{place}": name}, {f":below_{place}": limit})


def at_most(name: str, limit: object) -> Condition:
    """The attribute is `limit` or less; of a time: not after it."""
    place = placeholder(name)
    return Condition(f"#{place} <= :most_{place}", {f"#{place}": name}, {f":most_{place}": limit})


def after(name: str, moment: object) -> Condition:
    """The attribute is more than `moment`."""
    place = placeholder(name)
    return Condition(f"#{place} > :after_{place}", {f"#{place}": name}, {f":after_{place}": moment})


def between(name: str, low: object, high: object) -> Condition:
    """The attribute lies between the two, which are included."""
    place = placeholder(name)
    return Condition(
        f"#{place} BETWEEN :low_{place} AND :high_{place}",
        {f"#{place}": name},
        {f":low_{place}": low, f":high_{place}": high},
    )


def begins(name: str, start: str) -> Condition:
    """The attribute is a text that begins with `start`."""
    place = placeholder(name)
    return Condition(
        f"begins_with(#{place}, :start_{place})", {f"#{place}": name}, {f":start_{place}": start}
    )


def contains(name: str, wanted: object) -> Condition:
    """The attribute is a text with `wanted` in it, or a list with the element `wanted`."""
    place = placeholder(name)
    return Condition(f"contains(#{place}, :in_{place})", {f"#{place}": name}, {f":in_{place}": wanted})

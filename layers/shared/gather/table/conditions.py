"""Conditions of writes and of queries, in the words of the service.

    present() & lacks("revokedAt") & (lacks("expiresAt") | after("expiresAt", now))

DynamoDB's expressions are written here and in `gather.table.changes` alone. Attributes and values stand in
placeholders that are made here, so that an attribute may have any name, a reserved word too. A text is
written once for all values, so that a request does not pay for it again.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

MOST_TEXTS = 4_096
"""The most texts that a process keeps; it writes forgotten ones again."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """The text of an expression with the names of its attributes.

    Its values stand in the placeholders `:v0`, `:v1` and so on; `size` is how many there are.
    """

    text: str
    names: Mapping[str, str]
    size: int

    def shifted(self, by: int) -> str:
        """The text behind another one that has `by` values."""
        return re.sub(r":v(\d+)", lambda place: f":v{int(place[1]) + by}", self.text) if by else self.text


class Condition(NamedTuple):
    """A condition and the values that it compares with. `&` and `|` combine two."""

    phrase: Phrase
    values: tuple[object, ...] = ()

    def __and__(self, other: "Condition") -> "Condition":
        return Condition(_joined("{} AND {}", self.phrase, other.phrase), self.values + other.values)

    def __or__(self, other: "Condition") -> "Condition":
        return Condition(_joined("({} OR {})", self.phrase, other.phrase), self.values + other.values)


@lru_cache(MOST_TEXTS)
def _joined(pattern: str, left: Phrase, right: Phrase) -> Phrase:
    text = pattern.format(left.text, right.shifted(left.size))
    return Phrase(text, {**left.names, **right.names}, left.size + right.size)


@lru_cache(MOST_TEXTS)
def _phrase(pattern: str, name: str, size: int = 0) -> Phrase:
    place = placeholder(name)
    return Phrase(pattern.format(place), {place: name}, size)


def placeholder(name: str) -> str:
    """The placeholder of an attribute in an expression."""
    return f"#{name}" if name.isidentifier() else f"#x{name.encode().hex()}"


_PRESENT = Condition(Phrase("attribute_exists(pk)", {}, 0))
_ABSENT = Condition(Phrase("attribute_not_exists(pk)", {}, 0))


def present() -> Condition:
    """There is an item under the key."""
    return _PRESENT


def absent() -> Condition:
    """There is no item under the key."""
    return _ABSENT


def has(name: str) -> Condition:
    """The item has the attribute."""
    return Condition(_phrase("attribute_exists({})", name))


def lacks(name: str) -> Condition:
    """The item has no such attribute; true also where there is no item."""
    return Condition(_phrase("attribute_not_exists({})", name))


def equal(name: str, value: object) -> Condition:
    """The attribute has the value. This and all that follow are false where there is no such attribute."""
    return Condition(_phrase("{} = :v0", name, 1), (value,))


def one_of(name: str, values: Sequence[object]) -> Condition:
    """The attribute has one of the values, of which there are at most a hundred."""
    places = ", ".join(f":v{number}" for number in range(len(values)))
    return Condition(_phrase(f"{{}} IN ({places})", name, len(values)), tuple(values))


def below(name: str, limit: object) -> Condition:
    """The attribute is less than `limit`."""
    return Condition(_phrase("{} < :v0", name, 1), (limit,))


def at_most(name: str, limit: object) -> Condition:
    """The attribute is `limit` or less; of a time: not after it."""
    return Condition(_phrase("{} <= :v0", name, 1), (limit,))


def at_least(name: str, limit: object) -> Condition:
    """The attribute is `limit` or more; of a time: not before it."""
    return Condition(_phrase("{} >= :v0", name, 1), (limit,))


def after(name: str, moment: object) -> Condition:
    """The attribute is more than `moment`."""
    return Condition(_phrase("{} > :v0", name, 1), (moment,))


def between(name: str, low: object, high: object) -> Condition:
    """The attribute lies between the two, which are included."""
    return Condition(_phrase("{} BETWEEN :v0 AND :v1", name, 2), (low, high))


def begins(name: str, start: str) -> Condition:
    """The attribute is a text that begins with `start`."""
    return Condition(_phrase("begins_with({}, :v0)", name, 1), (start,))


def contains(name: str, wanted: object) -> Condition:
    """The attribute is a text with `wanted` in it, or a list with the element `wanted`."""
    return Condition(_phrase("contains({}, :v0)", name, 1), (wanted,))

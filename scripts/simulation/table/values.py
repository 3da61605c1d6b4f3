"""Attribute values of DynamoDB: their order, their equality and their size."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

Attribute = Mapping[str, Any]
"""A value in DynamoDB's own JSON, such as `{"S": "text"}`."""
Attributes = Mapping[str, Attribute]
"""Values by their names: an item, or a key."""

_ORDERED = frozenset({"S", "N", "B"})


def kind_of(value: Attribute) -> str:
    """The type of a value: `S`, `N`, `BOOL` and so on."""
    (kind,) = value
    return kind


def sortable(value: Attribute) -> tuple[str, Any] | None:
    """What a value is ordered by among values of its type; None of a type without an order."""
    ((kind, content),) = value.items()
    if kind not in _ORDERED:
        return None
    if kind == "N":
        return kind, Decimal(content)
    # Text is ordered by its bytes.
    return kind, content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content


def equals(left: Attribute, right: Attribute) -> bool:
    """Whether two values are the same: numbers by what they are, sets whatever their order."""
    ((kind, mine),), ((other, yours),) = left.items(), right.items()
    if kind != other:
        return False
    if kind == "N":
        return Decimal(mine) == Decimal(yours)
    if kind in ("SS", "BS"):
        return set(mine) == set(yours)
    if kind == "NS":
        return {Decimal(each) for each in mine} == {Decimal(each) for each in yours}
    if kind == "L":
        return len(mine) == len(yours) and all(map(equals, mine, yours))
    if kind == "M":
        return mine.keys() == yours.keys() and all(equals(mine[name], yours[name]) for name in mine)
    return bool(mine == yours)


def size_of_item(item: Attributes) -> int:
    """The bytes of an item as DynamoDB counts them: its names and its values."""
    size = 0
    for name, value in item.items():
        text = value.get("S")
        content = size_of(value) if text is None else _size_of_text(text)
        size += _size_of_text(name) + content
    return size


def size_of(value: Attribute) -> int:
    """The bytes of a value as DynamoDB counts them.

    A list or a map costs three bytes, and one for each of what is in it.
    """
    ((kind, content),) = value.items()
    if kind == "S":
        return _size_of_text(content)
    if kind == "N":
        return _size_of_number(content)
    if kind in ("BOOL", "NULL"):
        return 1
    if kind == "M":
        return 3 + sum(1 + len(name.encode()) + size_of(each) for name, each in content.items())
    if kind == "L":
        return 3 + sum(1 + size_of(each) for each in content)
    if kind == "NS":
        return sum(map(_size_of_number, content))
    if kind == "SS":
        return sum(len(each.encode()) for each in content)
    return sum(map(len, content)) if kind == "BS" else len(content)


def _size_of_text(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _size_of_number(text: str) -> int:
    """About a byte for two significant digits, and one more."""
    digits = Decimal(text).normalize().as_tuple().digits
    return (len(digits) + 1) // 2 + 1

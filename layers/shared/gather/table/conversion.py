"""Between Python values and DynamoDB's own JSON.

Smaller and several times faster than boto3's TypeSerializer, and made for what the service stores:
text, numbers, truth values, lists and maps. A None of the item itself is not stored: an absent
attribute reads as None.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

Attribute = dict[str, Any]
Item = dict[str, Any]

_WHOLE_BELOW = 1e15
"""Below it a float has the digits of every whole number."""


def to_attribute(value: object) -> Attribute:
    """`value` as an attribute. Raises TypeError for a type that the service does not store."""
    if isinstance(value, str):
        return {"S": value}
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, int | Decimal):
        return {"N": str(value)}
    if isinstance(value, float):
        # Whole ones come back whole from every table, as DynamoDB writes them.
        return {"N": str(int(value)) if value.is_integer() and abs(value) < _WHOLE_BELOW else repr(value)}
    if isinstance(value, Mapping):
        return {"M": {name: to_attribute(inner) for name, inner in value.items()}}
    if isinstance(value, list | tuple):
        return {"L": [to_attribute(element) for element in value]}
    if value is None:
        return {"NULL": True}
    raise TypeError(f"cannot store a {type(value).__name__}")


def to_attributes(values: Mapping[str, object]) -> dict[str, Attribute]:
    """A map of values as attributes, leaving out what is None."""
    return {name: to_attribute(value) for name, value in values.items() if value is not None}


def from_attribute(attribute: Attribute) -> Any:
    """The value of an attribute; numbers come back as int where whole, as float otherwise."""
    ((kind, value),) = attribute.items()
    if kind == "S" or kind == "BOOL":
        return value
    if kind == "N":
        try:
            return int(value)
        except ValueError:
            return float(value)
    if kind == "M":
        return {name: from_attribute(inner) for name, inner in value.items()}
    if kind == "L":
        return [from_attribute(inner) for inner in value]
    if kind == "NULL":
        return None
    raise TypeError(f"unexpected attribute type {kind}")


def from_attributes(attributes: Mapping[str, Attribute]) -> Item:
    """An item as DynamoDB returns it, as plain values."""
    # Most attributes are text: for them a look into the map is half the price of a call.
    return {
        name: attribute["S"] if "S" in attribute else from_attribute(attribute)
        for name, attribute in attributes.items()
    }

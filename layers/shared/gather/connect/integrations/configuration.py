"""Configurations, as the models of their vendors take them."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from gather.connect.vendor_protocol import AnyVendor
from gather.connect.vendor_registry import find_vendor
from gather.core import exact_number
from gather.core.errors import Fault, ValidationFailed
from gather.core.validation_faults import faults_of

MEMBER = "configuration"
_MISSING = "is required"


def faults_of_whole(path: Mapping[str, str], raw: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with the configuration of a body that has to have all of it. Raises NotFound."""
    vendor, given = find_vendor(path["vendor"]), raw.get(MEMBER)
    return configuration_faults(vendor, given) if isinstance(given, dict) else []


def faults_of_change(path: Mapping[str, str], raw: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with the members that a PATCH has; null removes one, which a required one does not take.

    Raises NotFound.
    """
    vendor, given = find_vendor(path["vendor"]), raw.get(MEMBER)
    if not isinstance(given, dict):
        return []
    kept = {name: value for name, value in given.items() if value is not None}
    sent = {f"{MEMBER}.{name}" for name in given}
    return [
        fault
        for fault in configuration_faults(vendor, kept)
        if fault.reason != _MISSING or fault.field.count(".") > 1 or fault.field in sent
    ]


def configuration_faults(vendor: AnyVendor, given: Mapping[str, Any]) -> list[Fault]:
    """Everything that is wrong with a configuration, each with its path in the body."""
    try:
        _read(vendor, given)
    except ValidationError as error:
        return [Fault(_place(fault.field), fault.reason) for fault in faults_of(error)]
    return []


def stored_form(vendor: AnyVendor, given: Mapping[str, Any]) -> dict[str, Any]:
    """A configuration as it is kept: what its vendor's model knows, and nothing else.

    Raises ValidationFailed.
    """
    faults = configuration_faults(vendor, given)
    if faults:
        raise ValidationFailed(faults)
    kept: dict[str, Any] = _read(vendor, given).model_dump(mode="json", by_alias=True, exclude_unset=True)
    return kept


def _read(vendor: AnyVendor, given: Mapping[str, Any]) -> Any:
    text = exact_number.dumps(exact_number.exact(given))
    return vendor.configuration.model_validate_json(text, by_alias=True, by_name=False)


def _place(field: str) -> str:
    """`body` is what a fault of the whole is said to be at."""
    return MEMBER if field == "body" else f"{MEMBER}.{field}"

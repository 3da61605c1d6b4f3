"""The validation of configurations by the models of their vendors."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from gather.connect.vendor_protocol import AnyVendor
from gather.connect.vendor_registry import get_vendor
from gather.core import exact_number
from gather.core.errors import Fault, ValidationFailed
from gather.core.validation_faults import faults_of

MEMBER = "configuration"
_MISSING = "is required"


def find_faults(path: Mapping[str, str], raw: Mapping[str, Any]) -> list[Fault]:
    """Find the faults of the configuration in a body that has to have all of it. Raises NotFound."""
    vendor, given = get_vendor(path["vendor"]), raw.get(MEMBER)
    return find_configuration_faults(vendor, given) if isinstance(given, dict) else []


def find_faults_of_change(path: Mapping[str, str], raw: Mapping[str, Any]) -> list[Fault]:
    """Find the faults of the members that a PATCH has; null deletes one, which a required one does not take.

    Raises NotFound.
    """
    vendor, given = get_vendor(path["vendor"]), raw.get(MEMBER)
    if not isinstance(given, dict):
        return []
    present = {name: value for name, value in given.items() if value is not None}
    sent = {f"{MEMBER}.{name}" for name in given}
    return [
        fault
        for fault in find_configuration_faults(vendor, present)
        if fault.reason != _MISSING or fault.field.count(".") > 1 or fault.field in sent
    ]


def find_configuration_faults(vendor: AnyVendor, given: Mapping[str, Any]) -> list[Fault]:
    """Find all faults of a configuration, each with its path in the body."""
    try:
        _read(vendor, given)
    except ValidationError as error:
        return [Fault(_place(fault.field), fault.reason) for fault in faults_of(error)]
    return []


def validate(vendor: AnyVendor, given: Mapping[str, Any]) -> dict[str, Any]:
    """Validate a configuration; returns the members that its vendor's model knows, in the form to store.

    Raises ValidationFailed with all faults.
    """
    faults = find_configuration_faults(vendor, given)
    if faults:
        raise ValidationFailed(faults)
    stored: dict[str, Any] = _read(vendor, given).model_dump(mode="json", by_alias=True, exclude_unset=True)
    return stored


def _read(vendor: AnyVendor, given: Mapping[str, Any]) -> Any:
    text = exact_number.dumps(exact_number.exact(given))
    return vendor.configuration.model_validate_json(text, by_alias=True, by_name=False)


def _place(field: str) -> str:
    """The path of a member; a fault of the whole stands at `body`."""
    return MEMBER if field == "body" else f"{MEMBER}.{field}"

"""The validation of configurations by the models of their vendors."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from gather.connect.vendor_protocol import AnyVendor
from gather.connect.vendor_registry import get_vendor
from gather.core import exact_number
from gather.core.errors import Fault, ValidationFailed
from gather.core.validation_faults import faults_of
from gather.outgoing.address_ranges import may_be_public
from gather.outgoing.endpoint import endpoint_if_any

MEMBER = "configuration"
ADDRESSES: Final = ("apiUrl", "tokenUrl")
"""The members to which a suite's credentials are sent, and which are checked when they are written."""

NOT_PUBLIC: Final = "must be a public https address"
_MISSING = "is required"


def find_faults(path: Mapping[str, str], raw: Mapping[str, Any]) -> list[Fault]:
    """Find the faults of the configuration in a body that has to have all of it. Raises NotFound."""
    vendor, given = get_vendor(path["vendor"]), raw.get(MEMBER)
    return find_configuration_faults(vendor, given) if isinstance(given, dict) else []


def find_faults_of_change(path: Mapping[str, str], raw: Mapping[str, Any]) -> list[Fault]:
    """Find the faults of the members that a PATCH has; null deletes one, which a required one does not take.

    What concerns several members is found in what they are merged into. Raises NotFound.
    """
    vendor, given = get_vendor(path["vendor"]), raw.get(MEMBER)
    if not isinstance(given, dict):
        return []
    present = {name: value for name, value in given.items() if value is not None}
    sent = {f"{MEMBER}.{name}" for name in given}
    return [
        fault
        for fault in _find_member_faults(vendor, present)
        if fault.reason != _MISSING or fault.field.count(".") > 1 or fault.field in sent
    ]


def find_configuration_faults(vendor: AnyVendor, given: Mapping[str, Any]) -> list[Fault]:
    """Find all faults of a configuration, each with its path in the body."""
    faults = _find_member_faults(vendor, given)
    known = {fault.field for fault in faults}
    found = (
        Fault(_place(each.field), each.reason) for each in vendor.configuration.cross_field_faults(given)
    )
    return [*faults, *(fault for fault in found if fault.field not in known)]


def _find_member_faults(vendor: AnyVendor, given: Mapping[str, Any]) -> list[Fault]:
    """Find the faults of single members."""
    try:
        read(vendor, given)
    except ValidationError as error:
        return [Fault(_place(fault.field), fault.reason) for fault in faults_of(error)]
    return []


def find_address_faults(
    vendor: AnyVendor, given: Mapping[str, Any], *, allow_private_addresses: bool
) -> list[Fault]:
    """Find the addresses that are not public or not https, where the deployment does not allow these.

    A name is not resolved: each request checks where it leads.
    """
    if allow_private_addresses:
        return []
    known = {field.alias or name for name, field in vendor.configuration.model_fields.items()}
    found = {name: given.get(name) for name in ADDRESSES if name in known}
    return [Fault(f"{MEMBER}.{name}", NOT_PUBLIC) for name, value in found.items() if _is_refused(value)]


def _is_refused(value: object) -> bool:
    """Whether a value is a URL without https, or one to no public host. Other values have other faults."""
    target = endpoint_if_any(value) if isinstance(value, str) else None
    return target is not None and (target.scheme != "https" or not may_be_public(target.host))


def validate(
    vendor: AnyVendor, given: Mapping[str, Any], *, allow_private_addresses: bool = True
) -> dict[str, Any]:
    """Validate a configuration; returns the members that its vendor's model knows, in the form to store.

    Raises ValidationFailed with all faults.
    """
    faults = find_configuration_faults(vendor, given)
    faults += find_address_faults(vendor, given, allow_private_addresses=allow_private_addresses)
    if faults:
        raise ValidationFailed(faults)
    stored: dict[str, Any] = read(vendor, given).model_dump(mode="json", by_alias=True, exclude_unset=True)
    return stored


def read(vendor: AnyVendor, given: Mapping[str, Any]) -> Any:
    """Read a configuration by its vendor's model. Raises ValidationError."""
    text = exact_number.dumps(exact_number.exact(given))
    return vendor.configuration.model_validate_json(text, by_alias=True, by_name=False)


def _place(field: str) -> str:
    """The path of a member; a fault of the whole stands at `body`."""
    return MEMBER if field == "body" else f"{MEMBER}.{field}"

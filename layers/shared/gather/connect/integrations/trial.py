"""The trial of a configuration: what its suite says to the credentials, in plain words."""

from collections.abc import Callable, Mapping
from typing import Any

from gather.connect.integrations.configuration import MEMBER, read
from gather.connect.suite_protocol import Suite
from gather.connect.vendor_protocol import AnyVendor, Failure, GetJson, VendorFailed
from gather.core.errors import Fault


def try_configuration(
    vendor: AnyVendor, given: Mapping[str, Any], make_get_json: Callable[[], GetJson]
) -> list[Fault]:
    """Ask a suite whether it takes the credentials of a valid configuration. Returns what is wrong.

    Other vendors are not asked, since their integrations have `health`. Nine seconds at most.
    """
    if not isinstance(vendor, Suite):
        return []
    try:
        vendor.check(read(vendor, given), make_get_json())
    except VendorFailed as failed:
        return [_fault(vendor, failed.failure)]
    return []


def _fault(suite: Suite[Any, Any], failure: Failure) -> Fault:
    title = suite.title
    match failure:
        case Failure.CREDENTIALS_REFUSED:
            reason = f"{title} does not take it: it is mistyped, was revoked, or lacks a permission"
            return Fault(f"{MEMBER}.{suite.credentials_member}", reason)
        case Failure.UNREACHABLE:
            return Fault(
                f"{MEMBER}.apiUrl", f"{title} does not answer there now: check the address, or try again"
            )
        case _:
            return Fault(f"{MEMBER}.apiUrl", f"what answers there is not {title}: check the address")

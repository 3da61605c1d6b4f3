"""The recruiting suites among the vendors."""

from typing import Any

from gather.connect.suite_protocol import Suite
from gather.connect.vendor_registry import get_vendor, vendor_names


def suites() -> list[Suite[Any, Any]]:
    """The plug-ins of all suites, in the order of their names."""
    vendors = map(get_vendor, vendor_names())
    return [vendor for vendor in vendors if isinstance(vendor, Suite)]

"""Finds the plug-in of a vendor, and loads no other: a request pays for the vendor that it is about.

It pays for what asks a vendor's service only where it is to be asked.
"""

import pkgutil
from importlib import import_module

from pydantic import ValidationError

from gather.connect import vendors
from gather.connect.integrations.models import IntegrationRecord
from gather.connect.vendor_protocol import AnyVendor, Ask, Configuration, Failure, VendorFailed
from gather.core import exact_number
from gather.core.errors import NotFound
from gather.core.settings import Settings


def vendor_names() -> list[str]:
    """The vendors that there are, as addresses name them."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(vendors.__path__))


def find_vendor(name: str) -> AnyVendor:
    """The plug-in of a vendor. Raises NotFound (interface: Connect, rule 4)."""
    if name not in vendor_names():
        raise NotFound("vendor", name)
    vendor: AnyVendor = import_module(f"{vendors.__name__}.{name.replace('-', '_')}").VENDOR
    return vendor


def read_configuration(vendor: AnyVendor, record: IntegrationRecord) -> Configuration:
    """The configuration of an integration. Raises VendorFailed when it no longer fits the vendor's model."""
    try:
        configuration: Configuration = vendor.configuration.model_validate_json(
            exact_number.dumps(record.configuration), by_alias=True, by_name=False
        )
    except ValidationError:
        raise VendorFailed(Failure.CONFIGURATION_OUTDATED) from None
    return configuration


def asking(settings: Settings) -> Ask:
    """What asks the services of vendors; those at private addresses only where webhooks may go there too."""
    from gather.connect.vendor_client import VendorClient

    return VendorClient(allow_private_addresses=settings.allow_private_webhook_addresses).ask
